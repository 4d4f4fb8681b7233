import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { type Pair, pairOf } from '../calendar/index.ts'
import { clientAmounts, clientRate, dealAmounts, revenueOf } from './client-price.ts'

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

/** A market around a middle, and the client's rates on both sides of it. */
const markets = fc.tuple(costs, fc.integer({ min: 0, max: 5_000 }), bps).map(([mid, spread, markupBps]) => ({
  mid,
  bid: mid.mul(new Decimal(1).minus(new Decimal(spread).div(1e7))),
  ask: mid.mul(new Decimal(1).plus(new Decimal(spread).div(1e7))),
  markupBps,
}))
const small = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, 10n ** 9n))

/** Returns the client's result of a deal; undefined if the deal is too small. */
function dealt(pair: Pair, side: 'Buy' | 'Sell', cost: Decimal, markupBps: Decimal, fixed: string, amount: bigint) {
  const rate = clientRate(cost, side, markupBps, pair.quoteDp)
  if (rate.isZero()) return undefined
  try {
    return { rate, ...clientAmounts(pair, { side, rate, cost }, fixed, amount) }
  } catch (error) {
    expect(error).toMatchObject({ code: 'amount_below_minimum' })
    return undefined
  }
}

test('no deal, however small, is executed at a better price than mid', () => {
  fc.assert(
    fc.property(
      pairs,
      markets,
      small,
      fc.constantFrom('Buy' as const, 'Sell' as const),
      fc.boolean(),
      (pair, market, amount, side, isBaseFixed) => {
        const cost = side === 'Buy' ? market.ask : market.bid
        const made = dealt(pair, side, cost, market.markupBps, isBaseFixed ? pair.base : pair.counter, amount)
        fc.pre(made !== undefined)
        const [base, counter] = [toDecimal(made.baseMinor, pair.base), toDecimal(made.counterMinor, pair.counter)]
        const [atCost, atMid] = [base.mul(cost), base.mul(market.mid)]
        if (side === 'Buy') expect(counter.gte(atCost) && counter.gte(atMid)).toBe(true)
        else expect(counter.lte(atCost) && counter.lte(atMid)).toBe(true)
        const cover = toMinor(atCost, pair.counter)
        const revenue = revenueOf(pair, { side, cost }, made)
        expect(revenue).toBe(side === 'Buy' ? made.counterMinor - cover : cover - made.counterMinor)
        expect(revenue >= 0n).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('dealing to the other currency and back never gains', () => {
  fc.assert(
    fc.property(pairs, markets, small, fc.boolean(), (pair, { bid, ask, markupBps }, amount, startsInBase) => {
      if (startsInBase) {
        const sold = dealt(pair, 'Sell', bid, markupBps, pair.base, amount)
        const back = sold && dealt(pair, 'Buy', ask, markupBps, pair.counter, sold.counterMinor)
        expect((back?.baseMinor ?? 0n) <= amount).toBe(true)
      } else {
        const bought = dealt(pair, 'Buy', ask, markupBps, pair.counter, amount)
        const back = bought && dealt(pair, 'Sell', bid, markupBps, pair.base, bought.baseMinor)
        expect((back?.counterMinor ?? 0n) <= amount).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a rate better than cost gives negative revenue, and is not rounded beyond that rate', () => {
  const pair = pairOf('EUR', 'USD')
  const rates = { side: 'Buy', rate: new Decimal('1.16000'), cost: new Decimal('1.17000') } as const
  const amounts = clientAmounts(pair, rates, 'EUR', 10_000_001n)
  expect(amounts).toEqual({ baseMinor: 10_000_001n, counterMinor: 11_600_002n }) // 116,000.0116 is not rounded down
  expect(revenueOf(pair, rates, amounts)).toBe(11_600_002n - 11_700_001n)
})

test('an amount too small to bring one minor unit is refused with the smallest that does', () => {
  const pair = pairOf('USD', 'IDR')
  const rates = { side: 'Buy', rate: new Decimal('17000.0'), cost: new Decimal('16990.0') } as const
  const least = (amount: bigint) => () => clientAmounts(pair, rates, 'IDR', amount)
  expect(least(8_500n)).toThrow(
    expect.objectContaining({ code: 'amount_below_minimum', params: { min: '169.90', currency: 'IDR' } }),
  )
  expect(least(16_990n)()).toEqual({ baseMinor: 1n, counterMinor: 16_990n })
})
