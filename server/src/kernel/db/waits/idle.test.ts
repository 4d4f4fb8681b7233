import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openPostingConnection } from '../../../ledger/index.ts'
import { asRefusal } from '../../http/problems.ts'
import { type Db, inTransaction, openDb, type Queryable, type Tx } from '../db.ts'
import { waitForOthers } from './waits.ts'

const db = await testDatabase()
await db.pool.query('create table idle_test (n int)')

const LIMIT = { name: 'idle-limit', text: 'show idle_in_transaction_session_timeout', values: [] }

test('the locks of a process that is suspended in a transaction are free after half a minute, on each kind of connection', async () => {
  const posting = openPostingConnection(db)
  try {
    const limits = await Promise.all([
      ...[db.pool as Queryable, db.reader].map(async (each) => (await each.query(LIMIT)).rows),
      posting.read(LIMIT),
    ])
    for (const limit of limits) expect(limit).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
  } finally {
    await posting.close()
  }
})

/** Runs `work` with a database whose transactions may be idle for a tenth of a second. */
async function withShortLimit(work: (short: Db) => Promise<void>): Promise<void> {
  const short = await openDb({ ...db.connection, idle_in_transaction_session_timeout: 100 })
  try {
    await work(short)
  } finally {
    await short.close()
  }
}

const LOCK = 'select pg_advisory_xact_lock(4711)'
/** Waits, as a suspended process, until others have the lock. */
const suspend = () => inTransaction(db, (tx) => tx.query(LOCK))
const codeOf = (error: unknown): string | undefined => asRefusal(error)?.code

test.each([
  ['a statement', (tx: Tx) => tx.query('insert into idle_test values (2)')],
  ['its commit', async () => {}],
])(
  'a transaction that resumes with %s after others took its locks changes nothing, and can be repeated',
  async (_what, resume) => {
    await withShortLimit(async (short) => {
      const change = (wait: () => Promise<unknown>) =>
        inTransaction(short, async (tx) => {
          await tx.query(LOCK)
          await tx.query('insert into idle_test values (1)')
          await wait()
          await resume(tx)
        })
      expect(await change(suspend).catch(codeOf)).toBe('database_unavailable')
      expect((await db.pool.query('select n from idle_test')).rows).toEqual([])
      await change(async () => {})
      await db.pool.query('truncate idle_test')
    })
  },
)

test('a transaction that only keeps the turn of a long run is not ended while the run works elsewhere', async () => {
  await withShortLimit(async (short) => {
    await inTransaction(short, async (tx) => {
      await waitForOthers(tx)
      await tx.query('select 1')
      await db.pool.query('select pg_sleep(0.3)')
    })
  })
})
