/**
 * Trade record shared by all FX products: single trades, lists and settlement. A product's module books a trade
 * (`insertTrade`) and schedules it; the job `trade.settle` then posts both legs, covers the deal at the cost rate and
 * follows up on missing money.
 */
export type { ConfirmationFacts } from './confirmations/confirmation.ts'
export {
  type ApprovedProduct,
  approvedBy,
  approvalOfDeal,
  approvalOfTrade,
  approvalsOf,
  awaitApproval,
  type DealApproval,
  type DealDemand,
  demandOnDeal,
  LAPSE_TRADE_APPROVAL,
  type PendingApproval,
  priceKeptUntil,
} from './approvals/approvals.ts'
export {
  countAmendment,
  type LimitUse,
  type SizeDeps,
  sizeOfAmendment,
  sizeOfContinued,
  valueForLimits,
} from './approvals/amendment-size.ts'
export { awaitAmendment, pendingAmendmentOf } from './approvals/pending-amendments.ts'
export {
  type AmendmentRow,
  findPendingAmendment,
  insertAmendment,
  lockAmendment,
  lockAmendmentOf,
  markAmended,
  setPendingRevenue,
  setPendingSettlement,
  sumPendingAmendments,
} from './amendments.ts'
export { AmendmentBooking, amendmentFields, presentAmendment } from './amendment-schema.ts'
export { closeOutTrade, datesFor, NO_MARKUP, type OppositeDeal } from './opposite.ts'
export { fixedOf } from './fixed.ts'
export { attachPayment } from './settlement/attached.ts'
export { accountsOf, bookingAccounts, executeTrade } from './settlement/execution.ts'
export { bookingJournal, endingJournal, payingAccount } from './settlement/journals.ts'
export { canSettle, type Move, reasonOfLapse, tradeMoves, type TradeStatus } from './lifecycle.ts'
export { announceTrade, type MadeMove, moveTrade, moveUnstored, PAYOUTS_OF_TRADE, announceMove } from './moves.ts'
export { activeProfile, checkNotMoved, marketCost, recheckDeal, type RecheckDeps } from './approvals/recheck.ts'
export {
  checkPayouts,
  checkWithPayees,
  type Payout,
  payoutErrors,
  type PayoutOrder,
  type PayoutPort,
  payoutsOf,
  withPayees,
} from './settlement/payouts.ts'
export { presentTrade } from './present.ts'
export {
  findHeldByReference,
  findTrade,
  findTradesOn,
  insertTrade,
  listChildren,
  lockInOrder,
  lockTrade,
  settledAmong,
  type StruckDeal,
  strikeTrade,
  type TradeRow,
  type TradeState,
  tradeStateOf,
} from './queries.ts'
export { Trade, TradeApproval } from './schema.ts'
export {
  type ProductSettlement,
  type ProductSettlements,
  scheduleSettlement,
  SETTLE_TRADE,
  settlementDueAt,
  settleTrade,
} from './settlement/settlement.ts'
export { checkReferenceUnused, storeForeseenTrade, storeTrade, tradeOf } from './store.ts'
export { tradesModule, type TradeContext } from './module.ts'
