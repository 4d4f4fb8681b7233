import type pg from 'pg'
import { inTransaction, type Transactions } from '../db.ts'
import { gatherWrites } from '../one-write.ts'
import { connect } from './begin.ts'

/** Carries out one statement that writes and commits alone; in the sandbox as a transaction, which belongs to an epoch. */
export async function writeAlone<R extends pg.QueryResultRow>(
  db: Transactions,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<R>> {
  if (db.epochs) return inTransaction(db, (tx) => tx.query<R>(statement))
  if (db.waitMs === undefined || db.hasLockTimeout) return db.pool.query<R>(statement)
  const client = await connect(db)
  gatherWrites(client)
  const sent = [client.query(`set lock_timeout = ${db.waitMs}`), client.query<R>(statement)] as const
  const [, answer] = await Promise.allSettled([...sent, client.query('reset lock_timeout')] as const) // one round trip
  const isFailed = answer.status === 'rejected'
  client.release(isFailed ? (answer.reason as Error) : undefined)
  if (isFailed) throw answer.reason
  return answer.value
}
