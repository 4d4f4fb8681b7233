import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { EventType } from '../../kernel/values/emitted.ts'

/** Events of trades of every product. */
export const tradeEvents = {
  'trade.executed': defineEvent('A trade was executed.', 'trade'),
  'trade.queuedForOpen': defineEvent('A trade waits until the market opens.', 'trade'),
  'trade.awaitingFunds': defineEvent('A trade is due and waits for its money.', 'trade'),
  'trade.overdue': defineEvent('A trade was not paid in time.', 'trade'),
  'trade.settled': defineEvent('A trade was settled.', 'trade'),
  'trade.settlementFailed': defineEvent('The settlement of a trade failed.', 'trade'),
  'trade.cancelled': defineEvent('A trade was cancelled.', 'trade'),
  'trade.rejected': defineEvent('A trade that waited for the market was rejected.', 'trade'),
  'trade.closedOut': defineEvent('A trade was closed out.', 'trade'),
  'trade.paymentAttached': defineEvent('A payment that pays out a booked trade was created.', 'trade', {
    paymentId: Type.String(),
  }),
  'drawdown.settled': defineEvent('A drawdown was settled.', 'trade'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof tradeEvents, true> {}
}
/**
 * The life of a trade that settles: spot, held rate, drawdown (which begins as `Booked`), close-out. Settlement is one
 * transaction, so `Settling` is passed through inside it and never seen; a forward has moves of its own (fx/forwards).
 */
export const TRADE_STATUSES = [
  'PendingApproval',
  'QueuedForOpen',
  'Executed',
  'Booked',
  'AwaitingInitialMargin',
  'Open',
  'PartiallyDrawn',
  'FullyDrawn',
  'AwaitingFunds',
  'Settling',
  'Settled',
  'SettlementFailed',
  'Overdue',
  'Cancelled',
  'ClosedOut',
  'Extended',
  'Rejected',
] as const
export type TradeStatus = (typeof TRADE_STATUSES)[number]

/** Step of a trade's life cycle: its permitted states and the resulting state. */
export interface Move {
  from: readonly TradeStatus[]
  to: TradeStatus
  /** Type of its event. */
  event: EventType
}

/** Moves of a trade with permitted and resulting states. */
export const tradeMoves = {
  approve: { from: ['PendingApproval'], to: 'Executed', event: 'trade.executed' },
  callOff: { from: ['PendingApproval'], to: 'Cancelled', event: 'trade.cancelled' },
  settle: {
    from: ['Executed', 'Booked', 'AwaitingFunds', 'SettlementFailed', 'Overdue'],
    to: 'Settled',
    event: 'trade.settled',
  },
  awaitFunds: { from: ['Executed', 'Booked', 'SettlementFailed'], to: 'AwaitingFunds', event: 'trade.awaitingFunds' },
  becomeOverdue: { from: ['AwaitingFunds'], to: 'Overdue', event: 'trade.overdue' },
  cancel: { from: ['Executed'], to: 'Cancelled', event: 'trade.cancelled' },
  closeOut: { from: ['AwaitingFunds', 'Overdue', 'SettlementFailed'], to: 'ClosedOut', event: 'trade.closedOut' },
  failSettlement: {
    from: ['Executed', 'Booked', 'AwaitingFunds', 'Overdue'],
    to: 'SettlementFailed',
    event: 'trade.settlementFailed',
  },
} as const satisfies Record<string, Move>
export type TradeMove = keyof typeof tradeMoves

/** Returns true if a trade is still to be settled. A forward itself never settles: its drawdowns and close-outs do. */
export const canSettle = (trade: { kind: string; status: TradeStatus }): boolean =>
  trade.kind !== 'Forward' && canMove(trade.status, 'settle')

/**
 * Returns the reason why the service ends a trade that did not settle in time: its money did not come, or something else kept it from
 * settling, for example an account that the operator blocked. The step before it in the trade's history names that.
 */
export const reasonOfLapse = ({ status }: { status: TradeStatus }): string =>
  status === 'SettlementFailed' ? 'NotSettledInTime' : 'NotFundedInTime'

/** Returns true if a trade in this state can make the move. */
export const canMove = (status: TradeStatus, move: TradeMove): boolean =>
  (tradeMoves[move].from as readonly TradeStatus[]).includes(status)
