import type { CloseOut, CloseOutResult } from '../../../credit/margin/index.ts'
import type { WorkHandler } from '../../../kernel/jobs/work.ts'
import { type CancelDeps, lapseHandler } from '../drawdowns/cancel.ts'
import { type CloseOutDeps, closeOutRest } from '../closing/close-out.ts'
import { LAPSE_DRAWDOWN } from '../drawdowns/drawdown.ts'
import { LIVE } from '../record/lifecycle.ts'
import { WATCH_FORWARD } from '../closing/milestones.ts'
import { isLeft, lockForwards } from '../record/queries.ts'
import { watchHandler } from '../closing/watch.ts'

/** The jobs of forwards by kind: alerts, deadlines and close-outs, and drawdowns without money. */
export const forwardWork = (deps: CancelDeps): Record<string, WorkHandler> => ({
  [WATCH_FORWARD]: watchHandler(deps),
  [LAPSE_DRAWDOWN]: lapseHandler(deps),
})

/**
 * Closes out the remaining amounts of forwards with an unmet margin call. Ended forwards and those that cannot be dealt
 * now stay unchanged.
 */
export const closeOutForMargin =
  (deps: CloseOutDeps): CloseOut =>
  async (tx, { entityId, tradeIds, reason }, act) => {
    const results: CloseOutResult[] = []
    for (const forward of await lockForwards(tx, entityId, tradeIds)) {
      const isLive = (LIVE as readonly string[]).includes(forward.trade.status)
      if (isLeft(forward) && isLive) results.push(await closeOutRest(deps, tx, forward, reason, act))
    }
    return results.includes('NoPrice') ? 'NoPrice' : results.includes('NoDate') ? 'NoDate' : 'Closed'
  }
