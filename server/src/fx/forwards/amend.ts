import { findAccount } from '../../accounts/index.ts'
import { findMarkup, type EntityProfile } from '../../entities/index.ts'
import {
  checkNoOverdueCall,
  findInitialMargin,
  releaseInitialMargin,
  releaseTradeMargin,
} from '../../credit/margin/index.ts'
import { findTerm, reduceExposure } from '../../credit/facilities/index.ts'
import { recordChange } from '../../events/index.ts'
import type { CommandContext } from '../../kernel/command.ts'
import type { Tx } from '../../kernel/db.ts'
import { newUuid, parseId } from '../../kernel/ids.ts'
import { amountFaults, formatAmount, parseAmount } from '../../kernel/money.ts'
import { ownEntity, refuseEntity } from '../../kernel/principal.ts'
import { Decimal, formatRate } from '../../kernel/rates.ts'
import type { Parts } from '../../kernel/readable.ts'
import { type FieldError, fieldError, invariant } from '../../kernel/refusals.ts'
import { refuseShared } from '../../kernel/shared-refusals.ts'
import { checkFields, refuseShape } from '../../kernel/validation.ts'
import {
  checkForwardDate,
  checkMarketOpen,
  earliestValueDate,
  endOfTradingDay,
  type Pair,
  parsePair,
  settlementCutOff,
  tradeDateOf,
} from '../calendar/index.ts'
import {
  checkFirm,
  clientRate,
  costAgainstMid,
  dealAmounts,
  differenceMinor,
  openSnapshot,
  type Outright,
  takeSnapshot,
} from '../pricing/index.ts'
import { checkBookable, expiryOf, sizeOf } from '../quotes/index.ts'
import { storeTrade, type TradeRow } from '../trades/index.ts'
import { type AmendmentRow, insertAmendment, lockAmendment, markAmended } from './amendment-queries.ts'
import { askMargin, clientAct, getLocked, reserve } from './book.ts'
import {
  bookCloseOut,
  baseAndCounter,
  type CloseOut,
  closeOutPart,
  datesFor,
  priceCloseOut,
  takeOff,
} from './close-out.ts'
import type { ForwardDeps } from './deps.ts'
import { type Action, forwardCan, forwardMoves } from './lifecycle.ts'
import { marginShare } from './margin.ts'
import { cutPart, type Part, shareOf } from './parts.ts'
import { type Forward, type ForwardRow, insertForward, leftOf, lockForward, pendingOf } from './queries.ts'
import { creditDeal } from './quote.ts'
import { refuse } from './rules.ts'
import type { AmendmentBooking, AmendmentOrder, AmendmentType } from './schema.ts'
import { watch } from './watch.ts'

const ACTION: Record<AmendmentType, Action> = {
  Extend: 'extend',
  BringForward: 'bringForward',
  CloseOut: 'closeOut',
  Split: 'split',
}

/**
 * Quotes a change of a forward. The part is closed at the market of its value date and, unless it is closed out, goes on at
 * the market of the new one: the new rate is the one it is closed at plus the points between the two dates, on the side
 * that the swap takes, with the client's mark-up. What closing it brings or costs is settled in cash; no loss is rolled
 * into the new rate. A split closes nothing and keeps its rate.
 *
 * @throws trade_not_found, forward_not_open, amendment_date_invalid, exceeds_balance; what is wrong with the new date;
 *   outside_trading_hours; the refusals of `findTerm` for what goes on; margin_call_overdue where it goes on for longer
 */
export async function quoteAmendment(
  deps: ForwardDeps,
  context: CommandContext,
  wireId: string,
  order: AmendmentOrder,
): Promise<{ row: AmendmentRow; forward: Forward }> {
  const { tx, principal, now } = context
  checkFields(amendmentFaults(order))
  const entityId = ownEntity(principal, order.entityId)
  const forward = await lockByWireId(tx, entityId, wireId)
  checkCan(forward, order.type)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  if (order.type === 'Extend') await checkNoOverdueCall(tx, entityId, forward.facts.facilityId)
  const part = partMeant(forward, order)
  const priced = await price(deps, tx, profile, forward, part, order, now)
  const { pair } = baseAndCounter(forward, part)
  const dealtUntil = endOfTradingDay(pair.turn, earliestValueDate(deps.sources.calendars, pair, now).tradeDate).at
  const row: AmendmentRow = {
    ...nothingNew,
    ...priced,
    entityId,
    amendmentId: newUuid(),
    tradeId: forward.trade.tradeId,
    clientId: principal.clientId,
    type: order.type,
    buyMinor: part.buyMinor,
    sellMinor: part.sellMinor,
    createdAt: now,
    expiresAt: expiryOf(now, profile.settings.quoteLifeSeconds.forward, dealtUntil),
    bookedAt: null,
    closeOutId: null,
    newTradeId: null,
  }
  await insertAmendment(tx, row)
  return { row, forward }
}

const nothingNew = {
  newValueDate: null,
  nearRate: null,
  nearMidRate: null,
  swapPoints: '0',
  newRate: null,
  newCostRate: null,
  newBuyMinor: null,
  newSellMinor: null,
  newRevenueMinor: 0n,
  newTenor: null,
}

/**
 * Faults of an amendment's order that need nothing but the order, as far as it can be read. A new date is needed to extend
 * or bring forward and has no use otherwise, an amount is needed to split.
 */
export function amendmentFaults({ type, newValueDate, currency, amount }: Parts<AmendmentOrder>): FieldError[] {
  const movesDate = type === 'Extend' || type === 'BringForward'
  const missing = [
    ...(movesDate && newValueDate === undefined ? ['/newValueDate'] : []),
    ...(type === 'Split' && amount === undefined ? ['/amount'] : []),
  ].map((pointer) => fieldError(pointer, refuseShape.field_required()))
  const known = ['entityId', 'type', 'currency', 'amount']
  const isNeedless = type !== undefined && !movesDate && newValueDate !== undefined
  const needless = isNeedless ? [fieldError('/newValueDate', refuseShape.unknown_field({ known }))] : []
  return [...missing, ...needless, ...amountFaults(amount, currency, '/amount')]
}

async function lockByWireId(tx: Tx, entityId: string, wireId: string): Promise<Forward> {
  const tradeId = parseId('trd', wireId)
  const forward = tradeId && (await lockForward(tx, entityId, tradeId))
  if (!forward) throw refuseShared.trade_not_found()
  return forward
}

/** @throws forward_not_open */
function checkCan({ trade }: Forward, type: AmendmentType): void {
  const allowed = forwardCan[ACTION[type]]
  if (!allowed.includes(trade.status)) throw refuse.forward_not_open({ status: trade.status, allowed })
}

/** The part that is meant: all that is left when no amount is given. @throws as `cutPart`; split_leaves_nothing */
function partMeant(forward: Forward, { type, currency, amount }: AmendmentOrder): Part {
  const left = leftOf(forward)
  if (amount === undefined) return { ...left, isLast: true }
  const of = currency ?? forward.trade.buyCurrency
  const part = cutPart(forward.trade, left, of, parseAmount(amount, of))
  if (type !== 'Split' || !part.isLast) return part
  const leftMinor = of === forward.trade.buyCurrency ? left.buyMinor : left.sellMinor
  throw refuse.split_leaves_nothing({ remaining: formatAmount(leftMinor, of), currency: of })
}

type Priced = Pick<AmendmentRow, 'newMidRate' | 'spotRate' | 'settlementMinor'> & Partial<AmendmentRow>

function price(
  deps: ForwardDeps,
  tx: Tx,
  profile: EntityProfile,
  forward: Forward,
  part: Part,
  order: AmendmentOrder,
  now: Date,
): Promise<Priced> | Priced {
  if (order.type === 'Split') return splitPrice(forward, part)
  checkMarketOpen(now)
  if (order.type === 'CloseOut') return closePrice(deps, forward, part, now)
  return movedPrice(deps, tx, profile, forward, part, order.type, order.newValueDate!, now)
}

/** Both halves keep the contract's rate. */
function splitPrice({ trade, facts }: Forward, part: Part): Priced {
  return {
    newValueDate: trade.valueDate,
    newRate: trade.rate,
    newCostRate: trade.costRate,
    newMidRate: trade.midRate,
    spotRate: facts.spotRate,
    newBuyMinor: part.buyMinor,
    newSellMinor: part.sellMinor,
    newRevenueMinor: shareOf(facts.openRevenueMinor, part, leftOf({ facts })),
    newTenor: trade.tenor,
    settlementMinor: 0n,
  }
}

function closePrice(deps: ForwardDeps, forward: Forward, part: Part, now: Date): Priced {
  const { price: closing, netMinor } = priceCloseOut(deps, forward, part, now)
  checkFirm(deps.sources.market, closing.pair, closing.asOf, now)
  return {
    nearRate: formatRate(closing.rate, closing.pair.quoteDp),
    nearMidRate: closing.mid.toFixed(),
    newMidRate: closing.mid.toFixed(),
    spotRate: closing.spotRate.toFixed(),
    settlementMinor: netMinor,
  }
}

/** The market's points from one date to a later one, in rate units: what a swap between the two costs, side by side. */
export function pointsForPeriod({ pair, points: near }: Outright, { points: far }: Outright): Sides {
  const pip = new Decimal(10).pow(-pair.pipDp)
  return { bid: far.bid.minus(near.ask).mul(pip), ask: far.ask.minus(near.bid).mul(pip) }
}
interface Sides {
  bid: Decimal
  ask: Decimal
}

/**
 * The rate of a forward whose value date is moved, before mark-up: the rate it is closed at, plus the period's points when
 * it goes to a later date, less them when it goes to an earlier one, each on the side that the client's swap takes.
 *
 * @param nearRate counter currency per unit of base, at which the present value date is closed
 * @param points of the period between the two dates, in rate units
 */
export function movedRate(nearRate: Decimal, points: Sides, isBaseBought: boolean, isLater: boolean): Decimal {
  if (isLater) return nearRate.plus(isBaseBought ? points.ask : points.bid)
  return nearRate.minus(isBaseBought ? points.bid : points.ask)
}

async function movedPrice(
  deps: ForwardDeps,
  tx: Tx,
  profile: EntityProfile,
  forward: Forward,
  part: Part,
  type: 'Extend' | 'BringForward',
  newValueDate: string,
  now: Date,
): Promise<Priced> {
  const { trade, facts } = forward
  const { pair, isBaseBought, baseMinor, counterMinor } = baseAndCounter(forward, part)
  const isLater = type === 'Extend'
  if (isLater ? newValueDate <= trade.valueDate : newValueDate >= trade.valueDate) {
    const wanted = isLater ? 'later' : 'earlier'
    throw refuse.amendment_date_invalid({ type, wanted, valueDate: trade.valueDate })
  }
  const dates = checkForwardDate(deps.sources.calendars, pair, now, newValueDate)
  const market = openSnapshot(takeSnapshot(deps.sources, { pairs: [pair] }, now))
  const present = market.outright(pair, presentDate(deps, forward, now))
  checkFirm(deps.sources.market, pair, present.asOf, now)
  const moved = market.outright(pair, newValueDate)
  const [earlier, later] = isLater ? [present, moved] : [moved, present]
  const points = pointsForPeriod(earlier, later)
  const closeSide = isBaseBought ? 'bid' : 'ask'
  const nearRate = clientRate(present.outright[closeSide], isBaseBought ? 'Sell' : 'Buy', new Decimal(0), pair.quoteDp)
  const cost = movedRate(nearRate, points, isBaseBought, isLater)
  const newRate = clientRate(
    cost,
    isBaseBought ? 'Buy' : 'Sell',
    markupOf(deps, profile, pair, baseMinor, dates.tenor, now),
    pair.quoteDp,
  )
  const amounts = dealAmounts(pair, newRate, pair.base, baseMinor)
  const [newBuyMinor, newSellMinor] = isBaseBought
    ? [baseMinor, amounts.counterMinor]
    : [amounts.counterMinor, baseMinor]
  const closedMinor = dealAmounts(pair, nearRate, pair.base, baseMinor).counterMinor
  const { entityId, tradeId } = trade
  const { forwardType } = facts
  const asked = { entityId, forwardType, valueDate: newValueDate, spotDate: dates.spotDate }
  const deal = creditDeal(
    { ...asked, accessDate: accessOf(facts, newValueDate) },
    { pair, baseSide: isBaseBought ? 'Buy' : 'Sell', ...amounts },
  )
  await withoutPart(tx, { entityId, tradeId, baseMinor, counterMinor }, now, () => findTerm(tx, deps, deal, now))
  return {
    newValueDate,
    nearRate: formatRate(nearRate, pair.quoteDp),
    nearMidRate: present.outright.mid.toFixed(),
    swapPoints: cost
      .minus(nearRate)
      .mul(10 ** pair.pipDp)
      .toFixed(),
    newRate: formatRate(newRate, pair.quoteDp),
    newCostRate: cost.toFixed(),
    newMidRate: moved.outright.mid.toFixed(),
    spotRate: present.spot[isBaseBought ? 'ask' : 'bid'].toFixed(),
    newBuyMinor,
    newSellMinor,
    newRevenueMinor: differenceMinor(pair, baseMinor, newRate, cost),
    newTenor: dates.tenor,
    settlementMinor: isBaseBought ? closedMinor - counterMinor : counterMinor - closedMinor,
  }
}

/** Looks at credit as it will be once the part is taken off: what is replaced does not stand in the way of what replaces it. */
async function withoutPart<T>(
  tx: Tx,
  part: Parameters<typeof reduceExposure>[1],
  now: Date,
  look: () => Promise<T>,
): Promise<T> {
  await tx.query('savepoint amendment')
  try {
    await reduceExposure(tx, part, now)
    return await look()
  } finally {
    await tx.query('rollback to savepoint amendment')
  }
}

/** The day for which the present contract is closed: its value date or, once that cannot be dealt, the earliest. */
function presentDate({ sources }: ForwardDeps, { trade }: Forward, now: Date): string {
  const earliest = earliestValueDate(sources.calendars, parsePair(trade.currencyPair), now).date
  return trade.valueDate < earliest ? earliest : trade.valueDate
}

/** First drawable day of what goes on: never past its value date. */
const accessOf = ({ forwardType, accessDate }: ForwardRow, valueDate: string): string =>
  forwardType === 'Fixed' || accessDate > valueDate ? valueDate : accessDate

function markupOf(
  deps: ForwardDeps,
  profile: EntityProfile,
  pair: Pair,
  baseMinor: bigint,
  tenor: string,
  now: Date,
): Decimal {
  const amountMinor = sizeOf(deps, profile, { minor: baseMinor, currency: pair.base }, now)
  const wanted = { currencyPair: pair.symbol, tenor: tenor === 'SP' ? 'T2' : tenor, amountMinor }
  return new Decimal(findMarkup(profile.pricing, wanted))
}

/** A booked amendment, and the forwards as they are then. */
export interface Amended {
  row: AmendmentRow
  forward: Forward
  next: Forward | undefined
}

/**
 * Books the quote of an amendment: closes the part at the quoted rate, settles what that brings or costs through the
 * ledger, and opens what goes on as a forward of its own, linked to the one it comes from.
 *
 * @throws trade_not_found, amendment_quote_not_found, quote_already_booked, quote_expired; forward_not_open and
 *   exceeds_balance when the forward has changed since; the refusals of `reserveExposure`
 */
export async function bookAmendment(
  deps: ForwardDeps,
  context: CommandContext,
  wireId: string,
  order: AmendmentBooking,
): Promise<Amended> {
  const { tx, principal, now } = context
  const entityId = ownEntity(principal, order.entityId)
  const forward = await lockByWireId(tx, entityId, wireId)
  const amendmentId = parseId('amq', order.quoteId)
  const row = amendmentId && (await lockAmendment(tx, entityId, amendmentId))
  if (!row || row.tradeId !== forward.trade.tradeId) throw refuse.amendment_quote_not_found()
  checkBookable({ tradeId: row.newTradeId ?? row.closeOutId, expiresAt: row.expiresAt }, now)
  checkCan(forward, row.type)
  if (row.type === 'Extend') await checkNoOverdueCall(tx, entityId, forward.facts.facilityId)
  const part = stillLeft(forward, row)
  const booked =
    row.type === 'CloseOut'
      ? await closeForGood(deps, context, forward, part, row)
      : await goOn(deps, context, forward, part, row, order.clientReference ?? null)
  await markAmended(tx, { ...row, ...booked, bookedAt: now })
  if (!part.isLast) await tellAmended(context, forward, row)
  return {
    row: { ...row, ...booked, bookedAt: now },
    forward: await getLocked(tx, entityId, forward.trade.tradeId),
    next: booked.newTradeId === null ? undefined : await getLocked(tx, entityId, booked.newTradeId),
  }
}

/** The part as quoted, if it is still left. @throws exceeds_balance */
function stillLeft(forward: Forward, row: AmendmentRow): Part {
  const left = leftOf(forward)
  const { buyCurrency } = forward.trade
  const part = cutPart(forward.trade, left, buyCurrency, row.buyMinor)
  if (part.sellMinor === row.sellMinor) return part
  // Cut from the other side, or something was drawn meanwhile: the other amount decides.
  return cutPart(forward.trade, left, forward.trade.sellCurrency, row.sellMinor)
}

interface Booked {
  closeOutId: string | null
  newTradeId: string | null
}

async function closeForGood(
  deps: ForwardDeps,
  context: CommandContext,
  forward: Forward,
  part: Part,
  row: AmendmentRow,
): Promise<Booked> {
  const order = { reason: 'ClosedOutByClient', act: clientAct(context) }
  const trade = await closeOutPart(deps, context.tx, forward, atQuoted(deps, forward, part, row, context.now), order)
  return { closeOutId: trade.tradeId, newTradeId: null }
}

/** The close-out as it was quoted: rate and cash are the quote's. */
function atQuoted(deps: ForwardDeps, forward: Forward, part: Part, row: AmendmentRow, now: Date): CloseOut {
  const { pair, isBaseBought, baseMinor } = baseAndCounter(forward, part)
  invariant(row.nearRate !== null, 'what is closed has a rate')
  const rate = new Decimal(row.nearRate)
  const { counterMinor } = dealAmounts(pair, rate, pair.base, baseMinor)
  const valueDate = presentDate(deps, forward, now)
  const dates = datesFor(deps.sources.calendars, pair, valueDate, now)
  invariant(dates.date === valueDate, 'a close-out is for the present value date')
  const [buyMinor, sellMinor] = isBaseBought ? [counterMinor, baseMinor] : [baseMinor, counterMinor]
  const amounts = { baseMinor, counterMinor, buyMinor, sellMinor }
  const baseSide = isBaseBought ? 'Sell' : 'Buy'
  const mid = new Decimal(row.nearMidRate ?? row.newMidRate) // a quote of an earlier release has the latter only
  return {
    part,
    netMinor: row.settlementMinor,
    valueDate,
    price: {
      pair,
      baseSide,
      mid,
      spotRate: new Decimal(row.spotRate),
      forwardPoints: new Decimal(0),
      costRate: rate,
      rate,
      markupBps: new Decimal(0),
      asOf: now,
      ...amounts,
      revenueMinor: 0n,
      costInSellMinor: costAgainstMid(pair, baseSide, mid, amounts),
    },
  }
}

/** Extends, brings forward or splits: the part ends here and goes on as another forward, its margin with it. */
async function goOn(
  deps: ForwardDeps,
  context: CommandContext,
  forward: Forward,
  part: Part,
  row: AmendmentRow,
  clientReference: string | null,
): Promise<Booked> {
  const { tx } = context
  const act = clientAct(context)
  const margin = await takeMargin(tx, forward, part, act)
  const ends = row.type === 'BringForward' ? forwardMoves.bringForward : forwardMoves.extend
  const reason = REASON[row.type]
  let closeOutId: string | null = null
  if (row.type === 'Split') {
    await takeOff(tx, forward, part, { revenueMinor: row.newRevenueMinor, ends, reason }, act)
  } else {
    const closing = atQuoted(deps, forward, part, row, context.now)
    closeOutId = (await bookCloseOut(deps, tx, forward, closing, { reason, act, ends })).tradeId
  }
  const trade = await storeTrade(tx, toTrade(context, forward, row, clientReference))
  await recordChange(tx, executed(trade, context))
  const { forwardType, termId } = forward.facts
  const accessDate = accessOf(forward.facts, trade.valueDate)
  const terms = { forwardType, accessDate, ...(row.type === 'Split' ? { termId } : {}) }
  const credit = await reserve(deps, tx, trade, terms, act)
  await insertForward(tx, toForward(trade, forward.facts, credit.term, row, context.now))
  const next = await getLocked(tx, trade.entityId, trade.tradeId)
  const side = margin?.side ?? 'Sell'
  const from = margin && (await findAccount(tx, trade.entityId, margin.accountId))
  await askMargin(deps, tx, next, { credit, side, from }, act)
  await watch(deps, tx, next, context.now)
  return { closeOutId, newTradeId: trade.tradeId }
}

const REASON: Record<AmendmentType, string> = {
  Extend: 'Extended',
  BringForward: 'BroughtForward',
  CloseOut: 'ClosedOutByClient',
  Split: 'Split',
}

/** Gives the part's margin back to its account, whence the forward that goes on takes its own. */
async function takeMargin(tx: Tx, forward: Forward, part: Part, act: ReturnType<typeof clientAct>) {
  const { entityId, tradeId } = forward.trade
  const margin = await findInitialMargin(tx, entityId, tradeId)
  if (!margin) return undefined
  const { count } = await pendingOf(tx, entityId, tradeId)
  if (part.isLast && count === 0) await releaseTradeMargin(tx, { entityId, tradeId }, act)
  else {
    const amountMinor = await marginShare(tx, forward, part)
    if (amountMinor > 0n) await releaseInitialMargin(tx, { entityId, tradeId, amountMinor }, act)
  }
  return margin
}

function toTrade(
  { now, principal }: CommandContext,
  forward: Forward,
  row: AmendmentRow,
  clientReference: string | null,
): TradeRow {
  const { trade } = forward
  const pair = parsePair(trade.currencyPair)
  const isSplit = row.type === 'Split'
  const valueDate = row.newValueDate!
  return {
    ...trade,
    tradeId: newUuid(),
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    clientId: principal.clientId,
    clientReference,
    buyMinor: row.newBuyMinor!,
    sellMinor: row.newSellMinor!,
    rate: row.newRate!,
    costRate: row.newCostRate!,
    midRate: row.newMidRate,
    forwardPoints: isSplit ? trade.forwardPoints : row.swapPoints,
    costMinor: isSplit ? (trade.costMinor * row.newBuyMinor!) / trade.buyMinor : costOfMoved(forward, row),
    revenueMinor: row.newRevenueMinor,
    tenor: row.newTenor,
    tradeDate: isSplit ? trade.tradeDate : tradeDateOf(pair, now),
    valueDate,
    cutOffAt: settlementCutOff(pair, valueDate).at,
    paymentIds: [],
    history: [{ status: 'Executed', at: now.toISOString(), by: 'client', reason: REASON[row.type] }],
    createdAt: now,
    updatedAt: now,
  }
}

/** What a forward whose date was moved costs against the middle of its new date, in the currency sold. */
function costOfMoved({ trade }: Forward, row: AmendmentRow): bigint {
  const legs = { buyMinor: row.newBuyMinor!, sellMinor: row.newSellMinor! }
  const { pair, isBaseBought, ...amounts } = baseAndCounter({ trade }, legs)
  return costAgainstMid(pair, isBaseBought ? 'Buy' : 'Sell', new Decimal(row.newMidRate), amounts)
}

const toForward = (
  trade: TradeRow,
  old: ForwardRow,
  term: { facilityId: string; termId: string },
  row: AmendmentRow,
  now: Date,
): ForwardRow => ({
  ...old,
  tradeId: trade.tradeId,
  accessDate: accessOf(old, trade.valueDate),
  pricedAtDate: row.type === 'Split' ? old.pricedAtDate : trade.valueDate,
  spotRate: row.spotRate,
  facilityId: term.facilityId,
  termId: term.termId,
  contractBuyMinor: trade.buyMinor,
  contractSellMinor: trade.sellMinor,
  drawnBuyMinor: 0n,
  drawnSellMinor: 0n,
  amendedBuyMinor: 0n,
  amendedSellMinor: 0n,
  openRevenueMinor: trade.revenueMinor,
  watchedUntil: now,
})

const executed = (trade: TradeRow, context: CommandContext) => ({
  entityId: trade.entityId,
  type: 'trade.executed',
  resourceType: 'trade',
  resourceId: trade.tradeId,
  ...clientAct(context),
})

/** A forward of which something is left has been amended too; of one that is over its last move tells. */
async function tellAmended(context: CommandContext, { trade }: Forward, row: AmendmentRow): Promise<void> {
  const { entityId, tradeId, version } = trade
  await recordChange(context.tx, {
    entityId,
    type: 'forward.amended',
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: version,
    ...clientAct(context),
    detail: { amendment: row.type, buyMinor: row.buyMinor.toString(), sellMinor: row.sellMinor.toString() },
  })
}
