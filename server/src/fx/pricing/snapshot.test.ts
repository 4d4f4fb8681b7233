import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysBetween } from '../../kernel/values/days.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { parsePair, pillars, spotDate } from '../calendar/index.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { crossPrice } from './cross.ts'
import type { MarketData, TwoWay } from './market-data.ts'
import { outrightRate } from './points/parity.ts'
import { between } from './points/interpolation.ts'
import { shippedInterestRates } from './policy-rates.ts'
import { marketPrice } from './price.ts'
import { discount } from './discount.ts'
import { leastFavourable, type Market, type MarketSnapshot, openSnapshot, takeSnapshot } from './snapshot.ts'

const rate = (text: string) => new Decimal(text)
const refusal = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })
const twoWay = (bid: string, ask: string): TwoWay => ({
  bid: rate(bid),
  mid: rate(bid).plus(ask).div(2),
  ask: rate(ask),
})
const legs: Record<string, TwoWay> = {
  EUR: twoWay('1.16245', '1.16255'),
  GBP: twoWay('1.31230', '1.31250'),
  JPY: twoWay('154.310', '154.330'),
  CHF: twoWay('0.80510', '0.80530'),
  CAD: twoWay('1.40140', '1.40160'),
  RON: twoWay('4.3500', '4.3520'),
  NZD: twoWay('0.58100', '0.58120'),
}
const market: MarketData = {
  source: 'test',
  isDealable: true,
  leg: (currency, at) => (legs[currency] ? { ...legs[currency], asOf: at } : undefined),
}
const calendars = shippedCalendars()
const sources = { calendars, market, rates: shippedInterestRates() }
const now = new Date('2026-11-20T10:00:00Z')
const TRADE_DATE = '2026-11-20'
const pair = parsePair('EURUSD')
const taken = (...pairs: string[]): MarketSnapshot => takeSnapshot(sources, { pairs: pairs.map(parsePair) }, now)
const open = (...pairs: string[]): Market => openSnapshot(taken(...pairs))

describe('the worked prices', () => {
  test('interpolate 45 d between 30 d 17.10 and 62 d 36.40: 26.146875', () => {
    const [spot, near, far] = [
      { days: 0, points: rate('0') },
      { days: 30, points: rate('17.10') },
      { days: 62, points: rate('36.40') },
    ] as const
    expect(between(near, far, 45).toFixed()).toBe('26.146875')
    expect(between(spot, near, 30).toFixed()).toBe('17.1')
    expect(between(spot, near, 15).toFixed()).toBe('8.55')
  })

  test('MTM discounted: USD 3.90 % act/360 over 45 d is worth 0.99514865', () => {
    expect(discount({ percent: rate('3.90'), dayBasis: 360 }, 45).toFixed(8)).toBe('0.99514865')
  })
})

describe('a forward date', () => {
  test('on a pillar is priced by the interest rates of both currencies', () => {
    const price = open('EURUSD').outright(pair, '2027-02-24')
    const forward = outrightRate(
      rate('1.16250'),
      { percent: rate('2.00'), dayBasis: 360 },
      { percent: rate('3.65'), dayBasis: 360 },
      92,
    )
    const half = rate('1.16250').mul('0.0005').mul(92).div(360)
    expect(price.outright.mid.toFixed(20)).toBe(forward.toFixed(20))
    expect(price.outright.ask.toFixed(20)).toBe(forward.plus('0.00005').plus(half).toFixed(20))
    expect(price.points.bid.lt(price.points.ask)).toBe(true)
    expect(price).toMatchObject({ tradeDate: TRADE_DATE, spotDate: '2026-11-24', valueDate: '2027-02-24' })
  })

  test('between pillars lies on the straight line of their points over calendar days', () => {
    const priced = open('EURUSD')
    const points = (date: string) => priced.outright(pair, date).points
    const [one, two] = [points('2026-12-24'), points('2027-01-25')] // 30 and 62 days
    const broken = points('2027-01-08') // 45 days
    for (const side of ['bid', 'mid', 'ask'] as const) {
      const expected = one[side].plus(two[side].minus(one[side]).mul(15).div(32))
      expect(broken[side].toFixed(15)).toBe(expected.toFixed(15))
    }
  })

  test('past the last pillar and before the trade date there is no price', () => {
    const priced = open('EURUSD', 'USDRON')
    expect(() => priced.outright(pair, '2028-01-03')).toThrow(
      refusal('value_date_beyond_curve', { lastDate: '2027-12-31' }),
    )
    expect(() => priced.outright(pair, '2026-11-19')).toThrow(refusal('price_unavailable'))
    const dates = { tradeDate: TRADE_DATE, spotDate: '2026-11-24', date: '2028-01-03' }
    expect(() => marketPrice(sources, pair, dates, now)).toThrow(refusal('value_date_beyond_curve'))
  })

  test('of a cross is crossed from the outrights of its legs, not from their points', () => {
    const priced = open('EURGBP', 'EURUSD', 'GBPUSD')
    const on = (name: string) => priced.outright(parsePair(name), '2027-02-24').outright
    const crossed = crossPrice({ price: on('EURUSD'), isUsdBase: false }, { price: on('GBPUSD'), isUsdBase: false })
    expect(priced.outright(parsePair('EURGBP'), '2027-02-24').outright.bid.toFixed(20)).toBe(crossed.bid.toFixed(20))
  })

  test('the market and the snapshot of it give the same price on every pillar of every pair', () => {
    for (const name of ['EURUSD', 'USDJPY', 'USDCAD', 'EURGBP', 'GBPJPY', 'CHFJPY', 'EURCAD', 'EURNZD']) {
      const one = parsePair(name)
      const snapshot = taken(name)
      const priced = openSnapshot(snapshot)
      const { tradeDate } = snapshot.pairs[one.symbol]!
      for (const { date } of pillars(calendars, one, tradeDate)) {
        const live = marketPrice(sources, one, { tradeDate, spotDate: spotDate(calendars, one, tradeDate), date }, now)
        const kept = priced.outright(one, date)
        expect([kept.outright.bid.toFixed(), kept.outright.ask.toFixed(), kept.spot.mid.toFixed()]).toEqual([
          live.outright.bid.toFixed(),
          live.outright.ask.toFixed(),
          live.spot.mid.toFixed(),
        ])
      }
    }
  })
})

describe('a window', () => {
  /** A market whose points go up, or down, with time. */
  const windowOf = (name: string, side: 'Buy' | 'Sell') => {
    const one = parsePair(name)
    return leastFavourable(open(name), one, side, '2026-12-24', '2027-01-25')
  }

  test('at a premium costs its last points; who sells gets the first', () => {
    expect(windowOf('EURUSD', 'Buy').valueDate).toBe('2027-01-25')
    expect(windowOf('EURUSD', 'Sell').valueDate).toBe('2026-12-24')
  })

  test('at a discount costs its first points; who sells gets the last', () => {
    expect(windowOf('USDJPY', 'Buy').valueDate).toBe('2026-12-24')
    expect(windowOf('USDJPY', 'Sell').valueDate).toBe('2027-01-25')
  })

  test('is never better than any of its days', () => {
    const cross = parsePair('GBPJPY')
    const priced = open('GBPJPY')
    const [from, to] = ['2026-12-01', '2027-09-01']
    const worst = leastFavourable(priced, cross, 'Buy', from, to).outright.ask
    for (const date of [from, ...priced.datesWithin(cross, from, to), to]) {
      expect(priced.outright(cross, date).outright.ask.lte(worst)).toBe(true)
    }
  })

  test.each([
    ['at a premium the buyer pays 36.40', 'Buy', '17.10', '36.40', '36.40'],
    ['at a premium the seller gets 17.10', 'Sell', '17.10', '36.40', '17.10'],
    ['at a discount the buyer pays -42.00', 'Buy', '-42.00', '-130.50', '-42.00'],
    ['at a discount the seller gets -130.50', 'Sell', '-42.00', '-130.50', '-130.50'],
  ] as const)('window price: %s', (_, side, first, last, expected) => {
    const [from, to] = ['2026-12-24', '2027-01-25']
    const pointed = (points: string) => {
      const all = rate('1.1625').plus(rate(points).div(10_000))
      return { outright: { bid: all, mid: all, ask: all } }
    }
    const two = {
      datesWithin: () => [],
      outright: (_pair: unknown, date: string) => pointed(date === from ? first : last),
    }
    const worst = leastFavourable(two as unknown as Market, pair, side, from, to)
    expect(worst.outright.ask.minus('1.1625').mul(10_000).toFixed(2)).toBe(expected)
  })

  test('of one day is that day', () => {
    expect(leastFavourable(open('EURUSD'), pair, 'Buy', '2027-01-25', '2027-01-25').valueDate).toBe('2027-01-25')
  })
})

describe('a snapshot', () => {
  test('converts and discounts, also into currencies outside its pair', () => {
    const priced = openSnapshot(takeSnapshot(sources, { pairs: [pair], currencies: ['GBP', 'USD'] }, now))
    expect(priced.midRate('EUR', 'GBP').toFixed(8)).toBe(rate('1.16250').div('1.31240').toFixed(8))
    expect(priced.midRate('USD', 'USD').toFixed()).toBe('1')
    expect(priced.discountFactor('USD', '2026-11-20', '2027-01-04').toFixed(10)).toBe(
      rate('1').div(rate('0.0365').mul(45).div(360).plus(1)).toFixed(10),
    )
    expect(priced.discountFactor('GBP', '2026-11-20', '2026-11-20').toFixed()).toBe('1')
  })

  test('a currency without an interest rate has a spot price and no other', () => {
    const rates = { percent: (currency: string) => (currency === 'RON' ? undefined : sources.rates.percent(currency)) }
    const one = parsePair('USDRON')
    const priced = openSnapshot(takeSnapshot({ ...sources, rates }, { pairs: [one] }, now))
    expect(priced.outright(one, '2026-11-24').outright.bid.toFixed()).toBe('4.35')
    expect(() => priced.outright(one, '2027-02-24')).toThrow(refusal('price_unavailable', { missingRate: 'RON' }))
    expect(() => priced.discountFactor('RON', '2026-11-20', '2027-02-24')).toThrow(refusal('price_unavailable'))
  })

  test('a currency without a price is rejected when the snapshot is taken', () => {
    expect(() => taken('EURSEK')).toThrow(refusal('pair_not_tradeable', { currency: 'SEK' }))
  })

  test('stored as JSON, gives every price to the last digit after market, rates and calendars have changed', () => {
    const names = ['EURUSD', 'USDJPY', 'EURGBP', 'GBPJPY', 'EURCAD', 'EURNZD']
    const day = fc.integer({ min: 0, max: 360 })
    fc.assert(
      fc.property(fc.constantFrom(...names), day, fc.integer({ min: -900, max: 900 }), (name, ahead, move) => {
        const one = parsePair(name)
        const moved: MarketData = { ...market, leg: (currency, at) => shifted(market.leg(currency, at), move) }
        const snapshot = takeSnapshot({ ...sources, market: moved }, { pairs: [one] }, now)
        const date = new Date(Date.parse('2026-11-25T00:00:00Z') + ahead * 86_400_000).toISOString().slice(0, 10)
        const first = openSnapshot(snapshot).outright(one, date)
        const again = openSnapshot(JSON.parse(JSON.stringify(snapshot)) as MarketSnapshot).outright(one, date)
        expect(texts(again.outright)).toEqual(texts(first.outright))
        expect(texts(again.points)).toEqual(texts(first.points))
        expect(daysBetween(first.spotDate, date)).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 150 },
    )
  })
})

const texts = ({ bid, mid, ask }: TwoWay) => [bid.toFixed(), mid.toFixed(), ask.toFixed()]

function shifted<L extends TwoWay>(leg: L | undefined, thousandths: number): L | undefined {
  if (!leg) return undefined
  const factor = new Decimal(10_000 + thousandths).div(9973) // an endless fraction: all 40 digits are used
  return { ...leg, bid: leg.bid.mul(factor), mid: leg.mid.mul(factor), ask: leg.ask.mul(factor) }
}
