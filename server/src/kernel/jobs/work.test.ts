import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction, type Tx } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { cancelWork, createWorker, type DueWork, scheduleNoLater, scheduleWork, type WorkHandler } from './work.ts'

const db = await testDatabase()
const day = (n: number) => new Date(Date.UTC(2026, 10, n))
const clock = { now: () => day(1), wall: () => new Date() }

const schedule = (work: DueWork) => inTransaction(db, (tx) => scheduleWork(tx, work))
const piece = (entityId: string, dueAt: Date, kind = 'note'): DueWork => ({
  entityId,
  kind,
  resourceId: newUuid(),
  dueAt,
})

function workerOf(handlers: Record<string, WorkHandler>, failures: unknown[] = [], pool = db.pool) {
  return createWorker({ db: { pool }, clock, handlers, onFailure: (error) => failures.push(error) })
}

test('due jobs run in the order of their time, with the due jobs that they schedule, and no later ones', async () => {
  const entityId = newUuid()
  const seen: string[] = []
  const worker = workerOf({
    note: async (tx, work, { at }) => {
      seen.push(`note ${at.toISOString().slice(0, 10)}`)
      if (work.dueAt.getTime() === day(3).getTime()) await scheduleWork(tx, piece(entityId, day(4), 'after'))
    },
    after: async (_tx, _work, { at }) => void seen.push(`after ${at.toISOString().slice(0, 10)}`),
  })
  for (const n of [5, 3, 9, 2]) await schedule(piece(entityId, day(n)))
  expect(await worker.runDue(day(8))).toBe(4)
  expect(seen).toEqual(['note 2026-11-02', 'note 2026-11-03', 'after 2026-11-04', 'note 2026-11-05'])
  expect(await worker.runDue(day(8))).toBe(0)
})

test('a late job is not postponed by a schedule for later, and is brought forward by one for earlier', async () => {
  const late = piece(newUuid(), day(2), 'late')
  const dueAt = async () =>
    (await db.pool.query('select due_at from due_work where resource_id = $1', [late.resourceId])).rows[0].due_at
  const wantBy = (by: Date) => inTransaction(db, (tx) => scheduleNoLater(tx, { ...late, dueAt: by }))
  await wantBy(day(5))
  expect(await dueAt()).toEqual(day(5))
  await wantBy(day(9))
  expect(await dueAt()).toEqual(day(5))
  await wantBy(day(2))
  expect(await dueAt()).toEqual(day(2))
  expect(await workerOf({ late: async () => {} }).runDue(day(2))).toBe(1)
})

test('two concurrent workers run each job exactly once', async () => {
  const done: string[] = []
  const note: WorkHandler = async (_tx, work) => void done.push(work.resourceId)
  const entities = Array.from({ length: 8 }, newUuid)
  for (let i = 0; i < 60; i++) await schedule(piece(entities[i % 8]!, day(2), 'share'))
  await Promise.all([workerOf({ share: note }).runDue(day(2)), workerOf({ share: note }).runDue(day(2))])
  expect(done).toHaveLength(60)
  expect(new Set(done).size).toBe(60)
})

test('a failed job is rolled back and reported, and does not stop the others', async () => {
  const entityId = newUuid()
  const failures: unknown[] = []
  const done: string[] = []
  const failing = piece(entityId, day(2), 'fail')
  await schedule(failing)
  await schedule(piece(entityId, day(3), 'good'))
  const worker = workerOf(
    {
      fail: async (tx) => {
        await scheduleWork(tx, piece(entityId, day(2), 'never'))
        throw new Error('rail is away')
      },
      good: async () => void done.push('good'),
    },
    failures,
  )
  await worker.runDue(day(8))
  expect(done).toEqual(['good'])
  expect(failures).toEqual([new Error('rail is away')])
  const kept = await db.pool.query(
    `select kind, attempts, last_error, retry_at > now() as later from due_work where entity_id = $1`,
    [entityId],
  )
  expect(kept.rows).toEqual([{ kind: 'fail', attempts: 1, last_error: 'Error: rail is away', later: true }])
  await inTransaction(db, (tx) => cancelWork(tx, failing))
})

test('the background loop runs a new job when it is notified, and stops on request', async () => {
  const entityId = newUuid()
  let ran: () => void
  const seen = new Promise<void>((resolve) => (ran = resolve))
  const worker = workerOf({ soon: async () => ran() })
  worker.start()
  await schedule(piece(entityId, day(1), 'soon'))
  worker.wake()
  await seen
  await worker.stop()
})

test('the leases of running calls are renewed by a statement that PostgreSQL plans once', async () => {
  const sent: (string | undefined)[] = []
  const pool = new Proxy(db.pool, {
    get: (target, name) =>
      name === 'query'
        ? (query: pg.QueryConfig, ...rest: []) => {
            if (query.text.includes('retry_at =')) sent.push(query.name)
            return target.query(query, ...rest)
          }
        : Reflect.get(target, name, target),
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let answer = () => {}
  const call = async () => () => new Promise<void>((resolve) => (answer = resolve))
  const asking = piece(newUuid(), day(2), 'asking')
  await schedule(asking)
  const done = workerOf({ asking: call as never }, [], pool).runDue(day(2))
  try {
    await expect
      .poll(
        async () =>
          (
            await db.pool.query('select 1 from due_work where resource_id = $1 and retry_at is not null', [
              asking.resourceId,
            ])
          ).rowCount,
      )
      .toBe(1)
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => sent).toEqual(['renew-leases'])
  } finally {
    vi.useRealTimers()
    await inTransaction(db, (tx) => cancelWork(tx, asking))
    answer()
    await done
  }
  expect(sent).toEqual(['renew-leases', 'end-lease'])
})

describe('an external call', () => {
  const leased = (work: DueWork) =>
    db.pool
      .query('select retry_at > now() as leased from due_work where resource_id = $1', [work.resourceId])
      .then(({ rows }) => rows)
  const expire = (work: DueWork) =>
    db.pool.query('update due_work set retry_at = null where resource_id = $1', [work.resourceId])

  test('runs without a lock: its lane continues, and the suspended job resumes when it is done', async () => {
    const entityId = newUuid()
    const seen: string[] = []
    let answer: () => void = () => {}
    const silent = new Promise<void>((resolve) => (answer = resolve))
    let known = false
    const worker = workerOf({
      ask: async () => {
        seen.push(known ? 'knows' : 'asks')
        if (known) return
        return async () => {
          await silent
          known = true
        }
      },
      other: async () => void seen.push('other'),
    })
    const asking = piece(entityId, day(2), 'ask')
    await schedule(asking)
    await schedule(piece(entityId, day(3), 'other'))
    const run = worker.runDue(day(8))
    await expect.poll(() => seen).toEqual(['asks', 'other'])
    expect(await leased(asking)).toEqual([{ leased: true }])
    expect(await workerOf({ ask: async () => void seen.push('another') }).runDue(day(8))).toBe(0)
    answer()
    await run
    expect(seen).toEqual(['asks', 'other', 'knows'])
    expect(await leased(asking)).toEqual([])
  })

  test('that returns just after the search for jobs is not missed: its job runs before the answer', async () => {
    const work = piece(newUuid(), day(2), 'quick')
    let [asked, known, done] = [false, false, false]
    let answer: () => void = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const quick: WorkHandler = async () => {
      if (known) return void (done = true)
      return async () => {
        asked = true
        await answered
        known = true
      }
    }
    /** Answers the jobs that were due before the external call returned, and only after that. */
    const query = async (order: pg.QueryConfig) => {
      const found = await db.pool.query(order)
      if (order.name !== 'busy-lanes' || !asked || known) return found
      answer()
      await expect.poll(() => leased(work)).toEqual([{ leased: null }])
      await pause(20)
      return found
    }
    const pool = { query, connect: () => db.pool.connect() } as unknown as pg.Pool
    await schedule(work)
    await workerOf({ quick }, [], pool).runDue(day(8))
    expect([done, await leased(work)]).toEqual([true, []])
  })

  test('of a process that was killed is run by another after the lease', async () => {
    const work = piece(newUuid(), day(2), 'killed')
    let asked = 0
    let known = false
    await schedule(work)
    void workerOf({ killed: async () => () => new Promise<void>(() => void asked++) }).runDue(day(8))
    await expect.poll(() => asked).toBe(1)
    const next = workerOf({ killed: async () => (known ? undefined : async () => void (known = true)) })
    expect(await next.runDue(day(8))).toBe(0)
    const takeUp = async () => {
      await expire(work) // again, should the first worker have looked once more and taken the lease anew
      await next.runDue(day(8))
      return [known, await leased(work)]
    }
    await expect.poll(takeUp).toEqual([true, []])
  })

  test('whose lease expires while it runs is not run twice by one process', async () => {
    const work = piece(newUuid(), day(2), 'once')
    let asked = 0
    let answer: () => void = () => {}
    let known = false
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const externalCall = async () => {
      asked++
      await answered
      known = true
    }
    const worker = workerOf({ once: async () => (known ? undefined : externalCall) })
    await schedule(work)
    const run = worker.runDue(day(8))
    await expect.poll(() => asked).toBe(1)
    await expire(work)
    const second = worker.runDue(day(8))
    await expect.poll(() => leased(work)).toEqual([{ leased: true }])
    answer()
    await Promise.all([run, second])
    expect([asked, await leased(work)]).toEqual([1, []])
  })

  test('that fails is reported and retried with growing delays', async () => {
    const failures: unknown[] = []
    const work = piece(newUuid(), day(2), 'away')
    const worker = workerOf({ away: async () => () => Promise.reject(new Error('the bank is away')) }, failures)
    await schedule(work)
    await worker.runDue(day(8))
    await expire(work)
    await worker.runDue(day(8))
    expect(failures).toEqual([new Error('the bank is away'), new Error('the bank is away')])
    const { rows } = await db.pool.query('select attempts, last_error from due_work where resource_id = $1', [
      work.resourceId,
    ])
    expect(rows).toEqual([{ attempts: 2, last_error: 'Error: the bank is away' }])
    await inTransaction(db, (tx) => cancelWork(tx, work))
  })

  test('beyond the limit of a process wait for their turn, and all run', async () => {
    let [running, most] = [0, 0]
    const known = new Set<string>()
    let open = () => {}
    const isFull = new Promise<void>((resolve) => (open = resolve))
    const worker = workerOf({
      crowd: async (_tx, { resourceId }) =>
        known.has(resourceId)
          ? undefined
          : async () => {
              most = Math.max(most, ++running)
              if (running === 16) open()
              await Promise.race([isFull, pause(10_000)])
              await pause(200) // time for another to begin, if it may
              known.add(resourceId)
              running--
            },
    })
    for (let i = 0; i < 40; i++) await schedule(piece(newUuid(), day(2), 'crowd'))
    await worker.runDue(day(8))
    expect([known.size, most]).toEqual([40, 16])
  })
})

describe('a job that a client changes while it runs', () => {
  /** A job that takes the lock of its resource; `begun` resolves when it is about to. */
  async function given() {
    await db.pool.query(
      'create table if not exists test_resources (id uuid primary key, handled int not null default 0)',
    )
    const job = piece(newUuid(), day(2), 'locks')
    await db.pool.query('insert into test_resources values ($1)', [job.resourceId])
    await schedule(job)
    let begin = () => {}
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const handled = async () =>
      (await db.pool.query('select handled from test_resources where id = $1', [job.resourceId])).rows[0].handled
    const worker = workerOf({
      locks: async (tx) => {
        begin()
        await tx.query('update test_resources set handled = handled + 1 where id = $1', [job.resourceId])
      },
    })
    /** A client holds the resource while the job waits for it, then changes the job. */
    async function whileItRuns(change: (tx: Tx) => Promise<void>): Promise<number> {
      let attempts = 0
      let running: Promise<number> | undefined
      await inTransaction(db, async (tx) => {
        attempts++
        await tx.query('select 1 from test_resources where id = $1 for update', [job.resourceId])
        running ??= worker.runDue(day(2))
        await begun
        await change(tx)
      })
      await running
      return attempts
    }
    return { job, handled, worker, whileItRuns }
  }

  test('has no effect when it is cancelled, and the client does not wait for it', async () => {
    const { job, handled, whileItRuns } = await given()
    expect(await whileItRuns((tx) => cancelWork(tx, job))).toBe(1)
    expect(await handled()).toBe(0)
    expect((await db.pool.query('select 1 from due_work where resource_id = $1', [job.resourceId])).rowCount).toBe(0)
  })

  test('runs at its new time when it is moved', async () => {
    const { job, handled, worker, whileItRuns } = await given()
    expect(await whileItRuns((tx) => scheduleWork(tx, { ...job, dueAt: day(4) }))).toBe(1)
    expect(await handled()).toBe(0)
    await worker.runDue(day(4))
    expect(await handled()).toBe(1)
  })
})

test('two commands that schedule the same jobs in opposite order end without a deadlock', async () => {
  const entityId = newUuid()
  const jobs = [1, 2].map(() => ({ ...piece(newUuid(), day(20)), entityId, resourceId: newUuid() }))
  let attempts = 0
  const command = (order: DueWork[]) =>
    inTransaction(db, async (tx) => {
      attempts++
      for (const job of order) {
        await scheduleWork(tx, job)
        await pause(10)
      }
    })
  await Promise.all(Array.from({ length: 10 }, (_, i) => command(i % 2 === 0 ? jobs : [...jobs].reverse())))
  expect(attempts).toBe(10)
})
