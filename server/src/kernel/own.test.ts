import { expect, test } from 'vitest'
import { own } from './own.ts'

test('a text from outside finds nothing that every object inherits', () => {
  const table = { amp: '&' }
  expect(own(table, 'amp')).toBe('&')
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'lt'])
    expect(own(table, name)).toBeUndefined()
})
