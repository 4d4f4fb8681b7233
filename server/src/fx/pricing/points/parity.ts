import type { Decimal } from '../../../kernel/values/rates.ts'

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
