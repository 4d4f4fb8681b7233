import type { Chance } from '../crash/chance.ts'
import { hostileText } from './hostile.ts'

/** The parts of JSON Schema that the documents use. */
export interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minimum?: number
  maximum?: number
  format?: string
  pattern?: string
  maxLength?: number
  examples?: unknown[]
  example?: unknown
  default?: unknown
  'x-kind'?: string
}

/** Values that answers contained, by the name of their field: the ids of what exists. */
export interface Seen {
  of(name: string, chance: Chance): string | undefined
  add(answer: unknown): void
}

const MOST_SEEN = 200

export function createSeen(): Seen {
  const byName = new Map<string, string[]>()
  const keep = (name: string, value: string) => {
    const held = byName.get(name) ?? []
    byName.set(name, held)
    if (held.includes(value)) return
    if (held.length < MOST_SEEN) held.push(value)
    else held[value.length % MOST_SEEN] = value
  }
  const add = (value: unknown, levels = 6): void => {
    if (typeof value !== 'object' || value === null || levels === 0) return
    for (const [name, held] of Object.entries(value)) {
      if (typeof held === 'string' && /id$|cursor$|^code$|^currency$/i.test(name) && held.length < 200) keep(name, held)
      else add(held, levels - 1)
    }
  }
  return {
    add,
    of(name, chance) {
      const held = byName.get(name) ?? byName.get(name.replace(/^(from|to|source|target|debit|credit)/i, ''))
      return held && chance.pick(held)
    },
  }
}

const KINDS: Record<string, (chance: Chance) => string> = {
  amount: (chance) => chance.pick(['1.00', '125.50', '1000000.00', '0.01', '0.00', '-1.00', '1.005']),
  date: (chance) => chance.pick(['2026-11-24', '2026-12-01', '2027-01-29', '2026-12-25', '2028-02-29']),
  currency: (chance) => chance.pick(['EUR', 'USD', 'GBP', 'JPY', 'KWD']),
  country: (chance) => chance.pick(['DE', 'GB', 'US', 'JO']),
  instant: () => '2026-11-24T10:00:00Z',
}

/** Returns a value that fits a schema, with the ids of existing resources. */
export function valueOf(schema: Schema, chance: Chance, seen: Seen, name = ''): unknown {
  const known = /id$/i.test(name) ? seen.of(name, chance) : undefined
  if (known !== undefined) return known
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.pick(schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return valueOf(chance.pick(options), chance, seen, name)
  if (schema.allOf) return valueOf(merged(schema), chance, seen, name)
  const examples = schema.examples ?? (schema.example === undefined ? [] : [schema.example])
  if (examples.length > 0 && chance.happens(60)) return chance.pick(examples)
  const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type
  switch (type as string) {
    case 'object':
      return objectOf(schema, chance, seen)
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, chance.int(0, 2))
      return Array.from({ length: count }, () => valueOf(schema.items ?? {}, chance, seen, name.replace(/s$/, '')))
    }
    case 'integer':
    case 'number':
      return chance.int(schema.minimum ?? 0, Math.min(schema.maximum ?? 500, 1000))
    case 'boolean':
      return chance.happens(50)
    case 'null':
      return null
    default:
      return schema.properties ? objectOf(schema, chance, seen) : textOf(schema, chance)
  }
}

const merged = ({ allOf = [] }: Schema): Schema =>
  Object.assign({}, ...allOf, {
    properties: Object.assign({}, ...allOf.map(({ properties }) => properties)),
    required: allOf.flatMap(({ required = [] }) => required),
  }) as Schema

function objectOf({ properties = {}, required = [] }: Schema, chance: Chance, seen: Seen): object {
  const names = Object.keys(properties).filter((name) => required.includes(name) || chance.happens(30))
  return Object.fromEntries(names.map((name) => [name, valueOf(properties[name]!, chance, seen, name)]))
}

const FORMATS: Record<string, string> = {
  'date-time': '2026-11-24T10:00:00Z',
  date: '2026-11-24',
  uri: 'https://third-party.example/callback',
  uuid: '11111111-1111-4111-8111-111111111111',
}
/** Texts that fit many patterns: bank details, codes, amounts, names. */
const USUAL = [
  'Muster GmbH',
  'DE89370400440532013000',
  'GB33BUKB20201555555555',
  '100.00',
  'EUR',
  'Invoice 4711',
  '2026-11-24',
  'COBADEFFXXX',
  'UK.OBIE.IBAN',
]

function textOf(schema: Schema, chance: Chance): string {
  const byKind = KINDS[schema['x-kind'] ?? '']
  if (byKind) return byKind(chance)
  if (schema.format && FORMATS[schema.format]) return FORMATS[schema.format]!
  if (chance.happens(10)) return hostileText(chance)
  const { pattern } = schema
  const fitting = pattern === undefined ? USUAL : USUAL.filter((text) => new RegExp(pattern, 'u').test(text))
  return chance.pick(fitting.length > 0 ? fitting : USUAL)
}
