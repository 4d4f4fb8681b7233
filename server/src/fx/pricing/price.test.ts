import { describe, expect, test } from 'vitest'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { checkValueDate, parsePair } from '../calendar/index.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { checkAmount, clientAmounts, clientRate, dealAmounts, revenueOf } from './client-price.ts'
import { crossPrice, USD_PRICE } from './cross.ts'
import type { MarketData, TwoWay } from './market-data.ts'
import { outrightRate } from './points/parity.ts'
import { legOn } from './points/points.ts'
import { shippedInterestRates } from './policy-rates.ts'
import { inverseRate, presentPrice } from './present.ts'
import { checkFirm, marketPrice, priceDeal } from './price.ts'

const rate = (text: string) => new Decimal(text)
const twoWay = (bid: string, ask: string): TwoWay => ({
  bid: rate(bid),
  mid: rate(bid).plus(ask).div(2),
  ask: rate(ask),
})
const refusal = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })
const on = (isUsdBase: boolean, bid: string, ask: string) => ({ isUsdBase, price: twoWay(bid, ask) })
const interest = (percent: string, dayBasis: number) => ({ percent: rate(percent), dayBasis })

describe('the worked prices', () => {
  test.each([
    ['EUR/USD 3M', '1.16250', interest('1.95', 360), interest('3.90', 360), 92, 4, '1.16826440', '57.6440'],
    ['GBP/USD 6M', '1.31240', interest('3.85', 365), interest('3.90', 360), 181, 4, '1.31306522', '6.6522'],
    ['USD/JPY 3M', '154.320', interest('3.90', 360), interest('0.75', 365), 92, 2, '153.08597137', '-123.4029'],
    ['USD/CAD 1M', '1.40150', interest('3.90', 360), interest('2.25', 365), 31, 4, '1.39947829', '-20.2171'],
    ['EUR/USD 1Y', '1.16250', interest('1.95', 360), interest('3.85', 360), 365, 4, '1.18446010', '219.6010'],
  ])('%s: spot %s with %o and %o over %i days', (_, spot, base, counter, days, pipDp, expected, points) => {
    const forward = outrightRate(rate(spot), base, counter, days)
    expect(forward.toFixed(8)).toBe(expected)
    expect(
      forward
        .minus(spot)
        .mul(10 ** pipDp)
        .toFixed(4),
    ).toBe(points)
  })

  test.each([
    ['EUR/GBP', on(false, '1.16245', '1.16255'), on(false, '1.31230', '1.31250'), 8, '0.88567619', '0.88588737'],
    ['GBP/JPY', on(false, '1.31230', '1.31250'), on(true, '154.310', '154.330'), 6, '202.501013', '202.558125'],
    ['CHF/JPY', on(true, '0.80510', '0.80530'), on(true, '154.310', '154.330'), 6, '191.618031', '191.690473'],
  ])('cross %s uses the sides that are worse for the client', (_, base, counter, digits, bid, ask) => {
    const cross = crossPrice(base, counter)
    expect([cross.bid.toFixed(digits), cross.ask.toFixed(digits)]).toEqual([bid, ask])
  })

  test('a USD pair is its own market', () => {
    expect(crossPrice(on(false, '1.16245', '1.16255'), USD_PRICE)).toEqual(twoWay('1.16245', '1.16255'))
    expect(crossPrice(USD_PRICE, on(true, '154.310', '154.330'))).toEqual(twoWay('154.310', '154.330'))
  })

  test('client sells EUR: 1.16245 less 25 bp is quoted 1.15954', () => {
    expect(clientRate(rate('1.16245'), 'Sell', rate('25'), 5).toString()).toBe('1.15954')
  })

  test('fix buy EUR 100,000.00 at 1.16546: sells USD 116,546.00, revenue USD 291.00 against the ask', () => {
    const pair = parsePair('EURUSD')
    expect(clientRate(rate('1.16255'), 'Buy', rate('25'), 5).toString()).toBe('1.16546')
    const rates = { side: 'Buy', rate: rate('1.16546'), cost: rate('1.16255') } as const
    const amounts = clientAmounts(pair, rates, 'EUR', 10_000_000n)
    expect(amounts).toEqual({ baseMinor: 10_000_000n, counterMinor: 11_654_600n })
    expect(revenueOf(pair, rates, amounts)).toBe(29_100n)
  })

  test.each([
    ['fix sell USD 100,000.00', 'EURUSD', '1.16546', 'USD', '100000.00', 'EUR', '85803.03'],
    ['buy JPY 10,000,000', 'USDJPY', '154.001', 'JPY', '10000000', 'USD', '64934.64'],
    ['sell USD 12,345.67', 'USDKWD', '0.30710', 'USD', '12345.67', 'KWD', '3791.355'],
    ['forward: buy EUR 500,000', 'EURUSD', '1.17182', 'EUR', '500000.00', 'USD', '585910.00'],
  ])('%s in %s at %s', (_, name, at, currency, amount, other, expected) => {
    const pair = parsePair(name)
    const amounts = dealAmounts(pair, rate(at), currency, parseAmount(amount, currency))
    expect(formatAmount(other === pair.base ? amounts.baseMinor : amounts.counterMinor, other)).toBe(expected)
  })

  test('buy JPY: 154.310 less 20 bp is quoted 154.001', () => {
    expect(clientRate(rate('154.310'), 'Sell', rate('20'), 3).toString()).toBe('154.001')
  })

  test('forward: 1.16255 and 57.60 points with 30 bp is 1.17182', () => {
    expect(clientRate(rate('1.16255').plus('0.005760'), 'Buy', rate('30'), 5).toString()).toBe('1.17182')
  })
})

const legs: Record<string, TwoWay> = {
  EUR: twoWay('1.16245', '1.16255'),
  GBP: twoWay('1.31230', '1.31250'),
  JPY: twoWay('154.310', '154.330'),
  CAD: twoWay('1.40140', '1.40160'),
}
const now = new Date('2026-11-18T10:00:00Z')
const market: MarketData = {
  source: 'test',
  isDealable: true,
  leg: (currency, at) => (legs[currency] ? { ...legs[currency], asOf: at } : undefined),
}
const calendars = shippedCalendars()
const sources = { calendars, market, rates: shippedInterestRates() }
const dates = (name: string, wanted?: string) => checkValueDate(calendars, parsePair(name), now, wanted)
type DealOrder = Parameters<typeof priceDeal>[1]
const order = (name: string, change: Partial<DealOrder> = {}): DealOrder => ({
  pair: parsePair(name),
  buyCurrency: name.slice(0, 3),
  fixedSide: 'Buy',
  amountMinor: 10_000_000n,
  dates: dates(name, '2026-11-20'),
  markupBps: rate('25'),
  ...change,
})

/** USD/CAD, whose spot date is the 19th, moved to another date by the interest rates. */
const cadOn = (date: string) =>
  legOn(
    {
      pair: parsePair('USDCAD'),
      tradeDate: '2026-11-18',
      spotDate: '2026-11-19',
      pillars: ['2026-11-20'],
      interestOf: (currency) => (currency === 'USD' ? interest('3.65', 360) : interest('2.25', 365)),
    },
    legs['CAD']!,
    date,
  )

describe('a deal', () => {
  test('for spot carries the market, the mark-up and both amounts', () => {
    const price = priceDeal(sources, order('EURUSD'), now)
    expect(price).toMatchObject({
      baseSide: 'Buy',
      buyMinor: 10_000_000n,
      sellMinor: 11_654_600n,
      revenueMinor: 29_100n,
    })
    expect(presentPrice(price)).toEqual({
      mid: '1.162500',
      margin: '0.002960',
      marginPercent: '0.2546',
      forwardPoints: '0.0000',
      fees: [],
      costInSellCurrency: '296.00',
    })
    expect(inverseRate(price.rate)).toBe('0.858030')
  })

  test('the other way round is priced from the other side', () => {
    const price = priceDeal(sources, order('EURUSD', { buyCurrency: 'USD', fixedSide: 'Sell' }), now)
    expect(price).toMatchObject({ baseSide: 'Sell', buyMinor: 11_595_400n, sellMinor: 10_000_000n })
    expect(price.costRate.toString()).toBe('1.16245')
    expect(formatAmount(price.costInSellMinor, 'EUR')).toBe('254.62')
  })

  test('for today or tomorrow costs spot less the points, sides swapped', () => {
    const [today, tomorrow, spot] = ['2026-11-18', '2026-11-19', '2026-11-20'].map(
      (date) => marketPrice(sources, parsePair('EURUSD'), dates('EURUSD', date), now).outright,
    ) as [TwoWay, TwoWay, TwoWay]
    const points = outrightRate(spot.mid, interest('2.00', 360), interest('3.65', 360), -1).minus(spot.mid)
    const half = spot.mid.mul('0.0005').div(360)
    expect(tomorrow.mid.minus(spot.mid).toFixed(12)).toBe(points.toFixed(12))
    expect(tomorrow.ask.toFixed(12)).toBe(spot.ask.plus(points).plus(half).toFixed(12))
    expect(tomorrow.bid.toFixed(12)).toBe(spot.bid.plus(points).minus(half).toFixed(12))
    expect(today.mid.lt(tomorrow.mid)).toBe(true) // EUR at premium: worth less for an earlier date
    expect(today.ask.minus(today.bid).gt(tomorrow.ask.minus(tomorrow.bid))).toBe(true)
  })

  test('a cross is made of legs moved to its own spot date', () => {
    const { spot, outright: same } = marketPrice(sources, parsePair('EURCAD'), dates('EURCAD', '2026-11-20'), now)
    const cad = cadOn('2026-11-20')
    expect(spot.bid.toFixed(20)).toBe(legs['EUR']!.bid.mul(cad.bid).toFixed(20))
    expect(same).toBe(spot)
  })

  test('USD/CAD for today is moved by one night only', () => {
    const pair = parsePair('USDCAD')
    const today = marketPrice(sources, pair, dates('USDCAD', '2026-11-18'), now)
    const expected = cadOn('2026-11-18')
    expect(today.outright.ask.toFixed(20)).toBe(expected.ask.toFixed(20))
  })

  test('without a reference rate the pair is not tradeable', () => {
    expect(() => priceDeal(sources, order('EURSEK'), now)).toThrow(refusal('pair_not_tradeable', { currency: 'SEK' }))
  })

  test('a source without rates and a source without a currency have different errors', () => {
    const silent = { ...sources, market: { ...market, leg: () => undefined } }
    expect(() => priceDeal(silent, order('EURUSD'), now)).toThrow(refusal('price_unavailable'))
  })

  test('an amount that buys nothing is refused with the smallest that buys something', () => {
    const pair = parsePair('USDIDR')
    expect(() => dealAmounts(pair, rate('17000.0'), 'IDR', parseAmount('1.00', 'IDR'))).toThrow(
      refusal('amount_below_minimum', { min: '85.00', currency: 'IDR' }),
    )
    expect(dealAmounts(pair, rate('17000.0'), 'IDR', parseAmount('85.00', 'IDR')).baseMinor).toBe(1n)
  })

  test('outside the amount limits is rejected with the limit', () => {
    const limits = { min: '1.00', max: '1000000000' }
    expect(() => checkAmount(99n, 'EUR', limits)).toThrow(refusal('amount_below_minimum', { min: '1.00' }))
    expect(() => checkAmount(100_000_000_001n, 'EUR', limits)).toThrow(refusal('amount_above_maximum'))
    expect(() => checkAmount(100_000_000_000n, 'EUR', limits)).not.toThrow()
  })
})

describe('a stale feed', () => {
  const age = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  test.each([
    ['EURUSD', 5, true],
    ['EURUSD', 6, false],
    ['EURSEK', 30, true],
    ['EURSEK', 31, false],
  ])('%s of %i seconds ago may be dealt: %s', (name, seconds, isFirm) => {
    const check = () => checkFirm(market, parsePair(name), age(seconds), now)
    if (isFirm) expect(check).not.toThrow()
    else expect(check).toThrow(expect.objectContaining({ code: 'price_unavailable', status: 503, retryable: true }))
  })

  test('the error states when to retry', () => {
    expect(() => checkFirm(market, parsePair('EURUSD'), age(60), now)).toThrow(
      expect.objectContaining({ headers: { 'retry-after': '5' } }),
    )
  })

  test('reference rates are never dealt at, however fresh', () => {
    expect(() => checkFirm({ ...market, isDealable: false }, parsePair('EURUSD'), now, now)).toThrow(
      refusal('price_unavailable'),
    )
  })
})
