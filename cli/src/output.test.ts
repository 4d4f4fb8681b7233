import { expect, test } from 'vitest'
import { grouped, minute, table } from './output.ts'

test('columns are as wide as their widest cell; amounts end in one line', () => {
  const rows = [
    { currency: 'EUR', booked: '1250.00' },
    { currency: 'JPY', booked: '1000000' },
  ]
  const text = table(rows, [
    ['Currency', (row) => row.currency],
    ['Booked', (row) => grouped(row.booked), 'right'],
    ['Note', () => undefined],
  ])
  expect(text.split('\n')).toEqual(['Currency     Booked  Note', 'EUR        1,250.00', 'JPY       1,000,000'])
})

test.each([
  ['0.05', '0.05'],
  ['999.99', '999.99'],
  ['1000', '1,000'],
  ['-1234567.891', '-1,234,567.891'],
  [undefined, ''],
])('%s is grouped as %s', (amount, expected) => expect(grouped(amount)).toBe(expected))

test('an instant is shown to the minute', () => expect(minute('2026-11-20T12:34:56.789Z')).toBe('2026-11-20 12:34'))
