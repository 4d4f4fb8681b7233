import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { liveCalendars } from '../../../test/support/calendars.ts'
import { standingMarket } from '../../../test/support/market.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { shippedInterestRates } from '../../fx/pricing/index.ts'

const db = await testDatabase()
const moves: unknown[] = []
let desk: Desk

/** A market that notes its moves. */
const market = {
  ...standingMarket(),
  refresh: async () => {},
  move: async (_tx: unknown, pair: { symbol: string }, move: unknown) => {
    moves.push([pair.symbol, move])
    return { mid: new Decimal('0.885'), at: desk.time.now }
  },
}

beforeAll(async () => {
  const sources = { calendars: liveCalendars(), market, rates: shippedInterestRates() }
  desk = await openDesk(db, 'RM', { given: { sources } })
})

const booked = async () => (await desk.book((await desk.quote({ valueDate: '2026-11-27' })).body.quoteId)).body
const settle = (tradeId: string) => desk.post(`/v1/sandbox/trades/${tradeId}/settle`, {})

test('a trade is settled before its value date, the house’s side included', async () => {
  const trade = await booked()
  const waiting = await settle(trade.tradeId)
  expect([waiting.status, waiting.body.status]).toEqual([200, 'AwaitingFunds'])
  await desk.fund('USD', 20_000_000n)
  const { status, body } = await settle(trade.tradeId)
  expect([status, body.status, body.settlement.settledAt]).toEqual([200, 'Settled', '2026-11-25T10:00:00.000Z'])
  expect(body.history.at(-1)).toEqual({ status: 'Settled', at: '2026-11-25T10:00:00.000Z', by: 'client', reason: null })
  const { rows } = await db.pool.query('select count(*)::int as n from book_crossings where completed_at is null')
  expect(rows).toEqual([{ n: 0 }])
  const again = await settle(trade.tradeId)
  expect([again.status, again.body.code]).toEqual([409, 'trade_not_settleable'])
})

test('more concurrent settlements and market moves than connections all succeed', async () => {
  const trades = await Promise.all(Array.from({ length: db.pool.options.max + 5 }, booked))
  const settled = trades.map(({ tradeId }) => settle(tradeId))
  const moved = trades.map(() => desk.post('/v1/sandbox/market/EURGBP', { shiftPercent: '1' }))
  expect((await Promise.all([...settled, ...moved])).map(({ status }) => status)).toEqual(
    Array.from({ length: 2 * trades.length }, () => 200),
  )
  moves.length = 0
})

test('an unknown trade is not found', async () => {
  expect((await settle(formatId('trd', newUuid()))).body.code).toBe('trade_not_found')
  expect((await settle('nonsense')).body.code).toBe('trade_not_found')
})

test('the market of a pair is moved, once for one key', async () => {
  const headers = { 'idempotency-key': newUuid() }
  const { status, body } = await desk.post('/v1/sandbox/market/EURGBP', { shiftPercent: '-5' }, headers)
  expect([status, body]).toEqual([200, { currencyPair: 'EUR/GBP', mid: '0.885000', at: '2026-11-25T10:00:00.000Z' }])
  await desk.post('/v1/sandbox/market/EURGBP', { shiftPercent: '-5' }, headers)
  expect(moves).toEqual([['EUR/GBP', { shiftPercent: '-5' }]])
  expect((await desk.post('/v1/sandbox/market/EUR', { rate: '1' })).body.code).toBe('pair_not_tradeable')
})

test('testers can list the magic values', async () => {
  const { body } = await desk.get('/v1/sandbox/magic-values')
  expect(body.data.map(({ value }: { value: string }) => value)).toEqual([
    '#HOLD',
    '#FAIL:AC01',
    '#RETURN',
    '#SLOW',
    '#APPROVE',
    '#MATCH',
    '#NEAR',
    '#NOMATCH',
    '#NA',
  ])
})
