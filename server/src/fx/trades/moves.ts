import type { EventType } from '../../kernel/values/emitted.ts'
import type { Act } from '../../kernel/values/act.ts'
import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import type { Move } from './lifecycle.ts'
import { type StepDetails, type TradeRow, updateTradeStatus } from './queries.ts'

/** Kind of the job that follows a step of a trade with attached payments: it releases, withdraws or shows them anew. */
export const PAYOUTS_OF_TRADE = 'trade.releasePayouts'

/**
 * Makes one step of a trade's life: state, history and event, in the caller's transaction, which holds the trade's lock
 * and has checked that the step is permitted.
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
  checkMove(trade, move)
  const at = act.at < trade.updatedAt ? trade.updatedAt : act.at // whoever asked may have waited for the row
  const moved = await updateTradeStatus(tx, trade, move.to, { ...details, at, by: act.actor.type })
  await announceMove(tx, { ...act, at }, { trade, moved, move })
  const { entityId, tradeId, paymentIds } = moved
  if (paymentIds.length > 0)
    await scheduleWork(tx, { entityId, kind: PAYOUTS_OF_TRADE, resourceId: tradeId, dueAt: at })
  return moved
}

const checkMove = (trade: TradeRow, move: Move): void =>
  invariant(move.from.includes(trade.status), `a trade that is ${trade.status} can become ${move.to}`)

/** A step of a trade, with the trade before and after it. */
export interface MadeMove {
  trade: TradeRow
  moved: TradeRow
  move: Move
}

/** Emits the event of a step. @param isFinal true if the transaction does not change the trade any more */
export const announceMove = (tx: Tx, act: Act, { trade, moved, move }: MadeMove, isFinal = false): Promise<void> =>
  emit(tx, act, {
    entityId: trade.entityId,
    type: move.event,
    resourceType: 'trade',
    resourceId: trade.tradeId,
    resourceVersion: moved.version,
    previousStatus: trade.status,
    source: moved,
    isFinal,
  })

/** Makes a step of a trade that is not stored yet, as `moveTrade` would store it; `announceMove` emits its event. */
export function moveUnstored(trade: TradeRow, move: Move, { actor }: Act): MadeMove {
  checkMove(trade, move)
  const { updatedAt, version, history } = trade
  const entry = { status: move.to, at: updatedAt.toISOString(), by: actor.type, reason: null }
  return { trade, moved: { ...trade, status: move.to, version: version + 1, history: [...history, entry] }, move }
}

/**
 * Emits an event of a trade that is new, such as `trade.executed`.
 *
 * @param isFinal true if the transaction does not change the trade any more
 */
export const announceTrade = (tx: Tx, act: Act, trade: TradeRow, type: EventType, isFinal = false): Promise<void> => {
  const { entityId, tradeId, version } = trade
  const resource = { resourceType: 'trade', resourceId: tradeId, resourceVersion: version, source: trade, isFinal }
  return emit(tx, act, { entityId, type, ...resource })
}
