import type { Decimal } from '../../../kernel/values/rates.ts'

/** A pillar of a points curve: calendar days from spot, and the points there. */
interface PointsPillar {
  days: number
  points: Decimal
}

/** Points on the straight line between two pillars. */
export function between(from: PointsPillar, to: PointsPillar, days: number): Decimal {
  if (days === to.days) return to.points
  return from.points.plus(
    to.points
      .minus(from.points)
      .mul(days - from.days)
      .div(to.days - from.days),
  )
}
