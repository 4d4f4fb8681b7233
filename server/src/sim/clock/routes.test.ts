import { beforeEach, expect, test } from 'vitest'
import { givenEntity } from '../../../test/support/clients.ts'
import { endingOn, liveCalendars, shippedCalendars } from '../../../test/support/calendars.ts'
import { standingMarket } from '../../../test/support/market.ts'
import { openProcess } from '../../../test/support/process.ts'
import { closeAfterFile, testDatabase } from '../../../test/support/database.ts'
import { dayOf } from '../../kernel/values/days.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { postJournal } from '../../ledger/index.ts'
import { openSandboxClock, type SandboxClock } from './index.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const entityId = newUuid()
/** The last day for which holidays are known. */
const LATEST = '2027-12-15'
const done: { resourceId: string; at: string }[] = []

/** One server process: its own clock over the common database. */
async function openClock(wall?: () => Date) {
  const listener = createListener(db)
  const clock = await openSandboxClock(db, listener, wall)
  await listener.start()
  closeAfterFile(() => listener.close())
  const jobs: Record<string, WorkHandler> = {
    note: async (_tx, work, { at }) => void done.push({ resourceId: work.resourceId, at: at.toISOString() }),
    book: async (tx, work, { at }) => {
      const account = { kind: 'in_transit' as const }
      const legs = [
        { account, currency: 'EUR', amountMinor: 100n },
        { account: { kind: 'fees' as const }, currency: 'EUR', amountMinor: -100n },
      ]
      const source = { type: 'test', id: work.resourceId }
      const valueDate = dayOf(at)
      const command = { entityId: work.entityId, kind: 'test', type: 'Deposit' as const, source, valueDate, legs }
      await postJournal(tx, command, at)
    },
    kill: async () => {
      await db.pool.query(
        `select pg_terminate_backend(pid) from pg_locks
          where database = (select oid from pg_database where datname = current_database())
            and relation = 'sandbox_clock'::regclass and mode = 'RowShareLock' and pid <> pg_backend_pid()`,
      )
    },
    again: async (tx, work, { at }) => {
      done.push({ resourceId: work.resourceId, at: at.toISOString() })
      await scheduleWork(tx, { ...work, dueAt: new Date(at.getTime() + 3_600_000) })
    },
  }
  const principal = {
    clientId: newUuid(),
    entityId,
    serviceKind: 'RM' as const,
    scopes: new Set(['sandbox:simulate']),
    roles: new Set(['maker', 'approver'] as const),
  }
  const market = {
    ...standingMarket(),
    refresh: async () => {},
    move: () => Promise.reject(new Error('no moves here')),
  }
  const calendars = liveCalendars(endingOn(shippedCalendars(), 'USD', LATEST))
  const given = { clock, authenticate: () => principal, calendars, sandbox: { clock, market } }
  const { app } = await openProcess(db, given, { jobs })
  const post = async (payload: object, headers = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/sandbox/clock',
      payload,
      headers: { authorization: 'Bearer t', ...headers },
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  return { app, clock, post }
}

const schedule = (kind: string, resourceId: string, dueAt: Date) =>
  inTransaction(db, (tx) => scheduleWork(tx, { entityId, kind, resourceId, dueAt }))

const sees = async (clock: SandboxClock, time: Date) => {
  await expect.poll(() => clock.now().getTime()).toBeGreaterThanOrEqual(time.getTime())
}

const one = await openClock()
const other = await openClock()

beforeEach(async () => {
  done.length = 0
  await db.pool.query('truncate due_work')
})

test('an advance returns the new time, and every process shows it', async () => {
  const before = one.clock.now()
  const { status, body } = await one.post({ advance: 'P1D' })
  expect(status).toBe(200)
  expect(body.frozen).toBe(false)
  expect(Date.parse(body.now) - before.getTime()).toBeGreaterThanOrEqual(86_400_000)
  expect(Date.parse(body.now) - before.getTime()).toBeLessThan(86_410_000)
  await sees(other.clock, new Date(before.getTime() + 86_400_000))
})

test('more concurrent moves than connections all succeed', async () => {
  const before = one.clock.now()
  const moves = Array.from({ length: db.pool.options.max + 5 }, () => one.post({ advance: 'PT1M' }))
  expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(one.clock.now().getTime() - before.getTime()).toBeGreaterThanOrEqual(moves.length * 60_000)
})

test('jobs that fall due on the way run in order at their due time, with the due jobs that they schedule', async () => {
  const now = one.clock.now()
  const hour = (n: number) => new Date(now.getTime() + n * 3_600_000)
  const [late, early, again] = [newUuid(), newUuid(), newUuid()]
  await schedule('note', late, hour(20))
  await schedule('note', early, hour(2))
  await schedule('again', again, hour(10))
  await schedule('note', newUuid(), hour(30))
  await one.post({ advance: 'PT21H' })
  const expected = [[early, 2], ...Array.from({ length: 12 }, (_, i) => [again, 10 + i])].map(([resourceId, n]) => ({
    resourceId,
    at: hour(n as number).toISOString(),
  }))
  expect(done.filter(({ resourceId }) => resourceId !== late)).toEqual(expected)
  expect(done.map(({ at }) => at)).toEqual(done.map(({ at }) => at).toSorted())
  expect(done).toHaveLength(14)
})

test('a frozen clock stops, can be moved, and continues when it is resumed', async () => {
  const { body: frozen } = await one.post({ freeze: true })
  expect(frozen.frozen).toBe(true)
  const target = new Date(Date.parse(frozen.now) + 5_000_000).toISOString()
  const { body: moved } = await one.post({ set: target })
  expect(moved).toMatchObject({ now: target, frozen: true })
  expect(one.clock.now().toISOString()).toBe(target)
  const { body: released } = await one.post({ freeze: false })
  expect(released.frozen).toBe(false)
  expect(Date.parse(released.now)).toBeGreaterThanOrEqual(Date.parse(target))
})

test.each([
  [{ advance: '-PT1S' }, 409, 'clock_moves_forward_only'],
  [{ set: '2026-01-01T00:00:00Z' }, 409, 'clock_moves_forward_only'],
  [{}, 400, 'clock_mode_required'],
  [{ advance: 'P1D', freeze: true }, 400, 'clock_mode_required'],
  [{ advance: 'tomorrow' }, 400, 'duration_invalid'],
  [{ set: 'tomorrow' }, 400, 'instant_invalid'],
  [{ freeze: 'yes' }, 400, 'wrong_type'],
  [{ move: 'P1D' }, 400, 'unknown_field'],
  [{ advance: 'P20Y' }, 422, 'clock_beyond_calendar'],
])('%o moves nothing: %i %s', async (payload, status, code) => {
  const before = one.clock.state()
  const answer = await one.post(payload)
  expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  expect(one.clock.state()).toEqual(before)
})

test('a repeated advance with the same key moves the clock once', async () => {
  const headers = { 'idempotency-key': newUuid() }
  const first = await one.post({ advance: 'P1D' }, headers)
  const again = await one.post({ advance: 'P1D' }, headers)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(one.clock.now().getTime() - Date.parse(first.body.now)).toBeLessThan(10_000)
})

test('concurrent advances add up', async () => {
  const before = one.clock.now().getTime()
  await Promise.all([one.post({ advance: 'P1D' }), other.post({ advance: 'P1D' })])
  await sees(one.clock, new Date(before + 2 * 86_400_000))
  expect(one.clock.now().getTime()).toBeLessThan(before + 2 * 86_400_000 + 60_000)
})

test('a restarted process shows the moved time', async () => {
  const { body } = await one.post({ advance: 'P3D' })
  const restarted = await openClock()
  expect(restarted.clock.now().getTime()).toBeGreaterThanOrEqual(Date.parse(body.now))
})

test('a move that was shown but not stored is taken back when the connection is made again', async () => {
  type Hear = Parameters<ReturnType<typeof createListener>['on']>[1]
  const hearers: Hear[] = []
  const listener = { ...createListener(db), on: (_channel: string, hear: Hear) => void hearers.push(hear) }
  const clock = await openSandboxClock(db, listener)
  const stored = clock.state()
  const unstored = { ...stored, version: stored.version + 1n, offsetMs: stored.offsetMs + 86_400_000 }
  clock.take(unstored)
  hearers[0]!('')
  await db.pool.query('select 1')
  expect(clock.state()).toEqual(unstored)
  hearers[0]!(undefined)
  await expect.poll(() => clock.state()).toEqual(stored)
})

test('after a kill in the middle of a move, nothing booked on the way lies in the future of the clock', async () => {
  const victim = await openClock()
  const before = victim.clock.now()
  const bookedAt = new Date(before.getTime() + 5 * 86_400_000)
  const holder = await givenEntity(db, 'RM')
  await inTransaction(db, (tx) =>
    scheduleWork(tx, { entityId: holder, kind: 'book', resourceId: newUuid(), dueAt: bookedAt }),
  )
  // The second job ends the connection that holds the clock, as the end of the process does: the move never commits.
  const killAt = new Date(bookedAt.getTime() + 60_000)
  await inTransaction(db, (tx) =>
    scheduleWork(tx, { entityId: holder, kind: 'kill', resourceId: newUuid(), dueAt: killAt }),
  )
  expect((await victim.post({ advance: 'P10D' })).status).toBeGreaterThanOrEqual(500)

  const { rows } = await db.pool.query('select max(posted_at) as latest from journals where entity_id = $1', [holder])
  expect(rows[0].latest).toEqual(bookedAt)
  expect(victim.clock.now().getTime()).toBeGreaterThanOrEqual(bookedAt.getTime()) // if it lives on
  const restarted = await openClock()
  expect(restarted.clock.now().getTime()).toBeGreaterThanOrEqual(bookedAt.getTime())
  expect(restarted.clock.now().getTime()).toBeLessThan(killAt.getTime() + 3_600_000)
  await sees(one.clock, bookedAt)
})
