import type { CountingRates } from '../../fx/reference-rates/index.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import type { Decimal } from '../../kernel/values/rates.ts'
import { refuse } from '../record/rules.ts'

/**
 * Converts an amount into the entity's base currency at mid, in minor units, rounded half-up, for its limits.
 *
 * @param at business time of the rates
 * @throws amount_not_countable when neither the market nor the operator has a rate
 */
export function inBase(
  rates: CountingRates,
  amount: { amountMinor: bigint; currency: string; baseCurrency: string },
  at: Date,
): bigint {
  const { amountMinor, currency, baseCurrency } = amount
  if (currency === baseCurrency) return amountMinor
  const dollars = toDecimal(amountMinor, currency).mul(dollarsPer(rates, currency, at))
  return toMinor(dollars.div(dollarsPer(rates, baseCurrency, at)), baseCurrency)
}

function dollarsPer(rates: CountingRates, currency: string, at: Date): Decimal {
  const found = rates.dollarsPer(currency, at)
  if (!found) throw refuse.amount_not_countable({ currency })
  return found
}
