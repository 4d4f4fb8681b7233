import { Decimal } from '../../kernel/rates.ts'
import { findConvention } from '../calendar/index.ts'
import type { TwoWay } from './market-data.ts'

/** A simple interest rate: percent a year and the days its year has. */
export interface Interest {
  percent: Decimal
  dayBasis: number
}

/**
 * Outright rate by covered interest parity, F = S (1 + r_counter d/basis) / (1 + r_base d/basis), not rounded.
 *
 * @param spot counter currency per unit of base
 * @param days calendar days from spot; negative for a date before it
 */
export function outrightRate(spot: Decimal, base: Interest, counter: Interest, days: number): Decimal {
  return spot.mul(growth(counter, days)).div(growth(base, days))
}

const growth = ({ percent, dayBasis }: Interest, days: number) =>
  percent
    .mul(days)
    .div(dayBasis * 100)
    .plus(1)

/** Half of what the market charges for moving a date, in percent a year of the spot rate. */
const HALF_SPREAD = new Decimal('0.05')

/**
 * A market moved from its spot date by a number of days. The taker pays the spread of the points on top of that of spot:
 * before spot, bid = spot bid - ask points and ask = spot ask - bid points; after it, each side with its own.
 */
export function outright(spot: TwoWay, base: Interest, counter: Interest, days: number): TwoWay {
  if (days === 0) return spot
  const points = outrightRate(spot.mid, base, counter, days).minus(spot.mid)
  const half = spot.mid
    .mul(HALF_SPREAD)
    .mul(Math.abs(days))
    .div(360 * 100)
  return {
    bid: spot.bid.plus(points).minus(half),
    mid: spot.mid.plus(points),
    ask: spot.ask.plus(points).plus(half),
  }
}

/** The day basis of a currency whose rate is simple interest. */
export function dayBasisOf(currency: string): number {
  const basis = findConvention(currency)?.dayBasis
  if (typeof basis !== 'number') throw new Error(`${currency} has no simple-interest day basis`)
  return basis
}
