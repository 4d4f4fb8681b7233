import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { untilWaiting } from '../../../../test/support/lock-waits.ts'
import { asRefusal } from '../../http/problems.ts'
import { openPostingConnection } from '../../../ledger/index.ts'
import { type Db, inTransaction, openDb, raiseAtCommit } from '../db.ts'
import { writeAlone } from './write-alone.ts'
import { openReader } from '../reads/reader.ts'
import { withLimitedWaits } from './waits.ts'

const db = await testDatabase()
await db.pool.query('create table locked (n int); create table other (n int)')
beforeEach(() => db.pool.query('truncate other'))

/** Runs `work` while an operator has locked a table. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const operator = await db.pool.connect()
  try {
    await operator.query('begin; lock table locked in access exclusive mode')
    return await work()
  } finally {
    await operator.query('rollback')
    operator.release()
  }
}

const connectionLimit = async () =>
  (await db.pool.query<{ lock_timeout: string }>('show lock_timeout')).rows[0]!.lock_timeout

const insert = (into: Db, table: string) => inTransaction(into, (tx) => tx.query(`insert into ${table} values (1)`))

const codeOf = (work: Promise<unknown>): Promise<string | undefined> =>
  work.then(
    () => 'done',
    (error: unknown) => asRefusal(error)?.code,
  )

test.each([
  ['a transaction', (into: Db) => insert(into, 'locked')],
  ['a single statement', (into: Db) => writeAlone(into, { text: 'insert into locked values (1)' })],
  ['a statement of a page or a login', (into: Db) => into.pool.query('insert into locked values (1)')],
])('%s of a request gets 503 while an operator holds its table, and succeeds afterwards', async (_what, write) => {
  const limited = withLimitedWaits(db, 200)
  expect(await whileLocked(() => codeOf(write(limited)))).toBe('database_unavailable')
  expect(await codeOf(write(limited))).toBe('done')
  expect(await connectionLimit()).toBe('0') // jobs use the same connections
})

test('a command whose last write waits for a locked table gets 503 after one wait, not after a second attempt', async () => {
  let attempts = 0
  const write = () =>
    inTransaction(withLimitedWaits(db, 200), async (tx) => {
      attempts++
      await raiseAtCommit(tx, () => tx.query('insert into locked values (1)'))
    })
  expect(await whileLocked(() => codeOf(write()))).toBe('database_unavailable')
  expect(attempts).toBe(1)
})

test('commands that send the same statement behind one that failed before it was prepared get 503, and succeed afterwards', async () => {
  const statement = { name: 'insert-locked', text: 'insert into locked values (1)', values: [] }
  const reader = openReader(db.connection, 300)
  const read = { name: 'read-locked', text: 'select * from locked' }
  try {
    const codes = await whileLocked(async () => {
      const reads = [1, 2].map(() => codeOf(reader.query(read)))
      const client = openPostingConnection(db, 200)
      const posts = [1, 2].map(() => codeOf(client.query(statement)))
      return { answers: await Promise.all([...reads, ...posts]), client }
    })
    expect(new Set(codes.answers)).toEqual(new Set(['database_unavailable']))
    expect(await codeOf(codes.client.query(statement))).toBe('done')
    expect(await codeOf(reader.query(read))).toBe('done')
    await codes.client.close()
  } finally {
    await reader.end()
  }
})

test('commands of other tables get 503 instead of waiting without end when a locked table holds all connections', async () => {
  const small = await openDb(db.connection, { poolSize: 2 })
  try {
    const codes = await whileLocked(async () => {
      const patient = [insert(small, 'locked'), insert(small, 'locked')] // jobs wait for as long as the operator holds it
      await untilWaiting(db, 2)
      const limited = withLimitedWaits(small, 200)
      return { late: await Promise.all([1, 2, 3].map(() => codeOf(insert(limited, 'other')))), patient }
    })
    expect(codes.late).toEqual(['database_unavailable', 'database_unavailable', 'database_unavailable'])
    await Promise.all(codes.patient)
    expect(await codeOf(insert(withLimitedWaits(small, 200), 'other'))).toBe('done')
    expect((await db.pool.query('select 1 from other')).rowCount).toBe(1) // those that got 503 did nothing
    expect([small.pool.idleCount, small.pool.waitingCount]).toEqual([small.pool.totalCount, 0]) // no connection is lost
  } finally {
    await small.close()
  }
})

test('a limit that the operator has set for the account is kept', async () => {
  const own = await openDb({ ...db.connection, options: '-c lock_timeout=7s' }) // as the setting of an account
  try {
    const limit = async (run: Db) =>
      (await inTransaction(run, (tx) => tx.query<{ lock_timeout: string }>('show lock_timeout'))).rows[0]!.lock_timeout
    expect([await limit(own), await limit(withLimitedWaits(own)), await limit(withLimitedWaits(db))]).toEqual([
      '7s',
      '7s',
      '20s',
    ])
    expect((await own.reader.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '7s' }])
  } finally {
    await own.close()
  }
})

test('reads of a table that an operator holds all get 503 after one wait, not one after the other', async () => {
  const reader = openReader(db.connection, 1000)
  try {
    const codes = await whileLocked(async () => {
      const sent = Array.from({ length: 50 }, () => codeOf(reader.query('select * from locked')))
      await untilWaiting(db)
      return Promise.all(sent) // one after the other they would take 50 s
    })
    expect(new Set(codes)).toEqual(new Set(['database_unavailable']))
    expect(await codeOf(reader.query('select * from locked'))).toBe('done')
  } finally {
    await reader.end()
  }
})

test('a single statement gets 503 instead of waiting without end when a locked table holds all connections', async () => {
  const small = await openDb(db.connection, { poolSize: 1 })
  try {
    const limited = withLimitedWaits(small, 200)
    await whileLocked(async () => {
      const patient = insert(small, 'locked')
      await untilWaiting(db)
      expect(await codeOf(limited.pool.query('insert into other values (1)'))).toBe('database_unavailable')
      void patient.catch(() => {})
    })
    await expect.poll(() => codeOf(limited.pool.query('insert into other values (1)'))).toBe('done')
    expect((await db.pool.query('select 1 from other')).rowCount).toBe(1)
  } finally {
    await small.close()
  }
})
