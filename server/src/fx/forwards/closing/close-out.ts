import type { Act } from '../../../kernel/values/act.ts'
import { type CloseOutResult, withdrawNetCalls } from '../../../credit/margin/index.ts'
import { inSavepoint, type Tx } from '../../../kernel/db/db.ts'
import { earliestValueDate, isBeyondCoverage, nextGoodDay, parsePair } from '../../calendar/index.ts'
import {
  checkFirm,
  type DealPrice,
  type Delivery,
  type Exit,
  exitDeal,
  exitOf,
  isPriceUnavailable,
  type Market,
  openSnapshot,
  takeSnapshot,
} from '../../pricing/index.ts'
import {
  announceTrade,
  closeOutTrade,
  type Move,
  moveTrade,
  type OppositeDeal,
  scheduleSettlement,
  setPendingRevenue,
  settlementDueAt,
  storeTrade,
  tradeMoves,
  type TradeRow,
} from '../../trades/index.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { forwardMoves } from '../record/lifecycle.ts'
import { marginShare } from '../record/margin.ts'
import { baseAndCounter, type Part, shareOf } from '../record/parts.ts'
import { changeForward, type Forward, type ForwardRow, insertCloseOut, leftOf } from '../record/queries.ts'
import { type ReconcileDeps, reconcileForward } from './reconcile.ts'

type Deps = Pick<ForwardDeps, 'sources'>
type CloseOutDeps = Deps & Pick<ReconcileDeps, 'policy'>

/** Opposite deal that closes a part of a forward, and the resulting amount. */
export interface CloseOut {
  price: DealPrice
  part: Part
  /** Counter currency; positive is the client's gain. */
  netMinor: bigint
  /** Date on which a gain is paid. */
  valueDate: string
}

/** Returns the market at an instant and the close-out result of a forward there. */
export function marketExit({ sources }: Deps, { trade, facts }: Forward, now: Date): { market: Market; exit: Exit } {
  const pair = parsePair(trade.currencyPair)
  const market = openSnapshot(takeSnapshot(sources, { pairs: [pair] }, now))
  const baseSide = trade.buyCurrency === pair.base ? 'Buy' : 'Sell'
  return { market, exit: exitOf(market, pair, baseSide, deliveryOf(facts, trade.valueDate)) }
}

/** Returns the delivery of a forward, as far as its valuation date depends on it. */
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

/**
 * Returns the day a gain is paid on: the forward's value date or, once that cannot be dealt, the earliest. A forward that is
 * not deliverable is fixed when its value date can no longer be dealt, and still settled on that date, or on the day of a
 * later fixing.
 */
export function payDate({ sources: { calendars } }: Deps, { trade, facts }: Forward, now: Date): string {
  const pair = parsePair(trade.currencyPair)
  const { date, tradeDate } = earliestValueDate(calendars, pair, now)
  const isFixed = facts.fundsDelivery === 'NonDeliverable' && tradeDate >= trade.valueDate
  const earliest = isFixed ? nextGoodDay(calendars, pair, tradeDate) : date
  return trade.valueDate < earliest ? earliest : trade.valueDate
}

/**
 * Closes out all that is left of a locked forward, and ends it. Without a firm price, or where no date can be dealt because
 * the holidays of the pair have ended, the forward stays as it is.
 */
export async function closeOutRest(
  deps: CloseOutDeps,
  tx: Tx,
  forward: Forward,
  reason: string,
  act: Act,
): Promise<CloseOutResult> {
  const part = { ...leftOf(forward), isLast: true }
  try {
    const closing = priceCloseOut(deps, forward, part, act.at)
    checkFirm(deps.sources.market, closing.price.pair, closing.price.asOf, act.at)
    await inSavepoint(tx, () => closeOutPart(deps, tx, forward, closing, { reason, act }))
    return 'Closed'
  } catch (error) {
    if (isPriceUnavailable(error)) return 'NoPrice'
    if (isBeyondCoverage(error)) return 'NoDate'
    throw error
  }
}

/**
 * Closes out a part of a locked forward at a price. A gain releases the margin immediately; after a loss the margin is
 * kept until the loss is paid. With the last open deal of a facility the margin calls for its net position end.
 */
export async function closeOutPart(
  deps: CloseOutDeps,
  tx: Tx,
  forward: Forward,
  closing: CloseOut,
  order: Pick<CloseOutOrder, 'reason' | 'act' | 'waiting'>,
): Promise<TradeRow> {
  const isOver = ['ClosedOut', 'Extended'].includes(forward.trade.status)
  const ends = isOver ? undefined : forwardMoves.closeOut
  const { trade, marginMinor } = await bookCloseOut(deps, tx, forward, closing, { ...order, ends })
  const { entityId, tradeId: forwardId } = forward.trade
  const row = { entityId, tradeId: trade.tradeId, forwardId, marginAppliedMinor: marginMinor }
  if (closing.netMinor < 0n) await insertCloseOut(tx, row)
  await reconcileForward(deps, tx, forward, order.act)
  await withdrawNetCalls(tx, forward.facts, order.act)
  return trade
}

interface CloseOutOrder {
  reason: string
  act: Act
  /** Final move of a forward without a remaining amount; absent if it has already ended. */
  ends?: Move | undefined
  /** The opposite deal, where it is stored and has waited for approval. */
  waiting?: TradeRow | undefined
}

/**
 * Books the opposite deal of a part of a locked forward: the part is deducted, and the difference is settled in the
 * counter currency, a loss immediately and a gain on the value date. The caller reconciles the forward.
 *
 * @returns the opposite deal, and the initial margin that belonged to the part
 */
export async function bookCloseOut(
  deps: Deps,
  tx: Tx,
  forward: Forward,
  closing: CloseOut,
  order: CloseOutOrder,
): Promise<{ trade: TradeRow; marginMinor: bigint }> {
  const { act, reason } = order
  const revenueMinor = shareOf(forward.facts.openRevenueMinor, closing.part, leftOf(forward))
  // Its revenue is what its own price earned, and the share of the forward's that goes with the part.
  const deal = { ...closing, revenueMinor: revenueMinor + closing.price.revenueMinor }
  const trade = await executed(deps, tx, { forward, deal, waiting: order.waiting }, { reason, act })
  const marginMinor = await takeOff(tx, forward, closing.part, { ...order, revenueMinor })
  await scheduleSettlement(tx, trade, settlementDueAt(trade.valueDate, act.at))
  return { trade, marginMinor }
}

async function executed(
  deps: Deps,
  tx: Tx,
  { forward, deal, waiting }: { forward: Forward; deal: OppositeDeal; waiting: TradeRow | undefined },
  { reason, act }: Pick<CloseOutOrder, 'reason' | 'act'>,
): Promise<TradeRow> {
  if (waiting) {
    const shared = await setPendingRevenue(tx, waiting, deal.revenueMinor)
    return moveTrade(tx, shared, tradeMoves.approve, act, { reason })
  }
  const trade = await storeTrade(tx, closeOutTrade(deps.sources.calendars, forward.trade, deal, { reason, act }))
  await announceTrade(tx, act, trade, 'trade.executed')
  return trade
}

/**
 * Takes a part off a locked forward that goes another way than by drawdown; its revenue and its initial margin go with it. A
 * forward of which nothing is left makes the move `ends`. The caller reconciles the forward.
 *
 * @returns the initial margin that belonged to the part
 */
export async function takeOff(
  tx: Tx,
  forward: Forward,
  part: Part,
  { revenueMinor, ends, reason, act }: CloseOutOrder & { revenueMinor: bigint },
): Promise<bigint> {
  const marginMinor = await marginShare(tx, forward, part)
  await changeForward(tx, forward, { amended: part, openRevenueMinor: -revenueMinor, openMarginMinor: -marginMinor })
  if (part.isLast && ends) await moveTrade(tx, forward.trade, ends, act, { reason })
  return marginMinor
}
