import type { TObject } from 'typebox'
import { Check } from 'typebox/value'

/** Claims that have the form of their schema; the others are absent. */
export type Sound<T> = { [K in keyof T]?: T[K] | undefined }

interface Read<T> {
  sound: Sound<T>
  /** Claims of the wrong form, and required ones that are absent. */
  invalid: ReadonlySet<string>
  /** A sentence for each of them, with the valid value. */
  reasons: string[]
}

/**
 * Reads claims one by one, so that the errors of some do not hide those of others.
 *
 * @param valid valid values in words: "seconds since 1970"
 * @param of added to the name of a claim: " of software_statement"
 */
export function readClaims<T>(
  schema: TObject,
  claims: Record<string, unknown>,
  valid: Readonly<Record<string, string>>,
  of = '',
): Read<T> {
  const required = new Set(schema.required as readonly string[] | undefined)
  const sound: Record<string, unknown> = {}
  const invalid = new Set<string>()
  const reasons: string[] = []
  for (const [name, form] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(claims, name) ? claims[name] : undefined
    if (value === undefined && !required.has(name)) continue
    if (value !== undefined && Check(form, value)) {
      sound[name] = value
      continue
    }
    invalid.add(name)
    reasons.push(`${name}${of} ${value === undefined ? 'is missing; send' : 'must be'} ${valid[name]}.`)
  }
  return { sound: sound as Sound<T>, invalid, reasons }
}
