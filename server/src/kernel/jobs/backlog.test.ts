import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { createBacklog, readBacklog } from './backlog.ts'
import { laneOf, scheduleWork } from './work.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const clock = { now: () => now, wall: () => new Date() }
const [busy, quiet, delayed] = [
  `${newUuid().slice(0, -4)}0001`,
  `${newUuid().slice(0, -4)}0002`,
  `${newUuid().slice(0, -4)}0003`,
]

test('new commands are rejected before their lane has ten seconds of work, and accepted again once it has less', async () => {
  const backlog = createBacklog(db, clock)
  for (let run = 0; run < 2; run++) backlog.ran(laneOf(busy), 1000, 1_000_000) // a second for each job
  const schedule = (dueAt: Date, continues: boolean) =>
    inTransaction(db, (tx) =>
      scheduleWork(tx, { entityId: busy, kind: 'note', resourceId: newUuid(), dueAt, continues, partition: busy }),
    )
  for (let i = 0; i < 9; i++) await schedule(new Date(now.getTime() - i * 1000), i % 2 === 0)
  await schedule(new Date(now.getTime() + 60_000), false) // not due yet
  await expect(backlog.check(busy)).rejects.toMatchObject({ code: 'overloaded', headers: { 'retry-after': '1' } })
  await expect(backlog.check()).rejects.toMatchObject({ code: 'overloaded' })
  await expect(backlog.check(quiet)).resolves.toBeUndefined()
  const lanes = await readBacklog(db.pool, now)
  expect(lanes.map(({ depth }) => depth)).toEqual([0, 9, 0, 0])
  expect(lanes[1]!.oldestSeconds).toBe(8)
  await db.pool.query('delete from due_work where due_at < $1', [new Date(now.getTime() - 6000)])
  await pause(1100) // counts are used for a second
  await expect(backlog.check(busy)).resolves.toBeUndefined()
  await expect(backlog.check()).resolves.toBeUndefined()
})

test('the time of an outage, which delays one run of a lane, is not taken for the pace of its jobs', async () => {
  const lane = laneOf(delayed)
  const due = { entityId: delayed, kind: 'note', dueAt: now, continues: false, partition: delayed }
  await inTransaction(db, async (tx) => {
    for (let i = 0; i < 500; i++) await scheduleWork(tx, { ...due, resourceId: newUuid() })
  })
  const backlog = createBacklog(db, clock)
  for (let run = 0; run < 16; run++) backlog.ran(lane, 32, 64)
  backlog.ran(lane, 32, 30_000)
  await expect(backlog.check(delayed)).resolves.toBeUndefined()
  const slow = createBacklog(db, clock)
  for (let run = 0; run < 16; run++) slow.ran(lane, 32, 3000)
  await expect(slow.check(delayed)).rejects.toMatchObject({ code: 'overloaded' })
})
