/**
 * The record that all FX products share: one by id, all, and their settlement. A product's module books a trade
 * (`insertTrade`) and schedules it; the due work `settleTrade` then posts both legs, covers the deal at the cost rate and
 * follows up where the money sold is not there.
 */
export { bookingJournal, coverAmounts, type DealToPost, settlementJournal } from './journals.ts'
export { canMove, TRADE_STATUSES, type TradeMove, tradeMoves, type TradeStatus } from './lifecycle.ts'
export { presentTrade } from './present.ts'
export {
  attachPayment,
  findTrade,
  findTradeByReference,
  type HistoryEntry,
  insertTrade,
  lockTrade,
  type TradeRow,
} from './queries.ts'
export { tradeRoutes } from './routes.ts'
export { Trade, TRADE_KINDS, type TradeKind } from './schema.ts'
export {
  type FundsArrived,
  fundsArrived,
  scheduleSettlement,
  SETTLE_TRADE,
  type SettlementAct,
  settlementDueAt,
  settlementHandler,
  settleTrade,
} from './settlement.ts'
