import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import type { Db, Tx } from '../db/db.ts'
import { newUuid } from '../values/ids.ts'
import { busyLanes, firstLane, nextRow } from './next-work.ts'
import { readSet } from './work-sets.ts'

const db = await testDatabase({ poolSize: 4 })
const NOW = new Date('2026-11-20T12:00:00Z')
const CLOCK = { now: () => NOW, wall: () => NOW }
const ENTITY = newUuid()

beforeEach(() => db.pool.query('truncate due_work'))

/** Stores jobs of a lane, a second apart from a time on. */
const store = async (
  count: number,
  from: string,
  { lane, continues, entityId = ENTITY }: { lane: number; continues: boolean; entityId?: string },
) => {
  await db.pool.query(
    `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane, continues)
      select $1, gen_random_uuid(), 'later', gen_random_uuid(), $2::timestamptz + n * interval '1 second', $3, $4 from generate_series(1, $5) n`,
    [entityId, from, lane, continues, count],
  )
}

/** Stores as many jobs that wait, that are due, and that continue others. */
async function storeOfEach(count: number): Promise<void> {
  await store(count, '2026-11-23T12:00:00Z', { lane: 1, continues: false })
  await store(count, '2026-11-19T12:00:00Z', { lane: 2, continues: false })
  await store(count, '2026-11-19T12:00:00Z', { lane: 3, continues: true })
}

/** Returns the statement of a function. */
function statementOf(find: (from: Db & Tx) => Promise<unknown>): pg.QueryConfig {
  let asked: pg.QueryConfig | undefined
  const query = async (order: pg.QueryConfig) => {
    asked = order
    return { rows: [] }
  }
  void find({ query, pool: { query } } as unknown as Db & Tx) // asks before it first waits
  return asked!
}

/** Returns the pages that a statement reads. Its changes are undone. */
async function pagesRead(client: pg.ClientBase, { text, values }: pg.QueryConfig): Promise<number> {
  await client.query('begin')
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${text}`,
    values,
  )
  await client.query('rollback')
  const [{ Plan }] = rows[0]!['QUERY PLAN']
  return Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
}

const first = { entityId: ENTITY, workId: newUuid(), kind: 'later', resourceId: newUuid(), dueAt: NOW, attempts: 0 }
/** Returns a statement over jobs of one entity, which is `ENTITY` once that has jobs. */
async function withJobs(text: string, columns: readonly string[]): Promise<pg.QueryConfig> {
  const { rows } = await db.pool.query<Record<string, string>>(
    `select * from due_work where entity_id = (select entity_id from due_work order by entity_id = $1 desc limit 1) limit 8`,
    [ENTITY],
  )
  return { text, values: columns.map((column) => rows.map((row) => row[column])) }
}

/** Stores a job of each of a hundred entities. */
async function storeOfMany(): Promise<void> {
  for (let i = 0; i < 100; i++)
    await store(1, '2026-11-19T12:00:00Z', { lane: i % 4, continues: i % 2 === 0, entityId: newUuid() })
}

describe.each([
  ['when there was one job of each kind', () => storeOfEach(1)],
  ['when a hundred entities had one job each', storeOfMany],
])('with plans from %s, and with new ones', (_when, few) => {
  test.each<[string, number, () => pg.QueryConfig | Promise<pg.QueryConfig>]>([
    ['finding the lanes with due jobs', 60, () => statementOf((from) => busyLanes(from, NOW, NOW))],
    ['finding the first lane with one', 60, () => statementOf((from) => firstLane(from, NOW, NOW))],
    [
      'reading the next job',
      20,
      () => statementOf((tx) => nextRow(tx, { lane: 2, until: NOW, collects: false }, CLOCK)),
    ],
    ['reading a set', 600, () => statementOf((tx) => readSet(tx, 3, { ...first, continues: true }, NOW))],
    ['finishing a set', 100, () => withJobs('select finish_jobs($1, $2)', ['entity_id', 'work_id'])],
    ['cancelling a set', 100, () => withJobs('select cancel_jobs($1, $2, $3)', ['entity_id', 'kind', 'resource_id'])],
  ])('%s reads at most %d pages of a thousand', async (_what, most, statementNow) => {
    await few()
    await db.pool.query('vacuum analyze due_work')
    const client = await db.pool.connect()
    try {
      for (let i = 0; i < 10; i++) await pagesRead(client, await statementNow()) // PostgreSQL keeps a plan after some executions
      await storeOfEach(20_000)
      expect(await pagesRead(client, await statementNow())).toBeLessThan(most)
      await db.pool.query('analyze due_work') // PostgreSQL plans anew
      await pagesRead(client, await statementNow())
      expect(await pagesRead(client, await statementNow())).toBeLessThan(most)
    } finally {
      client.release()
    }
  })
})

test('functions that may not sort do not compile their plans: a sort that is needed makes them look costly', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select proname as name from pg_proc where 'enable_sort=off' = any (proconfig) and not 'jit=off' = any (proconfig)`,
  )
  expect(rows).toEqual([])
})

test('the lanes with due jobs are those that have one, and the first is that of the oldest', async () => {
  await store(1, '2026-11-20T12:00:05Z', { lane: 0, continues: false })
  await store(1, '2026-11-20T11:00:00Z', { lane: 1, continues: false })
  await store(1, '2026-11-20T10:00:00Z', { lane: 2, continues: true })
  expect((await busyLanes(db, NOW, NOW)).sort()).toEqual([1, 2])
  expect(await firstLane(db, NOW, NOW)).toBe(2)
})
