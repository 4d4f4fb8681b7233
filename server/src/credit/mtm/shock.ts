import { Decimal } from '../../kernel/values/rates.ts'
import { type Pair, pairOf } from '../../fx/calendar/index.ts'
import type { MarketSnapshot } from '../../fx/pricing/index.ts'

/** A move of a pair's rate, in percent with its sign. */
export interface Shock {
  pair: Pair
  percent: Decimal
}

/**
 * The market after some moves, one after the other. A pair with USD moves by itself; of a cross the base currency's USD
 * pair moves, as in the sandbox. Interest rates stay.
 */
export const shocked = (snapshot: MarketSnapshot, shocks: readonly Shock[]): MarketSnapshot => ({
  ...snapshot,
  legs: shocks.reduce((legs, shock) => moved(legs, shock), snapshot.legs),
})

function moved(legs: MarketSnapshot['legs'], { pair, percent }: Shock): MarketSnapshot['legs'] {
  const ratio = percent.div(100).plus(1)
  const currency = pair.base === 'USD' ? pair.counter : pair.base
  const leg = legs[currency]
  if (!leg) return legs
  // A dearer base is a lower rate where USD is the base of its own pair (CHF/JPY up: USD/CHF down).
  const isInverse = pair.base !== 'USD' && pairOf(currency, 'USD').base === 'USD'
  const factor = isInverse ? new Decimal(1).div(ratio) : ratio
  const times = (rate: string) => new Decimal(rate).mul(factor).toFixed()
  return { ...legs, [currency]: { ...leg, bid: times(leg.bid), mid: times(leg.mid), ask: times(leg.ask) } }
}
