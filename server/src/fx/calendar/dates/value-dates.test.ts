import { describe, expect, test } from 'vitest'
import { listAvailability } from './availability.ts'
import { createCalendars } from '../calendars.ts'
import { findConvention, isWeekend, knownCurrencies } from '../conventions.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { pairOf, parsePair } from '../pairs.ts'
import { checkInstant, checkMarketOpen, checkPair, checkValueDate } from '../rules.ts'
import { earliestValueDate, keptCutOff, openValueDates, settlementCutOff } from './value-dates.ts'

const calendars = shippedCalendars()
const open = (pair: string, at: string) =>
  openValueDates(calendars, parsePair(pair), new Date(at)).map(({ kind, tenor, date }) => `${kind} ${tenor} ${date}`)
const refusal = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })

describe('pairs', () => {
  test.each([
    ['USD', 'EUR', 'EUR/USD', 5],
    ['EUR', 'GBP', 'EUR/GBP', 5],
    ['GBP', 'AUD', 'GBP/AUD', 5],
    ['NZD', 'AUD', 'AUD/NZD', 5],
    ['CAD', 'NZD', 'NZD/CAD', 5],
    ['JPY', 'CHF', 'CHF/JPY', 3],
    ['SEK', 'NOK', 'NOK/SEK', 5],
    ['JPY', 'EUR', 'EUR/JPY', 3],
    ['EUR', 'HUF', 'EUR/HUF', 3],
    ['GBP', 'JPY', 'GBP/JPY', 3],
    ['USD', 'KWD', 'USD/KWD', 6],
    ['JPY', 'KRW', 'JPY/KRW', 5],
  ])('%s and %s make %s, quoted in %i decimals', (one, other, symbol, quoteDp) => {
    expect(pairOf(one, other)).toMatchObject({ symbol, quoteDp })
    expect(pairOf(other, one)).toBe(pairOf(one, other))
  })

  test.each(['USDCAD', 'USDTRY', 'USDPHP', 'USDRUB', 'USDKZT', 'USDPKR'])(
    '%s settles in one day, its crosses in two',
    (name) => {
      expect(parsePair(name).lag).toBe(1)
      expect(pairOf('EUR', name.slice(3)).lag).toBe(2)
    },
  )

  test('are rejected with the reason if they cannot be dealt', () => {
    expect(() => checkPair(calendars, 'EUR', 'EUR')).toThrow(refusal('same_currency'))
    expect(() => checkPair(calendars, 'EUR', 'RUB')).toThrow(refusal('pair_not_tradeable', { currency: 'RUB' }))
    expect(() => checkPair(calendars, 'EUR', 'XAF')).toThrow(refusal('pair_not_tradeable', { currency: 'XAF' }))
    expect(() => checkPair(calendars, 'KWD', 'USD')).toThrow(refusal('pair_not_tradeable', { currency: 'KWD' }))
    expect(checkPair(calendars, 'AED', 'GBP').symbol).toBe('GBP/AED')
  })
})

describe('value dates up to spot', () => {
  test.each([
    [
      'EURUSD',
      '2026-11-20T12:00:00Z',
      ['TOD T0 2026-11-20', 'TOM T1 2026-11-23', 'SPOT T2 2026-11-24'],
      'before the cut-off',
    ],
    ['EURUSD', '2026-11-20T12:50:00Z', ['TOM T1 2026-11-23', 'SPOT T2 2026-11-24'], 'at the cut-off of EUR'],
    [
      'EURUSD',
      '2027-07-07T11:49:59Z',
      ['TOD T0 2027-07-07', 'TOM T1 2027-07-08', 'SPOT T2 2027-07-09'],
      'in summer time',
    ],
    [
      'EURUSD',
      '2027-07-07T11:50:00Z',
      ['TOM T1 2027-07-08', 'SPOT T2 2027-07-09'],
      'in summer time the cut-off is earlier in UTC',
    ],
    ['EURUSD', '2026-11-25T10:00:00Z', ['TOD T0 2026-11-25', 'SPOT T2 2026-11-27'], 'tomorrow is a US holiday'],
    ['EURGBP', '2026-11-26T10:00:00Z', ['TOM T1 2026-11-27', 'SPOT T2 2026-11-30'], 'no value today: a US holiday'],
    ['USDCAD', '2026-11-20T12:00:00Z', ['TOD T0 2026-11-20', 'SPOT T1 2026-11-23'], 'tomorrow is spot'],
    ['USDJPY', '2026-11-19T01:00:00Z', ['TOM T1 2026-11-20', 'SPOT T2 2026-11-24'], 'JPY is not dealt for today'],
    [
      'EURUSD',
      '2026-11-21T12:00:00Z',
      ['TOD T0 2026-11-23', 'TOM T1 2026-11-24', 'SPOT T2 2026-11-25'],
      'weekend: as at the opening',
    ],
  ])('%s at %s: %j, %s', (pair, at, expected) => {
    expect(open(pair, at)).toEqual(expected)
  })

  test('the earlier currency rules the cut-off, in its local time', () => {
    expect(settlementCutOff(parsePair('EURCZK'), '2027-07-07')).toMatchObject({
      currency: 'CZK',
      time: '08:00',
      zone: 'Europe/Prague',
      at: new Date('2027-07-07T06:00:00Z'),
    })
    expect(earliestValueDate(calendars, parsePair('USDJPY'), new Date('2026-11-19T01:00:00Z')).cutOff).toEqual({
      at: new Date('2026-11-19T22:00:00Z'),
      time: '17:00',
      zone: 'America/New_York',
    })
  })

  test('an offered date is accepted, any other is rejected with the reason and an alternative', () => {
    const at = new Date('2026-11-24T13:30:00Z')
    const pair = parsePair('EURUSD')
    expect(checkValueDate(calendars, pair, at, '2026-11-25')).toMatchObject({ kind: 'TOM', spotDate: '2026-11-27' })
    expect(checkValueDate(calendars, pair, at)).toMatchObject({ kind: 'TOM', date: '2026-11-25' })
    for (const [wanted, reason, nextAvailable] of [
      ['2026-11-23', 'CutOffPassed', '2026-11-25'],
      ['2026-11-24', 'CutOffPassed', '2026-11-25'],
      ['2026-11-26', 'BankHoliday', '2026-11-27'],
      ['2026-11-28', 'Weekend', '2026-11-27'],
      ['2026-12-01', 'NotSupported', '2026-11-27'],
    ] as const) {
      const expected = refusal('value_date_unavailable', { reason, nextAvailable })
      expect(() => checkValueDate(calendars, pair, at, wanted)).toThrow(expected)
    }
    const beyond = refusal('value_date_unavailable', { reason: 'NotSupported', nextAvailable: '2026-11-27' })
    expect(() => checkValueDate(calendars, pair, at, '2028-01-03')).toThrow(beyond)
  })

  test('the list names every reason', () => {
    const at = new Date('2026-11-24T13:30:00Z')
    const list = listAvailability(calendars, parsePair('EURUSD'), at, '2026-11-24', '2026-11-30')
    expect(
      list.map(({ date, available, tenor, reasons }) => [
        date,
        available,
        tenor,
        reasons.map((r) => [r.currency, r.code].join(' ')),
      ]),
    ).toEqual([
      ['2026-11-24', false, 'T0', ['EUR CutOffPassed']],
      ['2026-11-25', true, 'T1', []],
      ['2026-11-26', false, null, ['USD BankHoliday']],
      ['2026-11-27', true, 'T2', []],
      ['2026-11-28', false, null, ['EUR Weekend', 'USD Weekend']],
      ['2026-11-29', false, null, ['EUR Weekend', 'USD Weekend']],
      ['2026-11-30', false, null, [' NotSupported']],
    ])
    expect(list[2]!.reasons).toEqual([{ currency: 'USD', code: 'BankHoliday', name: 'Thanksgiving Day' }])
    expect(list[3]!.cutOff).toMatchObject({ at: new Date('2026-11-27T12:50:00Z') })
  })

  test('on a weekend the dates are listed but nothing can be dealt', () => {
    const at = new Date('2026-11-21T12:00:00Z')
    const list = listAvailability(calendars, parsePair('EURUSD'), at, '2026-11-23', '2026-11-25')
    expect(list.map(({ tenor, reasons }) => [tenor, reasons[0]!.code])).toEqual([
      ['T0', 'MarketClosed'],
      ['T1', 'MarketClosed'],
      ['T2', 'MarketClosed'],
    ])
    expect(() => checkMarketOpen(at)).toThrow(
      refusal('outside_trading_hours', { reopensAt: '2026-11-22T22:00:00.000Z' }),
    )
  })

  test('JPY for today is rejected as not supported', () => {
    const [today] = listAvailability(
      calendars,
      parsePair('USDJPY'),
      new Date('2026-11-19T01:00:00Z'),
      '2026-11-19',
      '2026-11-19',
    )
    expect(today).toMatchObject({ available: false, reasons: [{ currency: 'JPY', code: 'NotSupported' }] })
  })

  test.each([
    ['EURUSD', '2026-11-27', '2026-11-27T12:50:00Z', '13:50', 'Europe/Berlin'],
    ['EURUSD', '2027-03-24', '2027-03-24T12:50:00Z', '13:50', 'Europe/Berlin'],
    ['EURUSD', '2026-11-25', '2026-11-27T12:50:00Z', '13:50', 'Europe/Berlin'], // paid for after the value date
    ['USDJPY', '2026-11-27', '2026-11-25T22:00:00Z', '07:00', 'Asia/Tokyo'], // when the trading day turns
  ])('a cut-off of %s for %s that was kept as %s is %s %s', (pair, valueDate, at, time, zone) => {
    expect(keptCutOff(parsePair(pair), valueDate, new Date(at))).toMatchObject({ at: new Date(at), time, zone })
  })

  test.each([
    ['2025-12-31T23:59:59Z', false],
    ['2026-01-01T00:00:00Z', true],
    ['2027-12-31T23:59:59Z', true],
    ['2028-01-01T00:00:00Z', false],
  ])('%s is within the known holidays: %s', (at, isCovered) => {
    const check = () => checkInstant(calendars, new Date(at))
    const known = { coveredFrom: '2026-01-01', coveredTo: '2027-12-31' }
    if (!isCovered) expect(check).toThrow(refusal('value_date_beyond_coverage', known))
    else expect(check).not.toThrow()
  })

  test('every instant of the window has an earliest date, in every pair of fully covered currencies', () => {
    const full = knownCurrencies().filter(
      (currency) => calendars.coverage(currency)?.toDay === '2027-12-31' && !findConvention(currency)!.off,
    )
    for (const currency of full.filter((code) => code !== 'USD')) {
      for (let ms = Date.parse('2026-01-02T00:00:00Z'); ms < Date.parse('2027-12-15T00:00:00Z'); ms += 61 * 3_600_000) {
        const { date, tradeDate } = earliestValueDate(calendars, pairOf(currency, 'USD'), new Date(ms))
        expect(date >= tradeDate).toBe(true)
      }
    }
  })
})

describe('calendars', () => {
  test.each([
    ['SAR', '2026-11-20', true],
    ['SAR', '2026-11-22', false],
    ['AED', '2026-11-20', false],
    ['ILS', '2026-01-02', true],
    ['ILS', '2026-01-09', false],
  ])('%s on %s is weekend: %s', (currency, day, expected) => {
    expect(isWeekend(currency, day)).toBe(expected)
  })

  test.each([
    ['PLN', '2026-12-24', 'Christmas Eve'],
    ['PLN', '2027-12-24', 'Christmas Eve'],
    ['RON', '2026-01-06', 'Epiphany'],
    ['RON', '2026-01-07', 'Saint John the Baptist'],
    ['RON', '2026-04-10', 'Orthodox Good Friday'],
    ['USD', '2026-07-03', undefined],
    ['USD', '2027-06-18', undefined],
    ['USD', '2027-12-24', undefined],
    ['USD', '2027-12-31', undefined],
  ])('%s on %s: %s', (currency, day, name) => {
    expect(calendars.closure(currency, day)?.name).toBe(name)
  })

  test('a calendar answers only for the days it covers', () => {
    const one = createCalendars(
      [],
      [{ calendar: 'EUR', fromDay: '2026-01-01', toDay: '2026-01-31', announcedTo: null, source: 'test' }],
    )
    expect(one.closure('EUR', '2026-01-30')).toBeUndefined()
    expect(() => one.closure('EUR', '2026-02-02')).toThrow(
      refusal('value_date_beyond_coverage', { coveredTo: '2026-01-31' }),
    )
    expect(() => one.closure('USD', '2026-01-30')).toThrow(refusal('calendar_unknown', { currency: 'USD' }))
  })
})
