import { canonical } from '../kernel/text/canonical.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of a resource before and after a change, for the detail of its record. */
interface Changes {
  before: Values
  after: Values
}

/** Returns the values that a change changes, before and after it; equal ones are left out. Amounts become text. */
export function changesOf(before: Values, after: Values): Changes {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => textOf(before[name]) !== textOf(after[name]))
  const pick = (values: Values) => Object.fromEntries(changed.map((name) => [name, plain(values[name])]))
  return { before: pick(before), after: pick(after) }
}

const plain = (value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : (value ?? null))
const textOf = (value: unknown): string => canonical(plain(value))
