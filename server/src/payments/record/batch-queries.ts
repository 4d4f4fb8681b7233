import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { PaymentStatus } from './lifecycle.ts'
import type { PaymentRow } from './queries.ts'

/** Returns the payments of a batch that wait to be screened, oldest first. Index payments_by_batch. */
export async function heldBackBy(
  db: Queryable,
  entityId: string,
  batchId: string,
): Promise<Pick<PaymentRow, 'paymentId' | 'accountId'>[]> {
  const { rows } = await db.query<Pick<PaymentRow, 'paymentId' | 'accountId'>>({
    name: 'payments-held-back-by-batch',
    text: `select payment_id as "paymentId", account_id as "accountId" from payments
      where entity_id = $1 and batch_id = $2 and status = 'Screening' order by payment_id`,
    values: [entityId, batchId],
  })
  return rows
}

/** Returns whether a payment waits for the rest of its strict batch: it must not leave before the others are made. */
export async function isHeldBack(db: Queryable, { entityId, batchId }: PaymentRow): Promise<boolean> {
  if (batchId === null) return false
  const { rowCount } = await db.query({
    name: 'payment-held-back-by-batch',
    text: `select 1 from payment_batches where entity_id = $1 and batch_id = $2 and mode = 'Strict'
      and status in ('Processing', 'Undoing', 'Cancelling')`,
    values: [entityId, batchId],
  })
  return rowCount === 1
}

/** Returns those batches whose payments must not leave yet: see `isHeldBack`. */
export async function heldBackOf(db: Queryable, entityId: string, batchIds: readonly string[]): Promise<Set<string>> {
  if (batchIds.length === 0) return new Set()
  const { rows } = await db.query<{ batchId: string }>({
    name: 'batches-held-back',
    text: `select batch_id as "batchId" from payment_batches where entity_id = $1 and batch_id = any($2)
      and mode = 'Strict' and status in ('Processing', 'Undoing', 'Cancelling')`,
    values: [entityId, batchIds],
  })
  return new Set(rows.map(({ batchId }) => batchId))
}

/** Returns items of a batch whose payments can still be cancelled, by line. */
export async function undoableOf(
  tx: Tx,
  entityId: string,
  batchId: string,
  statuses: readonly PaymentStatus[],
  limit: number,
): Promise<{ line: number; paymentId: string; accountId: string }[]> {
  const { rows } = await tx.query<{ line: number; paymentId: string; accountId: string }>({
    name: 'undoable-payments-of-batch',
    text: `select i.line, i.payment_id as "paymentId", p.account_id as "accountId" from payment_batch_items i
        join payments p on p.entity_id = i.entity_id and p.payment_id = i.payment_id
      where i.entity_id = $1 and i.batch_id = $2 and i.status = 'Created' and p.status = any($3) order by i.line limit $4`,
    values: [entityId, batchId, statuses, limit],
  })
  return rows
}
