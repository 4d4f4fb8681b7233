import type { Act } from '../../../kernel/values/act.ts'
import { announceEntries, isOpenForCredit } from '../../../accounts/index.ts'
import { localDay } from '../../../entities/index.ts'
import type { Day } from '../../../kernel/values/days.ts'
import { inSavepoint, type Tx } from '../../../kernel/db/db.ts'
import { invariant, Refusal, refusals } from '../../../kernel/values/refusals.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../../kernel/jobs/work.ts'
import { awaitMoney, type Crossing, lockBook, postJournal, recordCrossings } from '../../../ledger/index.ts'
import { coverLegs, creditedAccount, payingAccount, settlementJournal } from './journals.ts'
import { canMove, canSettle, type TradeMove, tradeMoves } from '../lifecycle.ts'
import { moveTrade } from '../moves.ts'
import { lockInOrder, type TradeRow } from '../queries.ts'
import type { TradeKind } from '../schema.ts'

/** Kind of the job that settles a trade; `settlementHandler` handles it. */
export const SETTLE_TRADE = 'trade.settle'

/** Actor and time of a settlement. */
interface SettlementAct extends Act {
  /** Settlement steps of products, by kind of trade. */
  products?: ProductSettlements | undefined
}

/** Product-specific settlement steps, run in the settling transaction. */
export interface ProductSettlement {
  /** Returns true for the trades that `before` and `settled` are called for; if absent, they are called for all of the kind. */
  appliesTo?(trade: TradeRow): boolean
  /** Locks the rows that precede the trade in the lock order: its forward and the forward's facility. */
  lock?(tx: Tx, trade: TradeRow): Promise<void>
  /** Posts entries before the trade's own, undone if the trade cannot settle: margin released to it. */
  before?(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<void>
  /** Called once the trade has settled. */
  settled?(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<void>
  /** Called each time a settlement fails after the trade's cut-off. */
  overdue?(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<void>
}
export type ProductSettlements = Partial<Record<TradeKind, ProductSettlement>>

/** Returns the steps that a product adds before and after the settlement of a trade. */
export function stepsOf(product: ProductSettlement, trade: TradeRow): Pick<ProductSettlement, 'before' | 'settled'> {
  return product.appliesTo?.(trade) === false ? {} : product
}

/** Settlement begins with the value date in UTC, or at once for a deal struck on it. */
export const settlementDueAt = (valueDate: string, now: Date): Date =>
  new Date(Math.max(now.getTime(), Date.parse(`${valueDate}T00:00:00Z`)))

/** Has the trade settled when it is due. */
export const scheduleSettlement = (tx: Tx, trade: Pick<TradeRow, 'entityId' | 'tradeId'>, dueAt: Date): Promise<void> =>
  scheduleWork(tx, { entityId: trade.entityId, kind: SETTLE_TRADE, resourceId: trade.tradeId, dueAt })

export interface SettlementDeps {
  products?: ProductSettlements | undefined
}

/** The job `trade.settle`: settles, or waits for the money. */
export const settlementHandler =
  (deps: SettlementDeps): WorkHandler =>
  async (tx, work, act) => {
    const trade = await lockInOrder(tx, deps.products, work.entityId, work.resourceId)
    invariant(trade, 'the trade to be settled exists')
    await settleTrade(tx, trade, { ...act, products: deps.products })
  }

/**
 * Settles a locked trade: takes the amount sold, credits the amount bought, covers the deal. Without the money the trade
 * awaits it until its cut-off and is overdue after that; money that comes later still settles it. An account that is
 * blocked fails the settlement, which is tried again. A trade that is final stays as it is.
 *
 * @returns the trade as it is then
 */
export const settleTrade = async (tx: Tx, trade: TradeRow, act: SettlementAct): Promise<TradeRow> =>
  (await settleOrWait(tx, trade, act)).trade

const refuse = refusals({
  trade_account_closed: {
    status: 422,
    message: 'The credit account of the trade is closed, so the trade cannot settle. Cancel or close out the trade.',
  },
})

/**
 * Settles like `settleTrade` and returns the code of the missing condition; undefined if it has settled or was final.
 */
export async function settleOrWait(
  tx: Tx,
  trade: TradeRow,
  asked: SettlementAct,
): Promise<{ trade: TradeRow; waitsFor?: string }> {
  if (!canSettle(trade)) return { trade }
  // Who asked may have waited for the row: what happens now is not before what happened meanwhile.
  const act = { ...asked, at: asked.at < trade.updatedAt ? trade.updatedAt : asked.at }
  if (act.products?.[trade.kind]) await lockBothAccounts(tx, trade)
  const isOpen = await isOpenForCredit(tx, trade.entityId, creditedAccount(trade))
  const posted = isOpen ? await postOrRefusal(tx, trade, act) : refuse.trade_account_closed()
  if (!(posted instanceof Refusal)) return { trade: await settled(tx, trade, act, posted) }
  const waiting = await waitFor(tx, trade, posted.code, act)
  if (act.at >= waiting.cutOffAt) await act.products?.[trade.kind]?.overdue?.(tx, waiting, act)
  await scheduleSettlement(tx, trade, nextTry(waiting, act.at))
  await awaitMoney(tx, { entityId: trade.entityId, accountId: payingAccount(trade) }, act.at)
  return { trade: waiting, waitsFor: posted.code }
}

/**
 * Locks both accounts before any balance is read. Needed by products that may credit the sell account, for example with
 * a collected debit.
 */
async function lockBothAccounts(tx: Tx, { entityId, buyAccountId, sellAccountId }: TradeRow): Promise<void> {
  for (const accountId of [buyAccountId, sellAccountId].sort()) await isOpenForCredit(tx, entityId, accountId)
}

/**
 * Posts the settlement. A rejection undoes this posting and the product's preceding ones; the transaction continues.
 */
async function postOrRefusal(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<string | Refusal> {
  const { products } = act
  const product = products?.[trade.kind]
  if (!product) return orRefusal(post(tx, trade, act))
  await lockBook(tx, trade.entityId)
  const settle = async () => {
    await stepsOf(product, trade).before?.(tx, trade, act)
    return post(tx, trade, act)
  }
  return orRefusal(inSavepoint(tx, settle))
}

const orRefusal = <T>(posting: Promise<T>): Promise<T | Refusal> =>
  posting.catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })

async function settled(tx: Tx, trade: TradeRow, act: SettlementAct, settlementJournalId: string): Promise<TradeRow> {
  await cancelWork(tx, { entityId: trade.entityId, kind: SETTLE_TRADE, resourceId: trade.tradeId })
  const done = await move(tx, trade, 'settle', act, { settlementJournalId })
  const product = act.products?.[trade.kind]
  if (product) await stepsOf(product, done).settled?.(tx, done, act)
  return done
}

/** @returns the journal's id. @throws insufficient_funds, account_blocked, having posted nothing */
async function post(tx: Tx, trade: TradeRow, act: SettlementAct): Promise<string> {
  const { at } = act
  const valueDate = await settlementDate(tx, trade, at)
  const journal = settlementJournal(trade, valueDate)
  const { journalId } = await postJournal(tx, journal, at)
  await recordCrossings(tx, crossingsOf(trade, journalId, valueDate), at)
  await announceEntries(tx, act, journal)
  return journalId
}

/** The cover of a trade, from and to the house's bank. */
export function crossingsOf(trade: TradeRow, journalId: string, valueDate: Day): Crossing[] {
  const crossing = {
    entityId: trade.entityId,
    journalId,
    house: { kind: 'nostro' as const },
    kind: COVER_KINDS[trade.kind] ?? 'spotCover',
    type: 'FxSettlement' as const,
    valueDate,
    source: { type: 'trade', id: trade.tradeId },
  }
  return coverLegs(trade).map((leg) => ({ ...crossing, ...leg }))
}

/** The value date of a settlement: the trade's, or of one that settles after its cut-off the holder's day, if that is later. */
async function settlementDate(tx: Tx, { entityId, valueDate, cutOffAt }: TradeRow, at: Date): Promise<Day> {
  if (at < cutOffAt) return valueDate
  const today = await localDay(tx, entityId, at)
  return today > valueDate ? today : valueDate
}

const COVER_KINDS: Partial<Record<TradeKind, string>> = { Drawdown: 'drawdownCover', CloseOut: 'closeOutCover' }

/** Codes of refusals that end with the money: it is not there, or has not come the way that was agreed. */
const MONEY_TO_COME: ReadonlySet<string> = new Set(['insufficient_funds', 'wire_not_received'])

/** Records why a trade could not settle, once per change. */
async function waitFor(tx: Tx, trade: TradeRow, reason: string, act: SettlementAct): Promise<TradeRow> {
  if (!MONEY_TO_COME.has(reason)) return moveIfNew(tx, trade, 'failSettlement', act, reason)
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
  const isDrawdown = trade.kind === 'Drawdown' && name === 'settle'
  const event = isDrawdown ? 'drawdown.settled' : tradeMoves[name].event
  return moveTrade(tx, trade, { ...tradeMoves[name], event }, act, details)
}

const DAY_MS = 86_400_000

/**
 * Returns the next automatic attempt of an unsettled trade: at its cut-off, then once a day. Earlier money settles it
 * immediately (see funding.ts).
 */
const nextTry = ({ cutOffAt }: TradeRow, at: Date): Date => (at < cutOffAt ? cutOffAt : new Date(at.getTime() + DAY_MS))
