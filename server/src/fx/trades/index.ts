/**
 * The record that all FX products share: one by id, all, and their settlement. A product's module books a trade
 * (`insertTrade`) and schedules it; the due work `settleTrade` then posts both legs, covers the deal at the cost rate and
 * follows up where the money sold is not there.
 */
export type { ConfirmationFacts } from './confirmation.ts'
export { type ConfirmedProducts, tradeConfirmationRoutes } from './confirmation-routes.ts'
export {
  type ApprovedProduct,
  type ApprovedProducts,
  awaitApproval,
  demandOnDeal,
  lapseApprovalHandler,
  LAPSE_TRADE_APPROVAL,
  type PendingApproval,
  priceKeptUntil,
} from './approvals.ts'
export {
  type AmendmentRow,
  type AmendmentType,
  deleteOldAmendments,
  insertAmendment,
  lockAmendment,
  markAmended,
} from './amendments.ts'
export { AmendmentBooking, amendmentFields, presentAmendment } from './amendment-schema.ts'
export { closeOutTrade, datesFor, NO_MARKUP, type OppositeDeal } from './opposite.ts'
export { tradeApprovalRoutes } from './approval-routes.ts'
export { bookingAccounts, executeTrade } from './execution.ts'
export {
  bookingJournal,
  coverAmounts,
  type DealToPost,
  endingJournal,
  payingAccount,
  settlementJournal,
} from './journals.ts'
export {
  canMove,
  canSettle,
  type Move,
  TRADE_STATUSES,
  type TradeMove,
  tradeMoves,
  type TradeStatus,
} from './lifecycle.ts'
export { type MoveAct, moveTrade, PAYOUTS_OF_TRADE } from './moves.ts'
export { marketCost, recheckDeal, type RecheckDeps } from './recheck.ts'
export {
  checkPayouts,
  checkWithPayees,
  type Payout,
  payoutFaults,
  type PayoutOrder,
  type PayoutPort,
  payoutsOf,
  withPayees,
} from './payouts.ts'
export { presentTrade } from './present.ts'
export {
  attachPayment,
  findHeldByReference,
  findTrade,
  findTradeByReference,
  findTradesOn,
  type HistoryEntry,
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
export { tradesAwaitingFunds } from './funding.ts'
export { tradeRoutes } from './routes.ts'
export { Trade, TRADE_KINDS, type TradeKind } from './schema.ts'
export {
  type ProductSettlement,
  type ProductSettlements,
  scheduleSettlement,
  SETTLE_TRADE,
  type SettlementAct,
  type SettlementDeps,
  settlementDueAt,
  settlementHandler,
  settleTrade,
} from './settlement.ts'
export { storeTrade } from './store.ts'
export { tradesModule, type TradeContext } from './module.ts'
