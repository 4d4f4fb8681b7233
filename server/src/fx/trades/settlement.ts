import { type Actor, recordChange } from '../../events/index.ts'
import type { Clock } from '../../kernel/clock.ts'
import { dayOf } from '../../kernel/days.ts'
import type { Tx } from '../../kernel/db.ts'
import { invariant, Refusal } from '../../kernel/refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../kernel/work.ts'
import { postJournal, recordCrossing } from '../../ledger/index.ts'
import { coverAmounts, settlementJournal } from './journals.ts'
import { canMove, type TradeMove, tradeMoves } from './lifecycle.ts'
import { findUnfunded, lockTrade, type TradeRow, updateTradeStatus } from './queries.ts'

/** Kind of the due work that settles a trade; the handler is `settlementHandler`. */
export const SETTLE_TRADE = 'settleTrade'

/** Who settles, and when. */
export interface SettlementAct {
  actor: Actor
  /** Business time. */
  at: Date
  /** Wall time. */
  wall: Date
  /** Told which account a settlement has credited: other trades, and payments, may wait for that money. */
  fundsArrived: FundsArrived
}

/** Has what waits for money in an account go on; called in the transaction that credits it. */
export type FundsArrived = (tx: Tx, entityId: string, accountId: string, at: Date) => Promise<void>

/** Settlement begins with the value date in UTC, or at once for a deal struck on it. */
export const settlementDueAt = (valueDate: string, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(`${valueDate}T00:00:00Z`)))

/** Has the trade settled when it is due. */
export const scheduleSettlement = (tx: Tx, trade: Pick<TradeRow, 'entityId' | 'tradeId'>, dueAt: Date): Promise<void> =>
  scheduleWork(tx, { entityId: trade.entityId, kind: SETTLE_TRADE, resourceId: trade.tradeId, dueAt })

/** The due work `settleTrade`: settles, or waits for the money. */
export const settlementHandler =
  (deps: { clock: Pick<Clock, 'wall'>; fundsArrived: FundsArrived }): WorkHandler =>
  async (tx, work, at) => {
    const trade = await lockTrade(tx, work.entityId, work.resourceId)
    invariant(trade, 'the trade to be settled exists')
    await settleTrade(tx, trade, {
      actor: { type: 'system' },
      at,
      wall: deps.clock.wall(),
      fundsArrived: deps.fundsArrived,
    })
  }

/**
 * Settles a locked trade: takes the amount sold, credits the amount bought, covers the deal. Without the money the trade
 * awaits it until its cut-off and is overdue after that; money that comes later still settles it. An account that is
 * blocked fails the settlement, which is tried again. A trade that is final stays as it is.
 *
 * @returns the trade as it is then
 */
export async function settleTrade(tx: Tx, trade: TradeRow, asked: SettlementAct): Promise<TradeRow> {
  if (!canMove(trade.status, 'settle')) return trade
  // Who asked may have waited for the row: what happens now is not before what happened meanwhile.
  const act = { ...asked, at: asked.at < trade.updatedAt ? trade.updatedAt : asked.at }
  const posted = await orRefusal(post(tx, trade, act.at))
  if (!(posted instanceof Refusal)) return settled(tx, trade, act, posted)
  const waiting = await waitFor(tx, trade, posted.code, act)
  await scheduleSettlement(tx, trade, nextTry(waiting, act.at))
  return waiting
}

/** What the ledger answers: a refusal has posted nothing, and the transaction goes on. */
const orRefusal = <T>(posting: Promise<T>): Promise<T | Refusal> =>
  posting.catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

/** The money bought may be what another trade waits for. */
async function settled(tx: Tx, trade: TradeRow, act: SettlementAct, settlementJournalId: string): Promise<TradeRow> {
  await cancelWork(tx, { entityId: trade.entityId, kind: SETTLE_TRADE, resourceId: trade.tradeId })
  const done = await move(tx, trade, 'settle', act, { settlementJournalId })
  await act.fundsArrived(tx, trade.entityId, trade.buyAccountId, act.at)
  return done
}

/** @returns the journal's id. @throws insufficient_funds, account_blocked, having posted nothing */
async function post(tx: Tx, trade: TradeRow, at: Date): Promise<string> {
  const valueDate = dayOf(at) // the day on which the money moves, late or (by hand) early
  const { journalId } = await postJournal(tx, settlementJournal(trade, valueDate), at)
  const { bought, sold } = coverAmounts(trade)
  const crossing = {
    entityId: trade.entityId,
    journalId,
    house: { kind: 'nostro' as const },
    kind: 'spotCover',
    type: 'FxSettlement' as const,
    valueDate,
    source: { type: 'trade', id: trade.tradeId },
  }
  if (bought > 0n) await recordCrossing(tx, { ...crossing, currency: trade.buyCurrency, amountMinor: -bought }, at)
  if (sold > 0n) await recordCrossing(tx, { ...crossing, currency: trade.sellCurrency, amountMinor: sold }, at)
  return journalId
}

/** What becomes of a trade that could not settle, told once for each change. */
async function waitFor(tx: Tx, trade: TradeRow, reason: string, act: SettlementAct): Promise<TradeRow> {
  if (reason !== 'insufficient_funds') return moveIfNew(tx, trade, 'failSettlement', act, reason)
  const awaiting = await moveIfNew(tx, trade, 'awaitFunds', act, reason)
  return act.at >= trade.cutOffAt ? moveIfNew(tx, awaiting, 'becomeOverdue', act, reason) : awaiting
}

async function moveIfNew(
  tx: Tx,
  trade: TradeRow,
  name: TradeMove,
  act: SettlementAct,
  reason: string,
): Promise<TradeRow> {
  return canMove(trade.status, name) ? move(tx, trade, name, act, { reason }) : trade
}

async function move(
  tx: Tx,
  trade: TradeRow,
  name: TradeMove,
  act: SettlementAct,
  details: { reason?: string; settlementJournalId?: string },
): Promise<TradeRow> {
  const moved = await updateTradeStatus(tx, trade, name, { ...details, at: act.at, by: act.actor.type })
  await recordChange(tx, {
    entityId: trade.entityId,
    type: tradeMoves[name].event,
    resourceType: 'trade',
    resourceId: trade.tradeId,
    resourceVersion: moved.version,
    previousStatus: trade.status,
    actor: act.actor,
    at: act.at,
    wall: act.wall,
  })
  return moved
}

const MINUTES = 60_000

/**
 * When an unsettled trade is tried again, should nobody tell that money arrived: every quarter of an hour until its
 * cut-off and at the cut-off itself, once a day after it.
 */
function nextTry({ cutOffAt }: TradeRow, at: Date): Date {
  if (at >= cutOffAt) return new Date(at.getTime() + 1440 * MINUTES)
  return new Date(Math.min(at.getTime() + 15 * MINUTES, cutOffAt.getTime()))
}

/** Settles at once the trades that wait for money in an account, the oldest value date first. */
export const fundsArrived: FundsArrived = async (tx, entityId, accountId, at) => {
  for (const tradeId of await findUnfunded(tx, entityId, accountId)) {
    await scheduleSettlement(tx, { entityId, tradeId }, at)
  }
}
