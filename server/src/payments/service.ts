import { createBeneficiary } from '../beneficiaries/index.ts'
import { consumeDailyLimit, releaseDailyLimit } from '../entities/index.ts'
import { attachPayment } from '../fx/trades/index.ts'
import type { CommandContext } from '../kernel/command.ts'
import type { Tx } from '../kernel/db.ts'
import { formatId } from '../kernel/ids.ts'
import { refuseShared } from '../kernel/shared-refusals.ts'
import { assess, type CheckedOrder } from './assess.ts'
import type { PaymentDeps } from './deps.ts'
import { draftOf } from './draft.ts'
import { mayGo, paymentCan, type PaymentStatus } from './lifecycle.ts'
import { hold } from './money.ts'
import { mayWait, proceed, release, whyNotHeld } from './progress.ts'
import { findByClientReference, insertPayment, lockPayment, type PaymentRow } from './queries.ts'
import { refuse, refuseFaults } from './rules.ts'
import type { PaymentOrder } from './schema.ts'
import { advance, followUp, recordStep, type Step } from './transitions.ts'

type Context = Pick<CommandContext, 'tx' | 'principal' | 'now' | 'wall' | 'requestId'>

/** A step taken by the client that asks. */
export const clientStep = ({ principal, requestId, now, wall }: Context, reason?: string): Step => ({
  actor: { type: 'client', id: principal.clientId, requestId },
  at: now,
  wall,
  reason,
})

/**
 * Makes a payment: checks the order, counts it towards the daily limit, holds its money where it is due now, and stores
 * it in its first state. An ABS payment without funds is stored as Rejected.
 *
 * @throws all faults of the order as one refusal; daily_limit_exceeded, duplicate_client_reference when another was faster
 */
export async function createPayment(context: Context, deps: PaymentDeps, order: PaymentOrder): Promise<PaymentRow> {
  const { tx, principal, now } = context
  const { faults, checked } = await assess(tx, deps, principal, order, now)
  if (!checked) throw refuseFaults(faults)
  const draft = draftOf(context, order, checked, deps.policies.needsApproval(order))
  const { entity } = checked.profile
  const limitDay = await consumeDailyLimit(tx, { entity, kind: 'payment', amountMinor: draft.baseMinor, now })
  const first = await firstState(tx, draft, checked.payee.details.name, now)
  if (first.status === 'Rejected') {
    await releaseDailyLimit(tx, {
      entityId: draft.entityId,
      day: limitDay,
      kind: 'payment',
      amountMinor: draft.baseMinor,
    })
  }
  const step = clientStep(context)
  return begin(tx, step, {
    ...draft,
    ...first,
    limitDay: first.status === 'Rejected' ? null : limitDay,
    ...(await payeeToKeep(context, order, checked)),
  })
}

type First = Pick<PaymentRow, 'status' | 'statusReason' | 'holdId'>

/** The state a payment begins in; its money is held where it is due now and there. */
async function firstState(tx: Tx, draft: PaymentRow, payeeName: string, at: Date): Promise<First> {
  const without = (status: PaymentStatus, statusReason: string | null = null) => ({
    status,
    statusReason,
    holdId: null,
  })
  if (draft.approvalRequired) return without('PendingApproval', 'ApprovalRequired')
  if (draft.scheduledFor) return without('Scheduled')
  try {
    return { status: 'Screening', statusReason: null, ...(await hold(tx, draft, { at }, payeeName)) }
  } catch (error) {
    const reason = whyNotHeld(error)
    const waits = reason === 'InsufficientFunds' && (await mayWait(tx, draft))
    return without(waits ? 'AwaitingFunds' : 'Rejected', reason)
  }
}

/** A payee given inline is kept with the payment, or saved as a beneficiary where the order says so. */
async function payeeToKeep(
  { tx, principal, requestId, now, wall }: Context,
  order: PaymentOrder,
  { payee }: CheckedOrder,
): Promise<Partial<PaymentRow>> {
  if (payee.beneficiaryId !== null) return {}
  if (!order.creditorAccount?.save) return { beneficiarySnapshot: payee.details as unknown as Record<string, unknown> }
  const actor = { type: 'client' as const, id: principal.clientId, requestId }
  const saved = { normalised: payee.details, rails: [...payee.rails] }
  const { beneficiaryId } = await createBeneficiary(tx, principal.entityId, saved, { actor, now, wall })
  return { beneficiaryId }
}

async function begin(tx: Tx, step: Step, row: PaymentRow): Promise<PaymentRow> {
  const payment = await insertPayment(tx, row)
  if (payment?.tradeId) await attachPayment(tx, payment.entityId, payment.tradeId, payment.paymentId)
  if (!payment) {
    const { entityId, clientReference } = row
    const existing = await findByClientReference(tx, entityId, clientReference!)
    throw refuseShared.duplicate_client_reference({
      clientReference,
      existingId: existing && formatId('pay', existing),
    })
  }
  await followUp(tx, payment, step.at)
  await recordStep(tx, payment, step)
  return payment
}

/** The payment, locked. @throws payment_not_found */
export async function getLocked(tx: Tx, entityId: string, paymentId: string | undefined): Promise<PaymentRow> {
  const payment = paymentId === undefined ? undefined : await lockPayment(tx, entityId, paymentId)
  if (!payment) throw refuse.payment_not_found()
  return payment
}

/** Cancels a payment that is not yet submitted; a held amount is free again. @throws payment_not_cancellable */
export async function cancelPayment(context: Context, paymentId: string | undefined): Promise<PaymentRow> {
  const payment = await getLocked(context.tx, context.principal.entityId, paymentId)
  const { status } = payment
  if (!paymentCan.cancel.includes(status)) {
    throw refuse.payment_not_cancellable({ status, allowed: paymentCan.cancel })
  }
  return advance(context.tx, payment, 'Cancelled', clientStep(context, 'CancelledByClient'))
}

/**
 * Approves or rejects a payment that waits for it. Whoever made it cannot; the database refuses that too.
 *
 * @throws payment_not_awaiting_approval, approval_self_not_allowed
 */
export async function decidePayment(
  context: Context,
  deps: Pick<PaymentDeps, 'findAccount'>,
  paymentId: string | undefined,
  decision: 'approve' | 'reject',
): Promise<PaymentRow> {
  const { tx, principal } = context
  const payment = await getLocked(tx, principal.entityId, paymentId)
  if (!paymentCan[decision].includes(payment.status)) {
    throw refuse.payment_not_awaiting_approval({ status: payment.status })
  }
  if (payment.createdBy === principal.clientId) throw refuse.approval_self_not_allowed()
  const step = { ...clientStep(context), decidedBy: principal.clientId }
  if (decision === 'approve') return proceed(tx, payment, step, deps)
  return advance(tx, payment, 'Rejected', { ...step, reason: 'ApprovalRejected' })
}

/**
 * One step of the life cycle by order of the sandbox or an operator: the table decides whether it may be.
 *
 * @throws payment_transition_not_allowed; insufficient_funds, account_blocked when money must be held for it
 */
export async function transitionPayment(
  tx: Tx,
  payment: PaymentRow,
  to: PaymentStatus,
  step: Step,
): Promise<PaymentRow> {
  const isRelease = to === 'Submitted' && mayGo(payment.status, to)
  return isRelease ? release(tx, payment, step) : advance(tx, payment, to, step)
}
