import type { CloseOut, CloseOutResult } from '../../../credit/margin/index.ts'
import type { WorkHandler } from '../../../kernel/jobs/work.ts'
import { inSavepoint, type Tx } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import type { TradeStatus } from '../../trades/index.ts'
import { type CancelDeps, cancelUnsettled, lapseHandler, lockWithUnsettled } from '../drawdowns/cancel.ts'
import { closeOutRest } from '../closing/close-out.ts'
import { LAPSE_DRAWDOWN } from '../drawdowns/drawdown.ts'
import { LIVE } from '../record/lifecycle.ts'
import { WATCH_FORWARD } from '../closing/milestones.ts'
import { type Forward, isLeft, lockForward } from '../record/queries.ts'
import { watchHandler } from '../closing/watch.ts'

/** The jobs of forwards by kind: alerts, deadlines and close-outs, and drawdowns without money. */
export const forwardWork = (deps: CancelDeps): Record<string, WorkHandler> => ({
  [WATCH_FORWARD]: watchHandler(deps),
  [LAPSE_DRAWDOWN]: lapseHandler(deps),
})

/**
 * Closes out forwards with an unmet margin call. Drawdowns that have not settled are cancelled first, because their parts are still at
 * risk. Ended forwards and those that cannot be dealt now stay unchanged.
 */
export const closeOutForMargin =
  (deps: CancelDeps): CloseOut =>
  async (tx, { entityId, tradeIds, reason }, act) => {
    const results: CloseOutResult[] = []
    for (const forward of await lockWithUnsettled(deps, tx, entityId, tradeIds))
      results.push(await closeOutWhole(deps, tx, forward, reason, act))
    return results.find((result) => result === 'NoPrice') ?? results.find((result) => result === 'NoDate') ?? 'Closed'
  }

/** Result of a close-out that is undone. */
class NotClosed extends Error {
  readonly result: CloseOutResult
  constructor(result: CloseOutResult) {
    super(result)
    this.result = result
  }
}

async function closeOutWhole(
  deps: CancelDeps,
  tx: Tx,
  forward: Forward,
  reason: string,
  act: Act,
): Promise<CloseOutResult> {
  const { entityId, tradeId } = forward.trade
  try {
    return await inSavepoint(tx, async () => {
      const isChanged = await cancelUnsettled(deps, tx, forward.trade, reason, act)
      const rest = isChanged ? await lockForward(tx, entityId, tradeId) : forward
      if (!rest || !isLeft(rest) || !CLOSABLE.includes(rest.trade.status)) return 'Closed'
      const result = await closeOutRest(deps, tx, rest, reason, act)
      if (result !== 'Closed') throw new NotClosed(result)
      return result
    })
  } catch (error) {
    if (error instanceof NotClosed) return error.result
    throw error
  }
}

/** States in which something of a forward can be left; of an ended one, what cancelled drawdowns returned to it. */
const CLOSABLE: readonly TradeStatus[] = [...LIVE, 'ClosedOut', 'Extended']
