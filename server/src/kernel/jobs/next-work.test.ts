import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import type { Db } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { busyLanes, firstLane } from './next-work.ts'

const db = await testDatabase({ poolSize: 4 })
const NOW = new Date('2026-11-20T12:00:00Z')

beforeEach(() => db.pool.query('truncate due_work'))

/** Stores jobs of a lane, a second apart from a time on. */
const store = async (count: number, from: string, { lane, continues }: { lane: number; continues: boolean }) => {
  await db.pool.query(
    `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane, continues)
      select $1, gen_random_uuid(), 'later', gen_random_uuid(), $2::timestamptz + n * interval '1 second', $3, $4 from generate_series(1, $5) n`,
    [newUuid(), from, lane, continues, count],
  )
  await db.pool.query('analyze due_work')
}

/** Returns the pages that the statement of a function reads. */
async function pagesRead(find: (from: Pick<Db, 'pool'>) => Promise<unknown>): Promise<number> {
  let asked: pg.QueryConfig | undefined
  const query = async (order: pg.QueryConfig) => {
    asked = order
    return { rows: [] }
  }
  await find({ pool: { query } as unknown as pg.Pool })
  await db.pool.query('vacuum due_work')
  const { rows } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${asked!.text}`,
    asked!.values,
  )
  const [{ Plan }] = rows[0]!['QUERY PLAN']
  return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
}

test.each([
  ['the lanes with due jobs', (from: Pick<Db, 'pool'>) => busyLanes(from, NOW, NOW)],
  ['the first lane with one', (from: Pick<Db, 'pool'>) => firstLane(from, NOW, NOW)],
])('finding %s reads a few pages, however many jobs are due or wait for their date', async (_name, find) => {
  await store(20_000, '2026-11-23T12:00:00Z', { lane: 1, continues: false })
  await store(20_000, '2026-11-19T12:00:00Z', { lane: 2, continues: false })
  await store(20_000, '2026-11-19T12:00:00Z', { lane: 3, continues: true })
  expect(await pagesRead(find)).toBeLessThan(60)
})

test('the lanes with due jobs are those that have one, and the first is that of the oldest', async () => {
  await store(1, '2026-11-20T12:00:05Z', { lane: 0, continues: false })
  await store(1, '2026-11-20T11:00:00Z', { lane: 1, continues: false })
  await store(1, '2026-11-20T10:00:00Z', { lane: 2, continues: true })
  expect((await busyLanes(db, NOW, NOW)).sort()).toEqual([1, 2])
  expect(await firstLane(db, NOW, NOW)).toBe(2)
})
