import type { MarketData } from '../fx/pricing/index.ts'
import { pairOf } from '../fx/calendar/index.ts'
import { toDecimal, toMinor } from '../kernel/money.ts'
import { Decimal } from '../kernel/rates.ts'
import { refuse } from './rules.ts'

/**
 * An amount in the entity's base currency at mid, in minor units, rounded half-up: what its limits count.
 *
 * @param at business time of the rates
 * @throws amount_not_countable when there is no reference rate
 */
export function inBase(
  market: MarketData,
  amount: { amountMinor: bigint; currency: string; baseCurrency: string },
  at: Date,
): bigint {
  const { amountMinor, currency, baseCurrency } = amount
  if (currency === baseCurrency) return amountMinor
  const dollars = toDecimal(amountMinor, currency).mul(dollarsPer(market, currency, at))
  return toMinor(dollars.div(dollarsPer(market, baseCurrency, at)), baseCurrency)
}

function dollarsPer(market: MarketData, currency: string, at: Date): Decimal {
  if (currency === 'USD') return new Decimal(1)
  const leg = market.leg(currency, at)
  if (!leg) throw refuse.amount_not_countable({ currency })
  return pairOf(currency, 'USD').base === 'USD' ? new Decimal(1).div(leg.mid) : leg.mid
}
