import { describe, expect, test } from 'vitest'
import { createCalendars, isGoodDay } from '../calendars.ts'
import { shippedCoverage, shippedHolidays } from '../holidays/shipped.ts'
import { checkForwardDate, periodDate, periodEnd } from './forward-dates.ts'
import { shippedCalendars } from '../../../../test/support/calendars.ts'
import { parsePair } from '../pairs.ts'
import { spotDate } from './spot.ts'
import { tenorDate } from './tenor-date.ts'
import { addMonths } from './tenor-reach.ts'
import { pillars, tenorOf } from './tenors.ts'

const calendars = shippedCalendars()
type AnyTenor = Parameters<typeof tenorDate>[3]
const date = (pair: string, tradeDate: string, tenor: AnyTenor) =>
  tenorDate(calendars, parsePair(pair), tradeDate, tenor)
const refusal = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })

describe('tenors', () => {
  test.each<[string, string, AnyTenor, string, string]>([
    ['EURUSD', '2026-11-20', 'ON', '2026-11-23', 'over the weekend'],
    ['EURUSD', '2026-11-20', 'TN', '2026-11-24', 'to spot'],
    ['EURUSD', '2026-11-20', 'SN', '2026-11-25', 'from spot'],
    ['EURUSD', '2026-11-20', '1W', '2026-12-01', '7 days'],
    ['EURUSD', '2026-11-20', '2W', '2026-12-08', '14 days'],
    ['EURUSD', '2026-11-20', '1M', '2026-12-24', '30 days'],
    ['EURUSD', '2026-11-20', '2M', '2027-01-25', '62 days'],
    ['EURUSD', '2026-11-20', '3M', '2027-02-24', '92 days'],
    ['EURUSD', '2026-11-20', '6M', '2027-05-24', '181 days'],
    ['EURUSD', '2026-11-20', '9M', '2027-08-24', '273 days'],
    ['EURUSD', '2026-11-20', '1Y', '2027-11-24', '365 days'],
    ['EURUSD', '2026-11-25', '1M', '2026-12-28', '27 December is a Sunday'],
    ['EURUSD', '2026-11-25', '3M', '2027-02-26', 'modified: 27 February is a Saturday, so back'],
    ['EURUSD', '2027-01-26', '1M', '2027-02-26', 'modified: 28 February is a Sunday'],
    ['USDJPY', '2027-02-24', '1M', '2027-03-31', 'end-end'],
    ['USDJPY', '2027-02-24', '2M', '2027-04-30', 'end-end'],
    ['USDJPY', '2027-02-24', '3M', '2027-05-28', 'end-end: 31 May is a US holiday'],
    ['EURUSD', '2026-12-29', '1M', '2027-01-29', 'end-end'],
    ['GBPJPY', '2027-03-29', '1M', '2027-04-30', 'end-end'],
  ])('%s dealt on %s: %s ends on %s, %s', (pair, tradeDate, tenor, expected) => {
    expect(date(pair, tradeDate, tenor)).toBe(expected)
  })

  test('a tenor past the known holidays is refused', () => {
    expect(() => date('EURUSD', '2026-11-20', '15M')).toThrow(refusal('value_date_beyond_coverage'))
  })

  test.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-11-24', 2, '2027-01-24'],
    ['2027-03-31', 1, '2027-04-30'],
    ['2027-03-15', -3, '2026-12-15'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  test.each([
    ['P12M', '2027-11-24'],
    ['P1Y', '2027-11-24'],
    ['P2W', '2026-12-08'],
    ['P1M10D', '2027-01-03'],
  ])('%s from 2026-11-24 ends on %s', (period, expected) => {
    expect(periodEnd('2026-11-24', period)).toBe(expected)
  })

  test.each([
    ['EURUSD', '2026-11-25', 'P12M', '2027-11-26', 'following: Thanksgiving'],
    ['EURUSD', '2026-11-25', 'P1Y', '2027-11-26', 'a year is twelve months'],
    ['EURUSD', '2026-11-27', 'P3M', '2027-02-26', 'modified: 27 February is a Saturday, the last of its month'],
    ['USDJPY', '2027-02-26', 'P1M', '2027-03-31', 'end-end'],
    ['EURUSD', '2026-11-24', 'P5W', '2026-12-29', 'weeks'],
    ['EURUSD', '2026-11-19', 'P1W', '2026-11-27', 'weeks: following'],
    ['EURUSD', '2026-11-24', 'P5D', '2026-11-29', 'days are counted, not rolled'],
    ['EURUSD', '2026-11-24', 'P2Y', '2028-11-24', 'past the known holidays nothing is rolled'],
  ])('the last value date of %s from %s within %s is %s: %s', (pair, spot, period, expected) => {
    expect(periodDate(calendars, parsePair(pair), spot, period)).toBe(expected)
  })

  test.each(['P', '12M', 'PT1H', ''])('%j is not a period', (period) => {
    expect(() => periodEnd('2026-11-24', period)).toThrow('is not a period')
  })
})

describe('pillars', () => {
  test('ascend from the day after spot and end with the known holidays', () => {
    for (const pair of ['EURUSD', 'USDCAD', 'USDMXN', 'EURGBP', 'USDHKD'].map(parsePair)) {
      const list = pillars(calendars, pair, '2026-11-20')
      const dates = list.map((pillar) => pillar.date)
      expect(dates).toEqual([...new Set(dates)].sort())
      expect(dates[0]! > spotDate(calendars, pair, '2026-11-20')).toBe(true)
      expect(list.at(-1)!.tenor).toBe('END')
      expect(dates.every((day) => isGoodDay(calendars, pair, day))).toBe(true)
    }
    expect(pillars(calendars, parsePair('EURUSD'), '2026-11-20').at(-1)!.date).toBe('2027-12-31')
    expect(pillars(calendars, parsePair('USDHKD'), '2026-11-20').at(-1)!.date).toBe('2027-12-31')
  })

  test.each([
    ['2026-11-25', 'SN'],
    ['2026-12-01', '1W'],
    ['2026-12-02', '2W'],
    ['2027-01-04', '2M'],
    ['2027-02-24', '3M'],
    ['2027-11-24', '1Y'],
    ['2027-11-26', '15M'], // its date lies past the known holidays, its name is known
  ])('a date of %s is priced as %s', (day, tenor) => {
    expect(tenorOf(calendars, parsePair('EURUSD'), '2026-11-20', day)).toBe(tenor)
  })
})

describe('a forward’s value date', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  const check = (wanted?: string | null, pair = 'EURUSD') => checkForwardDate(calendars, parsePair(pair), at, wanted)

  test('is spot by default, and any common good day up to the last pillar', () => {
    expect(check()).toEqual({ date: '2026-11-24', tradeDate: '2026-11-20', spotDate: '2026-11-24', tenor: 'SP' })
    expect(check('2027-01-20')).toMatchObject({ date: '2027-01-20', tenor: '2M' })
    expect(check('2027-12-31')).toMatchObject({ date: '2027-12-31' })
  })

  test.each([
    ['2026-11-23', 'BeforeSpot', null, '2026-11-24'],
    ['2026-12-26', 'Weekend', '2026-12-24', '2026-12-28'],
    ['2026-11-26', 'BankHoliday', '2026-11-25', '2026-11-27'],
    ['2027-12-25', 'Weekend', '2027-12-24', '2027-12-27'],
  ])('%s is refused (%s) with the good days on both sides: %s and %s', (day, reason, previous, next) => {
    expect(() => check(day)).toThrow(
      refusal('value_date_unavailable', { reason, previousAvailable: previous, nextAvailable: next }),
    )
  })

  test('on a holiday is refused without the currency that is closed and the name of its holiday', () => {
    try {
      check('2027-02-15', 'EURGBP')
      expect.unreachable()
    } catch (error) {
      expect((error as { params: { reasons: object[] } }).params.reasons).toMatchObject([
        { currency: 'USD', code: 'BankHoliday', name: expect.any(String) },
      ])
    }
  })

  test('is refused once an imported holiday closes it, although it was dealt before', () => {
    const holiday = { calendar: 'EUR', day: '2027-01-20', name: 'Strike', source: 'ECB', asOf: '2026-11-20' }
    const imported = createCalendars([...shippedHolidays(), holiday], shippedCoverage())
    let current = calendars
    const live = {
      ...calendars,
      current: () => current,
      closure: (currency: string, day: string) => current.closure(currency, day),
    }
    const dealt = () => checkForwardDate(live, parsePair('EURUSD'), at, '2027-01-20')
    expect([dealt(), dealt()]).toEqual([check('2027-01-20'), check('2027-01-20')])
    current = imported
    expect(dealt).toThrow(refusal('value_date_unavailable', { reason: 'BankHoliday', nextAvailable: '2027-01-21' }))
  })

  test('past the known holidays it is refused, not guessed', () => {
    expect(() => check('2028-01-04')).toThrow(refusal('value_date_beyond_curve', { lastDate: '2027-12-31' }))
    expect(() => check('2028-01-05', 'USDHKD')).toThrow(refusal('value_date_beyond_curve', { lastDate: '2027-12-31' }))
  })
})
