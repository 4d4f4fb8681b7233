import { Decimal as Base } from 'decimal.js'

/** Rates are decimals of 40 significant digits; every rounding is written out where it happens. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 })
export type Decimal = InstanceType<typeof Decimal>

/** Rounds to `digits` decimals: 'up' away from zero, 'down' towards zero, 'half-up' to the nearest. */
export function roundRate(rate: Decimal, digits: number, mode: 'up' | 'down' | 'half-up'): Decimal {
  const rounding = { up: Base.ROUND_UP, down: Base.ROUND_DOWN, 'half-up': Base.ROUND_HALF_UP } as const
  return rate.toDecimalPlaces(digits, rounding[mode])
}

/** A rate as wire text with exactly `digits` decimals. */
export const formatRate = (rate: Decimal, digits: number): string => rate.toFixed(digits)
