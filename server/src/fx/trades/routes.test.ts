import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
let desk: Desk
const trades: { tradeId: string; buyCurrency: string }[] = []

beforeAll(async () => {
  desk = await openDesk(db, 'RM')
  await desk.fund('USD', 100_000_000n)
  const book = async (order: object, reference: string) => {
    const quote = await desk.quote({ amount: '1000.00', ...order })
    trades.push((await desk.book(quote.body.quoteId, { clientReference: reference })).body)
  }
  await book({}, 'a') // EUR/USD for today: settles
  await book({ valueDate: '2026-11-27' }, 'b')
  await book({ buyCurrency: 'GBP', valueDate: '2026-11-27' }, 'c')
  desk.time.now = new Date('2026-11-25T12:00:00.000Z')
  await desk.advance('2026-11-25T12:00:00.000Z')
  await book({ buyCurrency: 'JPY', sellCurrency: 'EUR', amount: '100000', valueDate: '2026-11-27' }, 'd')
  await book({ valueDate: '2026-11-25' }, 'e')
})

const list = async (query: string) => (await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}${query}`)).body

test.each([
  ['', 'edcba'],
  ['&tradeType=Spot', 'edcba'],
  ['&tradeType=forward', ''],
  ['&tradeSubtype=Window', ''],
  ['&status=Settled', 'a'],
  ['&status=executed', 'edcb'],
  ['&currencyPair=EUR/USD', 'eba'],
  ['&currencyPair=GBPUSD', 'c'],
  ['&tradeDateFrom=2026-11-25&tradeDateTo=2026-11-25', 'edcba'],
  ['&tradeDateFrom=2026-11-26', ''],
  ['&valueDateFrom=2026-11-26', 'dcb'],
  ['&valueDateTo=2026-11-26', 'ea'],
  ['&valueDateFrom=2026-11-26&valueDateTo=2026-11-27&currencyPair=EUR/USD', 'b'],
  ['&clientReference=c', 'c'],
  ['&drawable=true', ''],
  ['&drawable=false', 'edcba'],
  ['&updatedSince=2026-11-25T11:00:00Z', 'eda'],
])('the filter %j lists %j, newest first', async (query, references) => {
  const { data, nextCursor } = await list(query)
  expect(data.map(({ clientReference }: { clientReference: string }) => clientReference).join('')).toBe(references)
  expect(nextCursor).toBeNull()
})

test('pages follow on from one another', async () => {
  const seen: string[] = []
  let after = ''
  do {
    const { data, nextCursor } = await list(`&limit=2${after}`)
    seen.push(...data.map(({ tradeId }: { tradeId: string }) => tradeId))
    after = nextCursor === null ? '' : `&after=${nextCursor}`
  } while (after !== '')
  expect(seen).toEqual(trades.map(({ tradeId }) => tradeId).toReversed())
})

test.each([
  ['&after=nonsense', 400, 'cursor_invalid'],
  ['&status=Lost', 400, 'value_not_allowed'],
  ['&colour=red', 400, 'unknown_parameter'],
  ['&limit=501', 400, 'out_of_range'],
  ['&valueDateFrom=2026-02-30', 400, 'date_invalid'],
  ['&tradeDateFrom=2026-11-26&tradeDateTo=2026-11-25', 400, 'date_range_invalid'],
  ['&valueDateFrom=2026-11-26&valueDateTo=2026-11-25', 400, 'date_range_invalid'],
  ['&updatedSince=yesterday', 400, 'instant_invalid'],
  ['&currencyPair=EURO', 422, 'pair_not_tradeable'],
])('the query %j is refused', async (query, status, code) => {
  const { status: answered, body } = await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}${query}`)
  expect([answered, errorCode(body)]).toEqual([status, code])
})

test('all errors of a query are reported together', async () => {
  const crossed = 'tradeDateFrom=2026-11-26&tradeDateTo=2026-11-25&valueDateFrom=2026-11-26&valueDateTo=soon'
  const { body } = await desk.get(`/v1/fx/trades?${crossed}&after=nonsense&currencyPair=EUREUR&colour=red`)
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
    '?after',
    '?colour',
    '?currencyPair',
    '?tradeDateTo',
    '?valueDateTo',
  ])
})

test('an invalid pair is reported with the other errors', async () => {
  const { status, body } = await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}&currencyPair=EURO&limit=0`)
  const told = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort()
  expect([status, told]).toEqual([400, ['?currencyPair pair_not_tradeable', '?limit out_of_range']])
})

test('the entity need not be named by a client that has one', async () => {
  const named = await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}`)
  expect((await desk.get('/v1/fx/trades')).body).toEqual(named.body)
})

test('an event shows its trade as the read operation did then, and the last one as it does now', async () => {
  const { data } = (await desk.get(`/v1/events?entityId=${desk.wire.entityId}&limit=500`)).body
  const events = (data as TradeEvent[]).filter(({ resource }) => resource.type === 'trade')
  expect(new Set(events.map(({ resource }) => resource.id)).size).toBe(trades.length)
  for (const [i, { resource, data: trade }] of events.entries()) {
    const next = events.slice(i + 1).find((later) => later.resource.id === resource.id)
    if (next) expect(trade.status).toBe(next.previous?.status)
    else expect(trade).toEqual((await desk.get(`/v1/fx/trades/${resource.id}`)).body)
  }
})

interface TradeEvent {
  resource: { type: string; id: string }
  data: { status: string }
  previous?: { status: string }
}
