import type { Decimal } from '../../../kernel/values/rates.ts'

/** Points for a buyer (ask) and for a seller (bid) of the base currency, in rate units. */
export interface Sides {
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
