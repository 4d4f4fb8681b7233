import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { inTransaction } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { postpone, resumeAfterSetBack } from './put-off.ts'
import { scheduleWork } from './work.ts'

const db = await testDatabase()
const now = new Date('2026-11-20T10:00:00Z')
const tomorrow = new Date('2026-11-21T10:00:00Z')

async function givenFailedJob(entityId: string, wall: Date) {
  const row = { entityId, kind: 'note', resourceId: newUuid() }
  await inTransaction(db, (tx) => scheduleWork(tx, { ...row, dueAt: now }))
  await postpone(
    { db, clock: { wall: () => wall } },
    { ...row, dueAt: now, workId: '', attempts: 0, continues: false },
    'x',
  )
}

test('a job that failed before the clock was set back by a day is tried again soon', async () => {
  const [first, second] = [newUuid(), newUuid()]
  await givenFailedJob(first, tomorrow)
  await givenFailedJob(first, tomorrow)
  await givenFailedJob(first, now)
  await givenFailedJob(second, tomorrow)
  expect(await resumeAfterSetBack(db.pool, { wall: now }, 1000)).toBe(3)
  expect(await resumeAfterSetBack(db.pool, { wall: now }, 1000)).toBe(0)
  const { rows } = await db.pool.query('select retry_at as "at" from due_work order by retry_at')
  expect(rows.map(({ at }: { at: Date }) => (at.getTime() - now.getTime()) / 1000)).toEqual([1, 30, 30, 30])
})
