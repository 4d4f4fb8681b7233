import { expect } from 'vitest'
import type { Db } from '../../src/kernel/db/db.ts'

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
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1)
    await look()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return started
}
