import { printable } from '../kernel/http/bodies/oauth-query.ts'
import { refuse } from './rules.ts'

const MOST_PARAMETERS = 32

/**
 * Parses an application/x-www-form-urlencoded body. RFC 6749 3.2: no parameter may be repeated, an empty one counts as
 * absent, readers ignore unknown ones.
 *
 * @throws invalid_request
 */
export function parseForm(body: string): Map<string, string> {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw refuse.invalid_request({ reason: `The parameter ${printable(name)} is repeated.` })
    if (form.size >= MOST_PARAMETERS) throw refuse.invalid_request({ reason: 'The form has too many parameters.' })
    if (value !== '') form.set(name, value)
  }
  return form
}

/** The value of a parameter that must be there. @throws invalid_request */
export function required(form: Map<string, string>, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw refuse.invalid_request({ reason: `The parameter ${name} is missing.` })
  return value
}
