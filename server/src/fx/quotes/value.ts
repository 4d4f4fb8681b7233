import { addDays, type Day, instantOf, localDayOf } from '../../kernel/values/days.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { pairOf } from '../calendar/index.ts'
import { type MarketData, refusePricing } from '../pricing/index.ts'

const ONE = new Decimal(1)

/**
 * Converts an amount into another currency at mid, half-up: the size of a deal for limits.
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
  const inUsd = (code: string) => usdValue(market, code, at)
  return toMinor(toDecimal(amount.minor, amount.currency).mul(inUsd(amount.currency)).div(inUsd(currency)), currency)
}

/** USD per unit of a currency. */
function usdValue(market: MarketData, currency: string, at: Date): Decimal {
  if (currency === 'USD') return ONE
  const leg = market.leg(currency, at)
  const pair = pairOf(currency, 'USD')
  if (!leg) throw refusePricing.price_unavailable({ currencyPair: pair.symbol }, { headers: { 'retry-after': '5' } })
  return pair.base === 'USD' ? ONE.div(leg.mid) : leg.mid
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
