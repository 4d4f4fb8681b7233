import type { Act } from '../../kernel/values/act.ts'
import { consumeDailyLimit, type EntityProfile } from '../../entities/index.ts'
import { inSavepoint, type Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { invariant, Refusal } from '../../kernel/values/refusals.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { postJournal, releaseHold } from '../../ledger/index.ts'
import { marketSession, parsePair } from '../calendar/index.ts'
import { checkFirm } from '../pricing/index.ts'
import {
  approvalsOf,
  bookingJournal,
  lockTrade,
  type Move,
  moveTrade,
  recheckDeal,
  type RecheckDeps,
  scheduleSettlement,
  settlementDueAt,
  strikeTrade,
  type StruckDeal,
  type TradeRow,
} from '../trades/index.ts'
import { EXECUTE_QUEUED_TRADE } from './book.ts'
import { EXPIRE_HELD_RATE, record, WARN_HELD_RATE } from './quote.ts'
import { findBooking, type HeldRateRow, lockHeldRate, updateHeldRate, usedBefore } from './queries.ts'
import { checkHeldRatesEnabled, heldRateCan } from './rules.ts'
import { demandOnHeld, strikeAtMarket } from './strike.ts'

/** Jobs of held rates: a warning before the end, the end, and dealing a queued trade. */
export const heldRateWork = (deps: RecheckDeps): Record<string, WorkHandler> => ({
  [WARN_HELD_RATE]: (tx, work, act) => onOpen(tx, work, (held) => record({ ...act, tx }, held, 'heldRate.expiring')),
  [EXPIRE_HELD_RATE]: (tx, work, act) => onOpen(tx, work, (held) => expire(tx, held, act)),
  [EXECUTE_QUEUED_TRADE]: async (tx, work, act) => {
    const trade = await lockTrade(tx, work.entityId, work.resourceId)
    invariant(trade, 'the queued trade exists')
    if (trade.status === 'QueuedForOpen') await dealQueued(tx, deps, trade, act)
  },
})

type Named = { entityId: string; resourceId: string }

/** Does something with a held rate that can still be booked. */
async function onOpen(tx: Tx, work: Named, act: (held: HeldRateRow) => Promise<void>): Promise<void> {
  const held = await lockHeldRate(tx, work.entityId, work.resourceId)
  invariant(held, 'the held rate exists')
  if ((heldRateCan.book as readonly string[]).includes(held.status)) await act(held)
}

async function expire(tx: Tx, held: HeldRateRow, act: Act): Promise<void> {
  const expired = await updateHeldRate(tx, held, { status: 'Expired', utilisedMinor: held.utilisedMinor })
  await record({ ...act, tx }, expired, 'heldRate.expired', held.status)
}

/** Moves of a trade queued for the market. */
export const queuedMoves = {
  queue: { from: ['PendingApproval'], to: 'QueuedForOpen', event: 'trade.queuedForOpen' },
  execute: { from: ['QueuedForOpen'], to: 'Executed', event: 'trade.executed' },
  reject: { from: ['QueuedForOpen'], to: 'Rejected', event: 'trade.rejected' },
} as const satisfies Record<string, Move>

/**
 * Deals a queued trade at the market price: its hold is replaced by the actual amount. A deal that would be rejected
 * now rejects the trade with the reason; without a price it is retried. So does a deal for which policies require more approvals at
 * the price of the opening than it has.
 */
async function dealQueued(tx: Tx, deps: RecheckDeps, trade: TradeRow, act: Act): Promise<void> {
  const { at } = act
  const session = marketSession(at)
  if (!session.isOpen) return later(tx, trade, session.to)
  const done = await orRefusal(() => strikeAndPost(tx, deps, trade, act))
  if (done === 'ApprovalMissing') return reject(tx, trade, done, act)
  if (!(done instanceof Refusal)) return
  if (done.retryable && at.getTime() < session.from.getTime() + PATIENCE_MS) {
    return later(tx, trade, new Date(at.getTime() + RETRY_MS))
  }
  await reject(tx, trade, done.code, act)
}

/** Retry interval and limit for a missing price after the opening. */
const RETRY_MS = 30_000
const PATIENCE_MS = 3_600_000

const later = (tx: Tx, { entityId, tradeId }: TradeRow, dueAt: Date): Promise<void> =>
  scheduleWork(tx, { entityId, kind: EXECUTE_QUEUED_TRADE, resourceId: tradeId, dueAt })

async function orRefusal<T>(act: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/**
 * Checks again what may have changed while the trade was queued, and posts everything in one journal as the last step that can
 * be rejected: a rejection has posted nothing.
 */
async function strikeAndPost(
  tx: Tx,
  deps: RecheckDeps,
  trade: TradeRow,
  act: Act,
): Promise<'ApprovalMissing' | undefined> {
  const { at } = act
  const booking = await findBooking(tx, trade.entityId, trade.tradeId)
  const { holdId } = trade
  invariant(booking && holdId, 'a queued trade has a booking and a hold')
  const checkProduct = ({ settings }: EntityProfile) => void checkHeldRatesEnabled(settings)
  const profile = await recheckDeal(deps, { trade, checkProduct, isNewDeal: false }, at) // its size is checked at its price
  const { buyCurrency, sellCurrency, fixedSide, sellAccountId } = trade
  const { amountMinor, wantedValueDate: wanted } = booking
  const pair = parsePair(trade.currencyPair)
  const order = { profile, pair, buyCurrency, sellCurrency, fixedSide, amountMinor, wanted }
  const { struck, asOf, limitMinor } = strikeAtMarket(deps, order, at)
  checkFirm(deps.sources.market, pair, asOf, at)
  const usedMinor = await usedBefore(tx, booking)
  const demand = await demandOnHeld(tx, profile, { ...order, ...struck, usedMinor, limitMinor })
  if (demand && demand.steps > (await approvalsOf(tx, trade))) return 'ApprovalMissing'
  await inSavepoint(tx, async () => {
    const deal: StruckDeal = { ...struck, holdId: newUuid() }
    const release = { holdId, accountId: sellAccountId }
    await postJournal(tx, { ...bookingJournal({ ...trade, ...deal }, deal.tradeDate)!, release }, at)
    await consumeDailyLimit(tx, { entity: profile.entity, kind: 'trade', amountMinor: limitMinor, now: at })
    const dealt = await strikeTrade(tx, trade, deal)
    await moveTrade(tx, dealt, queuedMoves.execute, act)
    await scheduleSettlement(tx, trade, settlementDueAt(deal.valueDate, at))
  })
  return undefined
}

/** Releases the held money and rejects the trade with the reason. */
async function reject(tx: Tx, trade: TradeRow, reason: string, act: Act): Promise<void> {
  const { entityId, holdId, sellAccountId: accountId } = trade
  invariant(holdId, 'a queued trade holds its money')
  await releaseHold(tx, { entityId, holdId, accountId }, act.at)
  await moveTrade(tx, trade, queuedMoves.reject, act, { reason })
}
