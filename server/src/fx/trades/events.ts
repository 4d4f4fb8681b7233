import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'

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
  'drawdown.settled': defineEvent('A drawdown was settled.', 'trade'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof tradeEvents, true> {}
}
