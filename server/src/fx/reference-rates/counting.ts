import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { MarketData } from '../pricing/index.ts'
import type { ReferenceRate } from './queries.ts'
import { pairOfRate } from './rules.ts'

/** Conversion of amounts for limits. These rates are not prices and are never dealt at. */
export interface CountingRates {
  /** Returns US dollars per unit of a currency, not rounded; undefined if unknown. `at` is business time. */
  dollarsPer(currency: string, at: Date): Decimal | undefined
}

/** Values amounts at the market mid rate, and at the operator's reference rate if the market has none. */
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
