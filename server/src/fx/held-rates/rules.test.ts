import { describe, expect, test } from 'vitest'
import { Decimal } from '../../kernel/values/rates.ts'
import { openValueDates, parsePair } from '../calendar/index.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import {
  chooseDate,
  deliveryDates,
  exposedUntil,
  maximumOf,
  premiumBps,
  secondsOf,
  statusAfter,
  statusAt,
  termErrors,
} from './rules.ts'
import { shippedVolatilities } from './shipped-volatilities.ts'
import { volatilitiesFrom } from './volatility.ts'

const calendars = shippedCalendars()
const openDates = (pair: string, at: Date) => openValueDates(calendars, parsePair(pair), at).map(({ date }) => date)
const refusal = (code: string, params: object = {}) =>
  expect.objectContaining({ code, params: expect.objectContaining(params) })

describe('the premium for holding', () => {
  test.each([
    ['7', 'PT5M', '0.9'],
    ['7', 'PT15M', '1.5'],
    ['7', 'PT1H', '3.0'],
    ['7', 'PT4H', '6.0'],
    ['7', 'PT8H', '8.4'],
    ['7', 'PT24H', '14.6'],
    ['10', 'PT24H', '20.9'],
  ])('at %s %% volatility %s costs %s bp', (volatility, tenor, bps) => {
    expect(premiumBps(new Decimal(volatility), secondsOf(tenor)!).toFixed(1)).toBe(bps)
  })

  test('a hold that ends on a weekend is paid until the market opens', () => {
    const saturday = new Date('2026-11-28T10:00:00Z')
    expect(exposedUntil(saturday)).toEqual(new Date('2026-11-29T22:00:00Z'))
    const friday = new Date('2026-11-27T10:00:00Z')
    expect(exposedUntil(friday)).toBe(friday)
  })

  test('a cross costs the premium of its currencies unless it has a row, and an unknown currency is expensive', () => {
    const rows = new Map([
      ['EUR', new Decimal(7)],
      ['JPY', new Decimal(10)],
      ['EUR/GBP', new Decimal(5)],
    ])
    const volatilities = volatilitiesFrom(rows)
    expect(volatilities.percent(parsePair('EURUSD')).toFixed()).toBe('7')
    expect(volatilities.percent(parsePair('USDJPY')).toFixed()).toBe('10')
    expect(volatilities.percent(parsePair('EURJPY')).toFixed(4)).toBe('8.8882') // sqrt(49 + 100 - 70)
    expect(volatilities.percent(parsePair('EURGBP')).toFixed()).toBe('5')
    expect(volatilities.percent(parsePair('USDSEK')).toFixed()).toBe('20')
    expect(shippedVolatilities().percent(parsePair('EURUSD')).toFixed()).toBe('7')
  })
})

describe('the terms', () => {
  const settings = {
    features: { heldRates: true },
    heldRate: { tenors: ['PT1H', 'PT24H'], maxTenor: 'PT24H', postExpiryActions: ['Reject'] },
  } as never
  const errors = (tenor: string, postExpiryAction: 'Reject' | 'AcceptAtSpot' = 'Reject') =>
    termErrors(settings, { tenor, postExpiryAction })

  test.each([
    ['PT1H', 3600],
    ['PT60M', 3600],
    ['P1D', 86_400],
  ])('%s is held for %i seconds', (tenor, seconds) => {
    expect([errors(tenor), secondsOf(tenor)]).toEqual([[], seconds])
  })

  test.each(['PT2H', 'PT25H', 'P2D', 'PT0S', 'P', 'PT', 'P1M', 'P1DT'])('%s is not held', (tenor) => {
    expect(errors(tenor)).toMatchObject([
      { pointer: '/tenor', code: 'tenor_not_allowed', params: { tenors: ['PT1H', 'PT24H'] } },
    ])
  })

  test('an action that the entity may not choose is rejected with the permitted ones', () => {
    expect(errors('PT1H', 'AcceptAtSpot')).toMatchObject([
      { pointer: '/postExpiryAction', code: 'post_expiry_action_not_allowed', params: { allowed: ['Reject'] } },
    ])
  })

  test('110 % of the estimate can be booked, rounded down', () => {
    expect([maximumOf(100n), maximumOf(9n), maximumOf(1n)]).toEqual([110n, 9n, 1n])
  })
})

describe('delivery dates', () => {
  const dates = (pair: string, from: string, until: string) =>
    deliveryDates(calendars, parsePair(pair), new Date(from), new Date(until)).map(({ date }) => date)

  test('a short hold keeps every date, a longer one loses those whose cut-off passes', () => {
    expect(dates('EURUSD', '2026-11-18T10:00:00Z', '2026-11-18T11:00:00Z')).toEqual([
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ])
    expect(dates('EURUSD', '2026-11-18T10:00:00Z', '2026-11-18T14:00:00Z')).toEqual(['2026-11-19', '2026-11-20'])
  })

  test('a hold over the turn of the day reaches the spot date of the day it ends on', () => {
    expect(dates('EURUSD', '2026-11-18T20:00:00Z', '2026-11-19T20:00:00Z')).toEqual(['2026-11-20', '2026-11-23'])
  })

  test('a hold past the cut-off of spot is refused, saying when that is', () => {
    expect(() => dates('USDCAD', '2026-11-18T20:00:00Z', '2026-11-19T20:00:00Z')).toThrow(
      refusal('hold_crosses_cut_off', { cutOffAt: '2026-11-19T14:50:00.000Z' }),
    )
  })

  test('any instant of a hold finds a date that both the hold and the market offer', () => {
    for (const pair of ['EURUSD', 'USDJPY', 'GBPUSD', 'EURGBP', 'USDMXN', 'EURSEK', 'AUDUSD', 'NZDUSD']) {
      for (let ms = Date.parse('2026-01-05T00:00:00Z'); ms < Date.parse('2027-12-10T00:00:00Z'); ms += 53 * 3_600_000) {
        const [from, until] = [new Date(ms), new Date(ms + 24 * 3_600_000)]
        const offered = deliveryDates(calendars, parsePair(pair), from, until)
        for (let at = ms; at < until.getTime(); at += 5 * 3_600_000) {
          const open = openDates(pair, new Date(at))
          expect(offered.filter(({ date }) => open.includes(date)).length).toBeGreaterThan(0)
        }
      }
    }
  })

  test('a date that is not offered gives way to the earliest', () => {
    const offered = [{ date: '2026-11-20' }, { date: '2026-11-23' }]
    expect(chooseDate(offered, '2026-11-23')).toEqual({ chosen: offered[1], isAdjusted: false })
    expect(chooseDate(offered, '2026-11-21')).toEqual({ chosen: offered[0], isAdjusted: true })
    expect(chooseDate(offered, null)).toEqual({ chosen: offered[0], isAdjusted: true })
  })
})

describe('the state', () => {
  const expiresAt = new Date('2026-11-18T12:00:00Z')
  const [before, after] = [new Date('2026-11-18T11:59:59.999Z'), expiresAt]

  test('a hold past its end is expired before a job records it; a used one stays used', () => {
    expect(statusAt({ status: 'Active', expiresAt }, before)).toBe('Active')
    expect(statusAt({ status: 'Active', expiresAt }, after)).toBe('Expired')
    expect(statusAt({ status: 'PartlyUsed', expiresAt }, after)).toBe('Expired')
    expect(statusAt({ status: 'Booked', expiresAt }, after)).toBe('Booked')
    expect(statusAt({ status: 'Cancelled', expiresAt }, after)).toBe('Cancelled')
  })

  test('a held rate with one use is booked once; one with several uses until its amount is used up', () => {
    const held = (usage: string) => ({ usage, maxMinor: 110n }) as never
    expect(statusAfter(held('Single'), 1n)).toBe('Booked')
    expect(statusAfter(held('Multiple'), 109n)).toBe('PartlyUsed')
    expect(statusAfter(held('Multiple'), 110n)).toBe('Exhausted')
  })
})
