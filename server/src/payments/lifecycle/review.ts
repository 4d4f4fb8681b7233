import { type PayeeOrder, payeeOf } from '../../beneficiaries/index.ts'
import type { Calendars } from '../../fx/calendar/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { namedPayee } from './approved.ts'
import { release } from './progress.ts'
import type { PaymentRow } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import { advance, type Step } from './transitions.ts'

type ReviewDecision = 'Release' | 'Reject'

/** Screens a payment again; returns true if there is something to review that no reviewer has seen. */
export type Rescreen = (tx: Tx, payment: PaymentRow, payee: PayeeOrder) => Promise<boolean>

interface PaymentReview extends Step {
  /** Reviewer: an API client's stored id, or a name. */
  reviewer: string
  calendars: Calendars
  rescreen: Rescreen
}

/**
 * Decides on a payment that screening holds. The reviewer is never its maker; the database refuses that too. A released payment is
 * screened again, because lists may have changed since it was held: it stays held if that finds more.
 *
 * @param payment locked
 * @throws payment_not_held, review_self_not_allowed
 */
export async function reviewPayment(
  tx: Tx,
  payment: PaymentRow,
  decision: ReviewDecision,
  { reviewer, calendars, rescreen, ...step }: PaymentReview,
): Promise<PaymentRow> {
  if (payment.status !== 'Held') throw refuse.payment_not_held({ status: payment.status })
  if (reviewer === payment.createdBy) throw refuse.review_self_not_allowed()
  const reviewed = { ...step, reviewedBy: reviewer }
  if (decision === 'Reject') return advance(tx, payment, 'Rejected', { ...reviewed, reason: 'ScreeningRejected' })
  const payee = await namedPayee(tx, payment)
  const details = payee ? payeeOf(payee) : (payment.beneficiarySnapshot as unknown as PayeeOrder)
  if (await rescreen(tx, payment, details)) return payment
  return release(tx, payment, reviewed, calendars)
}
