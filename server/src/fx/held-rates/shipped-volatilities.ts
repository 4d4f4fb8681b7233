import { readFileSync } from 'node:fs'
import path from 'node:path'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { type Volatilities, volatilitiesFrom } from './volatility.ts'

/** The volatilities that ship with the server. */
export function shippedVolatilities(): Volatilities {
  const text = readFileSync(path.join(serverDirectory, 'data', 'rates', 'volatility.csv'), 'utf8')
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',') as [string, string])
  return volatilitiesFrom(new Map(rows.map(([name, percent]) => [name, new Decimal(percent)])))
}
