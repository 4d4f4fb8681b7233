import { Decimal } from '../../kernel/values/rates.ts'
import { parsePair } from '../calendar/index.ts'
import { dealAmounts, type MarketData } from '../pricing/index.ts'
import { fixedCurrencyOf, valueIn } from '../quotes/index.ts'
import type { OrderRow } from './queries.ts'
import { sideOf } from './rules.ts'

type Amounted = Pick<OrderRow, 'currencyPair' | 'fixedSide' | 'buyCurrency' | 'sellCurrency' | 'amountMinor' | 'rate'>

/** Returns both amounts of an order at its rate. @throws amount_below_minimum when one would be nothing */
export function amountsAtRate(order: Amounted): { buyMinor: bigint; sellMinor: bigint } {
  const pair = parsePair(order.currencyPair)
  const { baseMinor, counterMinor } = dealAmounts(
    pair,
    new Decimal(order.rate),
    fixedCurrencyOf(order),
    order.amountMinor,
  )
  return sideOf(order) === 'Buy'
    ? { buyMinor: baseMinor, sellMinor: counterMinor }
    : { buyMinor: counterMinor, sellMinor: baseMinor }
}

/**
 * Returns the size of an order in a base currency: its amount in that currency at its own rate, or, if it has none, its fixed amount at
 * the market's middle.
 */
export function sizeAtRate(market: MarketData, order: Amounted, baseCurrency: string, at: Date): bigint {
  const { buyMinor, sellMinor } = amountsAtRate(order)
  if (order.buyCurrency === baseCurrency) return buyMinor
  if (order.sellCurrency === baseCurrency) return sellMinor
  return valueIn(market, { minor: order.amountMinor, currency: fixedCurrencyOf(order) }, baseCurrency, at)
}
