import type { CloseOut } from '../../credit/margin/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { WorkHandler } from '../../kernel/work.ts'
import { type CancelDeps, lapseHandler } from './cancel.ts'
import { closeOutRest } from './close-out.ts'
import type { ForwardDeps } from './deps.ts'
import { LAPSE_DRAWDOWN } from './drawdown.ts'
import { LIVE } from './lifecycle.ts'
import { isLeft, lockForward } from './queries.ts'
import { CLOSE_OUT_FORWARD, closeOutHandler, WATCH_FORWARD, watchHandler } from './watch.ts'

export interface ForwardWorkDeps extends CancelDeps {
  clock: Pick<Clock, 'wall'>
}

/** The due work of forwards, by kind: alerts and deadlines, close-outs of what was not drawn, drawdowns without money. */
export const forwardWork = (deps: ForwardWorkDeps): Record<string, WorkHandler> => ({
  [WATCH_FORWARD]: watchHandler(deps),
  [CLOSE_OUT_FORWARD]: closeOutHandler(deps),
  [LAPSE_DRAWDOWN]: lapseHandler(deps),
})

/** Closes out what is left of a forward whose margin call was not met; one that is over already stays as it is. */
export const closeOutForMargin =
  (deps: Pick<ForwardDeps, 'sources'>): CloseOut =>
  async (tx, { entityId, tradeId, reason }, act) => {
    const forward = await lockForward(tx, entityId, tradeId)
    if (!forward || !isLeft(forward) || !(LIVE as readonly string[]).includes(forward.trade.status)) return
    await closeOutRest(deps, tx, forward, reason, act)
  }
