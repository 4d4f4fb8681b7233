import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { newUuid } from '../values/ids.ts'
import { isJobChanged } from './job-rows.ts'

const db = await testDatabase({ poolSize: 4 })
const [ENTITY, RESOURCE] = [newUuid(), newUuid()]

beforeEach(() => db.pool.query('truncate due_work'))

async function storeJob(): Promise<string> {
  const workId = newUuid()
  await db.pool.query(
    `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane) values ($1, $2, 'later', $3, now(), 0)`,
    [ENTITY, workId, RESOURCE],
  )
  return workId
}

/** Runs a change of the job, and `meanwhile` before it commits; returns the rejection of the latter, if any. */
async function beside(change: string, values: unknown[], meanwhile: () => Promise<unknown>): Promise<unknown> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query(change, values)
    let isOver = false
    const over = meanwhile().then(
      () => void (isOver = true),
      (error: unknown) => error,
    )
    await pause(50)
    expect(isOver).toBe(false) // it waits for the row
    await client.query('commit')
    return await over
  } finally {
    client.release()
  }
}

const stored = async () => (await db.pool.query<{ id: string }>('select work_id as id from due_work')).rows
const RESCHEDULE = 'update due_work set work_id = $1 where work_id = $2'

test('a job that is rescheduled while it finishes stays, and its transaction fails', async () => {
  const [workId, next] = [await storeJob(), newUuid()]
  const error = await beside(RESCHEDULE, [next, workId], () =>
    db.pool.query('select finish_jobs($1, $2)', [[ENTITY], [workId]]),
  )
  expect(isJobChanged(error)).toBe(true)
  expect(await stored()).toEqual([{ id: next }])
})

test('a job that is rescheduled while it is cancelled is cancelled', async () => {
  const [workId, next] = [await storeJob(), newUuid()]
  const error = await beside(RESCHEDULE, [next, workId], () =>
    db.pool.query('select cancel_jobs($1, $2, $3)', [[ENTITY], ['later'], [RESOURCE]]),
  )
  expect([error, await stored()]).toEqual([undefined, []])
})

test('a job of another entity, or one that is gone, does not count as finished', async () => {
  const workId = await storeJob()
  const finish = (entityId: string, id: string) =>
    db.pool.query('select finish_jobs($1, $2)', [[entityId], [id]]).catch(isJobChanged)
  expect(await finish(newUuid(), workId)).toBe(true)
  expect(await finish(ENTITY, newUuid())).toBe(true)
  expect(await stored()).toEqual([{ id: workId }])
})
