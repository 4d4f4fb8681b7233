import {
  announceDecision,
  decide,
  decisionsOf,
  type Details,
  fingerprintOf,
  refuseApprovals,
  requestApproval,
} from '../../approvals/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { checkIfMatch } from '../../kernel/http/routing/if-match.ts'
import { formatId } from '../../kernel/values/ids.ts'
import type { PaymentDeps } from '../orders/deps.ts'
import { boundNow, currentPayee, refreshPending, subjectOf, underPoliciesNow, withDetailsNow } from './approved.ts'
import { mayGo, PAYMENT_STATUSES, paymentCan } from '../record/lifecycle.ts'
import { proceed, recallApprovals, whyNotPayable } from './progress.ts'
import type { PaymentRow } from '../record/queries.ts'
import { refuse } from '../record/rules.ts'
import { clientStep, getLocked } from './service.ts'
import { advance, raiseVersion, type Step } from './transitions.ts'

type Context = Omit<CommandContext, 'dryRun'>

/**
 * Approves or rejects a payment that awaits approval. The last required approval continues it; one rejection ends it.
 * The maker cannot decide, and no approver twice; the database enforces this too.
 *
 * @param ifMatch header If-Match: the version the client has seen, so that it decides on no later change
 * @throws payment_not_awaiting_approval, payment_version_conflict, if_match_invalid, payment_not_payable,
 *   payment_details_changed, approval_self_not_allowed, approval_already_given
 */
export async function decidePayment(
  context: Context,
  deps: Pick<PaymentDeps, 'findAccount' | 'calendars'>,
  paymentId: string | undefined,
  decision: 'approve' | 'reject',
  ifMatch?: string,
): Promise<PaymentRow> {
  const { tx, principal } = context
  const locked = await getLocked(tx, principal.entityId, paymentId)
  if (!paymentCan[decision].includes(locked.status)) {
    throw refuse.payment_not_awaiting_approval({ status: locked.status })
  }
  checkIfMatch(ifMatch, locked.version, refuse.payment_version_conflict)
  const step = { ...clientStep(context), decidedBy: principal.clientId }
  const verdict = decision === 'approve' ? ('Approved' as const) : ('Rejected' as const)
  const { payment, bound } =
    verdict === 'Approved' ? await approvable(context, deps, locked, step) : { payment: locked, bound: undefined }
  const subject = subjectOf(payment)
  const { createdBy, approvalsRequired } = payment
  const missing = await decide(
    tx,
    subject,
    { createdBy, approvalsRequired, bound },
    { clientId: principal.clientId, decision: verdict, at: step.at },
  )
  const row = await afterDecision(context, deps, payment, { ...step, verdict, missing })
  await announceDecision(tx, subject, { decision: verdict, missing }, step)
  return row
}

/**
 * Returns the payment that can be approved now with the details the approval binds: exactly the data to be sent.
 *
 * @throws payment_not_payable, payment_details_changed, approval_self_not_allowed where the client itself changed the payee
 */
async function approvable(
  { tx, principal }: Context,
  { findAccount }: Pick<PaymentDeps, 'findAccount'>,
  locked: PaymentRow,
  step: Step,
): Promise<{ payment: PaymentRow; bound: Details }> {
  if (locked.createdBy === principal.clientId) throw refuseApprovals.approval_self_not_allowed()
  const unfit = await whyNotPayable(tx, locked, findAccount)
  const payee = await currentPayee(tx, locked)
  if (unfit !== undefined || payee === 'Unfit') {
    throw refuse.payment_not_payable({ reason: unfit ?? 'BeneficiaryNotActive' })
  }
  if (payee && payee.maker === principal.clientId && payee.updatedAt > locked.createdAt) {
    throw refuseApprovals.approval_self_not_allowed()
  }
  const payment = locked.fingerprint === null ? await refreshPending(tx, locked, payee, step) : locked
  const bound = boundNow(payment, payee)
  if (fingerprintOf(bound) !== payment.fingerprint) throw refuse.payment_details_changed()
  return { payment: await underPoliciesNow(tx, payment, payee), bound }
}

function afterDecision(
  { tx }: Context,
  deps: Pick<PaymentDeps, 'findAccount' | 'calendars'>,
  payment: PaymentRow,
  { verdict, missing, ...step }: Step & { verdict: 'Approved' | 'Rejected'; missing: number },
): Promise<PaymentRow> {
  if (verdict === 'Rejected') return advance(tx, payment, 'Rejected', { ...step, reason: 'ApprovalRejected' })
  return missing > 0 ? raiseVersion(tx, payment, step.at) : proceed(tx, payment, step, deps)
}

/**
 * Takes an approval back while the payment has not been funded yet. All approvals are void then, and the payment rests
 * until its maker asks for them anew.
 *
 * @throws approval_not_recallable, approval_not_given
 */
export async function recallApproval(context: Context, paymentId: string | undefined): Promise<PaymentRow> {
  const { tx, principal } = context
  const payment = await getLocked(tx, principal.entityId, paymentId)
  const given = await decisionsOf(tx, subjectOf(payment))
  if (!mayGo(payment.status, 'ApprovalRecalled')) {
    const allowed = PAYMENT_STATUSES.filter((status) => mayGo(status, 'ApprovalRecalled'))
    throw refuse.approval_not_recallable({ status: payment.status, allowed })
  }
  if (!given.some(({ clientId }) => clientId === principal.clientId)) {
    throw refuse.approval_not_given({ approvers: given.map(({ clientId }) => formatId('cli', clientId)) })
  }
  return recallApprovals(tx, payment, clientStep(context, 'ApprovalTakenBack'))
}

/** Puts a payment whose approvals are void up for approval again. @throws approval_not_recalled */
export async function requestApprovalAgain(context: Context, paymentId: string | undefined): Promise<PaymentRow> {
  const { tx, principal } = context
  const payment = await getLocked(tx, principal.entityId, paymentId)
  if (payment.status !== 'ApprovalRecalled') throw refuse.approval_not_recalled({ status: payment.status })
  const step = clientStep(context, 'ApprovalRequired')
  const row = await advance(tx, await withDetailsNow(tx, payment), 'PendingApproval', step)
  const demand = { policyId: row.approvalPolicyId, steps: row.approvalsRequired }
  await requestApproval(tx, subjectOf(row), demand, step)
  return row
}
