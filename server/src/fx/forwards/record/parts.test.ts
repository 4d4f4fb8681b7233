import { expect, test } from 'vitest'
import { cutPart, shareOf } from './parts.ts'

/** Domain 2.4: EUR 500,000.00 at 1.17182. */
const forward = { currencyPair: 'EUR/USD', rate: '1.17182', buyCurrency: 'EUR', sellCurrency: 'USD' }
const left = { buyMinor: 50_000_000n, sellMinor: 58_591_000n }

test('Draw down EUR 150,000: USD 175,773.00, and EUR 350,000.00 and USD 410,137.00 are left', () => {
  const part = cutPart(forward, left, 'EUR', 15_000_000n)
  expect(part).toEqual({ buyMinor: 15_000_000n, sellMinor: 17_577_300n, isLast: false })
  expect([left.buyMinor - part.buyMinor, left.sellMinor - part.sellMinor]).toEqual([35_000_000n, 41_013_700n])
})

test('Draw down EUR 150,000: of an initial margin of USD 29,295.50, 8,788.65 is released pro rata', () => {
  const part = cutPart(forward, left, 'EUR', 15_000_000n)
  expect(shareOf(2_929_550n, part, left)).toBe(878_865n)
})

test('a drawdown of the whole remainder of one currency takes the exact remainder of the other, regardless of the rate', () => {
  const odd = { buyMinor: 100_01n, sellMinor: 117_21n } // at the rate it would be 117.19
  expect(cutPart(forward, odd, 'EUR', 100_01n)).toEqual({ ...odd, isLast: true })
  expect(cutPart(forward, odd, 'USD', 117_21n)).toEqual({ ...odd, isLast: true })
})

test.each([
  ['exceeds_balance', left, 'EUR', 50_000_001n],
  ['exceeds_balance', left, 'USD', 58_591_001n],
  ['draw_currency_invalid', left, 'GBP', 1n],
  ['residue_too_small', { buyMinor: 2n, sellMinor: 1n }, 'EUR', 1n],
])('%s: from %o no part of %s %d can be drawn', (code, rest, currency, amount) => {
  expect(() => cutPart(forward, rest, currency, amount)).toThrow(expect.objectContaining({ code }))
})
