import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()

interface Plan {
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Returns the index scans of a plan. */
const indexScans = (plan: Plan): Plan[] => [
  ...(plan['Index Name'] === undefined || plan['Index Cond'] === undefined ? [] : [plan]),
  ...(plan.Plans ?? []).flatMap(indexScans),
]

/** Runs work on a database in which three clients have many reports, and undoes it. */
async function withReports(work: (client: pg.ClientBase) => Promise<void>): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica') // rows without what they refer to
    await client.query(
      `insert into rail_messages (entity_id, message_id, payment_id, uetr, rail_ref, status, received_at)
        select md5((i % 3)::text)::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), i::text, 'Sent', now()
        from generate_series(1, 100000) i`,
    )
    await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('the first large set of a new client is read by its keys, though the table has only known others', () =>
  withReports(async (client) => {
    await client.query('analyze rail_messages')
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      'explain (format json) select * from rail_messages where entity_id = $1 and message_id = any($2)',
      [randomUUID(), Array.from({ length: 64 }, () => randomUUID())],
    )
    expect(indexScans(rows[0]!['QUERY PLAN'][0].Plan)).toEqual([
      expect.objectContaining({
        'Index Name': 'rail_messages_pkey',
        'Index Cond': expect.stringContaining('message_id = ANY') as string,
      }),
    ])
  }))

test('statistics of before the upgrade are dropped where the owner may drop them: nothing would renew them', () =>
  withReports(async (client) => {
    const migration = path.join(serverDirectory, 'db', 'migrations', '0107_payments_entity_statistics.sql')
    const hasStatistics = async () => {
      const { rowCount } = await client.query(
        `select from pg_stats where tablename = 'rail_messages' and attname = 'entity_id' and schemaname = current_schema()`,
      )
      return rowCount === 1
    }
    await client.query('alter table rail_messages alter column entity_id set statistics -1')
    await client.query('analyze rail_messages')
    expect(await hasStatistics()).toBe(true)
    await client.query(readFileSync(migration, 'utf8'))
    await client.query('analyze rail_messages')
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    expect(await hasStatistics()).toBe(rows[0]!.version < 180_000)
  }))
