import { Decimal } from '../../kernel/values/rates.ts'
import { namespaced } from './rules.ts'

/** Members whose texts are numbers: "10.0" and "10.00" are the same. */
const NUMBERS = new Set(['Amount', 'ExchangeRate'])
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Compares a payment order with its consent and returns the JSON pointers below `pointer` that differ. Numbers are
 * compared by value, schemes without namespace, objects regardless of member order, arrays in order; a missing value
 * differs from any present one.
 */
export function differences(consented: unknown, sent: unknown, pointer = '', name = ''): string[] {
  if (isObject(consented) && isObject(sent)) {
    const names = new Set([...Object.keys(consented), ...Object.keys(sent)])
    return [...names].flatMap((each) => differences(consented[each], sent[each], `${pointer}/${each}`, each))
  }
  if (Array.isArray(consented) && Array.isArray(sent)) {
    const length = Math.max(consented.length, sent.length)
    return Array.from({ length }, (_, i) => differences(consented[i], sent[i], `${pointer}/${i}`, name)).flat()
  }
  return isSame(consented, sent, name) ? [] : [pointer]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSame(consented: unknown, sent: unknown, name: string): boolean {
  if (consented === sent) return true
  if (typeof consented !== 'string' || typeof sent !== 'string') return false
  if (NUMBERS.has(name) && NUMBER.test(consented) && NUMBER.test(sent))
    return new Decimal(consented).equals(new Decimal(sent))
  return name === 'SchemeName' && namespaced(consented) === namespaced(sent)
}
