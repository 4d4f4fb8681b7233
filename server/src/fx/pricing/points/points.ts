import { between } from './interpolation.ts'
import { type Interest, outrightRate } from './parity.ts'
import { type Day, daysBetween } from '../../../kernel/values/days.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { findConvention, type Pair, refuseCalendar } from '../../calendar/index.ts'
import type { TwoWay } from '../market-data.ts'
import { refuse } from '../refusals.ts'

/** Half of the market's spread for moving a date, in percent a year of the spot rate. */
const HALF_SPREAD = new Decimal('0.05')

/** Points added to each side of spot for a date; in units of the rate, not rounded. */
type Points = TwoWay

const NO_POINTS: Points = { bid: new Decimal(0), mid: new Decimal(0), ask: new Decimal(0) }

/**
 * The market's points for a date that many days from spot. The taker pays their spread on top of that of spot: before
 * spot the sides are swapped, which the sign of the days brings about.
 */
function pointsAt(spot: TwoWay, base: Interest, counter: Interest, days: number): Points {
  if (days === 0) return NO_POINTS
  const mid = outrightRate(spot.mid, base, counter, days).minus(spot.mid)
  const half = spot.mid
    .mul(HALF_SPREAD)
    .mul(Math.abs(days))
    .div(360 * 100)
  return { bid: mid.minus(half), mid, ask: mid.plus(half) }
}

/** A market moved by points. */
const addPoints = (spot: TwoWay, points: Points): TwoWay => ({
  bid: spot.bid.plus(points.bid),
  mid: spot.mid.plus(points.mid),
  ask: spot.ask.plus(points.ask),
})

/** Inputs for a USD pair's points: its spot date, the later pillars, and both currencies' interest. */
export interface LegCurve {
  pair: Pair
  tradeDate: Day
  spotDate: Day
  /** Dates of the pillars, ascending, all after spot. */
  pillars: readonly Day[]
  interestOf(currency: string): Interest | undefined
}

/**
 * A USD pair's market for a date: at a pillar by the interest rates, between two pillars on the straight line of their
 * points over calendar days, before spot by the interest rates again. Sides are moved one by one.
 *
 * @throws price_unavailable when an interest rate is not known; value_date_beyond_curve past the last pillar
 */
export function legOn(curve: LegCurve, spot: TwoWay, date: Day): TwoWay {
  const days = daysBetween(curve.spotDate, date)
  if (days === 0) return spot
  const interest = (currency: string) => {
    const found = curve.interestOf(currency)
    if (!found) throw refuse.price_unavailable({ currencyPair: curve.pair.symbol, missingRate: currency })
    return found
  }
  const at = (day: number) => pointsAt(spot, interest(curve.pair.base), interest(curve.pair.counter), day)
  return addPoints(spot, days < 0 ? at(days) : interpolated(curve, date, days, at))
}

function interpolated(curve: LegCurve, date: Day, days: number, at: (days: number) => Points): Points {
  const after = curve.pillars.findIndex((pillar) => pillar >= date)
  if (after < 0) {
    const lastDate = curve.pillars.at(-1) ?? curve.spotDate
    throw refuseCalendar.value_date_beyond_curve({ currencyPair: curve.pair.symbol, valueDate: date, lastDate })
  }
  const daysTo = (index: number) => (index < 0 ? 0 : daysBetween(curve.spotDate, curve.pillars[index]!))
  const [near, far] = [daysTo(after - 1), daysTo(after)]
  if (days === far) return at(far)
  const [from, to] = [at(near), at(far)]
  const side = (name: keyof Points) =>
    between({ days: near, points: from[name] }, { days: far, points: to[name] }, days)
  return { bid: side('bid'), mid: side('mid'), ask: side('ask') }
}

/** The day basis of a currency whose rate is simple interest. */
export function dayBasisOf(currency: string): number {
  const basis = findConvention(currency)?.dayBasis
  if (typeof basis !== 'number') throw new Error(`${currency} has no simple-interest day basis`)
  return basis
}
