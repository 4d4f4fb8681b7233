import { approvalsGiven } from '../../approvals/index.ts'
import { isoOf, type PaymentStatus, type PaymentWithHistory } from '../../payments/index.ts'
import type { AuthorisationCode, PaymentStatusCode } from './terms/words.ts'

/** Maps a payment's state to open banking. A payment cancelled by the client is rejected there too. */
export function codeOf(status: PaymentStatus, reason: string | null): PaymentStatusCode {
  if (status === 'PendingApproval' || status === 'ApprovalRecalled') return 'PATC'
  const iso = isoOf(status, reason)
  return iso === 'CANC' ? 'RJCT' : iso
}

/** The status in the answer to creating it: received, or rejected at once. */
export const firstCodeOf = (status: PaymentStatus): PaymentStatusCode =>
  codeOf(status, null) === 'RJCT' ? 'RJCT' : 'RCVD'

/** Returns the progress of a multiple authorisation; undefined if the user alone suffices. */
export function authorisationOf(
  payment: Pick<PaymentWithHistory, 'status' | 'approvalsRequired' | 'approvalRequired' | 'decisions'>,
): { code: AuthorisationCode; required: number; received: number } | undefined {
  if (!payment.approvalRequired) return undefined
  const required = 1 + payment.approvalsRequired // the user, and the others
  const isWaiting = codeOf(payment.status, null) === 'PATC'
  const given = approvalsGiven({ decisions: payment.decisions, isPending: isWaiting }).length
  const isRejected = payment.decisions.some(({ decision }) => decision === 'Rejected')
  const code = isWaiting ? 'AWAF' : given < payment.approvalsRequired || isRejected ? 'RJCT' : 'AUTH'
  return { code, required, received: 1 + given }
}
