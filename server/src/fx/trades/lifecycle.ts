/**
 * The life of a spot, held-rate or drawdown trade. Settlement is one transaction, so `Settling` is passed through inside
 * it and never seen; a forward adds its own moves.
 */
export const TRADE_STATUSES = [
  'PendingApproval',
  'Executed',
  'AwaitingFunds',
  'Settling',
  'Settled',
  'SettlementFailed',
  'Overdue',
  'Cancelled',
  'ClosedOut',
] as const
export type TradeStatus = (typeof TRADE_STATUSES)[number]

interface Move {
  from: readonly TradeStatus[]
  to: TradeStatus
  event: string
}

/** What can happen to a trade, in which states, and what that makes of it. */
export const tradeMoves = {
  settle: { from: ['Executed', 'AwaitingFunds', 'SettlementFailed', 'Overdue'], to: 'Settled', event: 'trade.settled' },
  awaitFunds: { from: ['Executed', 'SettlementFailed'], to: 'AwaitingFunds', event: 'trade.awaitingFunds' },
  becomeOverdue: { from: ['AwaitingFunds'], to: 'Overdue', event: 'trade.overdue' },
  failSettlement: {
    from: ['Executed', 'AwaitingFunds', 'Overdue'],
    to: 'SettlementFailed',
    event: 'trade.settlementFailed',
  },
} as const satisfies Record<string, Move>
export type TradeMove = keyof typeof tradeMoves

/** Whether a trade in this state can make the move. */
export const canMove = (status: TradeStatus, move: TradeMove): boolean =>
  (tradeMoves[move].from as readonly TradeStatus[]).includes(status)
