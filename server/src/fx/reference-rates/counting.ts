import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { MarketData } from '../pricing/index.ts'
import type { ReferenceRate } from './queries.ts'
import { pairOfRate } from './rules.ts'

/** What an amount is worth when it is counted against limits: no price, and nothing is dealt at it. */
export interface CountingRates {
  /** US dollars per unit of a currency, not rounded; undefined where nobody knows. `at` is business time. */
  dollarsPer(currency: string, at: Date): Decimal | undefined
}

/** Counts at the market's middle, and at the operator's reference rate what the market does not quote. */
export const countingRates = (
  market: Pick<MarketData, 'leg'>,
  reference: { rate(currency: string): Decimal | undefined } = { rate: () => undefined },
): CountingRates => ({
  dollarsPer(currency, at) {
    if (currency === 'USD') return ONE
    const mid = market.leg(currency, at)?.mid ?? reference.rate(currency)
    return mid && (pairOfRate(currency).base === 'USD' ? ONE.div(mid) : mid)
  },
})

const ONE = new Decimal(1)

/** The sandbox's approximate rates that ship with the server. */
export function shippedReferenceRates(setAt: Date): ReferenceRate[] {
  const text = readFileSync(path.join(serverDirectory, 'data', 'rates', 'reference-rates.csv'), 'utf8')
  const [, ...lines] = text.trim().split('\n')
  return lines.map((line) => {
    const [currency, rate, day, source] = line.split(',') as [string, string, string, string]
    return { currency, rate, day, source, setBy: 'shipped with the server', setAt }
  })
}
