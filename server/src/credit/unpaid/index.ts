/**
 * What an entity owes for its deals and since when: the one answer behind credit utilisation, the check of new deals and
 * the sale of margin for an unpaid loss.
 */
export { checkNothingUnpaid, isPastDue, unpaidRefusal, type UnpaidTrade, unpaidTrades, usesCredit } from './unpaid.ts'
