import type { Tx } from '../../kernel/db/db.ts'
import type { PaymentRow } from '../record/queries.ts'

/** One return of a payment, in minor units of its currency. */
interface PaymentReturn {
  amountMinor: bigint
  reason: string | null
  journalId: string
  at: Date
}

/** Stores a return under the lock of its payment; the database keeps the sum within the payment's amount. */
export async function insertReturn(
  tx: Tx,
  { entityId, paymentId }: Pick<PaymentRow, 'entityId' | 'paymentId'>,
  { amountMinor, reason, journalId, at }: PaymentReturn,
): Promise<void> {
  await tx.query({
    name: 'insert-payment-return',
    text: `insert into payment_returns (entity_id, payment_id, number, amount_minor, reason, journal_id, returned_at)
      select $1, $2, count(*) + 1, $3, $4, $5, $6 from payment_returns where entity_id = $1 and payment_id = $2`,
    values: [entityId, paymentId, amountMinor, reason, journalId, at],
  })
}
