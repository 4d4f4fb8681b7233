import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'
import { readSettlementUsed, setLimits } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()

/** A desk of an RM entity that may have EUR 250,000.00 of spot deals unsettled. */
async function limitedDesk() {
  const desk = await openDesk(db, 'RM')
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 25_000_000n }, operatorAct))
  await expect
    .poll(async () => (await desk.quote({ amount: '250000.01', valueDate: '2026-11-27' })).body.code)
    .toBe('settlement_limit_exceeded')
  return desk
}
const used = (desk: { entityId: string }) => readSettlementUsed(db.reader, desk.entityId)

test('spot deals above the settlement limit are rejected until earlier ones are paid', async () => {
  const desk = await limitedDesk()
  const order = { amount: '150000.00', valueDate: '2026-11-27' }
  const [first, second] = [(await desk.quote(order)).body, (await desk.quote(order)).body]
  expect((await desk.book(first.quoteId)).status).toBe(201)
  const refused = {
    code: 'settlement_limit_exceeded',
    params: { currency: 'EUR', limit: '250000.00', used: '150000.00', needed: '150000.00', available: '100000.00' },
  }
  const booked = await desk.book(second.quoteId)
  expect([booked.status, booked.body]).toEqual([422, expect.objectContaining(refused)])
  const quoted = await desk.quote(order)
  expect([quoted.status, quoted.body]).toEqual([422, expect.objectContaining(refused)])
  expect((await desk.quote({ ...order, amount: '100000.00' })).status).toBe(201)
  await desk.fund('USD', 20_000_000n)
  await desk.advance('2026-11-27T00:00:00.000Z')
  expect(await used(desk)).toBe(0n)
})

test('concurrent bookings do not exceed the settlement limit together', async () => {
  const desk = await limitedDesk()
  const quotes = await Promise.all(
    Array.from({ length: 6 }, () => desk.quote({ amount: '100000.00', valueDate: '2026-11-27' })),
  )
  const answers = await Promise.all(quotes.map(({ body }) => desk.book(body.quoteId)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(answers.filter(({ body }) => body.code === 'settlement_limit_exceeded')).toHaveLength(4)
  expect(await used(desk)).toBe(20_000_000n)
})

test('a writer that does not ask cannot exceed the settlement limit', async () => {
  const desk = await limitedDesk()
  const { body } = await desk.quote({ amount: '150000.00', valueDate: '2026-11-27' })
  await desk.book(body.quoteId)
  const copy = db.pool.query(
    `insert into fx_trades select (jsonb_populate_record(t, jsonb_build_object('trade_id', gen_random_uuid(), 'quote_id', null))).*
      from fx_trades t where entity_id = $1`,
    [desk.entityId],
  )
  await expect(copy).rejects.toMatchObject({ constraint: 'fx_trades_settlement_limit' })
})

test('a writer that does not ask cannot exceed a lowered settlement limit by moving a trade twice, later or larger', async () => {
  const desk = await limitedDesk()
  const { body: quote } = await desk.quote({ amount: '150000.00', valueDate: '2026-11-27' })
  const { tradeId } = (await desk.book(quote.quoteId)).body
  const amendments = `/v1/fx/trades/spot/${tradeId}/amendments`
  const order = { ...desk.wire, type: 'Move', newValueDate: '2026-11-25' }
  const { body: moved } = await desk.post(`${amendments}/quote`, order)
  expect((await desk.post(amendments, { ...desk.wire, quoteId: moved.quoteId })).status).toBe(201)
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 1n }, operatorAct))
  const copies = (of: string, change: object) =>
    db.pool.query(
      `insert into fx_trades select (jsonb_populate_record(t, jsonb_build_object('trade_id', gen_random_uuid(), 'quote_id', null) || $2)).*
        from fx_trades t where entity_id = $1 and kind = 'Spot' and parent_trade_id is ${of} returning trade_id`,
      [desk.entityId, change],
    )
  const parent = { parent_trade_id: parseId('trd', tradeId), status: 'Executed' }
  const refused = { constraint: 'fx_trades_settlement_limit' }
  await expect(copies('not null', {})).rejects.toMatchObject(refused)
  await db.pool.query(
    `update fx_trades set settlement_minor = null where entity_id = $1 and parent_trade_id is not null`,
    [desk.entityId],
  )
  await expect(copies('null', { ...parent, value_date: '2026-11-30' })).rejects.toMatchObject(refused)
  await expect(copies('null', { ...parent, settlement_minor: 15_000_001 })).rejects.toMatchObject(refused)
  expect((await copies('null', parent)).rowCount).toBe(1)
})

test('no spot deal is executed on credit while one is overdue', async () => {
  const desk = await openForwardDesk(db)
  const first = await desk.quote({ valueDate: '2026-11-24' })
  const kept = (await desk.quote({ valueDate: '2026-11-24' })).body
  const { body: trade } = await desk.book(first.body.quoteId)
  await desk.advance('2026-11-24T00:00:00.000Z')
  await desk.advance(trade.cutOffAt)
  expect((await desk.trade(trade.tradeId)).status).toBe('Overdue')
  const refused = {
    code: 'unpaid_amounts_outstanding',
    params: {
      tradeId: trade.tradeId,
      amount: '116546.00',
      currency: 'USD',
      dueAt: trade.cutOffAt,
      remedy: 'Fund its account or close it out',
    },
  }
  const quoted = await desk.quote({})
  expect([quoted.status, quoted.body]).toEqual([422, expect.objectContaining(refused)])
  desk.time.now = new Date(kept.createdAt)
  await db.pool.query(`update fx_trades set cut_off_at = $2 where entity_id = $1`, [desk.entityId, kept.createdAt])
  const booked = await desk.book(kept.quoteId)
  expect([booked.status, booked.body.code]).toEqual([422, 'unpaid_amounts_outstanding'])
})

test('while a deal is overdue another one can be dealt with money that is available and held', async () => {
  const desk = await openForwardDesk(db)
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-24' })).body.quoteId)
  await desk.advance('2026-11-24T00:00:00.000Z')
  await desk.advance(trade.cutOffAt)
  await desk.fund('GBP', 10_000_000n)
  const quote = await desk.quote({ buyCurrency: 'USD', sellCurrency: 'GBP', amount: '120000.00' })
  expect(quote.status).toBe(201)
  const { status, body } = await desk.book(quote.body.quoteId)
  expect([status, body.settlement.funded]).toEqual([201, true])
  expect(await used(desk)).toBe(10_000_000n)
  expect(await desk.balances()).toMatchObject({ 'client:GBP': [10_000_000n, expect.any(BigInt)] })
})
