import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { compileValidator } from './validation.ts'

const Key = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' })
const schema = Type.Object(
  {
    topics: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    metadata: Type.Optional(Type.Record(Key, Type.String(), { maxProperties: 2 })),
    change: Type.Optional(Type.Object({ url: Type.Optional(Type.String()) }, { minProperties: 1 })),
  },
  { additionalProperties: false },
)
const validate = compileValidator(schema, 'body')
const messagesOf = (body: object) => {
  const read = validate(body)
  return 'error' in read ? read.error.errors.map(({ pointer, message }) => `${pointer}: ${message}`) : []
}

test.each([
  ['a repeated item', { topics: ['a', 'a'] }, '/topics: The value is invalid: send each item once.'],
  ['an empty object', { change: {} }, '/change: The value is invalid: send 1 or more fields.'],
  [
    'too many fields',
    { metadata: { a: '1', b: '2', c: '3' } },
    '/metadata: The value is invalid: send at most 2 fields.',
  ],
])('%s gets an error in our words, with the valid value', (_what, body, message) => {
  expect(messagesOf(body)).toEqual([message])
})
