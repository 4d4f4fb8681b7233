import { beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../../test/support/codes.ts'
import { operatorAct } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../../test/support/desk.ts'
import { setProfile } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { announceExpired } from './expiry.ts'

const db = await testDatabase()

let desk: Desk
let now: Date

async function ask(isAsked: boolean) {
  await inTransaction(db, (tx) =>
    setProfile(tx, desk.entityId, { quoteExpiryEvents: isAsked }, { ...operatorAct, at: now }),
  )
  await expect.poll(async () => (await desk.settings()).settings.quoteExpiryEvents).toBe(isAsked)
}

/** Sets the time and runs what is due by then. */
const after = (seconds: number) => desk.advance(new Date(now.getTime() + seconds * 1000).toISOString())

async function events(): Promise<object[]> {
  const { body } = await desk.get('/v1/events?types=quote.expired')
  return body.data
}

beforeAll(async () => {
  desk = await openDesk(db, 'ABS', { now: '2026-11-25T10:00:00.000Z' })
  await desk.fund('USD', 1_000_000_00n)
})

beforeEach(async () => {
  now = desk.time.now
  await ask(true)
})

test('a client with the setting reads each unbooked quote as expired, and not the booked one', async () => {
  const [lost, booked] = [await desk.quote({ amount: '1000.00' }), await desk.quote({ amount: '2000.00' })]
  expect((await desk.book(booked.body.quoteId)).status).toBe(201)
  const before = (await events()).length
  await after(14)
  expect(await events(), 'a booking received in time may still be at work').toHaveLength(before)
  await after(15)
  const found = (await events()).slice(before)
  const { limits: _none, ...quote } = lost.body
  expect(found).toMatchObject([
    {
      resource: { type: 'quote', id: lost.body.quoteId, version: 2 },
      previous: { status: 'Active' },
      data: { ...quote, status: 'Expired' },
    },
  ])
  await after(60)
  expect(await events(), 'told once').toHaveLength(before + 1)
})

test('quotes of an entity without the setting record no event', async () => {
  await ask(false)
  const before = (await events()).length
  await desk.quote({ amount: '1000.00' })
  await after(60)
  expect(await events()).toHaveLength(before)
})

test('a quote that a booking has locked is announced only if it is not booked', async () => {
  const { body } = await desk.quote({ amount: '1000.00' })
  const before = (await events()).length
  const lock = 'select 1 from fx_quotes where entity_id = $1 and quote_id = $2 for no key update'
  await inTransaction(db, async (tx) => {
    await tx.query(lock, [desk.entityId, parseId('quo', body.quoteId)])
    await after(20)
    expect(await events()).toHaveLength(before)
  })
  await after(21)
  expect(await events()).toHaveLength(before + 1)
})

test('a quote that was announced as expired cannot be booked, though the booking was received in time', async () => {
  const { body } = await desk.quote({ amount: '1000.00' })
  await after(20)
  desk.time.now = now
  const answer = await desk.book(body.quoteId)
  expect([answer.status, errorCode(answer.body)]).toEqual([410, 'quote_expired'])
})

test('an entity whose announcements fail delays those of no other, however many quotes it has', async () => {
  const other = await openDesk(db, 'ABS', { now: now.toISOString() })
  await inTransaction(db, (tx) =>
    setProfile(tx, other.entityId, { quoteExpiryEvents: true }, { ...operatorAct, at: now }),
  )
  await expect.poll(async () => (await other.settings()).settings.quoteExpiryEvents).toBe(true)
  const failing = await desk.quote({ amount: '1000.00' })
  await db.pool.query(
    `insert into fx_quotes select (jsonb_populate_record(q, jsonb_build_object('quote_id', gen_random_uuid()))).*
      from fx_quotes q, generate_series(1, 1000) where q.entity_id = $1 and q.quote_id = $2`,
    [desk.entityId, parseId('quo', failing.body.quoteId)],
  )
  await other.fund('USD', 1_000_000_00n)
  other.time.now = new Date(now.getTime() + 1000) // its quote comes last
  expect((await other.quote({ amount: '1000.00' })).status).toBe(201)
  await db.pool.query(
    `create function fail_here() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger broken before update on books for each row when (new.entity_id = '${desk.entityId}')
       execute function fail_here()`,
  )
  const failures: string[] = []
  const run = {
    db,
    until: new Date(now.getTime() + 60_000),
    at: (begun: Date) => begun,
    failed: (_error: unknown, { entityId }: { entityId: string }) => void failures.push(entityId),
  }
  expect(await announceExpired(run)).toBe(1)
  expect(failures).toEqual([desk.entityId])
  expect(await other.events()).toContain('quote.expired')

  await db.pool.query('drop trigger broken on books')
  expect(await announceExpired(run)).toBe(1001)
})
