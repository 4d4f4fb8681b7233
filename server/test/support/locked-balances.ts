import { expect } from 'vitest'
import { type Db, inTransaction } from '../../src/kernel/db/db.ts'

/**
 * Begins what waits for the balances of an entity, and changes something meanwhile.
 *
 * @returns the outcome of what waited
 */
export async function whileBalancesAreLocked<T>(
  db: Db,
  entityId: string,
  begin: () => Promise<T>,
  change: () => Promise<unknown>,
): Promise<T> {
  const waiting: Promise<T>[] = []
  await inTransaction(db, async (tx) => {
    await tx.query({ text: 'select 1 from balances where entity_id = $1 for update', values: [entityId] })
    waiting.push(begin())
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1)
    await change()
  })
  return waiting[0]!
}
