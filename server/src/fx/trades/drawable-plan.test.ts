import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { listTrades } from './queries.ts'

const db = await testDatabase()

const COPIES = 5000

test('a client that looks for forwards to draw does not wait until the forwards of all others are read', async () => {
  const desk = await openForwardDesk(db)
  await desk.forward()
  const plan = await planOf({ isDrawable: true, limit: 50 })
  expect(plan).toContain('fx_forwards_pkey')
  expect(plan).not.toMatch(/hashed SubPlan|Seq Scan on fx_/)
})

/** Returns the plan of a list of one of three entities that have many copies of the first forward. */
async function planOf(filter: Omit<Parameters<typeof listTrades>[1], 'entityIds'>): Promise<string> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica') // rows without what they refer to
    for (const table of ['fx_trades', 'fx_forwards'])
      await client.query(`insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(
          'entity_id', md5((i % 3)::text)::uuid, 'trade_id', md5('trade' || i)::uuid, 'quote_id', md5('quote' || i)::uuid))).*
        from ${table} r cross join generate_series(1, ${COPIES}) i`)
    await client.query('analyze fx_trades, fx_forwards')
    const lines: string[] = []
    const explained = {
      query: async ({ text, values }: { text: string; values: string[] }) => {
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
        lines.push(...rows.map((row) => row['QUERY PLAN']))
        return { rows: [] }
      },
    } as unknown as Queryable
    const { rows } = await client.query<{ entityId: string }>(`select md5('1')::uuid as "entityId"`)
    await listTrades(explained, { ...filter, entityIds: [rows[0]!.entityId] })
    return lines.join('\n')
  } finally {
    await client.query('rollback')
    client.release()
  }
}
