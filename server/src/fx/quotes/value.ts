import { addDays, type Day, instantOf, localDayOf } from '../../kernel/values/days.ts'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { divideHalfUp, powerOfTen, scaled } from '../../kernel/values/rates.ts'
import { pairOf } from '../calendar/index.ts'
import { type MarketData, refusePricing } from '../pricing/index.ts'

/**
 * Converts an amount into another currency at mid, rounded once, half-up: the size of a deal for limits.
 *
 * @throws price_unavailable when the market does not quote one of the two
 */
export function valueIn(
  market: MarketData,
  amount: { minor: bigint; currency: string },
  currency: string,
  at: Date,
): bigint {
  if (amount.currency === currency) return amount.minor
  const [from, to] = [usdValue(market, amount.currency, at), usdValue(market, currency, at)]
  const value = amount.minor * from.usd * to.units * powerOfTen(minorDigits(currency))
  return divideHalfUp(value, from.units * to.usd * powerOfTen(minorDigits(amount.currency)))
}

/** An amount of a currency and the same in USD: the exact mid rate as a fraction. */
interface UsdValue {
  units: bigint
  usd: bigint
}

function usdValue(market: MarketData, currency: string, at: Date): UsdValue {
  if (currency === 'USD') return { units: 1n, usd: 1n }
  const leg = market.leg(currency, at)
  const pair = pairOf(currency, 'USD')
  if (!leg) throw refusePricing.price_unavailable({ currencyPair: pair.symbol }, { headers: { 'retry-after': '5' } })
  const { units, digits } = scaled(leg.mid)
  return pair.base === 'USD' ? { units, usd: powerOfTen(digits) } : { units: powerOfTen(digits), usd: units }
}

interface LocalDay {
  day: Day
  endsAt: Date
}

/** Returns the day in a time zone and its end. */
export function dayIn(zone: string, at: Date): LocalDay {
  const day = localDayOf(at, zone)
  return { day, endsAt: instantOf(addDays(day, 1), '00:00', zone) }
}
