import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorDigits } from '../../kernel/currencies.ts'
import { Decimal } from '../../kernel/rates.ts'
import { pairOf } from '../calendar/index.ts'
import { clientRate, dealAmounts } from './client-price.ts'

const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'KWD', 'SEK', 'HUF', 'IDR', 'KRW', 'BHD', 'CAD'] as const
const pairs = fc
  .uniqueArray(fc.constantFrom(...CURRENCIES), { minLength: 2, maxLength: 2 })
  .map(([one, other]) => pairOf(one!, other!))
const costs = fc.bigInt(1_000_000n, 10n ** 13n).map((digits) => new Decimal(digits.toString()).div(1e8))
const bps = fc.integer({ min: 0, max: 50_000 }).map((hundredths) => new Decimal(hundredths).div(100))
const amounts = fc.bigInt(1n, 10n ** 15n)

test('the rate is never better for the client than cost and mark-up, and by less than one step', () => {
  fc.assert(
    fc.property(pairs, costs, bps, ({ quoteDp }, cost, markup) => {
      const step = new Decimal(10).pow(-quoteDp)
      const [paid, received] = [clientRate(cost, 'Buy', markup, quoteDp), clientRate(cost, 'Sell', markup, quoteDp)]
      const exactPaid = cost.mul(markup.div(10_000).plus(1))
      const exactReceived = cost.mul(new Decimal(1).minus(markup.div(10_000)))
      expect(paid.gte(exactPaid) && paid.minus(exactPaid).lt(step)).toBe(true)
      expect(received.lte(exactReceived) && exactReceived.minus(received).lt(step)).toBe(true)
      expect(paid.decimalPlaces() <= quoteDp && received.decimalPlaces() <= quoteDp).toBe(true)
    }),
  )
})

/** n / d rounded half-up, in integers: a second way to the amount. */
const divided = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)

test('the fixed side is exact, and the other is the quoted rate applied once, half-up', () => {
  fc.assert(
    fc.property(pairs, costs, amounts, fc.boolean(), (pair, cost, amount, isBaseFixed) => {
      const rate = clientRate(cost, 'Buy', new Decimal(25), pair.quoteDp)
      const scaled = BigInt(rate.mul(new Decimal(10).pow(pair.quoteDp)).toFixed(0))
      const [baseUnit, counterUnit] = [pair.base, pair.counter].map((code) => 10n ** BigInt(minorDigits(code)))
      const steps = 10n ** BigInt(pair.quoteDp)
      const other = isBaseFixed
        ? divided(amount * scaled * counterUnit!, steps * baseUnit!)
        : divided(amount * steps * baseUnit!, scaled * counterUnit!)
      fc.pre(other > 0n)
      const made = dealAmounts(pair, rate, isBaseFixed ? pair.base : pair.counter, amount)
      expect(isBaseFixed ? made.baseMinor : made.counterMinor).toBe(amount)
      expect(isBaseFixed ? made.counterMinor : made.baseMinor).toBe(other)
    }),
  )
})
