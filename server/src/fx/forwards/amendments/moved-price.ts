import { movedRate, type Sides } from './moved-rate.ts'
import { type EntityProfile, findMarkup } from '../../../entities/index.ts'
import {
  type CreditBook,
  findExposure,
  findTermIn,
  positionOfPart,
  readCreditBook,
  type ReplacedPart,
  withoutPart,
} from '../../../credit/facilities/index.ts'
import type { CreditFacts } from '../../../credit/margin/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { invariant } from '../../../kernel/values/refusals.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { checkForwardDate, type Pair, parsePair } from '../../calendar/index.ts'
import {
  type BaseSide,
  checkFirm,
  clientAmounts,
  clientRate,
  type Exit,
  exitDeal,
  type Outright,
  revenueOf,
} from '../../pricing/index.ts'
import { fixedOf, sizeOfContinued } from '../../trades/index.ts'
import type { AmendmentRow } from '../record/amendment-row.ts'
import { LIMIT_USE } from './amendment-size.ts'
import { marketExit } from '../closing/close-out.ts'
import { worstDrawableDay } from '../record/dates.ts'
import type { ForwardDeps } from '../record/deps.ts'
import { baseAndCounter, type Part } from '../record/parts.ts'
import type { Forward, ForwardRow } from '../record/queries.ts'
import { creditDeal } from '../booking/quote.ts'
import { refuse } from '../record/rules.ts'

/** Fields that pricing an amendment determines. */
export type Priced = Pick<AmendmentRow, 'newMidRate' | 'spotRate' | 'settlementMinor'> & Partial<AmendmentRow>

/** A change of a forward's value date. */
interface Move {
  type: 'Extend' | 'BringForward'
  forward: Forward
  part: Part
  newValueDate: string
}

/** Facts of the entity that a price depends on. */
export interface Known {
  profile: EntityProfile
  /** Read when the request arrived. */
  credit: CreditFacts
}

/**
 * Prices a part whose value date is moved: its close-out result at its valuation date, and its new rate. The amount that the
 * client fixed stays; the other follows from the new rate. A window forward is priced for the least favourable day of its
 * new window.
 *
 * @throws what is wrong with the new date; price_unavailable; the refusals of `findTerm`
 */
export async function movedPrice(
  deps: ForwardDeps,
  tx: Tx,
  { profile, credit }: Known,
  { type, forward, part, newValueDate }: Move,
  now: Date,
): Promise<Priced> {
  const { trade, facts } = forward
  const { pair, isBaseBought, baseMinor, counterMinor } = baseAndCounter(forward, part)
  const dates = checkForwardDate(deps.sources.calendars, pair, now, newValueDate)
  const side: BaseSide = isBaseBought ? 'Buy' : 'Sell'
  const accessDate = accessOf(facts, newValueDate)
  const within = { from: later(accessDate, dates.spotDate), to: newValueDate }
  const { exit, moved, cost } = movedCost(deps, forward, within, now)
  const closing = exitDeal(exit, baseMinor)
  const fixed = fixedOf(trade, part)
  const markup = markupOf(deps, profile, { pair, type, fixed, tenor: dates.tenor }, now)
  const rates = { side, rate: clientRate(cost, side, markup, pair.quoteDp), cost }
  const amounts = clientAmounts(pair, rates, fixed.currency, fixed.minor)
  const [newBuyMinor, newSellMinor] = isBaseBought
    ? [amounts.baseMinor, amounts.counterMinor]
    : [amounts.counterMinor, amounts.baseMinor]
  const { entityId, tradeId } = trade
  const { forwardType } = facts
  const pricedAtDate = moved.valueDate
  const deal = creditDeal(
    { entityId, forwardType, accessDate, pricedAtDate, valueDate: newValueDate, spotDate: dates.spotDate },
    { pair, baseSide: side, ...amounts },
  )
  const { book, position } = await bookWithout(tx, credit, { entityId, tradeId, baseMinor, counterMinor })
  findTermIn(book, deps, { ...deal, replaces: { position, isExtended: type === 'Extend' } }, now)
  return {
    newValueDate,
    newPricedAtDate: pricedAtDate,
    nearRate: formatRate(exit.rate, pair.quoteDp),
    nearMidRate: exit.outright.outright.mid.toFixed(),
    nearCostRate: exit.costRate.toFixed(),
    swapPoints: cost
      .minus(exit.rate)
      .mul(10 ** pair.pipDp)
      .toFixed(),
    newRate: formatRate(rates.rate, pair.quoteDp),
    newCostRate: cost.toFixed(),
    newMidRate: moved.outright.mid.toFixed(),
    spotRate: exit.outright.spot[isBaseBought ? 'ask' : 'bid'].toFixed(),
    newBuyMinor,
    newSellMinor,
    newRevenueMinor: revenueOf(pair, rates, amounts),
    newTenor: dates.tenor,
    settlementMinor: isBaseBought ? closing.counterMinor - counterMinor : counterMinor - closing.counterMinor,
  }
}

/**
 * Returns the market's price of a move: of leaving the present value date, and of the drawable day within a new window that is
 * worst for the client.
 *
 * @returns the cost rate of the part that continues as `cost`
 * @throws price_unavailable
 */
export function movedCost(
  deps: Pick<ForwardDeps, 'sources'>,
  forward: Forward,
  within: { from: string; to: string },
  now: Date,
): { exit: Exit; moved: Outright; cost: Decimal } {
  const pair = parsePair(forward.trade.currencyPair)
  const isBaseBought = forward.trade.buyCurrency === pair.base
  const { market, exit } = marketExit(deps, forward, now)
  checkFirm(deps.sources.market, pair, exit.outright.asOf, now)
  const side: BaseSide = isBaseBought ? 'Buy' : 'Sell'
  const moved = worstDrawableDay(deps.sources.calendars, market, { pair, side }, within)
  return { exit, moved, cost: swappedRate(exit, moved, isBaseBought) }
}

/** @throws amendment_date_invalid */
export function checkMoves(valueDate: string, type: 'Extend' | 'BringForward', newValueDate: string): void {
  const isLater = type === 'Extend'
  if (isLater ? newValueDate > valueDate : newValueDate < valueDate) return
  throw refuse.amendment_date_invalid({ type, wanted: isLater ? 'later' : 'earlier', valueDate })
}

const later = (one: string, other: string): string => (one > other ? one : other)

/** Returns the rate of the continuing part: the exit rate plus the points between the two days. */
function swappedRate({ outright: near, rate }: Exit, far: Outright, isBaseBought: boolean): Decimal {
  const isLater = far.valueDate >= near.valueDate
  const points = isLater ? pointsForPeriod(near, far) : pointsForPeriod(far, near)
  return movedRate(rate, points, isBaseBought, isLater)
}

/**
 * Returns the market's points from one date to a later one, in rate units: the two-way price of a swap between them.
 */
function pointsForPeriod({ pair, points: near }: Outright, { points: far }: Outright): Sides {
  const pip = new Decimal(10).pow(-pair.pipDp)
  return { bid: far.bid.minus(near.ask).mul(pip), ask: far.ask.minus(near.bid).mul(pip) }
}

/** Returns the replaced part, and the credit book without it, so that it does not conflict with its replacement. */
async function bookWithout(
  tx: Tx,
  { book }: Pick<CreditFacts, 'book'>,
  part: { entityId: string; tradeId: string; baseMinor: bigint; counterMinor: bigint },
): Promise<Pick<ReplacedPart, 'position'> & { book: CreditBook }> {
  const { entityId, tradeId } = part
  const exposure = await findExposure(tx, entityId, tradeId)
  invariant(exposure, 'the exposure of the deal is open')
  const without = withoutPart(book, exposure, part) ?? withoutPart(await readCreditBook(tx, entityId), exposure, part)
  invariant(without, 'the deal is in the credit book')
  return { book: without, position: positionOfPart(exposure, part) }
}

/** Returns the first drawable day of the continuing part, never past its value date. */
export const accessOf = ({ forwardType, accessDate }: ForwardRow, valueDate: string): string =>
  forwardType === 'Fixed' || accessDate > valueDate ? valueDate : accessDate

function markupOf(
  deps: ForwardDeps,
  profile: EntityProfile,
  { pair, type, fixed, tenor }: Pick<Move, 'type'> & { pair: Pair; fixed: ReturnType<typeof fixedOf>; tenor: string },
  now: Date,
): Decimal {
  const amountMinor = sizeOfContinued(deps, profile, { amount: fixed, use: LIMIT_USE[type] }, now)
  const wanted = { currencyPair: pair.symbol, tenor: tenor === 'SP' ? 'T2' : tenor, amountMinor }
  return new Decimal(findMarkup(profile.pricing, wanted))
}
