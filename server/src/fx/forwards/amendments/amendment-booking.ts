import { actOf } from '../../../kernel/values/act.ts'
import { findAccount } from '../../../accounts/index.ts'
import { lockFacilities } from '../../../credit/facilities/index.ts'
import { findInitialMargin } from '../../../credit/margin/index.ts'
import { emit } from '../../../events/index.ts'
import type { CommandContext } from '../../../kernel/http/command.ts'
import { newUuid, parseId } from '../../../kernel/values/ids.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import { ownEntity, refuseEntity } from '../../../kernel/http/principal.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { parsePair, settlementCutOff, tradeDateOf } from '../../calendar/index.ts'
import { type BaseSide, costAgainstMid, exitAmounts, revenueOf } from '../../pricing/index.ts'
import { checkBookable } from '../../quotes/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import {
  announceTrade,
  type AmendmentBooking,
  lockAmendment,
  markAmended,
  storeTrade,
  type TradeRow,
} from '../../trades/index.ts'
import { checkCan, checkExtendable, lockByWireId } from './amendment-quote.ts'
import { checkContinues } from './continuing.ts'
import { getLocked, type OpenDeps } from '../booking/book.ts'
import { askMargin, reserve } from '../booking/open.ts'
import { bookCloseOut, type CloseOut, closeOutPart, payDate, takeOff } from '../closing/close-out.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { forwardMoves } from '../record/lifecycle.ts'
import { accessOf } from './moved-price.ts'
import { baseAndCounter, isNothing, minus, type Part } from '../record/parts.ts'
import { type Forward, type ForwardRow, leftOf, unused } from '../record/queries.ts'
import { insertForwards } from '../record/new-forwards.ts'
import { reconcileForward } from '../closing/reconcile.ts'
import { refuse } from '../record/rules.ts'
import type { AmendmentType } from '../record/schema.ts'

/** A booked amendment, and the forwards as they are then. */
export interface Amended {
  row: AmendmentRow
  forward: Forward
  next: Forward | undefined
}

/**
 * Books an amendment quote: closes the part at the quoted rate, settles the difference through the ledger, and opens
 * the continuing part as a separate forward linked to its origin.
 *
 * @throws trade_not_found, amendment_quote_not_found, quote_already_booked, quote_expired; forward_not_open,
 *   exceeds_balance and amendment_quote_outdated when the forward has changed since; the refusals of `checkContinues` and `reserveExposure`
 */
export async function bookAmendment(
  deps: OpenDeps,
  context: CommandContext,
  wireId: string,
  order: AmendmentBooking,
): Promise<Amended> {
  const { tx, principal, at: now } = context
  const entityId = ownEntity(principal, order.entityId)
  const amendmentId = parseId('amq', order.quoteId)
  await lockFacilities(tx, entityId)
  const row = amendmentId && (await lockAmendment<AmendmentRow['type']>(tx, entityId, amendmentId))
  const forward = await lockByWireId(tx, entityId, wireId)
  if (!row || row.tradeId !== forward.trade.tradeId) throw refuse.amendment_quote_not_found()
  checkBookable({ tradeId: row.newTradeId ?? row.closeOutId, expiresAt: row.expiresAt }, now)
  checkCan(forward, row.type)
  if (row.type === 'Extend') await checkExtendable(tx, forward, context.at)
  if (row.type === 'Extend' || row.type === 'BringForward') {
    const profile = await deps.entities.get(entityId)
    if (!profile) throw refuseEntity.entity_not_found()
    await checkContinues(deps, profile, forward, row.newValueDate!, now)
  }
  const part = stillLeft(forward, row)
  const booked =
    row.type === 'CloseOut'
      ? await closeForGood(deps, context, forward, part, row)
      : await continuePart(deps, context, { forward, part }, row, order.clientReference ?? null)
  await markAmended(tx, { ...row, ...booked, bookedAt: now })
  const amended = await getLocked(tx, entityId, forward.trade.tradeId)
  if (!part.isLast) await tellAmended(context, amended, row)
  return {
    row: { ...row, ...booked, bookedAt: now },
    forward: amended,
    next: booked.newTradeId === null ? undefined : await getLocked(tx, entityId, booked.newTradeId),
  }
}

/**
 * Returns the part exactly as quoted. The remaining amounts may have changed since: the part fits if an amount of both
 * currencies or of neither remains.
 *
 * @throws exceeds_balance, amendment_quote_outdated
 */
function stillLeft(forward: Forward, { buyMinor, sellMinor }: AmendmentRow): Part {
  const { buyCurrency, sellCurrency } = forward.trade
  const left = leftOf(forward)
  if (left.buyMinor < buyMinor) {
    throw refuse.exceeds_balance({ remaining: formatAmount(left.buyMinor, buyCurrency), currency: buyCurrency })
  }
  const rest = minus(left, { buyMinor, sellMinor })
  const isLast = isNothing(rest)
  if (!isLast && (rest.buyMinor <= 0n || rest.sellMinor <= 0n)) {
    throw refuse.amendment_quote_outdated({
      remainingBuy: formatAmount(left.buyMinor, buyCurrency),
      buyCurrency,
      remainingSell: formatAmount(left.sellMinor, sellCurrency),
      sellCurrency,
    })
  }
  return { buyMinor, sellMinor, isLast }
}

interface Booked {
  closeOutId: string | null
  newTradeId: string | null
}

async function closeForGood(
  deps: OpenDeps,
  context: CommandContext,
  forward: Forward,
  part: Part,
  row: AmendmentRow,
): Promise<Booked> {
  const order = { reason: 'ClosedOutByClient', act: actOf(context) }
  const trade = await closeOutPart(deps, context.tx, forward, atQuoted(deps, forward, part, row, context.at), order)
  return { closeOutId: trade.tradeId, newTradeId: null }
}

/** The close-out as it was quoted: rate and cash are the quote's. */
function atQuoted(deps: ForwardDeps, forward: Forward, part: Part, row: AmendmentRow, now: Date): CloseOut {
  const { pair, isBaseBought, baseMinor } = baseAndCounter(forward, part)
  invariant(row.nearRate !== null, 'a closed part has a rate')
  const rate = new Decimal(row.nearRate)
  const side: BaseSide = isBaseBought ? 'Sell' : 'Buy'
  // A quote of an earlier release has neither the cost nor the middle of the day that is closed.
  const rates = { side, rate, cost: new Decimal(row.nearCostRate ?? row.nearRate) }
  const mid = new Decimal(row.nearMidRate ?? row.newMidRate)
  const amounts = exitAmounts(pair, rates, baseMinor)
  const { counterMinor } = amounts
  const [buyMinor, sellMinor] = isBaseBought ? [counterMinor, baseMinor] : [baseMinor, counterMinor]
  return {
    part,
    netMinor: row.settlementMinor,
    valueDate: payDate(deps, forward, now),
    price: {
      pair,
      baseSide: side,
      mid,
      spotRate: new Decimal(row.spotRate),
      forwardPoints: new Decimal(0),
      costRate: rates.cost,
      rate,
      markupBps: new Decimal(0),
      asOf: now,
      ...amounts,
      buyMinor,
      sellMinor,
      revenueMinor: revenueOf(pair, rates, amounts),
      costInSellMinor: costAgainstMid(pair, side, mid, amounts),
    },
  }
}

/** Extends, brings forward or splits: the part ends here and continues as another forward with its margin. */
async function continuePart(
  deps: OpenDeps,
  context: CommandContext,
  { forward, part }: { forward: Forward; part: Part },
  row: AmendmentRow,
  clientReference: string | null,
): Promise<Booked> {
  const { tx } = context
  const act = actOf(context)
  const margin = await findInitialMargin(tx, forward.trade.entityId, forward.trade.tradeId)
  const ends = row.type === 'BringForward' ? forwardMoves.bringForward : forwardMoves.extend
  const reason = REASON[row.type]
  let closeOutId: string | null = null
  if (row.type === 'Split') {
    await takeOff(tx, forward, part, { revenueMinor: row.newRevenueMinor, ends, reason, act })
  } else {
    const closing = atQuoted(deps, forward, part, row, context.at)
    closeOutId = (await bookCloseOut(deps, tx, forward, closing, { reason, act, ends })).trade.tradeId
  }
  await reconcileForward(deps, tx, forward, act) // what it no longer uses is there for what goes on
  const trade = await storeTrade(tx, toTrade(context, forward, row, clientReference))
  await announceTrade(tx, context, trade, 'trade.executed')
  const { forwardType, termId } = forward.facts
  const accessDate = accessOf(forward.facts, trade.valueDate)
  const terms = {
    forwardType,
    accessDate,
    pricedAtDate: pricedAtOf(row, trade),
    ...(row.type === 'Split' ? { termId } : {}),
  }
  const credit = await reserve(deps, tx, trade, terms, act)
  await insertForwards(tx, [toForward(trade, forward.facts, credit.term, row, context.at)])
  const next = await getLocked(tx, trade.entityId, trade.tradeId)
  const side = margin?.side ?? 'Sell'
  const from = margin && (await findAccount(tx, trade.entityId, margin.accountId))
  await askMargin(deps, tx, next, { credit, side, from }, act)
  return { closeOutId, newTradeId: trade.tradeId }
}

const REASON: Record<AmendmentType, string> = {
  Extend: 'Extended',
  BringForward: 'BroughtForward',
  CloseOut: 'ClosedOutByClient',
  Split: 'Split',
}

function toTrade(
  { at: now, principal }: CommandContext,
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

/** Returns the cost of a moved forward against the mid rate of its new date, in the sell currency. */
function costOfMoved({ trade }: Forward, row: AmendmentRow): bigint {
  const legs = { buyMinor: row.newBuyMinor!, sellMinor: row.newSellMinor! }
  const { pair, isBaseBought, ...amounts } = baseAndCounter({ trade }, legs)
  return costAgainstMid(pair, isBaseBought ? 'Buy' : 'Sell', new Decimal(row.newMidRate), amounts)
}

const pricedAtOf = (row: AmendmentRow, { valueDate }: TradeRow): string => row.newPricedAtDate ?? valueDate

const toForward = (
  trade: TradeRow,
  old: ForwardRow,
  term: { facilityId: string; termId: string },
  row: AmendmentRow,
  now: Date,
): ForwardRow => ({
  ...old,
  accessDate: accessOf(old, trade.valueDate),
  pricedAtDate: pricedAtOf(row, trade),
  spotRate: row.spotRate,
  facilityId: term.facilityId,
  termId: term.termId,
  ...unused(trade, now),
})

/**
 * Emits the amendment event of a forward with a remaining amount; a finished forward emits the event of its last move.
 */
async function tellAmended(context: CommandContext, { trade }: Forward, row: AmendmentRow): Promise<void> {
  const { entityId, tradeId, version, buyCurrency, sellCurrency } = trade
  await emit(context.tx, context, {
    entityId,
    type: 'forward.amended',
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: version,
    detail: {
      amendment: row.type,
      buyAmount: formatAmount(row.buyMinor, buyCurrency),
      buyCurrency,
      sellAmount: formatAmount(row.sellMinor, sellCurrency),
      sellCurrency,
    },
  })
}
