import { expect, test } from 'vitest'
import { own } from './own.ts'

test('an external text used as a key never finds an inherited property', () => {
  const table = { amp: '&' }
  expect(own(table, 'amp')).toBe('&')
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'lt'])
    expect(own(table, name)).toBeUndefined()
})
