import { type EntityProfile, findMarkup } from '../../entities/index.ts'
import { findTerm, reduceExposure } from '../../credit/facilities/index.ts'
import { inRolledBackSavepoint, type Tx } from '../../kernel/db.ts'
import { Decimal, formatRate } from '../../kernel/rates.ts'
import { checkForwardDate, earliestValueDate, type Pair, parsePair } from '../calendar/index.ts'
import {
  checkFirm,
  clientRate,
  dealAmounts,
  differenceMinor,
  openSnapshot,
  type Outright,
  takeSnapshot,
} from '../pricing/index.ts'
import { sizeOf } from '../quotes/index.ts'
import type { AmendmentRow } from './amendment-queries.ts'
import { baseAndCounter } from './close-out.ts'
import type { ForwardDeps } from './deps.ts'
import type { Part } from './parts.ts'
import type { Forward, ForwardRow } from './queries.ts'
import { creditDeal } from './quote.ts'
import { refuse } from './rules.ts'

/** What the pricing of an amendment finds out. */
export type Priced = Pick<AmendmentRow, 'newMidRate' | 'spotRate' | 'settlementMinor'> & Partial<AmendmentRow>

/**
 * Prices a part whose value date is moved: what closing it at the present date brings or costs, and at what rate it goes on.
 *
 * @throws amendment_date_invalid; what is wrong with the new date; price_unavailable; the refusals of `findTerm`
 */
export async function movedPrice(
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

/** Looks at credit as it will be once the part is taken off: what is replaced does not stand in the way of what replaces it. */
function withoutPart<T>(
  tx: Tx,
  part: Parameters<typeof reduceExposure>[1],
  now: Date,
  look: () => Promise<T>,
): Promise<T> {
  return inRolledBackSavepoint(tx, async () => {
    await reduceExposure(tx, part, now)
    return look()
  })
}

/** The day for which the present contract is closed: its value date or, once that cannot be dealt, the earliest. */
export function presentDate({ sources }: ForwardDeps, { trade }: Forward, now: Date): string {
  const earliest = earliestValueDate(sources.calendars, parsePair(trade.currencyPair), now).date
  return trade.valueDate < earliest ? earliest : trade.valueDate
}

/** First drawable day of what goes on: never past its value date. */
export const accessOf = ({ forwardType, accessDate }: ForwardRow, valueDate: string): string =>
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
