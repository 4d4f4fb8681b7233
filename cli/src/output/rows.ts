/** Object with its nested fields by their path: `address.city`. */
export type Row = Record<string, string | number | boolean | null>

/** Flattens an object. Lists of plain values are joined, other lists become JSON. */
export function flatten(item: unknown): Row {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { value: plain(item) }
  const row: Row = {}
  const visit = (value: object, at: string) => {
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'object' && part !== null && !Array.isArray(part)) visit(part as object, `${at}${name}.`)
      else row[at + name] = plain(part)
    }
  }
  visit(item, '')
  return row
}

function plain(value: unknown): Row[string] {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  const isPlainList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  return isPlainList ? value.join(', ') : JSON.stringify(value)
}

/** Returns a value as text; null is empty. */
export const textOf = (value: Row[string]): string => (value ?? '').toString()
