import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ExactNumber, parseExact, stringifyExact } from './exact-json.ts'

test('a rate keeps every digit it was sent with', () => {
  expect(parseExact('{"ExchangeRate": 1.10000000000000000001, "n": [-0.50, 1e3]}')).toEqual({
    ExchangeRate: '1.10000000000000000001',
    n: ['-0.50', '1e3'],
  })
})

test('digits inside a text stay text, quotes and backslashes too', () => {
  const value = { a: 'pay "12.50" \\ 7', 'b 3': true, c: null }
  expect(parseExact(JSON.stringify(value))).toEqual(value)
})

test('a rate goes out as a number with the digits it has', () => {
  expect(stringifyExact({ ExchangeRate: new ExactNumber('1.25340'), Text: '1.25340' })).toBe(
    '{"ExchangeRate":1.25340,"Text":"1.25340"}',
  )
})

test('a value that is not a plain decimal never becomes a number in a response', () => {
  for (const text of ['1e5', 'NaN', '', '01', '1.', '"1"']) expect(() => new ExactNumber(text)).toThrow('decimal')
})

test('reading exactly changes nothing but numbers', () => {
  const asText = (value: unknown): unknown =>
    typeof value === 'number'
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? value.map(asText)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, held]) => [name, asText(held)]))
          : value
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(parseExact(text)).toEqual(asText(JSON.parse(text)))
      expect(stringifyExact(value)).toBe(text)
    }),
  )
})
