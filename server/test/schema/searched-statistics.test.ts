import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()

/** Tables that get rows with each payment, transfer, deal, key or event: PostgreSQL samples them again whenever they have grown by a tenth. */
const GROWING = [
  'audit_blocks',
  'audited_acts',
  'book_crossings',
  'event_images',
  'events',
  'fx_forward_quotes',
  'fx_quotes',
  'fx_trades',
  'holds',
  'idempotency_keys',
  'internal_transfers',
  'journals',
  'payment_batch_items',
  'payment_history',
  'payments',
  'postings',
  'rail_instructions',
  'rail_messages',
  'webhook_deliveries',
]

/** Columns without an index that a plan may depend on, with the statement that searches them. */
const SEARCHED: Record<string, string> = {
  'events.type': 'the feed of some types',
  'fx_quotes.expires_at': 'housekeeping of quotes',
  'fx_quotes.trade_id': 'housekeeping of quotes that were not booked',
  'fx_trades.buy_account_id': 'deals of an account',
  'fx_trades.buy_currency': 'deals that a new holiday concerns',
  'fx_trades.currency_pair': 'a filter of the list',
  'fx_trades.sell_currency': 'deals that a new holiday concerns',
  'fx_trades.subtype': 'a filter of the list',
  'fx_trades.trade_date': 'a filter of the list',
  'payments.currency': 'a filter of the list',
  'payments.status': 'a filter of the list',
  'postings.currency': 'the audit groups postings by it',
  'postings.journal_id': 'the audit groups postings by it',
  'webhook_deliveries.reason': 'test deliveries of a disabled endpoint',
}

/** Columns of growing tables, in order. A column of an index is in its key, its condition or an expression. */
const COLUMNS = `select c.relname || '.' || a.attname as name, coalesce(a.attstattarget, -1) <> 0 as "hasStatistics",
    exists (select from pg_depend d left join pg_constraint k on d.classid = 'pg_constraint'::regclass and k.oid = d.objid
      where d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum
        and (d.classid = 'pg_class'::regclass or k.contype in ('p', 'u', 'f'))) as "isInKey"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = current_schema()::regnamespace and c.relname = any ($1) order by 1`

test('columns that nothing searches have no statistics in growing tables, and searched columns have them', async () => {
  const { rows } = await db.pool.query<{ name: string; hasStatistics: boolean; isInKey: boolean }>(COLUMNS, [GROWING])
  const columns = rows.filter(({ name }) => !name.endsWith('.entity_id')) // entity-statistics.test.ts
  const isSearched = ({ name, isInKey }: { name: string; isInKey: boolean }) => isInKey || name in SEARCHED
  expect(new Set(rows.map(({ name }) => name.split('.')[0]))).toEqual(new Set(GROWING))
  expect(columns.filter((column) => column.hasStatistics !== isSearched(column)).map(({ name }) => name)).toEqual([])
})

test('the list of searched columns names no column that has an index or is gone', async () => {
  const { rows } = await db.pool.query<{ name: string; isInKey: boolean }>(COLUMNS, [GROWING])
  const withoutIndex = rows.filter(({ isInKey }) => !isInKey).map(({ name }) => name)
  expect(withoutIndex).toEqual(expect.arrayContaining(Object.keys(SEARCHED)))
})

/** Tables whose plans do not choose an index by the client's number of rows. */
const SAMPLED = [
  'event_images',
  'events',
  'fx_forward_quotes',
  'fx_quotes',
  'idempotency_keys',
  'internal_transfers',
  'journals',
  'payment_history',
  'payments',
  'postings',
  'rail_instructions',
  'rail_messages',
]

test('an analysis of a table that grows fast reads a sample of 3,000 rows, also for expressions of its indexes', async () => {
  const { rows } = await db.pool.query<{ name: string; target: number }>(
    `select c.relname || '.' || a.attname as name, coalesce(a.attstattarget, -1)::int as target
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_index i on i.indexrelid = c.oid
      where (c.oid = any ($1::text[]::regclass[]) or i.indrelid = any ($1::text[]::regclass[]) and i.indkey[a.attnum - 1] = 0)
        and coalesce(a.attstattarget, -1) not in (0, 10)`,
    [SAMPLED],
  )
  expect(rows).toEqual([])
  const { rows: computed } = await db.pool.query(
    `select from pg_attribute where attrelid = 'rail_messages_returns'::regclass and attstattarget = 10`,
  )
  expect(computed).toHaveLength(1)
})

test('a table that could not drop statistics of the client keeps its larger sample of them', async () => {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query('alter table rail_messages alter column entity_id set statistics -1')
    await client.query('alter table rail_messages alter column payment_id set statistics -1')
    await client.query(
      readFileSync(path.join(serverDirectory, 'db', 'migrations', '0119_kernel_small_samples.sql'), 'utf8'),
    )
    const { rows } = await client.query<{ name: string; target: number }>(
      `select attname as name, coalesce(attstattarget, -1)::int as target from pg_attribute
        where attrelid = 'rail_messages'::regclass and attname in ('entity_id', 'payment_id') order by attname`,
    )
    expect(rows).toEqual([
      { name: 'entity_id', target: -1 },
      { name: 'payment_id', target: 10 },
    ])
  } finally {
    await client.query('rollback')
    client.release()
  }
})
