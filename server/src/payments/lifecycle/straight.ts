import { type BeneficiaryRow, payeeOf } from '../../beneficiaries/index.ts'
import type { CheckedOrder } from '../orders/assess.ts'
import type { PaymentRow } from '../record/queries.ts'
import { differenceFrom, type VerificationRow } from '../vop/index.ts'
import { isFit, isStillVerified } from './approved.ts'
import { frozen } from './progress.ts'

/**
 * Returns the payee of a payment that has just been checked and that needs nothing but to pass screening: frozen, since it is submitted at
 * once. Undefined for a payment that waits: for an approval, for its date, for its payee, or for its batch, which may be cancelled.
 *
 * @param saved its saved payee, as it is now; undefined for a payee that came with the order
 */
export function straightPayee(
  draft: PaymentRow,
  { payee, verification }: Pick<CheckedOrder, 'payee' | 'verification'>,
  saved: BeneficiaryRow | undefined,
): Record<string, unknown> | undefined {
  if (draft.approvalsRequired > 0 || draft.scheduledFor !== null || draft.batchId !== null) return undefined
  if (!saved) return { ...payee.details }
  const isVerified = !verification || differenceFrom(verification, payeeOf(saved)) === undefined
  return isVerified && isPayable(draft, saved, verification, draft.createdAt) ? frozen(saved) : undefined
}

/** Returns true if a saved payee, as it is now, can be paid at an instant, and is still the verified one. */
export function isPayable(
  payment: PaymentRow,
  payee: BeneficiaryRow,
  verified: VerificationRow | undefined,
  at: Date,
): boolean {
  const coolsOff = payee.payableFrom !== null && payee.payableFrom > at
  return isFit(payment, payee) && !coolsOff && isStillVerified(payment, payee, verified)
}
