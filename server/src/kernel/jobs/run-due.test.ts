import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { createWorker, type DueWork, scheduleWork, type WorkHandler } from './work.ts'

const db = await testDatabase()
const day = (n: number) => new Date(Date.UTC(2026, 10, n))
const clock = { now: () => day(1), wall: () => new Date() }
const entityId = newUuid()
const runLimits = { openMs: 100, closedMs: 500 }
afterEach(() => db.pool.query('delete from due_work'))

const jobOf = (kind: string, dueAt: Date): DueWork => ({ entityId, kind, resourceId: newUuid(), dueAt })
const schedule = (job: DueWork) => inTransaction(db, (tx) => scheduleWork(tx, job))
const workerOf = (handlers: Record<string, WorkHandler>) =>
  createWorker({ db, clock, handlers, runLimits, onFailure: (error) => expect.unreachable(String(error)) })

/** Runs every third day until the ninth. */
function repeated(seen: string[]): WorkHandler {
  return async (tx, { dueAt }) => {
    seen.push(dueAt.toISOString().slice(0, 10))
    if (dueAt < day(9)) await scheduleWork(tx, jobOf('repeated', new Date(dueAt.getTime() + 3 * 86_400_000)))
  }
}

/** Schedules jobs like clients whose requests do not cease, in transactions of their own. */
async function asClient(kind: string, seconds: number): Promise<void> {
  for (const more of [0, 1]) await schedule(jobOf(kind, new Date(clock.now().getTime() + (seconds + more) * 1000)))
}

test.each([
  ['due soon', 1],
  ['due in an hour', 3600],
])('a clock move ends while clients add jobs %s faster than it runs them, and has run its own', async (_, seconds) => {
  const seen: string[] = []
  const worker = workerOf({ client: () => asClient('client', seconds), repeated: repeated(seen) })
  await schedule(jobOf('repeated', day(3)))
  await asClient('client', seconds)
  await worker.runDue(day(10))
  expect(seen).toEqual(['2026-11-03', '2026-11-06', '2026-11-09'])
})

test('external calls of jobs that clients add do not keep a clock move from ending', async () => {
  const called = new Set<string>()
  const seen: string[] = []
  const client: WorkHandler = async (_tx, { resourceId }) => {
    if (called.has(resourceId)) return
    called.add(resourceId)
    return () => asClient('client', 0)
  }
  await schedule(jobOf('repeated', day(3)))
  await asClient('client', 0)
  await workerOf({ client, repeated: repeated(seen) }).runDue(day(10))
  expect(seen).toEqual(['2026-11-03', '2026-11-06', '2026-11-09'])
})

test('a slow external call of a job that was due ends before the clock move', async () => {
  let isAnswered = false
  let done = false
  const slow: WorkHandler = async () => {
    done = isAnswered
    if (isAnswered) return
    return async () => {
      await pause(2 * runLimits.openMs)
      isAnswered = true
    }
  }
  await schedule(jobOf('slow', day(2)))
  await workerOf({ slow }).runDue(day(10))
  expect(done).toBe(true)
})

test('a run ends after the jobs that the sweep of another worker has just scheduled', async () => {
  const seen: string[] = []
  let sweeps = 0
  const scheduledElsewhere = async () => {
    if (sweeps++ === 0) await schedule(jobOf('note', clock.now()))
    return 0 // the other worker's sweep has finished the piece
  }
  const worker = createWorker({
    db,
    clock,
    handlers: { note: async (_tx, { kind }) => void seen.push(kind) },
    sweeps: { 'note.find': scheduledElsewhere },
    onFailure: (error) => expect.unreachable(String(error)),
  })
  await worker.runDue(clock.now())
  expect(seen).toEqual(['note'])
})
