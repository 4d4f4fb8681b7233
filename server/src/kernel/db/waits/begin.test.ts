import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type Db, inTransaction, raiseAtCommit, type Tx } from '../db.ts'
import { waitForOthers } from './waits.ts'

const db = await testDatabase()
await db.pool.query('create table begin_test (n int)')

/** A database that fails the `begin` of each transaction alone, as when an operator cancels it. */
const failing: Db = { ...db, waitMs: '1 2' as unknown as number }

const insert = (n: number) => `insert into begin_test values (${n})`

test.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['its first statement', (tx: Tx) => tx.query(insert(1))],
  ['a statement that is sent behind a read', (tx: Tx) => Promise.all([tx.query('select 1'), tx.query(insert(1))])],
  ['a read that follows a write at once', (tx: Tx) => Promise.all([tx.query(insert(1)), tx.query('select 1')])],
  ['a write that is confirmed at commit', (tx: Tx) => raiseAtCommit(tx, () => tx.query(insert(1)))],
  [
    'a common table expression',
    (tx: Tx) => tx.query(`with written as (${insert(1)} returning n) select n from written`),
  ],
  ['a write in the text of a read', (tx: Tx) => tx.query(`select 1; ${insert(1)}`)],
  ['a function that writes', (tx: Tx) => tx.query(`select nextval('account_serials'), pg_notify('x', '')`)],
])(
  'a transaction whose begin fails stores nothing of its command, whatever was on its way: %s',
  async (_what, write) => {
    const serial = async () => (await db.pool.query('select last_value from account_serials')).rows
    const before = await serial()
    await expect(inTransaction(failing, write)).rejects.toThrow('syntax error')
    expect((await db.pool.query('select n from begin_test')).rows).toEqual([])
    expect(await serial()).toEqual(before)
  },
)

test('statements of a transaction are carried out in the order in which they are sent, also before it has begun', async () => {
  const seen = await inTransaction(db, async (tx) => {
    const sent = [tx.query(insert(1)), tx.query('select count(*)::int as n from begin_test'), tx.query(insert(2))]
    return (await Promise.all(sent))[1]!.rows
  })
  expect(seen).toEqual([{ n: 1 }])
  expect((await db.pool.query('select n from begin_test order by n')).rows).toEqual([{ n: 1 }, { n: 2 }])
})

test('a write that waits for the begin of a transaction which fails meanwhile is not stored after its rollback', async () => {
  await db.pool.query('truncate begin_test')
  let write: Promise<unknown> | undefined
  const work = inTransaction(db, async (tx) => {
    write = tx.query(insert(1)).catch((error: Error) => error.message)
    throw new Error('refused')
  })
  await expect(work).rejects.toThrow('refused')
  expect(await write).toBe('the transaction ended before this statement was sent')
  expect((await db.pool.query('select n from begin_test')).rows).toEqual([])
})

test('a long run that takes its turn by a lock does not begin where the transaction of the lock has not begun', async () => {
  let runs = 0
  const work = inTransaction(failing, async (tx) => {
    await waitForOthers(tx)
    const { rows } = await tx.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(4712) as mine')
    if (rows[0]!.mine) runs++
  })
  await expect(work).rejects.toThrow('syntax error')
  expect(runs).toBe(0)
})
