import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Day, instantOf } from '../../../kernel/values/days.ts'
import { serverDirectory } from '../../../kernel/values/package-directory.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { pairOf } from '../../calendar/index.ts'

/** The reference rates of one day, published by the European Central Bank about 16:00 Frankfurt time. */
export interface Fixing {
  day: Day
  at: Date
  /** Units of each currency per euro. */
  perEuro: Map<string, Decimal>
}

/** Returns the publication time of a day's rates. */
const fixingInstant = (day: Day): Date => instantOf(day, '16:00', 'Europe/Berlin')

/** Currencies held at a fixed rate: units per USD. */
const PEGS = new Map(
  Object.entries({ AED: '3.6725', BHD: '0.376', JOD: '0.709', QAR: '3.64' }).map(([code, rate]) => [
    code,
    new Decimal(rate),
  ]),
)

/** Returns true if the currency is pegged to USD. */
export const isPegged = (currency: string): boolean => PEGS.has(currency)

/** The currency's USD pair at a fixing, in market convention, not rounded; undefined where it has no rate. */
export function usdMid({ perEuro }: Fixing, currency: string): Decimal | undefined {
  const peg = PEGS.get(currency)
  if (peg) return peg
  const usd = perEuro.get('USD')
  if (!usd) return undefined
  if (currency === 'EUR') return usd
  const rate = perEuro.get(currency)
  if (!rate) return undefined
  return pairOf(currency, 'USD').base === 'USD' ? rate.div(usd) : usd.div(rate)
}

/** The fixings that ship with the server, oldest first. */
export function shippedFixings(): Fixing[] {
  const text = readFileSync(path.join(serverDirectory, 'data', 'ecb', 'eurofxref.csv'), 'utf8')
  const [header, ...lines] = text.trim().split('\n')
  const currencies = header!.split(',').slice(1)
  return lines.map((line) => parseLine(line, currencies)).reverse()
}

function parseLine(line: string, currencies: string[]): Fixing {
  const [day, ...rates] = line.split(',') as [string, ...string[]]
  return fixing(
    day,
    currencies.map((currency, i) => [currency, rates[i]!]),
  )
}

/** Parses a fixing; unquoted rates ("N/A") are skipped. */
export function fixing(day: Day, rates: [string, string][]): Fixing {
  const quoted = rates.filter(([, rate]) => /^\d+(\.\d+)?$/.test(rate))
  const perEuro = new Map(quoted.map(([currency, rate]) => [currency, new Decimal(rate)]))
  return { day, at: fixingInstant(day), perEuro }
}
