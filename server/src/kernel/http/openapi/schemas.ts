/** A schema of an API document, as plain data. */
export type Schema = Record<string, unknown>

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy of plain data, with each object replaced by what `change` makes of its copy, innermost first. */
export function mapObjects(value: unknown, change: (copy: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)])))
}
