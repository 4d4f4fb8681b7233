import {
  type ApprovalSubject,
  approves,
  changedFields,
  decisionsOf,
  type Details,
  fingerprintOf,
  requestApproval,
  stricterOf,
  validApprovals,
} from '../../approvals/index.ts'
import { type BeneficiaryRow, lockBeneficiary, payeeOf } from '../../beneficiaries/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { scheduleAll } from '../../kernel/jobs/work.ts'
import { policyDemand } from '../record/demand.ts'
import { boundDetails } from './instruction.ts'
import { lockBook } from '../../ledger/index.ts'
import { lockDaySums, unsentTo } from '../record/payee-queries.ts'
import type { PaymentRow } from '../record/queries.ts'
import { differenceFrom, type VerificationRow } from '../vop/index.ts'
import { advance, RECHECK_WORK, restartApproval, type Step } from './transitions.ts'

/** Returns the key of a payment's approvals. */
export const subjectOf = ({ entityId, paymentId, approvalRound }: PaymentRow): ApprovalSubject => ({
  entityId,
  resourceType: 'payment',
  resourceId: paymentId,
  round: approvalRound,
})

/** The beneficiary as it is now, locked until commit; undefined where the payment carries its payee. */
export async function namedPayee(tx: Tx, payment: PaymentRow): Promise<BeneficiaryRow | undefined> {
  if (payment.beneficiaryId === null || payment.beneficiarySnapshot !== null) return undefined
  const found = await lockBeneficiary(tx, payment.entityId, payment.beneficiaryId, 'share')
  invariant(found, 'beneficiaries are never removed')
  return found
}

/** Returns true if the saved payee of a payment was deleted. */
export const isToDeleted = async (tx: Tx, payment: PaymentRow): Promise<boolean> =>
  (await namedPayee(tx, payment))?.status === 'Deleted'

/** Returns the result of `namedPayee`, or `Unfit` if the payee cannot be paid. */
export async function currentPayee(tx: Tx, payment: PaymentRow): Promise<BeneficiaryRow | 'Unfit' | undefined> {
  const found = await namedPayee(tx, payment)
  if (found === undefined) return undefined
  return isFit(payment, found) ? found : 'Unfit'
}

/** Returns true if a saved payee, as it is now, can be paid by a payment. */
export const isFit = (payment: PaymentRow, { status, currency, rails }: BeneficiaryRow): boolean =>
  status === 'Active' && currency === payment.currency && rails.includes(payment.rail)

/** Returns true if a saved payee can be paid but for a review of its name, which holds a payment to it at its release. */
export const isUnderReview = (payment: PaymentRow, payee: BeneficiaryRow): boolean =>
  payee.status === 'PendingApproval' &&
  payee.waitsFor.every((wait) => wait === 'Screening') &&
  isFit(payment, { ...payee, status: 'Active' })

/**
 * Returns true if the saved payee of a payment is still the verified one, however old the verification is. A payment that was accepted
 * keeps the type that it was accepted with: earlier releases did not compare it.
 */
export function isStillVerified(
  payment: Pick<PaymentRow, 'createdAt'>,
  payee: BeneficiaryRow,
  verified: VerificationRow | undefined,
): boolean {
  const difference = verified && differenceFrom(verified, payeeOf(payee))
  return difference === undefined || (difference === 'type' && payee.updatedAt <= payment.createdAt)
}

const paidTo = (payment: PaymentRow, payee: BeneficiaryRow | undefined) =>
  payee ? { ...payeeOf(payee) } : payment.beneficiarySnapshot!

/** Returns the details that an approval given now would bind. */
export const boundNow = (payment: PaymentRow, payee: BeneficiaryRow | undefined): Details =>
  boundDetails(payment, paidTo(payment, payee))

/** Reason for a new or repeated approval before release. */
interface Gap {
  steps: number
  policyId: string | null
  fingerprint: string
  /** Paths of the instruction that differ from the approved one. */
  changes: string[]
  /** True if only approvers lost their right: the approvals of the others still count. */
  isOnlyLost: boolean
}

/**
 * Finds the approvals that a payment lacks for its release. If its details differ from those checked against the
 * policies, or it was moved to another day, the policies are checked again: a payment without required approvals may need
 * one now.
 *
 * @returns the payment with its details as judged now, and the gap; no gap where everything is approved
 */
async function judgeApprovals(
  tx: Tx,
  payment: PaymentRow,
  payee: BeneficiaryRow | undefined,
  isMoved = false,
): Promise<{ judged: PaymentRow; gap?: Gap }> {
  const bound = boundNow(payment, payee)
  const fingerprint = fingerprintOf(bound)
  const isSame = fingerprint === payment.fingerprint
  const { entityId, paymentId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId } = payment
  const question = { entityId, paymentId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId }
  const subject = { ...question, payee: paidTo(payment, payee) }
  const beforeSum = () => lockSums(tx, entityId)
  const demand = isSame && !isMoved ? undefined : await policyDemand(tx, subject, { beforeSum })
  const isMore = demand !== undefined && demand.steps > payment.approvalsRequired
  const steps = isMore ? demand.steps : payment.approvalsRequired
  const given = await decisionsOf(tx, subjectOf(payment))
  if (validApprovals(given, bound) >= steps) return { judged: { ...payment, fingerprint } }
  const changed = given.flatMap((each) => (each.bound ? changedFields(each.bound, bound) : []))
  const changes = [...new Set(isMoved && isMore ? [...changed, 'paymentDate'] : changed)]
  const policyId = isMore ? demand.policyId : payment.approvalPolicyId
  const isKnown = changes.length > 0 || isSame || payment.fingerprint === null
  const isOnlyLost = isSame && changes.length === 0 && given.filter((each) => approves(each, bound)).length >= steps
  return {
    judged: payment,
    gap: { steps, policyId, fingerprint, changes: isKnown ? changes : ['creditor'], isOnlyLost },
  }
}

/** Takes the lock on an entity's day sums, as a new payment does. Locks balances first: the steps after it may post. */
async function lockSums(tx: Tx, entityId: string): Promise<void> {
  await lockBook(tx, entityId)
  await lockDaySums(tx, entityId)
}

/**
 * Sends a payment back for approval if its details differ from the approved ones, or if it needs more approvals on the day
 * it was moved to; existing approvals become void. If an approver may no longer approve, it needs another one in their place.
 *
 * @param isMoved true if the payment's date is another than the one judged before
 * @returns the payment, and whether it is approved as it is now
 */
export async function keepApproved(
  tx: Tx,
  payment: PaymentRow,
  payee: BeneficiaryRow | undefined,
  step: Step,
  isMoved = false,
): Promise<{ row: PaymentRow; isApproved: boolean }> {
  const { judged, gap } = await judgeApprovals(tx, payment, payee, isMoved)
  if (!gap) return { row: judged, isApproved: true }
  return { row: await askAgain(tx, payment, gap, step), isApproved: false }
}

async function askAgain(tx: Tx, payment: PaymentRow, gap: Gap, step: Step): Promise<PaymentRow> {
  const asked = {
    ...payment,
    approvalRound: gap.isOnlyLost ? payment.approvalRound : payment.approvalRound + 1,
    approvalRequired: true,
    approvalsRequired: gap.steps,
    approvalPolicyId: gap.policyId,
    approvalChanges: gap.changes,
    fingerprint: gap.fingerprint,
  }
  const reason = gap.isOnlyLost ? 'ApprovalRequired' : reasonOf(gap.changes)
  const named = { ...step, reason, changes: gap.changes }
  const row =
    payment.status === 'PendingApproval'
      ? await restartApproval(tx, asked, named)
      : await advance(tx, asked, 'PendingApproval', named)
  const { actor, at: now, wall } = step
  await requestApproval(
    tx,
    subjectOf(row),
    { policyId: gap.policyId, steps: gap.steps, changes: gap.changes },
    { actor, at: now, wall },
  )
  return row
}

const reasonOf = (changes: readonly string[]) =>
  changes.some((path) => !path.startsWith('creditor')) ? 'DetailsChanged' : 'BeneficiaryChanged'

/**
 * Rechecks a payment that awaits approval. Approvals of changed details become void and start a new round. A payment
 * without approvals only adopts the current policies.
 */
export async function refreshPending(
  tx: Tx,
  payment: PaymentRow,
  payee: BeneficiaryRow | undefined,
  step: Step,
): Promise<PaymentRow> {
  const bound = boundNow(payment, payee)
  const given = await decisionsOf(tx, subjectOf(payment))
  const isSame = fingerprintOf(bound) === payment.fingerprint && given.every((each) => approves(each, bound))
  if (isSame) return payment
  const { judged, gap } = await judgeApprovals(tx, payment, payee)
  return gap ? askAgain(tx, payment, gap, step) : judged
}

/**
 * Returns a pending payment with the approvals that the policies ask for now, if these are more than it was asked for. Other
 * payments of its day do not count again: those made since were judged by the sum with this one.
 */
export async function underPoliciesNow(
  tx: Tx,
  payment: PaymentRow,
  payee: BeneficiaryRow | undefined,
): Promise<PaymentRow> {
  const { entityId, paymentId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId } = payment
  const question = { entityId, paymentId, currency, amountMinor, baseMinor, paymentDate, beneficiaryId }
  const demand = await policyDemand(tx, { ...question, payee: paidTo(payment, payee) }, { isAlone: true })
  return { ...payment, ...stricterOf(payment, demand) }
}

/** Returns a payment with the details it has now, and the approvals that the policies ask for them. */
export async function withDetailsNow(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  const { judged, gap } = await judgeApprovals(tx, payment, await namedPayee(tx, payment))
  if (!gap) return judged
  const { steps: approvalsRequired, policyId: approvalPolicyId, fingerprint } = gap
  return { ...payment, approvalsRequired, approvalPolicyId, fingerprint }
}

/**
 * Looks at a payment again after its payee was changed, or before approval is requested again. A payee that cannot be paid now
 * may be payable later, so it is looked at too; an approved payment to a deleted one is left to its release, which rejects it.
 */
export async function recheckApproval(tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> {
  const payee = await namedPayee(tx, payment)
  if (payee?.status === 'Deleted') return payment
  if (payment.status === 'PendingApproval') return refreshPending(tx, payment, payee, step)
  return (await keepApproved(tx, payment, payee, step)).row
}

/** Has every payment that would be paid to a changed beneficiary looked at again: its approvals may be void. */
export async function recheckPaymentsTo(tx: Tx, entityId: string, beneficiaryId: string, at: Date): Promise<void> {
  const resourceIds = await unsentTo(tx, entityId, beneficiaryId)
  if (resourceIds.length > 0) await scheduleAll(tx, { entityId, kind: RECHECK_WORK, resourceIds, dueAt: at })
}
