import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Decimal } from '../../kernel/values/rates.ts'
import { clientRate } from '../pricing/index.ts'
import { parsePair } from '../calendar/index.ts'
import { checkRate, isReached, levelOf, sideOf, statusAt } from './rules.ts'

type LevelTerms = Parameters<typeof levelOf>[0]

const order = (change: Partial<LevelTerms> = {}): LevelTerms => ({
  type: 'Limit',
  currencyPair: 'EUR/USD',
  buyCurrency: 'EUR',
  rate: '1.15000',
  markupBps: '25',
  ...change,
})

test.each([
  ['Limit', 'EUR', 'Ask', 'AtOrBelow', '1.147132169576'],
  ['Limit', 'USD', 'Bid', 'AtOrAbove', '1.152882205514'],
  ['Stop', 'EUR', 'Ask', 'AtOrAbove', '1.147122194514'],
  ['Stop', 'USD', 'Bid', 'AtOrBelow', '1.152892230576'],
] as const)('a %s order that buys %s is reached by the %s %s %s', (type, buyCurrency, priceSide, direction, level) => {
  const found = levelOf(order({ type, buyCurrency }))
  expect({ ...found, level: found.level.toFixed() }).toEqual({ currencyPair: 'EUR/USD', priceSide, direction, level })
})

const PAIRS = [
  ['EUR/USD', 1.1],
  ['USD/JPY', 150],
  ['EUR/JPY', 160],
  ['USD/SEK', 9.4],
] as const

test('the market reaches the level of an order exactly when the client’s rate reaches the order’s', () => {
  const near = fc.record({
    pair: fc.constantFrom(...PAIRS),
    type: fc.constantFrom('Limit' as const, 'Stop' as const),
    isBuy: fc.boolean(),
    steps: fc.integer({ min: -2000, max: 2000 }),
    markup: fc.integer({ min: 0, max: 10_000 }), // hundredths of a basis point
    offset: fc.integer({ min: -300, max: 300 }), // the market, in hundredths of a step around the level
  })
  fc.assert(
    fc.property(near, ({ pair: [symbol, middle], type, isBuy, steps, markup, offset }) => {
      const pair = parsePair(symbol)
      const step = new Decimal(10).pow(-pair.quoteDp)
      const rate = new Decimal(middle).plus(step.mul(steps)).toFixed(pair.quoteDp)
      const markupBps = new Decimal(markup).div(100).toFixed()
      const buyCurrency = isBuy ? pair.base : pair.counter
      const terms = order({ type, currencyPair: symbol, buyCurrency, rate, markupBps })
      const { level, direction } = levelOf(terms)
      for (const cost of [level, level.plus(step.mul(offset).div(100))]) {
        const isAtLevel = direction === 'AtOrAbove' ? cost.gte(level) : cost.lte(level)
        const current = clientRate(cost, sideOf(terms), new Decimal(markupBps), pair.quoteDp)
        expect({ symbol, rate, markupBps, cost: cost.toFixed(), is: isReached(terms, current) }).toMatchObject({
          is: isAtLevel,
        })
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['Limit', 'EUR', '1.15001', 'order_rate_reached', '1.15000'],
  ['Limit', 'EUR', '1.14999', undefined, '1.15000'],
  ['Stop', 'EUR', '1.15000', 'order_rate_reached', '1.15000'],
  ['Stop', 'EUR', '1.15001', undefined, '1.15000'],
  ['Limit', 'USD', '1.15000', 'order_rate_reached', '1.15000'],
  ['Stop', 'USD', '1.15001', 'order_rate_reached', '1.15000'],
  ['Stop', 'EUR', '11.5', undefined, '1.15000'],
  ['Stop', 'EUR', '11.50001', 'order_rate_too_far', '1.15000'],
  ['Limit', 'EUR', '0.11499', 'order_rate_too_far', '1.15000'],
] as const)(
  'a %s order that buys %s at %s: %s while the client’s rate is %s',
  (type, buyCurrency, rate, code, current) => {
    const check = () => checkRate(order({ type, buyCurrency, rate }), new Decimal(current))
    if (code === undefined) check()
    else expect(check).toThrow(expect.objectContaining({ code }))
  },
)

test('an open order is over at its expiry; one that has ended keeps its status', () => {
  const expiresAt = new Date('2026-11-25T10:00:00.000Z')
  const before = new Date(expiresAt.getTime() - 1)
  expect(statusAt({ status: 'Active', expiresAt }, before)).toBe('Active')
  expect(statusAt({ status: 'Active', expiresAt }, expiresAt)).toBe('Expired')
  expect(statusAt({ status: 'PendingApproval', expiresAt }, expiresAt)).toBe('Expired')
  expect(statusAt({ status: 'Filled', expiresAt }, expiresAt)).toBe('Filled')
})
