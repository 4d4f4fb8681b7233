import type { Answer, CommandContext } from '../../kernel/http/command.ts'
import { etagOf } from '../../kernel/http/routing/if-match.ts'
import { presentPayment } from './present.ts'
import { findPayment, type PaymentRow, type PaymentWithHistory } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import type { Payment } from '../record/schema.ts'

/** The answer of a command: the payment as it is then. */
export async function answer(
  status: number,
  { tx, principal }: CommandContext,
  row: PaymentRow,
  more: Pick<Payment, 'warnings'> = {},
): Promise<Answer> {
  const payment = await getPayment(tx, row.entityId, row.paymentId)
  return { status, body: { ...presentPayment(payment, principal), ...more }, headers: { etag: etagOf(payment) } }
}

/** @throws payment_not_found, for another entity's too */
export async function getPayment(
  db: Parameters<typeof findPayment>[0],
  entityId: string,
  paymentId: string | undefined,
): Promise<PaymentWithHistory> {
  const row = paymentId === undefined ? undefined : await findPayment(db, entityId, paymentId)
  if (!row) throw refuse.payment_not_found()
  return row
}
