import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { Decimal, roundRate } from '../../kernel/values/rates.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { parsePair } from '../../fx/calendar/index.ts'
import { withScale } from './exit-price.ts'
import { divideHalfUp, rateMovePercent, valueAt } from './value.ts'

/** An exit price of given rates, reported in a currency worth `conversion` per unit of counter. */
function priced(change: {
  pair?: string
  side?: 'Buy' | 'Sell'
  rate: string
  discount?: string
  currency?: string
  conversion?: string
}) {
  const { pair = 'EUR/USD', side = 'Buy', rate, discount = '1', currency = 'USD', conversion = '1' } = change
  const [marketForwardRate, conversionRate] = [new Decimal(rate), new Decimal(conversion)]
  return withScale(parsePair(pair), currency, {
    pair: parsePair(pair),
    baseSide: side,
    spotRate: marketForwardRate,
    forwardPoints: new Decimal(0),
    marketForwardRate,
    pricedAtDate: '2027-01-04',
    discountFactor: new Decimal(discount),
    conversionRate: roundRate(conversionRate, 12, 'half-up'),
    notionalRate: roundRate(conversionRate.mul(rate), 12, 'half-up'),
  })
}

/** EUR 350,000 left of a forward bought at 1.17182. */
const rest = { baseMinor: 35_000_000n, counterMinor: 41_013_700n }

describe('the domain’s worked values', () => {
  test('MTM of the remainder: USD -7,602.00 at the exit bid, -7,567.00 at the middle', () => {
    expect(valueAt(priced({ rate: '1.15010' }), rest).counterMinor).toBe(-760_200n)
    expect(valueAt(priced({ rate: '1.15020' }), rest).counterMinor).toBe(-756_700n)
  })

  test('MTM discounted: USD -7,565.12, GBP -5,764.34 at 1.31240', () => {
    const discount = roundRate(new Decimal(1).div(new Decimal('0.039').mul(45).div(360).plus(1)), 10, 'half-up')
    expect(discount.toFixed(8)).toBe('0.99514865')
    const dollars = valueAt(priced({ rate: '1.15010', discount: discount.toFixed() }), rest)
    expect(dollars.mtmMinor).toBe(-756_512n)
    expect(dollars.undiscountedMinor).toBe(-760_200n)
    const conversion = new Decimal(1).div('1.31240').toFixed()
    const pounds = valueAt(priced({ rate: '1.15010', discount: discount.toFixed(), currency: 'GBP', conversion }), rest)
    expect(pounds.mtmMinor).toBe(-576_434n)
  })

  test('100,000 GBP sold at 1.30, market 1.3325: the rate moved exactly 2.5 %, the loss is 2,439.02 GBP', () => {
    const conversion = new Decimal(1).div('1.3325').toFixed()
    const price = priced({ pair: 'GBP/USD', side: 'Sell', rate: '1.3325', currency: 'GBP', conversion })
    const value = valueAt(price, { baseMinor: 10_000_000n, counterMinor: 13_000_000n })
    expect(rateMovePercent('Sell', new Decimal('1.30'), new Decimal('1.3325')).toFixed()).toBe('-2.5')
    expect(value).toEqual({
      counterMinor: -325_000n,
      undiscountedMinor: -243_902n,
      mtmMinor: -243_902n,
      notionalMinor: 10_000_000n,
    })
  })

  test('300,000 CHF at 1.2625 are 237,623.76 GBP', () => {
    const conversion = new Decimal(1).div('1.2625').toFixed()
    const price = priced({ pair: 'GBP/CHF', rate: '1', currency: 'GBP', conversion })
    expect(valueAt(price, { baseMinor: 0n, counterMinor: -30_000_000n }).undiscountedMinor).toBe(23_762_376n)
  })
})

describe('the integers that a hundred thousand deals are valued with', () => {
  test('agree with decimals for any deal, currency and market', () => {
    const pairs = fc.constantFrom('EUR/USD', 'USD/JPY', 'GBP/JPY', 'EUR/KWD', 'GBP/USD')
    const rates = fc.integer({ min: 1, max: 99_999_999 })
    // Long and short ones, and round ones: their products with short rates end in halves.
    const round = fc.tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 0, max: 12 }))
    const amounts = fc.oneof(
      fc.bigInt(1n, 10n ** 15n),
      fc.bigInt(1n, 10n ** 10n),
      round.map(([digits, zeros]) => BigInt(digits) * 10n ** BigInt(zeros)),
    )
    const short = fc.constantFrom(25_000_000, 50_000_000, 1_000_000, 12_500_000)
    const discounts = fc.oneof(rates, short)
    fc.assert(
      fc.property(
        pairs,
        fc.constantFrom('Buy' as const, 'Sell' as const),
        fc.constantFrom('GBP', 'JPY', 'KWD'),
        fc.tuple(rates, discounts, discounts),
        fc.tuple(amounts, amounts),
        (symbol, side, currency, [f, d, c], [baseMinor, counterMinor]) => {
          const pair = parsePair(symbol)
          const rate = new Decimal(f).div(10 ** pair.quoteDp).toFixed()
          const discount = new Decimal(d).div(1e8).toFixed()
          const conversion = new Decimal(c).div(1e7).toFixed()
          const price = priced({ pair: symbol, side, rate, discount, currency, conversion })
          const gain = toDecimal(baseMinor, pair.base).mul(rate).minus(toDecimal(counterMinor, pair.counter))
          const value = side === 'Buy' ? gain : gain.neg()
          // A close-out's amount is whole minor units, at least one, and else none better than the rate: less to receive,
          // more to pay.
          const exact = toDecimal(baseMinor, pair.base).mul(rate)
          const digits = minorDigits(pair.counter)
          const atExit = toMinor(roundRate(exact, digits, side === 'Buy' ? 'down' : 'up'), pair.counter)
          const nearest = toMinor(exact, pair.counter)
          const [low, high] = nearest < atExit ? [nearest, atExit] : [atExit, nearest]
          const received = low > 0n ? low : 1n
          expect(valueAt(price, { baseMinor, counterMinor })).toMatchObject({
            counterMinor: side === 'Buy' ? received - counterMinor : counterMinor - high,
            undiscountedMinor: toMinor(value.mul(conversion), currency),
            mtmMinor: toMinor(value.mul(conversion).mul(discount), currency),
          })
        },
      ),
    )
  })

  test('decide wherever a double could round to the other side of a half', () => {
    for (const side of ['Buy', 'Sell'] as const)
      for (const conversion of ['0.1', '0.15', '0.3', '1.1'])
        for (let counterMinor = 1n; counterMinor < 500n; counterMinor++) {
          const price = priced({ rate: '1.00001', side, conversion, discount: '0.7' })
          const deal = { baseMinor: 300_000n, counterMinor }
          expect(valueAt(price, deal)).toEqual(valueAt({ ...price, estimates: undefined }, deal))
        }
  })

  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [4n, 3n, 1n],
    [-4n, 3n, -1n],
    [0n, 7n, 0n],
  ])('%i / %i is %i, halves away from zero', (value, by, expected) => {
    expect(divideHalfUp(value, by)).toBe(expected)
  })
})
