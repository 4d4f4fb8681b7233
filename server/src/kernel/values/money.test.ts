import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrency, minorDigits } from './currencies.ts'
import { formatAmount, parseAmount, toDecimal, toMinor } from './money.ts'

const currency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF', 'HUF')
const minor = fc.bigInt({ min: 1n, max: 10n ** 14n })

describe('amounts', () => {
  test('formatting and parsing are inverse in every currency', () => {
    fc.assert(
      fc.property(minor, currency, (amount, code) => {
        expect(parseAmount(formatAmount(amount, code), code)).toBe(amount)
        expect(toMinor(toDecimal(amount, code), code)).toBe(amount)
      }),
    )
  })

  test.each([
    ['1250', 'EUR', 125000n],
    ['1250.5', 'EUR', 125050n],
    ['0.01', 'EUR', 1n],
    ['1000', 'JPY', 1000n],
    ['100000.00', 'JPY', 100000n],
    ['1.5000', 'KWD', 1500n],
    ['3791.355', 'KWD', 3791355n],
  ])('%s %s is %s minor units', (text, code, expected) => {
    expect(parseAmount(text, code)).toBe(expected)
  })

  test.each([
    ['100.5', 'JPY', 'too_many_decimals'],
    ['1.001', 'EUR', 'too_many_decimals'],
    ['0', 'EUR', 'amount_not_positive'],
    ['0.00', 'EUR', 'amount_not_positive'],
    ['-1', 'EUR', 'amount_invalid'],
    ['1e5', 'EUR', 'amount_invalid'],
    ['123456789012345678901234567890', 'EUR', 'amount_invalid'],
    ['1,000.00', 'EUR', 'amount_invalid'],
    ['', 'EUR', 'amount_invalid'],
  ])('%s %s is refused as %s, never rounded', (text, code, refusal) => {
    expect(() => parseAmount(text, code)).toThrow(expect.objectContaining({ code: refusal }))
  })

  test('a negative amount keeps its sign', () => {
    expect(formatAmount(-5n, 'EUR')).toBe('-0.05')
    expect(formatAmount(-7602_00n, 'USD')).toBe('-7602.00')
    expect(formatAmount(-7n, 'JPY')).toBe('-7')
  })

  test('minor units are those of ISO 4217, not of Intl', () => {
    expect(['HUF', 'IDR', 'COP', 'PKR', 'ALL', 'LBP'].map(minorDigits)).toEqual([2, 2, 2, 2, 2, 2])
    expect(['IQD', 'ISK', 'JPY', 'KWD', 'CLF'].map(minorDigits)).toEqual([3, 0, 0, 3, 4])
  })

  test('a withdrawn currency is rejected', () => {
    expect(isCurrency('BGN', '2025-12-31')).toBe(true)
    expect(isCurrency('BGN', '2026-01-01')).toBe(false)
    expect(isCurrency('XCG', '2026-01-01')).toBe(true)
  })
})
