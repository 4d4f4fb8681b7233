import { describe, expect, test } from 'vitest'
import { systemClock } from '../../kernel/values/clock.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import type { Principal } from '../../kernel/http/principal.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openProcess } from '../../../test/support/process.ts'
import { errorCode } from '../../../test/support/codes.ts'

const entityId = newUuid()
let now = new Date('2026-11-24T13:30:00Z')
const principal = (...scopes: string[]): Principal => ({
  clientId: newUuid(),
  entityId,
  serviceKind: 'RM',
  scopes: new Set(scopes),
  roles: new Set(['maker', 'approver'] as const),
})
const { app } = await openProcess(await testDatabase(), {
  clock: { ...systemClock, now: () => now },
  authenticate: (token) => (token === 'rm' ? principal('fx:quote') : principal('reporting:read')),
})

const get = (url: string, token = 'rm') => app.inject({ url, headers: { authorization: `Bearer ${token}` } })
const earliest = '/v1/fx/earliest-settlement'
const dates = '/v1/fx/spot-value-dates'

describe('earliest settlement', () => {
  test('now: tomorrow, since the cut-off for today has passed', async () => {
    const answer = await get(`${earliest}?buyCurrency=EUR&sellCurrency=USD`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      currencyPair: 'EUR/USD',
      tradeDate: '2026-11-24',
      earliestDate: '2026-11-25',
      tenor: 'T1',
      cutOffAt: '2026-11-25T12:50:00.000Z',
      cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
      spotDate: '2026-11-27',
      marketOpen: true,
      nextCutOffs: [
        {
          date: '2026-11-25',
          tenor: 'T1',
          cutOffAt: '2026-11-25T12:50:00.000Z',
          cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
        },
        {
          date: '2026-11-27',
          tenor: 'T2',
          cutOffAt: '2026-11-27T12:50:00.000Z',
          cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
        },
      ],
    })
  })

  test.each([
    ['USD', 'CAD', '2026-11-25T16:00:00Z', '2026-11-27', 'T1', '2026-11-27'],
    ['EUR', 'USD', '2026-11-25T10:00:00Z', '2026-11-25', 'T0', '2026-11-27'],
    ['JPY', 'USD', '2027-04-30T10:00:00Z', '2027-05-06', 'T1', '2027-05-07'],
    ['EUR', 'USD', '2027-07-03T12:00:00Z', '2027-07-06', 'T1', '2027-07-07'],
    ['EUR', 'USD', '2026-01-02T00:00:00Z', '2026-01-02', 'T0', '2026-01-06'],
    ['EUR', 'USD', '2027-12-22T10:00:00Z', '2027-12-22', 'T0', '2027-12-24'],
    ['EUR', 'GBP', '2027-12-22T10:00:00Z', '2027-12-22', 'T0', '2027-12-24'],
    ['GBP', 'USD', '2027-12-23T10:00:00Z', '2027-12-23', 'T0', '2027-12-29'],
    ['EUR', 'USD', '2027-12-29T10:00:00Z', '2027-12-29', 'T0', '2027-12-31'],
  ])('%s against %s dealt at %s: %s, %s, spot %s', async (buy, sell, at, earliestDate, tenor, spotDate) => {
    const answer = await get(`${earliest}?buyCurrency=${buy}&sellCurrency=${sell}&at=${at}`)
    expect(answer.json()).toMatchObject({ earliestDate, tenor, spotDate })
  })

  test.each([
    ['400 same_currency', 'buyCurrency=EUR&sellCurrency=EUR'],
    ['400 currency_unknown', 'buyCurrency=EUR&sellCurrency=XXX'],
    ['400 field_required', 'buyCurrency=EUR'],
    ['400 instant_invalid', 'buyCurrency=EUR&sellCurrency=USD&at=yesterday'],
    ['400 unknown_parameter', 'buyCurrency=EUR&sellCurrency=USD&when=now'],
    ['404 entity_not_found', `buyCurrency=EUR&sellCurrency=USD&entityId=${formatId('ent', newUuid())}`],
    ['422 pair_not_tradeable', 'buyCurrency=EUR&sellCurrency=RUB'],
    ['422 pair_not_tradeable', 'buyCurrency=EUR&sellCurrency=XAF'],
    ['422 value_date_beyond_coverage', 'buyCurrency=EUR&sellCurrency=USD&at=2025-12-31T23:59:59Z'],
    ['422 value_date_beyond_coverage', 'buyCurrency=EUR&sellCurrency=USD&at=2027-12-31T00:00:00Z'],
    ['400 date_out_of_range', 'buyCurrency=EUR&sellCurrency=USD&at=9999-12-31T00:00:00Z'],
    ['400 date_out_of_range', 'buyCurrency=EUR&sellCurrency=USD&at=0000-01-01T00:00:00Z'],
  ])('%s for %s', async (expected, query) => {
    const answer = await get(`${earliest}?${query}`)
    expect(`${answer.statusCode} ${errorCode(answer.json())}`).toBe(expected)
  })

  test('past the known holidays: names the currency and the days that its calendar covers', async () => {
    const answer = await get(`${earliest}?buyCurrency=EUR&sellCurrency=USD&at=2027-12-30T10:00:00Z`)
    expect(answer.json()).toMatchObject({
      code: 'value_date_beyond_coverage',
      params: { coveredFrom: '2026-01-01', coveredTo: '2027-12-31', date: '2028-01-01' },
    })
  })

  test('needs the scope', async () => {
    const answer = await get(`${earliest}?buyCurrency=EUR&sellCurrency=USD`, 'other')
    expect(answer.json()).toMatchObject({ status: 403, code: 'scope_missing' })
  })
})

describe('spot value dates', () => {
  test('from the trade date to spot, with the reasons', async () => {
    const answer = await get(`${dates}?buyCurrency=EUR&sellCurrency=USD`)
    expect(answer.json()).toMatchObject({ currencyPair: 'EUR/USD', spotDate: '2026-11-27' })
    expect(answer.json().dates).toEqual([
      {
        date: '2026-11-24',
        available: false,
        tenor: 'T0',
        cutOffAt: '2026-11-24T12:50:00.000Z',
        cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
        reasons: [{ currency: 'EUR', code: 'CutOffPassed', name: 'The cut-off was 13:50 Europe/Berlin' }],
      },
      {
        date: '2026-11-25',
        available: true,
        tenor: 'T1',
        cutOffAt: '2026-11-25T12:50:00.000Z',
        reasons: [],
        cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
      },
      {
        date: '2026-11-26',
        available: false,
        tenor: null,
        cutOffAt: null,
        cutOffLocal: null,
        reasons: [{ currency: 'USD', code: 'BankHoliday', name: 'Thanksgiving Day' }],
      },
      {
        date: '2026-11-27',
        available: true,
        tenor: 'T2',
        cutOffAt: '2026-11-27T12:50:00.000Z',
        reasons: [],
        cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
      },
    ])
  })

  test('on a weekend the market is closed', async () => {
    now = new Date('2026-11-28T12:00:00Z')
    const answer = await get(`${dates}?buyCurrency=EUR&sellCurrency=USD`)
    now = new Date('2026-11-24T13:30:00Z')
    expect(answer.json().dates[0]).toMatchObject({
      date: '2026-11-30',
      available: false,
      tenor: 'T0',
      reasons: [{ currency: null, code: 'MarketClosed', name: 'The market opens at 2026-11-29T22:00:00.000Z' }],
    })
  })

  test.each([
    ['400 date_range_invalid', 'from=2026-11-25&to=2026-11-24'],
    ['400 date_range_invalid', 'from=2026-11-24&to=2027-11-25'],
    ['400 date_invalid', 'from=2026-11-31'],
    ['422 value_date_beyond_coverage', 'from=2027-12-20&to=2028-01-03'],
  ])('%s for %s', async (expected, query) => {
    const answer = await get(`${dates}?buyCurrency=EUR&sellCurrency=USD&${query}`)
    expect(`${answer.statusCode} ${errorCode(answer.json())}`).toBe(expected)
  })

  test.each([
    [`${earliest}?buyCurrency=EUR&sellCurrency=EUR&at=soon`, ['?at', '?sellCurrency']],
    [`${earliest}?buyCurrency=EUR&at=soon`, ['?at', '?sellCurrency']],
    [`${dates}?buyCurrency=EUR&sellCurrency=EUR&from=2026-11-25&to=2026-11-24&x=1`, ['?sellCurrency', '?to', '?x']],
    [`${dates}?buyCurrency=EUR&sellCurrency=USD&to=2026-11-23&x=1`, ['?to', '?x']], // before the trade date
    [`${dates}?buyCurrency=EUR&sellCurrency=USD&to=2026-11-23&from=soon`, ['?from']],
    [`${dates}?buyCurrency=EUR&sellCurrency=XXQ&to=2026-11-23`, ['?sellCurrency']],
    [`${dates}?buyCurrency=EUR&sellCurrency=RUB&to=2026-11-23&x=1`, ['?x']],
  ])('all errors of a query are reported, without dependent ones: %s', async (url, pointers) => {
    const { errors } = (await get(url)).json() as { errors: { pointer: string }[] }
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual(pointers)
  })
})

describe('calendars', () => {
  const calendars = '/v1/fx/calendars'

  test('a client sees how far each currency can be dated, and which days are only expected', async () => {
    const { data } = (await get(calendars)).json()
    expect(data.map(({ currency }: { currency: string }) => currency)).toEqual(shippedCalendars().known())
    const answer = (await get(`${calendars}?currency=AED&from=2026-12-01&to=2027-03-31`)).json()
    expect(answer.data).toEqual([
      expect.objectContaining({
        currency: 'AED',
        coveredTo: '2028-12-31',
        announcedTo: '2026-12-31',
        holidays: expect.arrayContaining([
          { date: '2027-01-01', name: "New Year's Day", expected: true },
          expect.objectContaining({ date: '2026-12-02', expected: false }),
        ]),
      }),
    ])
  })

  test.each([
    ['400 date_range_invalid', 'from=2026-12-01&to=2026-12-31'],
    ['400 date_range_invalid', 'currency=AED&from=2026-12-01'],
    ['400 date_range_invalid', 'currency=AED&from=2026-12-01&to=2027-12-02'],
    ['400 unknown_parameter', 'pair=EURUSD'],
    ['422 value_date_beyond_coverage', 'currency=AED&from=2028-12-01&to=2029-01-31'],
    ['422 calendar_unknown', 'currency=XAF'],
  ])('%s for %s', async (expected, query) => {
    const answer = await get(`${calendars}?${query}`)
    const body = answer.json()
    expect(`${answer.statusCode} ${body.errors?.[0]?.code ?? errorCode(body)}`).toBe(expected)
  })
})
