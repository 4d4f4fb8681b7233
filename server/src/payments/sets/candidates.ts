import { fingerprintOf } from '../../approvals/index.ts'
import { type BeneficiaryRow, lockBeneficiaries } from '../../beneficiaries/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { boundNow } from '../lifecycle/approved.ts'
import { arrivalNow, hasMissedDate } from '../lifecycle/redate.ts'
import { isPayable } from '../lifecycle/straight.ts'
import type { Step } from '../lifecycle/transitions.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import type { PaymentRow } from '../record/queries.ts'
import { findVerifications } from '../vop/index.ts'

/** A payment with the payee that it names; undefined for one that carries its payee. */
export interface Candidate {
  payment: PaymentRow
  payee: BeneficiaryRow | undefined
}

/**
 * Returns the payments that nothing stops now: not late, with their day of arrival, without approvals, paid to a payee that is unchanged, fit and verified. Their
 * payees are locked until commit.
 */
export async function candidatesOf(
  tx: Tx,
  entityId: string,
  due: readonly PaymentRow[],
  { calendars }: Pick<PaymentWorkDeps, 'calendars'>,
  { at }: Step,
): Promise<Candidate[]> {
  const isAsDated = (payment: PaymentRow) =>
    !hasMissedDate(payment, at, calendars) && arrivalNow(payment, calendars) === payment.expectedArrival
  const screened = due.filter((payment) => payment.approvalsRequired === 0 && isAsDated(payment))
  const named = present(screened.map((payment) => namedBy(payment)))
  const [locked, verifications] = await Promise.all([
    named.length > 0 ? lockBeneficiaries(tx, entityId, named) : [],
    findVerifications(tx, entityId, present(screened.map(verificationOf))),
  ]) // one round trip
  const payees = new Map(locked.map((row) => [row.beneficiaryId, row]))
  return screened
    .map((payment) => ({ payment, payee: payees.get(namedBy(payment) ?? '') }))
    .filter(({ payment, payee }) => {
      if (namedBy(payment) === null) return isUnchanged({ payment, payee: undefined })
      const verified = verifications.get(verificationOf(payment) ?? '')
      return payee !== undefined && isPayable(payment, payee, verified, at) && isUnchanged({ payment, payee })
    })
}

/** Returns the values that are not missing, each once. */
export const present = <T>(values: readonly (T | null | undefined)[]): T[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
]

const namedBy = ({ beneficiaryId, beneficiarySnapshot }: PaymentRow): string | null =>
  beneficiarySnapshot === null ? beneficiaryId : null

const verificationOf = ({ verificationId }: PaymentRow): string | undefined =>
  verificationId === null ? undefined : parseId('ver', verificationId)

/** Returns true if the payment is still the one that was checked against the policies, which asked for no approval. */
const isUnchanged = ({ payment, payee }: Candidate): boolean =>
  fingerprintOf(boundNow(payment, payee)) === payment.fingerprint
