import { expect, test } from 'vitest'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { formatId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const desk = await openDesk(db, 'ABS', { now: '2026-11-25T10:00:00.000Z' }) // a Wednesday; the 26th is Thanksgiving
await desk.fund('USD', 100_000_000n)
const hold = (change: object = {}) =>
  desk.post('/v1/fx/quotes/held-rate', {
    ...desk.wire,
    buyCurrency: 'EUR',
    sellCurrency: 'USD',
    fixedSide: 'Buy',
    estimatedAmount: '100000.00',
    tenor: 'PT1H',
    postExpiryAction: 'Reject',
    ...change,
  })

test.each(['Buy', 'Sell'])(
  'a currency without a reference rate is refused for good, with %s fixed',
  async (fixedSide) => {
    const { status, body } = await hold({ buyCurrency: 'SAR', fixedSide })
    expect([status, errorCode(body)]).toEqual([422, 'pair_not_tradeable'])
  },
)

test('a held rate whose delivery dates an imported holiday has closed cannot be booked, names no other date, and stays as it is', async () => {
  const { quoteId } = (await hold()).body
  await db.pool.query(`update held_rates set delivery_dates = '{2026-11-26}' where entity_id = $1`, [desk.entityId])
  const accountOf = (currency: string) => formatId('acc', desk.account(currency).accountId)
  const accounts = { buyAccountId: accountOf('EUR'), sellAccountId: accountOf('USD') }
  const { status, body } = await desk.post('/v1/fx/trades/held-rate', {
    ...desk.wire,
    ...accounts,
    quoteId,
    amount: '100000.00',
  })
  expect([status, body.code, body.params]).toEqual([
    422,
    'held_rate_dates_unavailable',
    {
      quoteId,
      currencyPair: 'EUR/USD',
      deliveryDates: ['2026-11-26'],
      reasons: [expect.objectContaining({ currency: 'USD', code: 'BankHoliday' })],
    },
  ])
  expect((await desk.get(`/v1/fx/quotes/held-rate/${quoteId}`)).body.status).toBe('Active')
})

test('another held rate takes the place of a lapsed one, also where an imported holiday has closed the dates of the next', async () => {
  const lapsing = (await hold({ postExpiryAction: 'UtiliseNextAvailableQuote', tenor: 'PT5M' })).body.quoteId as string
  const closed = (await hold({ tenor: 'PT2H' })).body.quoteId as string
  await db.pool.query(`update held_rates set delivery_dates = '{2026-11-26}' where entity_id = $1`, [desk.entityId])
  desk.time.now = new Date('2026-11-25T10:06:00.000Z')
  const accountOf = (currency: string) => formatId('acc', desk.account(currency).accountId)
  const accounts = { buyAccountId: accountOf('EUR'), sellAccountId: accountOf('USD') }
  const book = () =>
    desk.post('/v1/fx/trades/held-rate', { ...desk.wire, ...accounts, quoteId: lapsing, amount: '100000.00' })
  const { status, body } = await book()
  expect([status, errorCode(body)]).toEqual([422, 'held_rate_dates_unavailable'])
  const open = (await hold({ tenor: 'PT3H' })).body.quoteId as string
  expect((await book()).body).toMatchObject({ execution: { mode: 'NextQuote', quoteIdUsed: open } })
  expect((await desk.get(`/v1/fx/quotes/held-rate/${closed}`)).body.status).toBe('Active')
})
