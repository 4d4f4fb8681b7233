import { expect, test } from 'vitest'
import { Refusal } from './refusals.ts'

const told = (message: string, params: object) =>
  new Refusal('code', { status: 400, message }, params as Record<string, unknown>).message

test.each([
  ['The field cannot be read: {detail}.', { detail: 'Send an amount above zero.' }, 'zero.'],
  ['The field cannot be read: {detail}.', { detail: 'send an amount above zero' }, 'zero.'],
  ['It needs one of {names}.', { names: ['a', 'b'] }, 'a, b.'],
  ['It is one of {names}', { names: [] }, 'one of none'],
  ['The name {name} goes on …', { name: 'x...' }, 'x... goes on …'],
])('a sentence ends with one full stop, whatever fills it: %j of %j', (message, params, end) => {
  expect(told(message, params).endsWith(end)).toBe(true)
  expect(told(message, params).endsWith('..')).toBe(false)
})
