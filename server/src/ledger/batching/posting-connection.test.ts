import type pg from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { DatabaseClient } from '../../kernel/db/client.ts'
import { openPostingConnection } from './posting-connection.ts'

const db = await testDatabase()
await db.pool.query('create table posting_test (n int)')
await db.pool.query('insert into sandbox_clock (version, offset_ms) values (1, 0) on conflict do nothing')

/** Runs `work` while each `begin` on a connection for postings fails alone, as when an operator cancels it. */
async function withFailingBegin<T>(work: () => Promise<T>): Promise<T> {
  const prototype = DatabaseClient.prototype as unknown as { query: (this: pg.Client, ...given: unknown[]) => unknown }
  const { query } = prototype
  prototype.query = function failing(given, ...more) {
    return query.call(this, given === 'begin' ? 'begin x' : given, ...more)
  }
  return work().finally(() => (prototype.query = query))
}

test.each([
  ['its epoch is entered', 0],
  ['its epoch is not entered either', 1],
])('a posting that is committed although its begin failed is reported as done, where %s', async (_how, epoch) => {
  const connection = openPostingConnection({ ...db, epochs: { current: () => epoch } })
  try {
    await connection.read({ name: 'opened', text: 'select 1', values: [] })
    const write = { name: 'write-alone', text: 'insert into posting_test values ($1) returning n', values: [epoch] }
    const rows = await withFailingBegin(() => connection.query<{ n: number }>(write))
    expect(rows).toEqual([{ n: epoch }])
  } finally {
    await connection.close()
  }
})
