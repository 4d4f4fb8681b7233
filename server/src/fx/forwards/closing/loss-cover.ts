import { lockFacilities } from '../../../credit/facilities/index.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { heldMargins, type MarginRow, NET, releaseHeldMargin } from '../../../credit/margin/index.ts'
import { type EntityDirectory, type EntityProfile, findMarkup } from '../../../entities/index.ts'
import { findAccount } from '../../../accounts/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { newUuid } from '../../../kernel/values/ids.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { invariant, Refusal } from '../../../kernel/values/refusals.ts'
import { scheduleNoLater, scheduleWork, type WorkHandler } from '../../../kernel/jobs/work.ts'
import { availableOf, getBalance, placeHold, postJournal, releaseHold } from '../../../ledger/index.ts'
import {
  checkPair,
  checkValueDate,
  marketSession,
  parsePair,
  settlementCutOff,
  type ValueDate,
} from '../../calendar/index.ts'
import {
  checkFirm,
  type DealPrice,
  isPriceUnavailable,
  PRICE_RETRY_MS,
  priceDeal,
  type PriceSources,
} from '../../pricing/index.ts'
import { valueIn } from '../../quotes/index.ts'
import {
  announceTrade,
  bookingJournal,
  canSettle,
  findTrade,
  lockTrade,
  payingAccount,
  type ProductSettlement,
  scheduleSettlement,
  settlementDueAt,
  storeTrade,
  type TradeRow,
} from '../../trades/index.ts'
import { insertLossCover, lossCoversOf, setProceedsHold } from './loss-cover-queries.ts'
import { hasEnded } from '../record/margin.ts'
import { lockForward, sumChildren } from '../record/queries.ts'

/** Kind of the job that sells margin in another currency for a loss that was not paid in time; the resource is the loss. */
const COVER_LOSS = 'coverLoss'

interface CoverDeps {
  sources: PriceSources
  entities: Pick<EntityDirectory, 'get'>
}

/** Margin that may pay for a loss, and how much of it. */
interface Usable {
  margin: MarginRow
  usableMinor: bigint
}

/** Has margin sold for the loss of a forward's close-out that is past its due date. */
export const scheduleCover = async (tx: Tx, { entityId, tradeId }: TradeRow, at: Date): Promise<void> =>
  scheduleNoLater(tx, { entityId, kind: COVER_LOSS, resourceId: tradeId, dueAt: at })

/**
 * Handles the job `coverLoss`: buys the unpaid rest of an overdue loss at spot for margin in other currencies, up to
 * the missing amount and the margin held. While the market is closed it waits for the opening. The sale is a separate
 * trade at the client's price.
 */
const coverLossHandler =
  (deps: CoverDeps): WorkHandler =>
  async (tx, { entityId, resourceId }, act) => {
    const { at } = act
    const found = await findTrade(tx, entityId, resourceId)
    if (found?.kind !== 'CloseOut' || !found.parentTradeId) return
    const later = (dueAt: Date) => scheduleWork(tx, { entityId, kind: COVER_LOSS, resourceId, dueAt })
    const { isOpen, to } = marketSession(at)
    if (!isOpen) return later(to)
    await lockFacilities(tx, entityId)
    const margins = await usableMargins(tx, found)
    const loss = await lockTrade(tx, entityId, resourceId)
    invariant(loss, 'an existing trade is never deleted')
    if (!canSettle(loss) || loss.status === 'Executed' || at < loss.cutOffAt) return
    const profile = await deps.entities.get(entityId)
    invariant(profile, 'an entity that deals has settings')
    const isDone = await sellFor(deps, tx, profile, { loss, margins }, act)
    if (!isDone) await later(new Date(at.getTime() + PRICE_RETRY_MS))
  }

/**
 * Returns the margin of a locked facility available for a loss: first its own deal's, then that of the net position.
 */
async function usableMargins(tx: Tx, { entityId, tradeId, parentTradeId }: TradeRow): Promise<Usable[]> {
  const forward = await lockForward(tx, entityId, parentTradeId!)
  if (!forward) return []
  const children = await sumChildren(tx, forward.facts, tradeId)
  const isOver = hasEnded(forward, children)
  const keptMinor = forward.facts.openMarginMinor + children.setAsideMinor
  const usable = (margin: MarginRow): bigint => {
    if (margin.tradeId === NET || (isOver && margin.tradeId === parentTradeId)) return margin.heldMinor
    if (margin.tradeId !== parentTradeId || margin.kind !== 'Initial') return 0n
    return margin.heldMinor > keptMinor ? margin.heldMinor - keptMinor : 0n
  }
  const rank = ({ tradeId: of, kind }: MarginRow) => (of === NET ? 2 : kind === 'Initial' ? 0 : 1)
  return (await heldMargins(tx, entityId, forward.facts.facilityId))
    .map((margin) => ({ margin, usableMinor: usable(margin) }))
    .filter(({ usableMinor }) => usableMinor > 0n)
    .sort((a, b) => rank(a.margin) - rank(b.margin))
}

const lossOf = ({ netMinor }: TradeRow): bigint => -(netMinor ?? 0n)
const currencyOf = ({ currencyPair }: TradeRow): string => parsePair(currencyPair).counter

/** @returns false where the market gives no price: then it is tried again */
async function sellFor(
  deps: CoverDeps,
  tx: Tx,
  profile: EntityProfile,
  { loss, margins }: { loss: TradeRow; margins: Usable[] },
  act: Act,
): Promise<boolean> {
  const currency = currencyOf(loss)
  let missingMinor = await missingOf(tx, loss)
  for (const { margin, usableMinor } of margins.filter((each) => each.margin.currency === currency)) {
    if (missingMinor <= 0n) break
    const takenMinor = usableMinor < missingMinor ? usableMinor : missingMinor
    // Margin of the deal itself is released to the loss when it settles; what is held for the net position is given now.
    if (margin.tradeId === NET) await releaseToLoss(tx, loss, margin, takenMinor, act)
    missingMinor -= takenMinor
  }
  for (const { margin, usableMinor } of margins.filter((each) => each.margin.currency !== currency)) {
    if (missingMinor <= 0n) return true
    const account = margin.accountId && (await findAccount(tx, loss.entityId, margin.accountId))
    if (!account || account.status !== 'Active') continue
    const sale = priceSale(deps.sources, profile, { currency, missingMinor, margin, usableMinor }, act.at)
    if (sale === 'unavailable') return false
    if (!sale) continue
    missingMinor -= sale.price.buyMinor
    await bookSale(tx, loss, margin, sale, act)
  }
  return true
}

/** Returns the rest of a loss after the account and earlier sales. */
async function missingOf(tx: Tx, loss: TradeRow): Promise<bigint> {
  const available = availableOf(await getBalance(tx, loss.entityId, payingAccount(loss)))
  const covers = await lossCoversOf(tx, loss.entityId, loss.tradeId)
  const coveredMinor = covers.reduce((sum, { boughtMinor }) => sum + boughtMinor, 0n)
  return lossOf(loss) - (available > 0n ? available : 0n) - coveredMinor
}

/** Releases margin for the net position to the account that pays the loss, and has the loss settled. */
async function releaseToLoss(tx: Tx, loss: TradeRow, margin: MarginRow, amountMinor: bigint, act: Act): Promise<void> {
  await releaseHeldMargin(tx, margin, { amountMinor, accountId: payingAccount(loss) }, act)
  await scheduleSettlement(tx, loss, act.at)
}

interface Sale {
  price: DealPrice
  dates: ValueDate
}

/**
 * Prices the sale of margin like any spot deal of the client: buys the missing amount, or sells all of the margin if it
 * does not suffice.
 *
 * @returns undefined where the margin cannot be sold; 'unavailable' where there is no price now
 */
function priceSale(
  sources: PriceSources,
  profile: EntityProfile,
  order: { currency: string; missingMinor: bigint; margin: MarginRow; usableMinor: bigint },
  at: Date,
): Sale | 'unavailable' | undefined {
  const { currency, missingMinor, margin, usableMinor } = order
  try {
    const pair = checkPair(sources.calendars, currency, margin.currency)
    const dates = checkValueDate(sources.calendars, pair, at, null)
    const priced = (fixedSide: 'Buy' | 'Sell', amountMinor: bigint): DealPrice => {
      const fixed = { minor: amountMinor, currency: fixedSide === 'Buy' ? currency : margin.currency }
      const size = valueIn(sources.market, fixed, profile.entity.baseCurrency, at)
      const markup = findMarkup(profile.pricing, { currencyPair: pair.symbol, tenor: dates.tenor, amountMinor: size })
      const deal = { pair, buyCurrency: currency, fixedSide, amountMinor, dates, markupBps: new Decimal(markup) }
      return priceDeal(sources, deal, at)
    }
    const whole = priced('Buy', missingMinor)
    checkFirm(sources.market, pair, whole.asOf, at)
    return { price: whole.sellMinor <= usableMinor ? whole : priced('Sell', usableMinor), dates }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return isPriceUnavailable(error) ? 'unavailable' : undefined
  }
}

/** Books a sale: the margin goes to the account it came from, held for the trade that sells it. */
async function bookSale(tx: Tx, loss: TradeRow, margin: MarginRow, sale: Sale, act: Act): Promise<void> {
  const { price } = sale
  await releaseHeldMargin(tx, margin, { amountMinor: price.sellMinor, accountId: margin.accountId! }, act)
  const trade = await storeTrade(tx, saleTrade(loss, margin, sale, act))
  const journal = bookingJournal(trade, trade.tradeDate)
  if (journal) await postJournal(tx, journal, act.at)
  const { entityId, tradeId } = trade
  await insertLossCover(tx, {
    entityId,
    tradeId,
    closeOutId: loss.tradeId,
    facilityId: margin.facilityId,
    marginKind: margin.kind,
    marginTradeId: margin.tradeId,
    soldMinor: price.sellMinor,
    boughtMinor: price.buyMinor,
  })
  await announceTrade(tx, act, trade, 'trade.executed')
  await scheduleSettlement(tx, trade, settlementDueAt(trade.valueDate, act.at))
}

function saleTrade(loss: TradeRow, margin: MarginRow, { price, dates }: Sale, act: Act): TradeRow {
  const { pair } = price
  return {
    ...loss,
    tradeId: newUuid(),
    kind: 'Spot',
    subtype: 'LossCover',
    status: 'Executed',
    version: 1,
    parentTradeId: loss.tradeId,
    quoteId: null,
    clientReference: null,
    currencyPair: pair.symbol,
    fixedSide: 'Buy',
    buyCurrency: currencyOf(loss),
    buyMinor: price.buyMinor,
    buyAccountId: payingAccount(loss),
    sellCurrency: margin.currency,
    sellMinor: price.sellMinor,
    sellAccountId: margin.accountId!,
    rate: formatRate(price.rate, pair.quoteDp),
    costRate: price.costRate.toFixed(),
    midRate: price.mid.toFixed(),
    forwardPoints: price.forwardPoints.toFixed(),
    costMinor: price.costInSellMinor,
    revenueMinor: price.revenueMinor,
    netMinor: null,
    settlementMinor: null,
    tenor: dates.tenor,
    tradeDate: dates.tradeDate,
    valueDate: dates.date,
    cutOffAt: settlementCutOff(pair, dates.date).at,
    holdId: newUuid(),
    settlementJournalId: null,
    fundedAt: act.at,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    confirmationDocumentId: null,
    history: [{ status: 'Executed', at: act.at.toISOString(), by: act.actor.type, reason: 'UnpaidLoss' }],
    createdAt: act.at,
    updatedAt: act.at,
  }
}

/** Settlement extension of a margin sale: holds the proceeds for the loss, which then settles. */
export const coverSettlement: ProductSettlement = {
  appliesTo: ({ subtype }) => subtype === 'LossCover',
  async settled(tx, trade, act) {
    const { entityId, buyAccountId: accountId, buyMinor: amountMinor, buyCurrency: currency, tradeId } = trade
    const loss = await findTrade(tx, entityId, trade.parentTradeId!)
    if (!loss || !canSettle(loss)) return
    const source = { type: 'trade', id: tradeId }
    const hold = { entityId, accountId, amountMinor, currency, purpose: 'trade' as const, source }
    await setProceedsHold(tx, trade, await placeHold(tx, hold, act.at))
    await scheduleSettlement(tx, loss, act.at)
  },
}

/** Releases the proceeds of margin sales to a loss that is about to settle. */
export async function releaseProceeds(tx: Tx, loss: TradeRow, at: Date): Promise<void> {
  for (const cover of await lossCoversOf(tx, loss.entityId, loss.tradeId)) {
    const { proceedsHoldId: holdId, entityId } = cover
    if (holdId === null) continue
    await releaseHold(tx, { entityId, holdId, accountId: payingAccount(loss) }, at)
    await setProceedsHold(tx, cover, null)
  }
}

/** The jobs of losses that are covered by margin, by kind. */
export const lossCoverWork = (deps: CoverDeps): Record<string, WorkHandler> => ({
  [COVER_LOSS]: coverLossHandler(deps),
})
