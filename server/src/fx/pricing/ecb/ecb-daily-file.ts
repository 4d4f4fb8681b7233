import { XMLParser } from 'fast-xml-parser'
import { isDay } from '../../../kernel/values/days.ts'
import { type Fixing, fixing } from './ecb.ts'

const MAX_BYTES = 1_000_000

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseAttributeValue: false,
  isArray: (name) => name === 'Cube',
})

interface Cube {
  time?: string
  currency?: string
  rate?: string
  Cube?: Cube[]
}

/**
 * The fixing in a gesmes envelope: Cube, in it Cube with `time`, in it one Cube with `currency` and `rate` each.
 * @throws Error when the text is not that
 */
export function parseEcbDaily(xml: string): Fixing {
  if (xml.length > MAX_BYTES || /<!DOCTYPE/i.test(xml))
    throw new Error('not an ECB daily file: too large, or a DOCTYPE')
  const document = parser.parse(xml) as Record<string, { Cube?: Cube[] }>
  const [day] = document['gesmes:Envelope']?.Cube?.[0]?.Cube ?? []
  if (!day?.time || !isDay(day.time)) throw new Error('not an ECB daily file: no Cube with a time')
  const rates = (day.Cube ?? []).map(({ currency, rate }): [string, string] => [currency ?? '', rate ?? ''])
  const found = fixing(day.time, rates)
  if (!found.perEuro.has('USD')) throw new Error('not an ECB daily file: no rate of USD')
  return found
}
