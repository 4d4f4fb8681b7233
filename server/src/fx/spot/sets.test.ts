import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { roundTripsOf } from '../../../test/support/round-trips.ts'
import { setLimits } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase({ poolSize: 12 })

async function fundedDesk(kind: 'ABS' | 'RM' = 'ABS', minor = 100_000_000n): Promise<Desk> {
  const desk = await openDesk(db, kind)
  await desk.fund('USD', minor)
  return desk
}

async function quotesOf(desk: Desk, count: number, amount = '10000.00'): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => desk.quote({ valueDate: '2026-11-27', amount })),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  return answers.map(({ body }) => body.quoteId)
}

/** Rows that a booking leaves, without ids and instants of their own. */
async function traces({ entityId }: Desk, tradeId: string) {
  const { rows } = await db.pool.query(
    `select (select to_jsonb(t) - '{trade_id,quote_id,hold_id,client_reference}'::text[] from fx_trades t
        where t.entity_id = $1 and t.trade_id = u.id) as trade,
      (select jsonb_agg(to_jsonb(h) - '{hold_id,related_id,reference}'::text[]) from holds h where h.entity_id = $1 and h.related_id = u.id) as holds,
      (select jsonb_agg(jsonb_build_array(j.kind, j.value_date, j.posted_at, p.currency, p.amount_minor, p.type) order by p.amount_minor)
        from journals j join postings p on p.entity_id = j.entity_id and p.journal_id = j.journal_id
        where j.entity_id = $1 and j.source_id = u.id) as postings,
      (select jsonb_agg(to_jsonb(d) - '{work_id,resource_id,lane}'::text[]) from due_work d where d.entity_id = $1 and d.resource_id = u.id) as jobs,
      (select jsonb_agg(jsonb_build_array(e.type, e.resource_version, e.actor_type, e.actor_id, e.operation, e.detail, e.address))
        from events e where e.entity_id = $1 and e.resource_id = u.id) as events,
      (select count(*)::int from fx_quotes q where q.entity_id = $1 and q.trade_id = u.id and announce_at is null) as quotes
    from (select $2::uuid as id) u`,
    [entityId, parseId('trd', tradeId)],
  )
  return rows[0]!
}

const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? status).sort()

test.each(['ABS', 'RM'] as const)(
  'bookings of an %s entity that wait together share a transaction and leave what one alone leaves',
  async (kind) => {
    const desk = await fundedDesk(kind)
    const [first, ...others] = await quotesOf(desk, 4)
    const alone = await desk.book(first!, {}, { 'idempotency-key': newUuid() })
    let answers: Awaited<ReturnType<Desk['book']>>[] = []
    const trips = await roundTripsOf(async () => {
      answers = await Promise.all(others.map((id) => desk.book(id, {}, { 'idempotency-key': newUuid() })))
    })
    expect(codesOf(answers)).toEqual([201, 201, 201])
    expect(trips.flat().filter((name) => name === 'commit')).toHaveLength(1)
    expect(trips).toHaveLength(2)
    expect(trips[1]).toEqual([
      'insert-foreseen-trades',
      'mark-quotes-booked',
      'ledger-post-or-fail',
      'consume-daily-limit-or-fail',
      'store-idempotency-keys',
      'schedule-work',
      'store-events',
      'commit',
    ])
    const expected = await traces(desk, alone.body.tradeId)
    for (const { body } of answers) {
      expect(await traces(desk, body.tradeId)).toEqual(expected)
      expect((await desk.get(`/v1/fx/trades/${body.tradeId}`)).body).toEqual(body)
      expect(Object.keys(body)).toEqual(Object.keys(alone.body))
    }
    const { rows } = await db.pool.query<{ sequence: bigint; request: string }>(
      'select sequence, request_id as request from events where entity_id = $1 order by sequence',
      [desk.entityId],
    )
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => BigInt(i + 1)))
    expect(new Set(rows.slice(-3).map(({ request }) => request)).size).toBe(3)
  },
)

test('bookings that wait together hold the money once each, and those without money are rejected', async () => {
  const desk = await fundedDesk('ABS', 3_000_000n)
  const quotes = await quotesOf(desk, 6) // about USD 11,700 each
  const answers = await Promise.all(quotes.map((id) => desk.book(id)))
  expect(codesOf(answers)).toEqual([201, 201, ...Array<string>(4).fill('insufficient_funds')])
  const { rows } = await db.pool.query<Record<string, bigint>>(
    `select (select held_minor from balances where entity_id = $1 and account_id = $2) as held,
      (select sum(sell_minor)::bigint from fx_trades where entity_id = $1) as sold,
      (select sum(amount_minor)::bigint from holds where entity_id = $1) as holds,
      (select used_minor from daily_usage where entity_id = $1 and kind = 'trade') as used,
      (select sum(limit_minor)::bigint from fx_quotes where entity_id = $1 and trade_id is not null) as counted`,
    [desk.entityId, desk.account('USD').accountId],
  )
  const { held, sold, holds, used, counted } = rows[0]!
  expect([holds, held, counted]).toEqual([sold, sold, used])
})

test('a rejected booking leaves the others of its set in their transaction', async () => {
  const desk = await fundedDesk()
  const [used, ...quotes] = await quotesOf(desk, 4)
  await desk.book(used!)
  let answers: Awaited<ReturnType<Desk['book']>>[] = []
  const trips = await roundTripsOf(async () => {
    answers = await Promise.all(
      [used!, ...quotes, formatId('quo', newUuid())].map((id) => desk.book(id, {}, { 'idempotency-key': newUuid() })),
    )
  })
  expect(answers.map(({ status, body }) => body.code ?? status)).toEqual([
    'quote_already_booked',
    201,
    201,
    201,
    'quote_not_found',
  ])
  expect(trips.flat().filter((name) => name === 'insert-foreseen-trades')).toHaveLength(1)
  expect(trips.flat()).not.toContain('insert-foreseen-trade')
})

test('one quote, one key and one reference are used once by bookings that wait together', async () => {
  const desk = await fundedDesk()
  const [one, two, three, four] = await quotesOf(desk, 4)
  const twice = await Promise.all([desk.book(one!), desk.book(one!), desk.book(one!)])
  expect(codesOf(twice)).toEqual([201, 'quote_already_booked', 'quote_already_booked'])
  const key = { 'idempotency-key': newUuid() }
  const keyed = await Promise.all([desk.book(two!, {}, key), desk.book(two!, {}, key), desk.book(three!, {}, key)])
  expect(keyed.map(({ status }) => status)).toEqual([201, 201, 422])
  expect(keyed[1]!.body).toEqual(keyed[0]!.body)
  expect(keyed[1]!.headers['idempotent-replayed']).toBe('true')
  expect(keyed[2]!.body.code).toBe('idempotency_key_reused')
  const named = await Promise.all([three!, four!].map((id) => desk.book(id, { clientReference: 'R1' })))
  expect(codesOf(named)).toEqual([201, 'duplicate_client_reference'])
  const { rows } = await db.pool.query('select count(*)::int as trades from fx_trades where entity_id = $1', [
    desk.entityId,
  ])
  expect(rows).toEqual([{ trades: 3 }])
})

test('a key that was used before answers again among bookings that wait together', async () => {
  const desk = await fundedDesk()
  const [one, two, three] = await quotesOf(desk, 3)
  const key = { 'idempotency-key': newUuid() }
  const { body } = await desk.book(one!, {}, key)
  const answers = await Promise.all([desk.book(two!), desk.book(one!, {}, key), desk.book(three!)])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(answers[1]!.body).toEqual(body)
})

test('bookings that wait together count towards the daily limit and the settlement limit one after the other', async () => {
  const desk = await openDesk(db, 'RM')
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 2_500_000n }, operatorAct))
  const quotes = await quotesOf(desk, 5) // EUR 10,000 each
  const answers = await Promise.all(quotes.map((id) => desk.book(id)))
  expect(codesOf(answers)).toEqual([201, 201, ...Array<string>(3).fill('settlement_limit_exceeded')])
  const other = await fundedDesk()
  const more = await quotesOf(other, 5)
  await inTransaction(db, (tx) => setLimits(tx, other.entityId, { dailyTradeMinor: 3_500_000n }, operatorAct))
  const counted = await Promise.all(more.map((id) => other.book(id)))
  expect(codesOf(counted)).toEqual([201, 201, 201, 'daily_limit_exceeded', 'daily_limit_exceeded'])
})

test('bookings wait for a lock that another transaction holds, and are made after it', async () => {
  const desk = await fundedDesk()
  const quotes = await quotesOf(desk, 3)
  let release = () => {}
  const held = inTransaction(db, async (tx) => {
    await tx.query('select 1 from balances where entity_id = $1 order by account_id for update', [desk.entityId])
    await new Promise<void>((resolve) => (release = resolve))
  })
  const booking = Promise.all(quotes.map((id) => desk.book(id)))
  setTimeout(() => release(), 600) // longer than a set waits
  expect(codesOf(await booking)).toEqual([201, 201, 201])
  await held
})
