import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { DomesticBodies, InternationalBodies } from '../v3.1/payment-schema.ts'
import { DomesticBodies as Domestic4, InternationalBodies as International4 } from '../v4.0/payment-schema.ts'
import { compileBody } from './body.ts'
import { validValues } from './plain-words.ts'

/** Errors that a schema can cause, by their keywords and values. */
function errorsIn(node: unknown, found = new Map<string, { keyword: string; params: Record<string, unknown> }>()) {
  if (typeof node !== 'object' || node === null) return found
  for (const [keyword, value] of Object.entries(node)) {
    if (typeof value === 'object') {
      errorsIn(value, found)
      continue
    }
    if (!LOOKED_AT.has(keyword)) continue
    const param = keyword === 'pattern' || keyword === 'type' ? keyword : 'limit'
    found.set(`${keyword} ${String(value)}`, { keyword, params: { [param]: value } })
  }
  return found
}
const LOOKED_AT = new Set(
  'pattern type format minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum maxItems uniqueItems multipleOf const'.split(
    ' ',
  ),
)

test('every rule of a body states its valid values in words, not as a pattern', () => {
  const schemas = [DomesticBodies, InternationalBodies, Domestic4, International4]
  const errors = [...errorsIn(schemas).values()]
  expect(errors.length).toBeGreaterThan(20)
  expect(errors.filter((error) => /document|undefined/.test(validValues(error)))).toEqual([])
})

const Body = Type.Object({
  Name: Type.String({ minLength: 1, maxLength: 35 }),
  Lines: Type.Array(Type.String(), { maxItems: 1 }),
  Amount: Type.String({ pattern: '^\\d{1,13}$|^\\d{1,13}\\.\\d{1,5}$' }),
  Rate: Type.Number({ exclusiveMinimum: 0 }),
  Code: Type.Enum(Array.from({ length: 300 }, (_each, index) => `CODE${index}`)),
})
const read = compileBody(Body)
const sound = { Name: 'Muster', Lines: ['1'], Amount: '1.00', Rate: 1.1, Code: 'CODE1' }

test.each([
  ['Name', 7, 'use a text, in quotation marks'],
  ['Name', '', 'use at least 1 character'],
  ['Name', 'x'.repeat(36), 'use at most 35 characters'],
  ['Lines', 'one', 'use a JSON array'],
  ['Lines', ['1', '2'], 'use at most 1 item'],
  ['Amount', '1,50', 'use a text of at most 13 digits, with at most 5 more after a decimal point, for example 1250.00'],
  ['Rate', '1.1', 'use a JSON number, without quotation marks'],
  ['Rate', 0, 'use a number above 0'],
  ['Code', 'OTHR', 'use one of the 300 values of this field in the API document, for example CODE0, CODE1, CODE2'],
])('%s: %j is rejected with the valid value', (name, value, detail) => {
  const body = { ...sound, [name]: value }
  let messages: string[] = []
  try {
    read(body)
  } catch (error) {
    messages = (error as Refusal).errors.map(({ message }) => message)
  }
  expect(messages).toEqual([`The value is not valid: ${detail}.`])
})
