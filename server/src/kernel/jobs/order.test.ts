import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { createCollecting, nextRow } from './next-work.ts'
import { createWorker, laneOf, type NewWork, scheduleWork } from './work.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const clock = { now: () => now, wall: () => new Date() }
const after = (ms: number) => new Date(now.getTime() + ms)

/** Ids whose jobs run in four different lanes. */
const partitions = [0, 1, 2, 3].map((lane) => `${newUuid().slice(0, -4)}000${lane}`)

const schedule = (work: Partial<NewWork> & { dueAt: Date }) =>
  inTransaction(db, (tx) =>
    scheduleWork(tx, { entityId: partitions[0]!, kind: 'note', resourceId: newUuid(), ...work }),
  )

function workerSeeing(seen: string[]) {
  const handler = async (_tx: unknown, { kind, dueAt }: { kind: string; dueAt: Date }) =>
    void seen.push(`${kind} ${(dueAt.getTime() - now.getTime()) / 1000}`)
  const onFailure = (error: unknown) => {
    throw error
  }
  return createWorker({ db, clock, handlers: { note: handler, report: handler }, onFailure })
}

test('jobs of one entity run in the lane of their account', async () => {
  for (const partition of partitions) await schedule({ partition, dueAt: after(-1) })
  const { rows } = await db.pool.query<{ lane: number }>('select lane from due_work order by lane')
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 2, 3])
  expect(partitions.map(laneOf)).toEqual([0, 1, 2, 3])
  expect(await workerSeeing([]).runDue(now)).toBe(4)
})

test('when the clock moves ahead, jobs of all accounts run in the order of their time', async () => {
  const seen: string[] = []
  const at = [50, 20, 70, 10, 60, 30, 80, 40]
  for (const [i, seconds] of at.entries())
    await schedule({ partition: partitions[i % 4]!, dueAt: after(seconds * 1000) })
  expect(await workerSeeing(seen).runDue(after(75_000))).toBe(7)
  expect(seen).toEqual([10, 20, 30, 40, 50, 60, 70].map((seconds) => `note ${seconds}`))
  await db.pool.query('delete from due_work')
})

test('a job that continues an earlier one goes before older new ones once it is a second late, and not earlier', async () => {
  const seen: string[] = []
  await schedule({ dueAt: after(-60_000) })
  await schedule({ dueAt: after(-30_000) })
  await schedule({ kind: 'report', dueAt: after(-500), continues: true })
  await schedule({ kind: 'report', dueAt: after(-2000), continues: true })
  await workerSeeing(seen).runDue(now)
  expect(seen).toEqual(['report -2', 'note -60', 'note -30', 'report -0.5'])
})

test('jobs that continue others collect for a second, others run meanwhile, and once a second nothing collects', async () => {
  await db.pool.query('delete from due_work')
  await schedule({ kind: 'report', dueAt: after(-500), continues: true })
  await schedule({ dueAt: after(-100) })
  const next = (collects: boolean) =>
    inTransaction(db, async (tx) => {
      const found = await Promise.all([0, 1, 2, 3].map((lane) => nextRow(tx, { lane, until: now, collects }, clock)))
      return found.flatMap((row) => row?.kind ?? [])
    })
  expect([await next(true), await next(false)]).toEqual([['note'], ['report']])
  await schedule({ kind: 'report', dueAt: after(-1500), continues: true })
  expect(await next(true)).toEqual(['report'])
  await db.pool.query('delete from due_work')
  const mayCollect = createCollecting()
  expect([mayCollect(), mayCollect()]).toEqual([false, true])
})
