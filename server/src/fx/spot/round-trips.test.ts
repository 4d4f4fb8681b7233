import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { type RoundTrip, roundTripsOf } from '../../../test/support/round-trips.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase()

async function bookedBy(kind: 'ABS' | 'RM', headers: Record<string, string> = {}): Promise<RoundTrip[]> {
  const desk = await openDesk(db, kind)
  if (kind === 'ABS') await desk.fund('USD', 20_000_000n)
  const quote = await desk.quote({ valueDate: '2026-11-27' })
  let booked
  const trips = await roundTripsOf(async () => {
    booked = await desk.post('/v1/fx/trades/spot', { ...desk.wire, quoteId: quote.body.quoteId }, headers)
  })
  const { status, body } = booked!
  expect([status, body.status]).toEqual([201, 'Executed'])
  expect((await desk.get(`/v1/fx/trades/${body.tradeId}`)).body).toEqual(body)
  return trips
}

const WRITES = ['insert-foreseen-trade', 'mark-quote-booked', 'ledger-post-or-fail', 'consume-daily-limit-or-fail']
const END = ['schedule-work', 'store-events', 'commit']

test('a spot booking reads everything in one round trip and writes and commits everything in the next', async () => {
  expect(await bookedBy('ABS')).toEqual([
    ['begin', 'lock-quote'],
    [...WRITES, ...END],
  ])
  const credit = ['lock-settlement-limit', 'unpaid-trades', 'read-settlement-used', 'lock-quote']
  expect(await bookedBy('RM')).toEqual([
    ['begin', ...credit],
    [...WRITES, ...END],
  ])
})

test('with an idempotency key, it claims the key beside its reads and stores its answer beside its writes', async () => {
  const [reads, writes, ...more] = await bookedBy('ABS', { 'idempotency-key': newUuid() })
  expect(reads).toEqual([
    'begin',
    `set local lock_timeout = '5s'`,
    'claim-idempotency-key',
    'set local lock_timeout = 20000', // the claim leaves the limit of requests,
    'lock-quote',
  ])
  expect(writes).toEqual([...WRITES, 'store-idempotency-key', ...END])
  expect(more).toEqual([])
})

test('a repeated booking gets its first answer, and another request under its key is rejected', async () => {
  const desk = await openDesk(db, 'ABS')
  await desk.fund('USD', 20_000_000n)
  const [quote, other] = [await desk.quote({}), await desk.quote({})]
  const key = { 'idempotency-key': newUuid() }
  const book = ({ body: { quoteId } }: typeof quote) => desk.post('/v1/fx/trades/spot', { ...desk.wire, quoteId }, key)
  const [first, again] = await Promise.all([book(quote), book(quote)])
  expect([first.status, again.body]).toEqual([201, first.body])
  expect((await book(quote)).body).toEqual(first.body)
  expect((await book(other)).body.code).toBe('idempotency_key_reused')
})

test('a booking that fails at a write leaves nothing and names its own error', async () => {
  const desk = await openDesk(db, 'ABS')
  await desk.fund('USD', 20_000_000n)
  const quoteOf = async () => (await desk.quote({ valueDate: '2026-11-27' })).body.quoteId as string
  const [one, other, third] = [await quoteOf(), await quoteOf(), await quoteOf()]
  const book = (quoteId: string, more = {}) => desk.post('/v1/fx/trades/spot', { ...desk.wire, quoteId, ...more })
  const { body } = await book(one, { clientReference: 'R1' })
  // The reference is used and the money is gone: the first of the two is the answer, as the order of the rules says.
  expect((await book(other, { clientReference: 'R1' })).body).toMatchObject({
    code: 'duplicate_client_reference',
    params: { existingId: body.tradeId },
  })
  expect((await book(other)).body.code).toBe('insufficient_funds')
  expect((await desk.post('/v1/fx/trades/spot?dryRun=true', { ...desk.wire, quoteId: third })).body.code).toBe(
    'insufficient_funds',
  )
  const { rows } = await db.pool.query(
    'select count(*)::int as trades, count(trade_id)::int as booked from fx_quotes where entity_id = $1',
    [desk.entityId],
  )
  expect(rows[0]).toEqual({ trades: 3, booked: 1 })
})
