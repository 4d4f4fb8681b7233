import type pg from 'pg'
import { inTransaction, type Transactions } from '../db.ts'

/** Carries out one statement that writes and commits alone; in the sandbox as a transaction, which belongs to an epoch. */
export const writeAlone = <R extends pg.QueryResultRow>(
  db: Transactions,
  statement: pg.QueryConfig,
): Promise<pg.QueryResult<R>> =>
  db.epochs ? inTransaction(db, (tx) => tx.query<R>(statement)) : db.pool.query<R>(statement)
