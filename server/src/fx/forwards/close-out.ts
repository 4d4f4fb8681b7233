import { reduceExposure } from '../../credit/facilities/index.ts'
import { releaseInitialMargin, releaseTradeMargin } from '../../credit/margin/index.ts'
import { recordChange } from '../../events/index.ts'
import { dayOf } from '../../kernel/days.ts'
import type { Tx } from '../../kernel/db.ts'
import { newUuid } from '../../kernel/ids.ts'
import { formatRate } from '../../kernel/rates.ts'
import { earliestValueDate, parsePair, settlementCutOff, tradeDateOf } from '../calendar/index.ts'
import {
  type DealPrice,
  type Delivery,
  type Exit,
  exitDeal,
  exitOf,
  type Market,
  openSnapshot,
  takeSnapshot,
} from '../pricing/index.ts'
import {
  type Move,
  type MoveAct,
  moveTrade,
  scheduleSettlement,
  settlementDueAt,
  storeTrade,
  type TradeRow,
} from '../trades/index.ts'
import type { ForwardDeps } from './deps.ts'
import { forwardMoves } from './lifecycle.ts'
import { marginShare } from './margin.ts'
import { type Legs, type Part, shareOf } from './parts.ts'
import {
  changeForward,
  type CloseOutRow,
  findCloseOut,
  type Forward,
  type ForwardRow,
  insertCloseOut,
  leftOf,
  pendingOf,
} from './queries.ts'

type Deps = Pick<ForwardDeps, 'sources'>

/** The opposite deal that closes a part of a forward, and what that leaves to be paid. */
export interface CloseOut {
  price: DealPrice
  part: Part
  /** Counter currency; positive is the client's gain. */
  netMinor: bigint
  /** On which a gain is paid. */
  valueDate: string
}

/** What a forward's amounts are by base and counter currency. */
export function baseAndCounter({ trade }: Pick<Forward, 'trade'>, legs: Legs) {
  const pair = parsePair(trade.currencyPair)
  const isBaseBought = trade.buyCurrency === pair.base
  return isBaseBought
    ? { pair, isBaseBought, baseMinor: legs.buyMinor, counterMinor: legs.sellMinor }
    : { pair, isBaseBought, baseMinor: legs.sellMinor, counterMinor: legs.buyMinor }
}

/** The market at an instant, and what it pays a client who leaves a forward then. */
export function marketExit({ sources }: Deps, { trade, facts }: Forward, now: Date): { market: Market; exit: Exit } {
  const pair = parsePair(trade.currencyPair)
  const market = openSnapshot(takeSnapshot(sources, { pairs: [pair] }, now))
  const baseSide = trade.buyCurrency === pair.base ? 'Buy' : 'Sell'
  return { market, exit: exitOf(market, pair, baseSide, deliveryOf(facts, trade.valueDate)) }
}

/** When a forward is delivered, as its valuation date depends on it. */
export const deliveryOf = (
  { forwardType, pricedAtDate }: Pick<ForwardRow, 'forwardType' | 'pricedAtDate'>,
  valueDate: string,
): Delivery => ({ valueDate, pricedAtDate: forwardType === 'Fixed' ? null : pricedAtDate })

/**
 * Prices the opposite deal of a part of a forward: at the exit rate of its valuation date, without a mark-up.
 *
 * @throws price_unavailable
 */
export function priceCloseOut(deps: Deps, forward: Forward, part: Part, now: Date): CloseOut {
  const { baseMinor, counterMinor, isBaseBought } = baseAndCounter(forward, part)
  const price = exitDeal(marketExit(deps, forward, now).exit, baseMinor)
  const netMinor = isBaseBought ? price.counterMinor - counterMinor : counterMinor - price.counterMinor
  return { price, part, netMinor, valueDate: payDate(deps, forward, now) }
}

/** The day a gain is paid on: the forward's value date or, once that cannot be dealt, the earliest. */
export function payDate({ sources }: Deps, { trade }: Forward, now: Date): string {
  const earliest = earliestValueDate(sources.calendars, parsePair(trade.currencyPair), now).date
  return trade.valueDate < earliest ? earliest : trade.valueDate
}

/** Closes out all that is left of a locked forward, and ends it. @returns the close-out's trade */
export function closeOutRest(deps: Deps, tx: Tx, forward: Forward, reason: string, act: MoveAct): Promise<TradeRow> {
  return closeOutPart(deps, tx, forward, priceCloseOut(deps, forward, { ...leftOf(forward), isLast: true }, act.at), {
    reason,
    act,
  })
}

/**
 * Closes a part of a locked forward out for good, at a price. Margin goes back at once where the client gains; where it
 * loses, margin is kept until the loss is paid.
 */
export async function closeOutPart(
  deps: Deps,
  tx: Tx,
  forward: Forward,
  closing: CloseOut,
  order: Pick<CloseOutOrder, 'reason' | 'act'>,
): Promise<TradeRow> {
  const isLoss = closing.netMinor < 0n
  const marginMinor = await marginShare(tx, forward, closing.part)
  const isOver = ['ClosedOut', 'Extended'].includes(forward.trade.status)
  const ends = isOver ? undefined : forwardMoves.closeOut
  const trade = await bookCloseOut(deps, tx, forward, closing, { ...order, ends })
  const { entityId, tradeId: forwardId } = forward.trade
  const row = {
    entityId,
    tradeId: trade.tradeId,
    forwardId,
    marginAppliedMinor: marginMinor,
    endsMargin: closing.part.isLast,
  }
  if (isLoss) await insertCloseOut(tx, row)
  else await giveMarginBack(tx, row, order.act)
  return trade
}

/** Gives back the margin that a close-out has kept, all of it once nothing of the forward is left or pending. */
export async function giveMarginBack(tx: Tx, closeOut: CloseOutRow, act: MoveAct): Promise<void> {
  const { entityId, tradeId, forwardId, marginAppliedMinor: amountMinor } = closeOut
  const others = await pendingOf(tx, entityId, forwardId)
  const own = (await findCloseOut(tx, entityId, tradeId)) ? 1 : 0
  if (closeOut.endsMargin && others.count <= own) await releaseTradeMargin(tx, { entityId, tradeId: forwardId }, act)
  else if (amountMinor > 0n) await releaseInitialMargin(tx, { entityId, tradeId: forwardId, amountMinor }, act)
}

export interface CloseOutOrder {
  reason: string
  act: MoveAct
  /** What becomes of the forward where nothing is left of it; absent where it is over already. */
  ends?: Move | undefined
}

/**
 * Books the opposite deal of a part of a locked forward: the part is taken off it, and the difference is settled in the
 * counter currency, a loss at once and a gain on the value date. Margin is the caller's to see to.
 */
export async function bookCloseOut(
  deps: Deps,
  tx: Tx,
  forward: Forward,
  closing: CloseOut,
  order: CloseOutOrder,
): Promise<TradeRow> {
  const { act, ends, reason } = order
  const revenueMinor = shareOf(forward.facts.openRevenueMinor, closing.part, leftOf(forward))
  const trade = await storeTrade(tx, toTrade(deps, forward, closing, revenueMinor, order))
  await recordChange(tx, executed(trade, act))
  await takeOff(tx, forward, closing.part, { revenueMinor, ends, reason }, act)
  await scheduleSettlement(tx, trade, closing.netMinor < 0n ? act.at : settlementDueAt(closing.valueDate, act.at))
  return trade
}

/**
 * Takes a part off a locked forward that goes another way than by drawdown: exposure and revenue go with it; a forward of
 * which nothing is left makes the move `ends`.
 */
export async function takeOff(
  tx: Tx,
  forward: Forward,
  part: Part,
  order: { revenueMinor: bigint; ends?: CloseOutOrder['ends']; reason: string },
  act: MoveAct,
): Promise<void> {
  const { entityId, tradeId } = forward.trade
  const { baseMinor, counterMinor } = baseAndCounter(forward, part)
  await reduceExposure(tx, { entityId, tradeId, baseMinor, counterMinor }, act.at)
  await changeForward(tx, forward, { amended: part, openRevenueMinor: -order.revenueMinor })
  if (part.isLast && order.ends) await moveTrade(tx, forward.trade, order.ends, act, { reason: order.reason })
}

/** Its revenue is what its own price earned, and the share of the forward's that goes with the part. */
function toTrade(
  { sources }: Deps,
  { trade }: Forward,
  { price, part, netMinor, valueDate }: CloseOut,
  revenueMinor: bigint,
  { reason, act }: CloseOutOrder,
): TradeRow {
  const { pair } = price
  const due = netMinor < 0n ? dayOf(act.at) : valueDate
  const payBy = earliestValueDate(sources.calendars, pair, act.at)
  return {
    ...trade,
    tradeId: newUuid(),
    kind: 'CloseOut',
    subtype: trade.subtype,
    status: 'Executed',
    version: 1,
    parentTradeId: trade.tradeId,
    quoteId: null,
    clientReference: null,
    fixedSide: trade.buyCurrency === pair.base ? 'Sell' : 'Buy',
    buyCurrency: trade.sellCurrency,
    buyMinor: trade.buyCurrency === pair.base ? price.counterMinor : part.sellMinor,
    buyAccountId: trade.sellAccountId,
    sellCurrency: trade.buyCurrency,
    sellMinor: trade.buyCurrency === pair.base ? part.buyMinor : price.counterMinor,
    sellAccountId: trade.buyAccountId,
    rate: formatRate(price.rate, pair.quoteDp),
    costRate: price.costRate.toFixed(),
    midRate: price.mid.toFixed(),
    forwardPoints: price.forwardPoints.toFixed(),
    costMinor: price.costInSellMinor,
    revenueMinor: revenueMinor + price.revenueMinor,
    netMinor,
    tenor: null,
    tradeDate: tradeDateOf(pair, act.at),
    valueDate: due,
    cutOffAt: netMinor < 0n ? payBy.cutOff.at : settlementCutOff(pair, valueDate).at,
    holdId: null,
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [{ status: 'Executed', at: act.at.toISOString(), by: act.actor.type, reason }],
    createdAt: act.at,
    updatedAt: act.at,
  }
}

const executed = (trade: TradeRow, act: MoveAct) => ({
  entityId: trade.entityId,
  type: 'trade.executed',
  resourceType: 'trade',
  resourceId: trade.tradeId,
  ...act,
})
