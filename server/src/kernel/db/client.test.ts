import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'

const db = await testDatabase()

/** Runs work on one connection, and returns how often it asked PostgreSQL for the columns of an answer. */
async function descriptionsDuring(work: (client: pg.PoolClient) => Promise<void>): Promise<number> {
  const client = await db.pool.connect()
  const { connection } = client as unknown as { connection: pg.Connection }
  const describe = vi.spyOn(connection, 'describe')
  try {
    await work(client)
    return describe.mock.calls.length
  } finally {
    describe.mockRestore()
    client.release()
  }
}

const row = (values: unknown[]) => ({
  name: 'client-test-row',
  text: `select $1::bigint as "amountMinor", $2::date as day, $3::text as note`,
  values,
})

test('a named statement has the same rows, types and number of rows each time, though its columns are read once', async () => {
  const asked = await descriptionsDuring(async (client) => {
    for (const note of ['first', null, 'third']) {
      const { rows, rowCount, fields } = await client.query(row([2n ** 60n, '2026-11-27', note]))
      expect(rows).toEqual([{ amountMinor: 2n ** 60n, day: '2026-11-27', note }])
      expect(rowCount).toBe(1)
      expect(fields.map(({ name }) => name)).toEqual(['amountMinor', 'day', 'note'])
    }
  })
  expect(asked).toBe(1)
})

test('a named statement without rows is described once, and counts its rows each time', async () => {
  const asked = await descriptionsDuring(async (client) => {
    await client.query('create temp table client_test (n int)')
    const add = (numbers: number[]) => ({
      name: 'client-test-add',
      text: 'insert into client_test select * from unnest($1::int[])',
      values: [numbers],
    })
    for (const numbers of [[1], [1, 2, 3], []]) {
      const { rows, rowCount } = await client.query(add(numbers))
      expect([rows, rowCount]).toEqual([[], numbers.length])
    }
  })
  expect(asked).toBe(1)
})

test('answers reach their own statements when several are sent before the first answer', async () => {
  await descriptionsDuring(async (client) => {
    await client.query(row([0n, '2026-11-27', 'known']))
    const numbered = (n: number) => ({ name: 'client-test-number', text: 'select $1::int as n', values: [n] })
    const answers = await Promise.all([
      client.query(row([1n, '2026-11-28', 'a'])),
      client.query(numbered(2)),
      client.query('select 3 as n'),
      client.query(numbered(4)),
      client.query(row([5n, '2026-11-29', 'b'])),
    ])
    expect(answers.map(({ rows }) => rows[0])).toEqual([
      { amountMinor: 1n, day: '2026-11-28', note: 'a' },
      { n: 2 },
      { n: 3 },
      { n: 4 },
      { amountMinor: 5n, day: '2026-11-29', note: 'b' },
    ])
  })
})

test('a named statement that fails works again afterwards', async () => {
  await descriptionsDuring(async (client) => {
    const divide = (by: number) => ({ name: 'client-test-divide', text: 'select 6 / $1::int as n', values: [by] })
    for (const by of [0, 3, 0, 2]) {
      const outcome = await client.query<{ n: number }>(divide(by)).then(
        ({ rows }) => rows[0]!.n,
        (error: { code: string }) => error.code,
      )
      expect(outcome).toBe(by === 0 ? '22012' : 6 / by)
    }
  })
})

test('a named statement whose columns change while it is prepared fails instead of misreading its rows', async () => {
  await descriptionsDuring(async (client) => {
    await client.query('create temp table client_test_columns (a int)')
    await client.query('insert into client_test_columns values (1)')
    const all = { name: 'client-test-columns', text: 'select * from client_test_columns' }
    expect((await client.query(all)).rows).toEqual([{ a: 1 }])
    await client.query('alter table client_test_columns add b int')
    await expect(client.query(all)).rejects.toMatchObject({ code: '0A000' })
  })
})

test('a named statement of the pool is answered, too', async () => {
  for (let i = 0; i < 3; i++) {
    const { rows } = await db.pool.query(row([7n, '2026-11-27', null]))
    expect(rows).toEqual([{ amountMinor: 7n, day: '2026-11-27', note: null }])
  }
})
