import { minorDigits } from '../../kernel/currencies.ts'
import { formatAmount, toDecimal } from '../../kernel/money.ts'
import { Decimal, divideHalfUp, powerOfTen, roundRate, scaled } from '../../kernel/rates.ts'
import type { Pair } from '../calendar/index.ts'
import { refuse } from './refusals.ts'

/** What the client does with the pair's base currency. */
export type BaseSide = 'Buy' | 'Sell'

/**
 * The client's all-in rate: cost with the mark-up, rounded against the client to the pair's decimals: up when it buys
 * the base, down when it sells.
 *
 * @param cost the market's side for this client: ask when it buys the base, bid when it sells
 */
export function clientRate(cost: Decimal, side: BaseSide, markupBps: Decimal, quoteDp: number): Decimal {
  const share = markupBps.div(10_000)
  const marked = side === 'Buy' ? cost.mul(share.plus(1)) : cost.mul(share.neg().plus(1))
  return roundRate(marked, quoteDp, side === 'Buy' ? 'up' : 'down')
}

/** Both sides of a deal in minor units of their currencies. */
export interface DealAmounts {
  baseMinor: bigint
  counterMinor: bigint
}

/**
 * The fixed amount stays exact; the other follows from the rate as quoted, in one step, half-up to its minor units,
 * never through the inverse rate.
 *
 * @throws amount_below_minimum when the other side would be nothing
 */
export function dealAmounts(pair: Pair, rate: Decimal, fixedCurrency: string, amountMinor: bigint): DealAmounts {
  const isBaseFixed = fixedCurrency === pair.base
  const amounts = isBaseFixed
    ? { baseMinor: amountMinor, counterMinor: counterOf(pair, rate, amountMinor) }
    : { baseMinor: baseOf(pair, rate, amountMinor), counterMinor: amountMinor }
  if (amounts.baseMinor > 0n && amounts.counterMinor > 0n) return amounts
  throw refuse.amount_below_minimum({ min: smallest(pair, rate, fixedCurrency), currency: fixedCurrency })
}

/** What an amount of base is in the counter currency at a rate, minor units, half-up. */
export function counterOf(pair: Pair, rate: Decimal, baseMinor: bigint): bigint {
  const { units, digits } = scaled(rate)
  return divideHalfUp(baseMinor * units * unitOf(pair.counter), unitOf(pair.base) * powerOfTen(digits))
}

/** What an amount of counter currency is in the base currency at a rate, minor units, half-up. */
export function baseOf(pair: Pair, rate: Decimal, counterMinor: bigint): bigint {
  const { units, digits } = scaled(rate)
  return divideHalfUp(counterMinor * unitOf(pair.base) * powerOfTen(digits), units * unitOf(pair.counter))
}

const unitOf = (currency: string): bigint => powerOfTen(minorDigits(currency))

/** The smallest amount whose other side rounds to one minor unit. */
function smallest(pair: Pair, rate: Decimal, fixedCurrency: string): string {
  const isBase = fixedCurrency === pair.base
  const half = new Decimal(10).pow(-minorDigits(isBase ? pair.counter : pair.base)).div(2)
  const needed = isBase ? half.div(rate) : half.mul(rate)
  const minor = needed.mul(new Decimal(10).pow(minorDigits(fixedCurrency))).ceil()
  return formatAmount(BigInt(minor.toFixed(0)), fixedCurrency)
}

/** What a rate difference is worth on an amount of base currency, in minor units of the counter currency, half-up. */
export function differenceMinor(pair: Pair, baseMinor: bigint, one: Decimal, other: Decimal): bigint {
  const [a, b] = [scaled(one), scaled(other)]
  const digits = Math.max(a.digits, b.digits)
  const difference = a.units * powerOfTen(digits - a.digits) - b.units * powerOfTen(digits - b.digits)
  const apart = difference < 0n ? -difference : difference
  return divideHalfUp(baseMinor * apart * unitOf(pair.counter), unitOf(pair.base) * powerOfTen(digits))
}

/** Smallest and largest amount of one deal, in units of the currency it is given in. */
export interface AmountLimits {
  min: string
  max: string
}

/** @throws amount_below_minimum, amount_above_maximum */
export function checkAmount(amountMinor: bigint, currency: string, limits: AmountLimits): void {
  const amount = toDecimal(amountMinor, currency)
  if (amount.lt(limits.min)) throw refuse.amount_below_minimum({ min: limits.min, currency })
  if (amount.gt(limits.max)) throw refuse.amount_above_maximum({ max: limits.max, currency })
}
