import { Decimal } from '../../kernel/values/rates.ts'
import { MOST_OB_ERRORS, parseDate } from '../http/index.ts'
import { namespaced } from './rules.ts'

/** Members whose texts are numbers: "10.0" and "10.00" are the same. */
const NUMBERS = new Set(['Amount', 'ExchangeRate'])
/** Members whose texts are dates, in any form of ISO 8601. */
const DATES = new Set(['RelatedDate'])
/** Members whose texts have a namespace: "FPS" and "UK.OBIE.FPS" are the same. */
const NAMESPACED = new Set(['SchemeName', 'LocalInstrument'])
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Compares a payment order with its consent and returns the JSON pointers below `pointer` that differ. Numbers are
 * compared by value, schemes and instruments without namespace, dates as instants, objects regardless of member order, arrays in order; a missing value
 * differs from any present one. The comparison ends with the last difference that a response can contain.
 */
export function differences(consented: unknown, sent: unknown, pointer = ''): string[] {
  const found: string[] = []
  compare(consented, sent, { pointer, name: '' }, found)
  return found
}

function compare(consented: unknown, sent: unknown, at: { pointer: string; name: string }, found: string[]): void {
  if (found.length >= MOST_OB_ERRORS) return
  const { pointer, name } = at
  if (isObject(consented) && isObject(sent))
    for (const each of new Set([...Object.keys(consented), ...Object.keys(sent)]))
      compare(ownOf(consented, each), ownOf(sent, each), { pointer: `${pointer}/${each}`, name: each }, found)
  else if (Array.isArray(consented) && Array.isArray(sent))
    for (let i = 0; i < Math.max(consented.length, sent.length); i++)
      compare(consented[i], sent[i], { pointer: `${pointer}/${i}`, name }, found)
  else if (!isSame(consented, sent, name)) found.push(pointer)
}

/** Returns an own member: every object inherits others, such as "constructor". */
const ownOf = (holder: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(holder, name) ? holder[name] : undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSame(consented: unknown, sent: unknown, name: string): boolean {
  if (consented === sent) return true
  if (typeof consented !== 'string' || typeof sent !== 'string') return false
  if (NUMBERS.has(name) && NUMBER.test(consented) && NUMBER.test(sent))
    return new Decimal(consented).equals(new Decimal(sent))
  if (DATES.has(name)) return isSameInstant(consented, sent)
  return NAMESPACED.has(name) && namespaced(consented) === namespaced(sent)
}

function isSameInstant(one: string, other: string): boolean {
  const [a, b] = [parseDate(one, 'read'), parseDate(other, 'read')]
  return a !== undefined && a.at.getTime() === b?.at.getTime()
}
