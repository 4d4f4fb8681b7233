import { expect, test } from 'vitest'
import * as money from './index.ts'

test.each([
  ['1250.5', 'EUR', 125050n, '1250.50'],
  ['1250', 'JPY', 1250n, '1250'],
  ['100000.00', 'JPY', 100000n, '100000'],
  ['0.001', 'KWD', 1n, '0.001'],
  ['-0.05', 'EUR', -5n, '-0.05'],
  ['90071992547409930.07', 'USD', 9007199254740993007n, '90071992547409930.07'],
])('%s %s is %s minor units, written %s', (amount, currency, minor, text) => {
  expect(money.toMinor(amount, currency)).toBe(minor)
  expect(money.formatMinor(minor, currency)).toBe(text)
})

test.each([
  ['1.005', 'EUR', 'EUR has 2 decimals'],
  ['0.5', 'JPY', 'JPY has 0 decimals'],
  ['1e3', 'EUR', 'no amount'],
  ['1,000', 'EUR', 'no amount'],
  ['1', 'euro', 'no currency code'],
])('%s %s is not rounded but rejected', (amount, currency, message) =>
  expect(() => money.toMinor(amount, currency)).toThrow(message),
)

test('sums and comparisons are exact', () => {
  expect(money.sumAmounts(['0.10', '0.20', '0.30'], 'EUR')).toBe('0.60')
  expect(money.addAmounts('0.1', '0.2', 'EUR')).toBe('0.30')
  expect(money.subtractAmounts('0.3', '0.1', 'EUR')).toBe('0.20')
  expect(money.compareAmounts('1.0', '1.00', 'EUR')).toBe(0)
  expect(money.compareAmounts('0.99', '1', 'EUR')).toBe(-1)
})

test.each([
  ['1000.00', '0.8566', { from: 'EUR', to: 'GBP' }, '856.60'],
  ['1000.00', '0.8566', { from: 'GBP', to: 'EUR', divide: true }, '1167.41'],
  ['100.00', '163.125', { from: 'EUR', to: 'JPY' }, '16313'],
  ['-0.05', '0.5', { from: 'EUR', to: 'GBP' }, '-0.03'],
])('%s at %s converts to the decimals of the currency', (amount, rate, options, expected) =>
  expect(money.convertAmount(amount, rate, options)).toBe(expected),
)

test.each([
  ['0.05', '0.05'],
  ['999.99', '999.99'],
  ['1000', '1,000'],
  ['-1234567.891', '-1,234,567.891'],
])('%s is grouped as %s', (amount, expected) => expect(money.groupDigits(amount)).toBe(expected))
