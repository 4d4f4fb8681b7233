import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { DatabaseClient } from '../../../kernel/db/client.ts'
import { openDb } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'

const db = await testDatabase()
/** Another process. */
const other = await openDb(db.connection, { poolSize: 2 })
afterAll(() => other.close())

/** Returns the named statements that all connections of the process send during `work`. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  const query = vi.spyOn(DatabaseClient.prototype, 'query')
  query.mockClear()
  try {
    await work()
    for (const [given] of query.mock.calls as unknown as [{ name?: string } | string][])
      if (typeof given === 'object' && given.name !== undefined) names.push(given.name)
  } finally {
    query.mockRestore()
  }
  return names
}

const CHANGES = [
  ['a lower limit', 'update credit_facilities set limit_minor = 1000 where entity_id = $1', 'credit_limit_exceeded'],
  [
    'a suspended facility',
    `update credit_facilities set status = 'Suspended' where entity_id = $1`,
    'credit_facility_not_active',
  ],
  [
    'an overdue forward',
    `update fx_trades set status = 'Overdue', cut_off_at = '2026-11-19T10:00:00Z' where entity_id = $1 and kind = 'Forward'`,
    'unpaid_amounts_outstanding',
  ],
] as const

test.each(CHANGES)(
  '%s, committed by another process, refuses the next quote, and the booking of a quote made before',
  async (_name, change, code) => {
    const desk = await openForwardDesk(db)
    await desk.forward({ amount: '1000.00' })
    const before = await desk.quoteForward()
    expect(before.status).toBe(201)
    await other.pool.query(change, [desk.entityId])
    expect((await desk.quoteForward()).body.code).toBe(code)
    expect((await desk.bookForward(before.body.quoteId)).body.code).toBe(code)
  },
)

const SOLD = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' } // the earlier it is delivered, the less it brings

test.each([
  ['a Saturday', '2026-12-19', '2026-12-21'],
  ['a Sunday', '2026-12-20', '2026-12-21'],
  ['a holiday before a weekend', '2026-12-25', '2026-12-28'],
])('a window from %s is never priced for a day on which nothing settles', async (_name, accessDate, firstDay) => {
  const desk = await openForwardDesk(db)
  for (const forwardType of ['Window', 'Variable']) {
    const closed = await desk.quoteForward({ ...SOLD, forwardType, accessDate })
    const open = await desk.quoteForward({ ...SOLD, forwardType, accessDate: firstDay })
    expect([closed.status, open.status]).toEqual([201, 201])
    expect(closed.body).toMatchObject({ accessDate, price: { pricedAtDate: firstDay } })
    expect([closed.body.rate, closed.body.buyAmount]).toEqual([open.body.rate, open.body.buyAmount])
    const booked = await desk.bookForward(closed.body.quoteId)
    const refused = await desk.draw(booked.body.tradeId, '1.00', { valueDate: accessDate })
    expect([refused.status, refused.body.params.nextAvailable]).toEqual([422, firstDay])
  }
})

test('a term or an account that does not exist is reported before a rule that the order breaks', async () => {
  const desk = await openForwardDesk(db)
  const saturday = { valueDate: '2027-02-27' }
  expect((await desk.quoteForward(saturday)).body.code).toBe('value_date_unavailable')
  expect((await desk.quoteForward({ ...saturday, creditTermId: 'ctm_x' })).body.code).toBe('credit_term_not_found')
  expect((await desk.quoteForward({ ...saturday, sellAccountId: 'acc_x' })).body.code).toBe('account_not_found')
  const restricted = { fixedSide: 'Sell', amount: '10.00', buyCurrency: 'RUB' }
  expect((await desk.quote(restricted)).body.code).toBe('pair_not_tradeable')
  expect((await desk.quote({ ...restricted, sellAccountId: 'acc_x' })).body.code).toBe('account_not_found')
})

test('concurrent quotes are each stored with their own facts, and each can be booked', async () => {
  const desk = await openForwardDesk(db)
  const orders = ['Fixed', 'Window', 'Open', 'Fixed', 'Window', 'Variable'].map((forwardType, i) => ({
    forwardType,
    amount: `${(i + 1) * 1000}.00`,
    ...(forwardType === 'Window' || forwardType === 'Variable' ? { accessDate: '2027-01-25' } : {}),
    ...(i === 0 ? {} : { reason: 'Goods' }),
  }))
  const quotes = await Promise.all(orders.map((order) => desk.quoteForward(order)))
  for (const [i, { status, body }] of quotes.entries()) {
    expect(status).toBe(201)
    const { forwardType, amount } = orders[i]!
    expect(body).toMatchObject({ forwardType, buyAmount: amount, reason: i === 0 ? null : 'Goods' })
    const booked = await desk.bookForward(body.quoteId)
    expect(booked.status).toBe(201)
    const { rows } = await db.pool.query(
      'select forward_type, access_date from fx_forwards where entity_id = $1 and trade_id = $2',
      [desk.entityId, parseId('trd', booked.body.tradeId)],
    )
    expect(rows).toEqual([{ forward_type: forwardType, access_date: body.accessDate }])
  }
})

test('a quote over the daily limit is refused without a trace', async () => {
  const desk = await openForwardDesk(db)
  await db.pool.query(
    `insert into daily_usage (entity_id, day, kind, used_minor) values ($1, '2026-11-20', 'trade', 9000000000000000)`,
    [desk.entityId],
  )
  expect((await desk.quoteForward()).body.code).toBe('daily_limit_exceeded')
  const { rows } = await db.pool.query(
    'select (select count(*) from fx_quotes where entity_id = $1) + (select count(*) from fx_forward_quotes where entity_id = $1) as n',
    [desk.entityId],
  )
  expect(Number(rows[0].n)).toBe(0)
})

test('a quote is decided and stored in one statement while the credit facts stay as they are', async () => {
  const desk = await openForwardDesk(db)
  await desk.quoteForward()
  const asked = await statementsOf(() => desk.quoteForward())
  expect(asked).toEqual(['store-forward-quotes'])
  await desk.forward({ amount: '1000.00' })
  const [first, ...more] = await statementsOf(() => desk.quoteForward())
  expect(first).toBe('store-forward-quotes') // stores nothing: the facts have changed
  expect(more.at(-1)).toBe('store-forward-quotes')
  expect(await statementsOf(() => desk.quoteForward())).toEqual(['store-forward-quotes'])
})

test('facts that change while quotes are made never let one through that they forbid, nor reject one that they allow', async () => {
  const desk = await openForwardDesk(db)
  const limitOf = (minor: bigint) =>
    other.pool.query('update credit_facilities set limit_minor = $2 where entity_id = $1', [desk.entityId, minor])
  for (let round = 0; round < 4; round++) {
    await limitOf(1000n)
    const low = await Promise.all([1, 2, 3].map(() => desk.quoteForward()))
    expect(low.map(({ body }) => body.code)).toEqual(Array.from({ length: 3 }, () => 'credit_limit_exceeded'))
    await limitOf(200_000_000n)
    const high = await Promise.all([1, 2, 3].map(() => desk.quoteForward()))
    expect(high.map(({ status }) => status)).toEqual([201, 201, 201])
  }
  const { rows } = await db.pool.query('select count(*)::int as n from fx_quotes where entity_id = $1', [desk.entityId])
  expect(rows).toEqual([{ n: 12 }])
})
