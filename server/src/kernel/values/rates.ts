import { Decimal as Base } from 'decimal.js'
import { boundedCache } from '../bounded-cache.ts'

/** Rates are decimals of 40 significant digits; every rounding is written out where it happens. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -30, toExpPos: 40 })
export type Decimal = InstanceType<typeof Decimal>

const decimals = boundedCache<Decimal>()

/** Returns the decimal of a text that is read again and again, such as a mark-up or a percentage: the same object each time. */
export const decimalOf = (text: string): Decimal => decimals(text, () => new Decimal(text))

/** Rounds to `digits` decimals: 'up' away from zero, 'down' towards zero, 'half-up' to the nearest. */
export function roundRate(rate: Decimal, digits: number, mode: 'up' | 'down' | 'half-up'): Decimal {
  const rounding = { up: Base.ROUND_UP, down: Base.ROUND_DOWN, 'half-up': Base.ROUND_HALF_UP } as const
  return rate.toDecimalPlaces(digits, rounding[mode])
}

/** A rate as wire text with exactly `digits` decimals. */
export const formatRate = (rate: Decimal, digits: number): string => rate.toFixed(digits)

/** A decimal as an integer over a power of ten: units / 10^digits. Amounts are multiplied by it exactly, and fast. */
interface Scaled {
  units: bigint
  digits: number
  /** The decimal in full, without an exponent. */
  text: string
}

const known = new WeakMap<Decimal, Scaled>()

/** The decimal in full. The market's rates are the same objects for every price until it moves, so each is scaled once. */
export function scaled(value: Decimal): Scaled {
  const found = known.get(value)
  if (found) return found
  const text = value.toFixed()
  const point = text.indexOf('.')
  const digits = point < 0 ? 0 : text.length - point - 1
  const made = { units: BigInt(text.replace('.', '')), digits, text }
  known.set(value, made)
  return made
}

/** Returns the text of a rate in full, like `toFixed()`; of one object it is computed once. */
export const exactText = (rate: Decimal): string => scaled(rate).text

/** Returns the text of units / 10^digits in full, without zeros at its end, like `Decimal.toFixed()`. */
export function decimalText(units: bigint, digits: number): string {
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${fraction === '' ? whole : `${whole}.${fraction}`}`
}

const POWERS = Array.from({ length: 100 }, (_, power) => 10n ** BigInt(power))

/** 10^power. */
export const powerOfTen = (power: number): bigint => POWERS[power] ?? 10n ** BigInt(power)

/** The quotient to the nearest integer, halves away from zero. `by` is positive. */
export function divideHalfUp(value: bigint, by: bigint): bigint {
  return value < 0n ? -((-value * 2n + by) / (by * 2n)) : (value * 2n + by) / (by * 2n)
}
