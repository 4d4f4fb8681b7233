import type { EventType } from '../../kernel/values/emitted.ts'
import type { Act } from '../../kernel/values/act.ts'
import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import type { Move, TradeStatus } from './lifecycle.ts'
import { type StepDetails, type TradeRow, updateTradeStatus } from './queries.ts'

/** Kind of the job that releases the payments attached to a trade which has settled, or withdraws those of one that will not. */
export const PAYOUTS_OF_TRADE = 'trade.releasePayouts'

/** States in which the delivery of the buy amount is decided. */
const DECIDED: readonly TradeStatus[] = ['Settled', 'Cancelled', 'Rejected', 'ClosedOut']

/**
 * Makes one step of a trade's life: state, history and event, in the caller's transaction, which holds the trade's lock
 * and has looked whether the step can be made.
 *
 * @returns the trade as it is then
 */
export async function moveTrade(
  tx: Tx,
  trade: TradeRow,
  move: Move,
  act: Act,
  details: Pick<StepDetails, 'reason' | 'settlementJournalId'> = {},
): Promise<TradeRow> {
  invariant(move.from.includes(trade.status), `a trade that is ${trade.status} can become ${move.to}`)
  const at = act.at < trade.updatedAt ? trade.updatedAt : act.at // whoever asked may have waited for the row
  const moved = await updateTradeStatus(tx, trade, move.to, { ...details, at, by: act.actor.type })
  await emit(
    tx,
    { ...act, at },
    {
      entityId: trade.entityId,
      type: move.event,
      resourceType: 'trade',
      resourceId: trade.tradeId,
      resourceVersion: moved.version,
      previousStatus: trade.status,
    },
  )
  const { entityId, tradeId, paymentIds } = moved
  if (DECIDED.includes(moved.status) && paymentIds.length > 0) {
    await scheduleWork(tx, { entityId, kind: PAYOUTS_OF_TRADE, resourceId: tradeId, dueAt: at })
  }
  return moved
}

/** Emits an event of a trade that is new, such as `trade.executed`. */
export const announceTrade = (tx: Tx, act: Act, { entityId, tradeId }: TradeRow, type: EventType): Promise<void> =>
  emit(tx, act, { entityId, type, resourceType: 'trade', resourceId: tradeId })
