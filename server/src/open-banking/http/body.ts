import { Compile } from 'typebox/compile'
import type { Static, TSchema } from 'typebox'
import { isCurrency } from '../../kernel/values/currencies.ts'
import { isCountry } from '../../kernel/values/countries.ts'
import type { FieldError, Params } from '../../kernel/values/refusals.ts'
import { unstorableTexts } from '../../kernel/http/storable-text.ts'
import { parseDate } from './dates.ts'
import { type ShapeError, validValues } from './plain-words.ts'
import { fieldErrorOf, MOST_OB_ERRORS, type ObRefusalCode, refuseErrors, refuseOb } from './refusals.ts'

/**
 * Strict reader for bodies of the standard: reports every error with its path, coerces nothing, and rejects unknown
 * members of closed schemas. Three marks extend patterns: `'x-ob': 'date'` (any form of ISO 8601), `'x-ob': 'currency'`
 * (in use today) and `'x-ob': 'country'` (of ISO 3166-1).
 */
interface Node {
  properties?: Record<string, Node>
  items?: Node
  'x-ob'?: 'date' | 'currency' | 'country'
}

interface SchemaError extends ShapeError {
  instancePath: string
}

/** Compiles a reader for bodies of a schema. @throws the code of the first error */
export function compileBody<S extends TSchema>(schema: S): (body: unknown) => Static<S> {
  const compiled = Compile(schema)
  const node = schema as unknown as Node
  return (body) => {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw refuseOb.ob_invalid_format({ detail: 'send one JSON object' })
    const shape = compiled.Check(body) ? [] : shapeErrors(compiled.Errors(body) as unknown as SchemaError[])
    const errors = [...shape, ...markErrors(node, body), ...storableErrors(body)]
    if (errors.length > 0) throw refuseErrors(errors)
    return body as Static<S>
  }
}

const made = (pointer: string, code: ObRefusalCode, params: Params = {}): FieldError =>
  fieldErrorOf(pointer, refuseOb[code](params))

function shapeErrors(found: readonly SchemaError[]): FieldError[] {
  const errors = new Map<string, FieldError>()
  for (const each of found) {
    if (errors.size >= MOST_OB_ERRORS) break
    for (const error of errorsOf(each)) if (!errors.has(error.pointer)) errors.set(error.pointer, error)
  }
  return [...errors.values()]
}

function errorsOf({ keyword, instancePath, params }: SchemaError): FieldError[] {
  if (keyword === 'boolean' || keyword === 'anyOf') return []
  if (keyword === 'required')
    return (params['requiredProperties'] as string[]).map((name) => made(`${instancePath}/${name}`, 'ob_field_missing'))
  if (keyword === 'additionalProperties')
    return (params['additionalProperties'] as string[])
      .slice(0, MOST_OB_ERRORS)
      .map((name) => made(`${instancePath}/${name}`, 'ob_field_unexpected', { detail: 'leave it out' }))
  if (keyword === 'minItems') return [made(instancePath, 'ob_field_missing')]
  return [made(instancePath, 'ob_field_invalid', { detail: validValues({ keyword, params }) })]
}

/** Returns the errors of the schema's marks in texts of the right shape. */
function markErrors(node: Node, value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string') return markError(node['x-ob'], value, pointer)
  if (Array.isArray(value))
    return node.items ? value.flatMap((item, i) => markErrors(node.items!, item, `${pointer}/${i}`)) : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
    markErrors(child, (value as Record<string, unknown>)[name], `${pointer}/${name}`),
  )
}

function markError(mark: Node['x-ob'], text: string, pointer: string): FieldError[] {
  if (mark === 'date' && !parseDate(text, 'read'))
    return [
      made(pointer, 'ob_field_invalid_date', { detail: 'for example 2026-11-20T10:00:00+00:00, from 1900 to 9999' }),
    ]
  if (mark === 'currency' && /^[A-Z]{3}$/.test(text) && !isCurrency(text, '2026-01-01'))
    return [made(pointer, 'ob_currency_unsupported', { currency: text, detail: 'use an ISO 4217 code in use' })]
  if (mark === 'country' && /^[A-Z]{2}$/.test(text) && !isCountry(text))
    return [made(pointer, 'ob_field_invalid', { detail: 'use an ISO 3166-1 code of two capital letters' })]
  return []
}

const storableErrors = (body: unknown): FieldError[] =>
  unstorableTexts(body, { most: MOST_OB_ERRORS }).map((pointer) =>
    made(pointer, 'ob_field_invalid', {
      detail: 'remove U+0000, unpaired surrogates and values nested deeper than 100 levels',
    }),
  )
