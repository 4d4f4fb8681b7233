import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { roundTripsOf } from '../../../../test/support/round-trips.ts'
import { newUuid } from '../../../kernel/values/ids.ts'

const db = await testDatabase({ poolSize: 12 })

type Desk = Awaited<ReturnType<typeof openForwardDesk>>

async function quotesOf(desk: Desk, orders: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (const order of orders) {
    const { status, body } = await desk.quoteForward(order)
    expect([status, body.code]).toEqual([201, undefined])
    ids.push(body.quoteId)
  }
  return ids
}

const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? status)

/** Rows that the bookings of an entity leave, without ids of their own, in the order of the bookings. */
async function traces({ entityId }: Desk) {
  const { rows } = await db.pool.query(
    `select (select jsonb_agg(to_jsonb(t) - '{entity_id,trade_id,quote_id,client_id,buy_account_id,sell_account_id}'::text[] order by trade_id)
        from fx_trades t where entity_id = $1) as trades,
      (select jsonb_agg(to_jsonb(f) - '{entity_id,trade_id,facility_id,term_id}'::text[] order by trade_id) from fx_forwards f where entity_id = $1) as forwards,
      (select jsonb_agg(to_jsonb(e) - '{entity_id,trade_id,facility_id,term_id}'::text[] order by trade_id) from credit_exposures e where entity_id = $1) as exposures,
      (select jsonb_agg(to_jsonb(s) - '{entity_id,trade_id}'::text[] order by trade_id) from credit_exposure_steps s where entity_id = $1) as steps,
      (select jsonb_agg(to_jsonb(p) - '{entity_id,facility_id,term_id}'::text[] order by value_date, base_side) from credit_positions p where entity_id = $1) as positions,
      (select jsonb_agg(jsonb_build_array(kind, due_at) order by kind, due_at) from due_work where entity_id = $1) as jobs,
      (select jsonb_agg(jsonb_build_array(type, resource_version, previous_status, detail) order by sequence) from events
        where entity_id = $1 and type ~ '^(trade|forward|creditFacility.threshold)') as events,
      (select used_minor::text from daily_usage where entity_id = $1 and kind = 'trade') as used,
      (select count(distinct digest)::int from market_snapshots where entity_id = $1) as markets`,
    [entityId],
  )
  return rows[0]!
}

test('forwards that wait together leave the rows, figures and events of the same bookings one after the other', async () => {
  // The last reaches 80 percent of the limit: its event names the utilisation with all before it.
  const orders = ['300000.00', '450000.00', '300000.00', '850000.00'].map((amount, i) => ({
    amount,
    ...(i === 1 ? { valueDate: '2027-01-25' } : {}),
  }))
  const [together, apart] = [await openForwardDesk(db), await openForwardDesk(db)]
  const quotes = await quotesOf(together, orders)
  let answers: Awaited<ReturnType<Desk['bookForward']>>[] = []
  const trips = await roundTripsOf(async () => {
    answers = await Promise.all(quotes.map((id) => together.bookForward(id, {}, { 'idempotency-key': newUuid() })))
  })
  expect(codesOf(answers)).toEqual([201, 201, 201, 201])
  const bounds = trips.flat().filter((name) => name === 'begin' || name === 'commit')
  expect(bounds).toEqual(['begin', 'commit'])
  // One trip reads and one writes; between them, the facility is read for the image of its event.
  expect(trips).toHaveLength(3)
  for (const { body } of answers) expect(await together.read(body.tradeId)).toMatchObject(body)
  for (const id of await quotesOf(apart, orders)) expect((await apart.bookForward(id)).status).toBe(201)
  expect(await traces(together)).toEqual(await traces(apart))
  expect(
    (await traces(together)).events.filter(([type]: [string]) => type === 'creditFacility.thresholdReached'),
  ).toHaveLength(1)
})

test('forwards that require initial margin are booked one by one, also beside others', async () => {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
  const quotes = await quotesOf(desk, [{ amount: '1000.00' }, { amount: '2000.00' }, { amount: '3000.00' }])
  const answers = await Promise.all(quotes.map((id) => desk.bookForward(id)))
  expect(answers.map(({ body }) => body.status)).toEqual(Array(3).fill('AwaitingInitialMargin'))
  const { rows } = await db.pool.query(
    `select count(*)::int as calls from margin_calls where entity_id = $1 and status = 'Issued'`,
    [desk.entityId],
  )
  expect(rows).toEqual([{ calls: 3 }])
})

test('a forward that no longer fits is rejected, and the others of its set are booked', async () => {
  const desk = await openForwardDesk(db)
  const quotes = await quotesOf(
    desk,
    ['1200000.00', '1200000.00', '500000.00'].map((amount) => ({ amount })),
  )
  const answers = await Promise.all(quotes.map((id) => desk.bookForward(id, {}, { 'idempotency-key': newUuid() })))
  expect(codesOf(answers)).toEqual([201, 'credit_limit_exceeded', 201])
  expect(await traces(desk)).toMatchObject({ positions: [{ deals: 2, base_minor: 170_000_000 }] })
})
