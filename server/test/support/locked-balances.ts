import { type Db, inTransaction } from '../../src/kernel/db/db.ts'
import { untilWaiting } from './lock-waits.ts'

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
    await untilWaiting(db)
    await change()
  })
  return waiting[0]!
}
