import type { Db } from '../../src/kernel/db/db.ts'
import { untilWaiting } from './lock-waits.ts'

/**
 * Locks rows in a transaction, starts the waiting work, and releases the locks once it waits and `look` is done.
 *
 * @returns what was started
 */
export async function whileLocked<T>(
  db: Db,
  [sql, id]: [sql: string, id: string],
  start: () => Promise<T>,
  look: () => Promise<unknown>,
): Promise<T> {
  const holder = await db.pool.connect()
  let started: Promise<T> | undefined
  try {
    await holder.query('begin')
    await holder.query(sql, [id])
    started = start()
    await untilWaiting(db)
    await look()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return started
}
