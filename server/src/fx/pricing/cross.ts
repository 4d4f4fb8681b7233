import { Decimal } from '../../kernel/values/rates.ts'
import type { TwoWay } from './market-data.ts'

const ONE = new Decimal(1)
const USD: TwoWay = { bid: ONE, mid: ONE, ask: ONE }

/** A currency's USD pair, and whether USD is the base of it (USD/JPY) or the counter (EUR/USD). */
export interface UsdPrice {
  price: TwoWay
  isUsdBase: boolean
}

/** USD against itself: a USD pair is a cross with one side fixed at 1. */
export const USD_PRICE: UsdPrice = { price: USD, isUsdBase: true }

/**
 * A/B from the USD pairs of A and B, each side taken where it hurts the taker: EUR/GBP bid = EUR/USD bid / GBP/USD ask,
 * CHF/JPY ask = USD/JPY ask / USD/CHF bid. Not rounded.
 */
export function crossPrice(base: UsdPrice, counter: UsdPrice): TwoWay {
  const side = (own: keyof TwoWay, opposite: keyof TwoWay): Decimal => {
    const over = (base.isUsdBase ? ONE : base.price[own]).mul(counter.isUsdBase ? counter.price[own] : ONE)
    const under = (base.isUsdBase ? base.price[opposite] : ONE).mul(counter.isUsdBase ? ONE : counter.price[opposite])
    return over.div(under)
  }
  return { bid: side('bid', 'ask'), mid: side('mid', 'mid'), ask: side('ask', 'bid') }
}
