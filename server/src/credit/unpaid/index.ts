/**
 * Debts of an entity for its deals with their due time: used by credit utilisation, the check of new deals and the sale
 * of margin for an unpaid loss.
 */
export {
  checkNothingUnpaid,
  checkUnpaid,
  isPastDue,
  unpaidRefusal,
  type UnpaidTrade,
  unpaidTrades,
  usesCredit,
} from './unpaid.ts'
export { unpaidModule } from './module.ts'
