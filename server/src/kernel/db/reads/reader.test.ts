import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { untilWaiting } from '../../../../test/support/lock-waits.ts'
import { newUuid } from '../../values/ids.ts'
import { openReader } from './reader.ts'

const db = await testDatabase()
await db.pool.query('create table reader_test (n int)')

const countConnections = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and query like '%of the reader%'`,
  )
  return rows[0]!.count
}

test('a read of a table that an operator locks does not stop the reads of other tables', async () => {
  const one = () => db.reader.query('select 1 as "of the reader"')
  await one()
  const operator = await db.pool.connect()
  try {
    await operator.query('begin')
    await operator.query('lock table reader_test in access exclusive mode')
    const counts = [1, 2, 3].map((n) => `select count(*)::int as "of the reader" from reader_test where n < ${n}`)
    const stopped: Promise<{ rows: unknown[] }>[] = []
    for (const text of [...counts, ...counts, ...counts, ...counts]) {
      stopped.push(db.reader.query(text))
      await sleep(250) // it is overdue when the next one is sent
    }
    await untilWaiting(db, counts.length)
    expect((await one()).rowCount).toBe(1)
    await operator.query('commit')
    for (const { rows } of await Promise.all(stopped)) expect(rows).toEqual([{ 'of the reader': 0 }])
  } finally {
    operator.release()
  }
  await one()
  await expect.poll(async () => (await one()) && countConnections()).toBe(2) // with the one that counts
})

test('statements that are sent without waiting are answered in their order on one connection', async () => {
  const numbers = Array.from({ length: 50 }, (_, i) => i)
  const pids = new Set<number>()
  const answers = await Promise.all(
    numbers.map((n) =>
      db.reader.query<{ n: number; pid: number }>('select $1::int as n, pg_backend_pid() as pid', [n]),
    ),
  )
  for (const [n, { rows }] of answers.entries()) {
    expect(rows[0]!.n).toBe(n)
    pids.add(rows[0]!.pid)
  }
  expect(pids.size).toBe(1)
})

test('a read past a slow one waits for it when PostgreSQL accepts no further connection, and does not fail', async () => {
  const role = `reader_test_${newUuid().replaceAll('-', '')}`
  await db.pool.query(`create role ${role} login password 'limited' connection limit 1`)
  const limited = openReader({ ...db.connection, user: role, password: 'limited' })
  try {
    const slow = limited.query('select pg_sleep(1)')
    await sleep(300) // it is overdue
    const others = [limited.query('select 1 as n'), limited.query('select 2 as n'), limited.query('select 1 as n')]
    expect((await Promise.all(others)).map(({ rows }) => rows[0])).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }])
    await slow
  } finally {
    await limited.end()
    await expect.poll(() => db.pool.query(`drop role ${role}`).then(() => 'dropped')).toBe('dropped')
  }
})

test('reads whose connections an operator ends fail, and the next ones are answered', async () => {
  const slow = ['select pg_sleep(20) as a', 'select pg_sleep(20) as b'].map((text) =>
    db.reader.query(`${text} /* of the killed */`).then(
      () => 'answered',
      () => 'failed',
    ),
  )
  await sleep(300)
  const third = db.reader.query('select pg_sleep(20) as c /* of the killed */').then(
    () => 'answered',
    () => 'failed',
  )
  await sleep(300)
  await db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%of the killed%' and pid <> pg_backend_pid()`)
  expect(await Promise.all([...slow, third])).toEqual(['failed', 'failed', 'failed'])
  for (let n = 0; n < 5; n++) expect((await db.reader.query('select 1')).rowCount).toBe(1)
})

test('a process that stops does not wait for reads that are slow', async () => {
  const reader = openReader(db.connection)
  const sent: Promise<string>[] = []
  for (const name of ['a', 'b']) {
    const slow = reader.query(`select pg_sleep(20) as ${name}`)
    sent.push(
      slow.then(
        () => 'answered',
        () => 'failed',
      ),
    )
    await sleep(300) // it is overdue
  }
  await reader.end()
  expect(await Promise.all(sent)).toEqual(['failed', 'failed'])
  await expect(reader.query('select 1')).rejects.toThrow('closed')
})
