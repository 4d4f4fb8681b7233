import { minorDigits } from '../../kernel/values/currencies.ts'
import { formatAmount, toDecimal } from '../../kernel/values/money.ts'
import { Decimal, divideHalfUp, powerOfTen, roundRate, scaled } from '../../kernel/values/rates.ts'
import type { Pair } from '../calendar/index.ts'
import { refuse } from './refusals.ts'

/** Client's side in the pair's base currency. */
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
interface DealAmounts {
  baseMinor: bigint
  counterMinor: bigint
}

/**
 * Amounts at an agreed contract rate: the fixed amount stays exact; the other follows from the rate, in one step, half-up
 * to its minor units, never through the inverse rate. A new deal of a client uses `clientAmounts`.
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

/** Converts a base amount into the counter currency at a rate, in minor units, half-up. */
export const counterOf = (pair: Pair, rate: Decimal, baseMinor: bigint): bigint =>
  divideHalfUp(...counterFraction(pair, rate, baseMinor))

/** Converts a counter amount into the base currency at a rate, in minor units, half-up. */
export const baseOf = (pair: Pair, rate: Decimal, counterMinor: bigint): bigint =>
  divideHalfUp(...baseFraction(pair, rate, counterMinor))

/** The exact counter amount of an amount of base, as numerator and denominator. */
function counterFraction(pair: Pair, rate: Decimal, baseMinor: bigint): [bigint, bigint] {
  const { units, digits } = scaled(rate)
  return [baseMinor * units * unitOf(pair.counter), unitOf(pair.base) * powerOfTen(digits)]
}

/** The exact base amount of an amount of counter currency, as numerator and denominator. */
function baseFraction(pair: Pair, rate: Decimal, counterMinor: bigint): [bigint, bigint] {
  const { units, digits } = scaled(rate)
  return [counterMinor * unitOf(pair.base) * powerOfTen(digits), units * unitOf(pair.counter)]
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

/** The rates a deal is made at: the client's, and the one that no rounding may beat for the client. */
export interface DealRates {
  /** Client's side in the base currency. */
  side: BaseSide
  /** The client's rate: the derived amount follows from it. */
  rate: Decimal
  /** Rate of the cover deal, or the mid rate if the price is derived from it. */
  cost: Decimal
}

/**
 * Amounts of a client's deal. The derived amount is rounded half-up at the client's rate, then moved against the client by
 * as many minor units as it takes not to beat the cost rate: of very small deals the half-up rounding is worth more than
 * the mark-up. Where the client's rate is better than cost, as a promised rate may be, the client's rate is the bound.
 *
 * @throws amount_below_minimum when the client would pay or receive nothing
 */
export function clientAmounts(pair: Pair, rates: DealRates, fixedCurrency: string, amountMinor: bigint): DealAmounts {
  const isBaseFixed = fixedCurrency === pair.base
  const derived = derivedAmount(pair, rates, isBaseFixed, amountMinor)
  if (amountMinor <= 0n || derived <= 0n) {
    const isReceived = (rates.side === 'Buy') !== isBaseFixed
    const least = isReceived
      ? leastFor(pair, betterForClient(rates), fixedCurrency)
      : smallest(pair, rates.rate, fixedCurrency)
    throw refuse.amount_below_minimum({ min: least, currency: fixedCurrency })
  }
  return isBaseFixed
    ? { baseMinor: amountMinor, counterMinor: derived }
    : { baseMinor: derived, counterMinor: amountMinor }
}

/**
 * Amounts of the opposite deal that ends a deal or the rest of one: as `clientAmounts`, and at least one minor unit, so that
 * a rest of any size can be closed out. The deal that ends has at least one minor unit of each currency too, so the
 * minimum never brings the client a gain.
 */
export function exitAmounts(pair: Pair, rates: DealRates, baseMinor: bigint): DealAmounts {
  const derived = derivedAmount(pair, rates, true, baseMinor)
  return { baseMinor, counterMinor: derived > 0n ? derived : 1n }
}

/** The amount that follows from a fixed one, in minor units of the other currency; zero where it rounds to nothing. */
function derivedAmount(pair: Pair, rates: DealRates, isBaseFixed: boolean, amountMinor: bigint): bigint {
  const { side, rate } = rates
  const bound = betterForClient(rates)
  const isReceived = (side === 'Buy') !== isBaseFixed // the client receives the derived amount
  const nearest = isBaseFixed ? counterOf(pair, rate, amountMinor) : baseOf(pair, rate, amountMinor)
  const [value, by] = isBaseFixed ? counterFraction(pair, bound, amountMinor) : baseFraction(pair, bound, amountMinor)
  const limit = isReceived ? value / by : (value + by - 1n) / by
  const isBeyond = isReceived ? nearest > limit : nearest < limit
  return isBeyond ? limit : nearest
}

function betterForClient({ side, rate, cost }: DealRates): Decimal {
  const isRateBetter = side === 'Buy' ? rate.lt(cost) : rate.gt(cost)
  return isRateBetter ? rate : cost
}

/** The smallest fixed amount that brings the client one whole minor unit at a rate. */
function leastFor(pair: Pair, rate: Decimal, fixedCurrency: string): string {
  const [value, by] = fixedCurrency === pair.base ? baseFraction(pair, rate, 1n) : counterFraction(pair, rate, 1n)
  return formatAmount((value + by - 1n) / by, fixedCurrency)
}

/**
 * Returns the house revenue of a deal: the client's amounts against a cover deal of the same base amount at the cost
 * rate, rounded half-up. Minor units of the counter currency; negative is a loss.
 */
export function revenueOf(
  pair: Pair,
  { side, cost }: Pick<DealRates, 'side' | 'cost'>,
  { baseMinor, counterMinor }: DealAmounts,
): bigint {
  const coverMinor = counterOf(pair, cost, baseMinor)
  return side === 'Buy' ? counterMinor - coverMinor : coverMinor - counterMinor
}

/** Smallest and largest amount of one deal, in units of its currency. */
interface AmountLimits {
  min: string
  max: string
}

/** @throws amount_below_minimum, amount_above_maximum */
export function checkAmount(amountMinor: bigint, currency: string, limits: AmountLimits): void {
  const amount = toDecimal(amountMinor, currency)
  if (amount.lt(limits.min)) throw refuse.amount_below_minimum({ min: limits.min, currency })
  if (amount.gt(limits.max)) throw refuse.amount_above_maximum({ max: limits.max, currency })
}
