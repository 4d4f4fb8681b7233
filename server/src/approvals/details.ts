import { createHash } from 'node:crypto'

/** Details bound by an approval: every effective field of an object, as JSON. */
export type Details = Record<string, unknown>

/** Returns a value as JSON stores it, with the keys of every object in order and absent members left out. */
function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const held = value as Record<string, unknown>
  const entries: [string, unknown][] = []
  for (const name of Object.keys(held).sort()) if (held[name] !== undefined) entries.push([name, canonical(held[name])])
  return Object.fromEntries(entries)
}

/** Returns details in their stored form; equal details are equal texts, regardless of key order. */
export const detailsOf = (thing: object): Details => canonical(thing) as Details

/** Returns a short mark of details in their stored form, as `detailsOf` returns them: equal for equal details. */
export const fingerprintOf = (details: Details): string =>
  createHash('sha256').update(JSON.stringify(details)).digest('base64url')

/** Returns the paths of the members that differ, such as `creditor.iban`; none for equal details. Lists are compared whole. */
export function changedFields(before: Details, after: Details, prefix = ''): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  return names.flatMap((name) => {
    const [a, b] = [canonical(before[name]), canonical(after[name])]
    if (isObject(a) && isObject(b)) return changedFields(a, b, `${prefix}${name}.`)
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [`${prefix}${name}`]
  })
}

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
