import type { Calendars } from '../../fx/calendar/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { release } from './progress.ts'
import type { PaymentRow } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import { advance, type Step } from './transitions.ts'

type ReviewDecision = 'Release' | 'Reject'

/**
 * Decides on a payment that screening holds. The reviewer is never its maker; the database refuses that too.
 *
 * @param payment locked
 * @param reviewer who decides: an API client's stored id, or a name
 * @throws payment_not_held, review_self_not_allowed
 */
export async function reviewPayment(
  tx: Tx,
  payment: PaymentRow,
  decision: ReviewDecision,
  { reviewer, calendars, ...step }: Step & { reviewer: string; calendars: Calendars },
): Promise<PaymentRow> {
  if (payment.status !== 'Held') throw refuse.payment_not_held({ status: payment.status })
  if (reviewer === payment.createdBy) throw refuse.review_self_not_allowed()
  const reviewed = { ...step, reviewedBy: reviewer }
  if (decision === 'Reject') return advance(tx, payment, 'Rejected', { ...reviewed, reason: 'ScreeningRejected' })
  return release(tx, payment, reviewed, calendars)
}
