import { describe, expect, test } from 'vitest'
import { givenEntity } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { liveCalendars } from '../../../test/support/calendars.ts'
import { openProcess } from '../../../test/support/process.ts'
import { type MarketData, shippedInterestRates } from '../pricing/index.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const rm = await givenEntity(db, 'RM')
const legs: Record<string, [string, string]> = { EUR: ['1.16245', '1.16255'], JPY: ['154.310', '154.330'] }
const yesterday = new Date('2026-11-18T15:00:00Z')
const market: MarketData = {
  source: 'test',
  isDealable: false,
  leg(currency) {
    const [bid, ask] = (legs[currency] ?? []).map((text) => new Decimal(text))
    return bid && ask && { bid, ask, mid: bid.plus(ask).div(2), asOf: yesterday }
  },
}

let now = new Date('2026-11-19T10:00:00Z')
const calendars = liveCalendars()
const { app } = await openProcess(db, {
  clock: { ...systemClock, now: () => now },
  authenticate: () => ({
    clientId: newUuid(),
    entityId: rm,
    serviceKind: 'RM',
    scopes: new Set(['fx:quote']),
    roles: new Set(['maker', 'approver'] as const),
  }),
  sources: { calendars, market, rates: shippedInterestRates() },
})

const get = (query: string) =>
  app.inject({ url: `/v1/fx/quotes/estimate?${query}`, headers: { authorization: 'Bearer x' } })
const buyEur = 'buyCurrency=EUR&sellCurrency=USD&fixedSide=Buy&amount=100000'

describe('an estimate', () => {
  test('is the market’s middle, however old, and cannot be booked', async () => {
    const answer = await get(`${buyEur}&valueDate=2026-11-23`)
    expect(answer.headers['cache-control']).toBe('private, max-age=1')
    expect(answer.json()).toEqual({
      currencyPair: 'EUR/USD',
      indicativeRate: '1.16250',
      inverseRate: '0.860215',
      mid: '1.162500',
      buyCurrency: 'EUR',
      buyAmount: '100000.00',
      sellCurrency: 'USD',
      sellAmount: '116250.00',
      fixedSide: 'Buy',
      valueDate: '2026-11-23',
      tenor: 'T2',
      asOf: '2026-11-18T15:00:00.000Z',
      bookable: false,
    })
  })

  test('with the entity it is that client’s price', async () => {
    const answer = await get(`${buyEur}&valueDate=2026-11-23&entityId=${formatId('ent', rm)}`)
    expect(answer.json()).toMatchObject({ indicativeRate: '1.16546', sellAmount: '116546.00', mid: '1.162500' })
  })

  test('for a date after spot it is the forward’s', async () => {
    // 23 February is 92 days from spot: 1.16250 x (1 + 3.65 % x 92/360) / (1 + 2.00 % x 92/360)
    const answer = await get(`${buyEur}&valueDate=2027-02-23`)
    expect(answer.json()).toMatchObject({ indicativeRate: '1.16738', tenor: '3M', valueDate: '2027-02-23' })
    const client = await get(`${buyEur}&valueDate=2027-02-23&entityId=${formatId('ent', rm)}`)
    expect(Number(client.json().indicativeRate)).toBeGreaterThan(1.1702)
  })

  test('is given while the market is closed', async () => {
    now = new Date('2026-11-21T10:00:00Z')
    const answer = await get(buyEur)
    now = new Date('2026-11-19T10:00:00Z')
    expect(answer.json()).toMatchObject({ valueDate: '2026-11-23', tenor: 'T0' })
  })

  test.each([
    ['400 too_many_decimals', 'buyCurrency=JPY&sellCurrency=USD&fixedSide=Buy&amount=100.5'],
    ['400 amount_not_positive', 'buyCurrency=EUR&sellCurrency=USD&fixedSide=Buy&amount=0'],
    ['400 same_currency', 'buyCurrency=EUR&sellCurrency=EUR&fixedSide=Buy&amount=1'],
    ['400 value_not_allowed', 'buyCurrency=EUR&sellCurrency=USD&fixedSide=Both&amount=1'],
    ['404 entity_not_found', `${buyEur}&entityId=${formatId('ent', newUuid())}`],
    ['422 pair_not_tradeable', 'buyCurrency=EUR&sellCurrency=SEK&fixedSide=Buy&amount=1'],
    ['422 value_date_unavailable', `${buyEur}&valueDate=2026-11-22`],
    ['422 value_date_unavailable', `${buyEur}&valueDate=2026-11-26`],
    ['422 value_date_beyond_curve', `${buyEur}&valueDate=2028-03-01`],
  ])('%s for %s', async (expected, query) => {
    const answer = await get(query)
    expect(`${answer.statusCode} ${errorCode(answer.json())}`).toBe(expected)
  })

  test('errors of currencies and amount are reported together', async () => {
    const answer = await get('buyCurrency=JPY&sellCurrency=JPY&fixedSide=Buy&amount=100.5')
    expect(answer.json().errors).toMatchObject([
      { pointer: '?sellCurrency', code: 'same_currency' },
      { pointer: '?amount', code: 'too_many_decimals' },
    ])
  })

  test('together with those of the other parameters', async () => {
    const told = async (query: string) => {
      const { errors } = (await get(query)).json() as { errors: { pointer: string }[] }
      return errors.map(({ pointer }) => pointer).sort()
    }
    const query = 'buyCurrency=JPY&sellCurrency=JPY&fixedSide=buy&amount=100.5&valueDate=soon&colour=red'
    expect(await told(query)).toEqual(['?amount', '?colour', '?sellCurrency', '?valueDate'])
    expect(await told('buyCurrency=JPY&fixedSide=Both&amount=100.5')).toEqual(['?fixedSide', '?sellCurrency'])
  })
})
