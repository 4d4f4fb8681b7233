import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { InterestRates } from './market-data.ts'

/** The policy rates that ship with the server. */
export function shippedInterestRates(): InterestRates {
  const text = readFileSync(path.join(serverDirectory, 'data', 'rates', 'policy-rates.csv'), 'utf8')
  const lines = text.trim().split('\n').slice(1)
  const percents = new Map(
    lines.map((line) => line.split(',') as [string, string, string]).map(([c, p]) => [c, new Decimal(p)]),
  )
  return { percent: (currency) => percents.get(currency) }
}
