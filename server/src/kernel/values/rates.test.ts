import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Decimal, decimalOf, decimalText, exactText } from './rates.ts'

test('an integer over a power of ten has the text of its decimal', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 25n), 10n ** 25n), fc.integer({ min: 0, max: 12 }), (units, digits) => {
      const decimal = new Decimal(units.toString()).div(new Decimal(10).pow(digits))
      expect(decimalText(units, digits)).toBe(decimal.toFixed().replace(/^-0$/, '0'))
    }),
    {
      examples: [
        [0n, 0],
        [0n, 4],
        [-5n, 3],
        [1000n, 3],
        [1050n, 2],
      ],
    },
  )
})

test('a decimal that was read before is the same one, and its text is complete', () => {
  expect(decimalOf('12.50')).toBe(decimalOf('12.50'))
  expect(decimalOf('12.50').eq('12.5')).toBe(true)
  expect([exactText(decimalOf('12.50')), exactText(new Decimal('1e-9')), exactText(new Decimal('1e21'))]).toEqual([
    '12.5',
    '0.000000001',
    '1000000000000000000000',
  ])
})
