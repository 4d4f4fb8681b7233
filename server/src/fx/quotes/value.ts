import { addDays, type Day, instantOf, localDayOf } from '../../kernel/values/days.ts'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { divideHalfUp, powerOfTen, scaled } from '../../kernel/values/rates.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { pairOf, refuseCalendar } from '../calendar/index.ts'
import { type MarketData, refusePricing } from '../pricing/index.ts'

/**
 * Converts an amount into another currency at mid, rounded once, half-up: the size of a deal for limits.
 *
 * @throws pair_not_tradeable when the market does not quote one of the two; price_unavailable when it quotes nothing yet
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
  if (!leg) throw withoutLeg(market, { currencyPair: pair.symbol, currency }, at)
  const { units, digits } = scaled(leg.mid)
  return pair.base === 'USD' ? { units, usd: powerOfTen(digits) } : { units: powerOfTen(digits), usd: units }
}

/** The rejection of a currency without a price: for good, unless the market has no prices yet, of anything. */
function withoutLeg(market: MarketData, of: { currencyPair: string; currency: string }, at: Date): Refusal {
  if (!market.leg('EUR', at))
    return refusePricing.price_unavailable({ currencyPair: of.currencyPair }, { headers: { 'retry-after': '5' } })
  return refuseCalendar.pair_not_tradeable({ ...of, reason: `${of.currency} has no reference rate.` })
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
