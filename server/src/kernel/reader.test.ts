import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction, openDb } from './db/db.ts'

const { connection } = await testDatabase()
const POOL_SIZE = 3
const db = await openDb(connection, { poolSize: POOL_SIZE })
afterAll(() => db.close())

const backend = async () => (await db.reader.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid

/** Every connection of the pool is held by a transaction, and each of these reads. */
async function readFromAll(): Promise<number[]> {
  let holding = 0
  let proceed = () => {}
  const allHold = new Promise<void>((resolve) => (proceed = resolve))
  const transactions = Array.from({ length: POOL_SIZE }, () =>
    inTransaction(db, async (tx) => {
      await tx.query('select 1')
      if (++holding === POOL_SIZE) proceed()
      await allHold
      return backend()
    }),
  )
  return Promise.all(transactions)
}

test('transactions that hold the whole pool can read before the reader is open, and share it', async () => {
  expect(new Set(await readFromAll()).size).toBe(1)
})

test('the same after the reader has lost its connection', async () => {
  const lost = await backend()
  await db.pool.query('select pg_terminate_backend($1)', [lost])
  await expect.poll(() => backend().catch(() => lost)).not.toBe(lost)
  await db.pool.query('select pg_terminate_backend($1)', [await backend()])
  await expect.poll(async () => (await readFromAll().catch(() => [])).length).toBe(POOL_SIZE)
})

test('a closed database refuses to read', async () => {
  const other = await openDb(connection, { poolSize: 1 })
  await other.close()
  await expect(other.reader.query('select 1')).rejects.toThrow('closed')
})
