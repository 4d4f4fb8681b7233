import { Type } from 'typebox'
import type { Move, TradeStatus } from '../../trades/index.ts'
import { defineEvent, type EventCatalogue } from '../../../kernel/module.ts'

const amendment = {
  amendment: Type.Optional(Type.String()),
  buyAmount: Type.Optional(Type.String()),
  buyCurrency: Type.Optional(Type.String()),
  sellAmount: Type.Optional(Type.String()),
  sellCurrency: Type.Optional(Type.String()),
}

/** Events of the life of forwards and drawdowns. */
export const forwardEvents = {
  'forward.opened': defineEvent('A forward was opened.', 'trade'),
  'forward.partiallyDrawn': defineEvent('A part of a forward was drawn.', 'trade'),
  'forward.fullyDrawn': defineEvent('A forward was drawn in full.', 'trade'),
  'forward.amended': defineEvent('A forward was extended or brought forward.', 'trade', amendment),
  'forward.closedOut': defineEvent('A forward was closed out.', 'trade'),
  'drawdown.booked': defineEvent('A drawdown was booked.', 'trade'),
  'drawdown.cancelled': defineEvent('A drawdown was cancelled.', 'trade'),
} satisfies EventCatalogue

declare module '../../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof forwardEvents, true> {}
}

/** States in which a forward has something left that can still be delivered, moved or closed. */
export const LIVE = ['AwaitingInitialMargin', 'Open', 'PartiallyDrawn', 'Overdue'] as const satisfies TradeStatus[]

/**
 * Life cycle of a forward: Executed -> (AwaitingInitialMargin) -> Open -> PartiallyDrawn -> FullyDrawn -> Settled.
 * Remaining amounts may be extended or closed out; undrawn past its value date it is Overdue and then ClosedOut. A
 * cancelled drawdown returns its part.
 */
export const forwardMoves = {
  open: {
    from: ['Executed', 'AwaitingInitialMargin', 'PartiallyDrawn', 'FullyDrawn'],
    to: 'Open',
    event: 'forward.opened',
  },
  awaitMargin: { from: ['Executed'], to: 'AwaitingInitialMargin', event: 'initialMargin.due' },
  drawPart: { from: ['Open', 'PartiallyDrawn', 'FullyDrawn'], to: 'PartiallyDrawn', event: 'forward.partiallyDrawn' },
  drawAll: { from: ['Open', 'PartiallyDrawn'], to: 'FullyDrawn', event: 'forward.fullyDrawn' },
  settle: { from: ['FullyDrawn'], to: 'Settled', event: 'trade.settled' },
  becomeOverdue: { from: ['AwaitingInitialMargin', 'Open', 'PartiallyDrawn'], to: 'Overdue', event: 'trade.overdue' },
  extend: { from: LIVE, to: 'Extended', event: 'forward.amended' },
  bringForward: { from: LIVE, to: 'ClosedOut', event: 'forward.amended' },
  closeOut: { from: LIVE, to: 'ClosedOut', event: 'forward.closedOut' },
} as const satisfies Record<string, Move>

/** The life of a drawdown until it settles as every trade does. */
export const drawdownMoves = {
  approve: { from: ['PendingApproval'], to: 'Booked', event: 'drawdown.booked' },
  awaitWire: { from: ['Booked'], to: 'AwaitingFunds', event: 'trade.awaitingFunds' },
  cancel: {
    from: ['PendingApproval', 'Booked', 'AwaitingFunds', 'Overdue', 'SettlementFailed'],
    to: 'Cancelled',
    event: 'drawdown.cancelled',
  },
} as const satisfies Record<string, Move>

export const ACTIONS = ['drawdown', 'extend', 'bringForward', 'closeOut', 'split'] as const
export type Action = (typeof ACTIONS)[number]

/** Permitted actions on a forward by state, used by the service and the list of available actions. */
export const forwardCan: Record<Action, readonly TradeStatus[]> = {
  drawdown: ['Open', 'PartiallyDrawn'],
  extend: ['Open', 'PartiallyDrawn', 'Overdue'],
  bringForward: ['Open', 'PartiallyDrawn'],
  closeOut: LIVE,
  split: ['Open', 'PartiallyDrawn'],
}
