import type { Day } from '../../kernel/values/days.ts'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { Decimal, scaled as exactly } from '../../kernel/values/rates.ts'
import type { Pair } from '../../fx/calendar/index.ts'
import type { BaseSide } from '../../fx/pricing/index.ts'
import { type Estimates, estimatesOf, type Scale } from './estimates.ts'

/** Decimals of a discount factor, and of a conversion rate. */
export const [DISCOUNT_DIGITS, CONVERSION_DIGITS] = [10, 12] as const

/** Market price for leaving a deal of one pair, side and delivery. */
export interface ExitPrice {
  pair: Pair
  baseSide: BaseSide
  /** Market's side for spot, not rounded. */
  spotRate: Decimal
  /** Pips of the pair from spot to the date. */
  forwardPoints: Decimal
  /** The outright at which the client would deal out, without mark-up; rounded against it to the pair's decimals. */
  marketForwardRate: Decimal
  /** The market's side before that rounding; the amount at the exit never beats it. */
  costRate?: Decimal
  /** The valuation date. */
  pricedAtDate: Day
  /** Set where the holidays of the pair have ended: priced at spot, for the last day that was known. */
  undated?: true | undefined
  /** Worth today of one unit of the counter currency on the value date, to 10 decimals. */
  discountFactor: Decimal
  /** Reporting currency per unit of counter currency, spot middle, to 12 decimals. */
  conversionRate: Decimal
  /** Reporting currency per unit of base currency, spot middle, to 12 decimals. */
  notionalRate: Decimal
  scale: Scale
  estimates: Estimates | undefined
}

/** An exit price of given rates; where none comes from a market, as in a worked example, it is made by this. */
export function withScale(pair: Pair, currency: string, price: Omit<ExitPrice, 'scale' | 'estimates'>): ExitPrice {
  const [base, counter, report] = [pair.base, pair.counter, currency].map(minorDigits) as [number, number, number]
  const digits = pair.quoteDp
  const per = ten(base + digits)
  const converted = ten(counter + CONVERSION_DIGITS)
  const cost = exactly(price.costRate ?? price.marketForwardRate)
  const scale = {
    rate: scaled(price.marketForwardRate, digits),
    cost: cost.units * ten(counter),
    perCost: ten(base + cost.digits),
    perBase: ten(counter),
    perCounter: per,
    conversion: scaled(price.conversionRate, CONVERSION_DIGITS) * ten(report),
    toReport: per * converted,
    discount: scaled(price.discountFactor, DISCOUNT_DIGITS),
    notional: scaled(price.notionalRate, CONVERSION_DIGITS) * ten(report),
    toNotional: ten(base + CONVERSION_DIGITS),
  }
  return { ...price, scale, estimates: estimatesOf(scale, DISCOUNT_UNIT) }
}

/** A discount factor of one, as an integer. */
export const DISCOUNT_UNIT = 10n ** BigInt(DISCOUNT_DIGITS)

export const ten = (power: number): bigint => 10n ** BigInt(power)

export const scaled = (value: Decimal, digits: number): bigint =>
  BigInt(value.mul(new Decimal(10).pow(digits)).toFixed(0))
