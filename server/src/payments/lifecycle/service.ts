import { actOf } from '../../kernel/values/act.ts'
import { countedApprovals, decisionsOf, fingerprintOf, requestApproval } from '../../approvals/index.ts'
import { type BeneficiaryRow, createBeneficiary, payeeOf } from '../../beneficiaries/index.ts'
import { consumeDailyLimit, limitDayOf } from '../../entities/index.ts'
import type { Calendars } from '../../fx/calendar/index.ts'
import { attachPayment } from '../../fx/trades/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { inSavepoint, overtaken, type Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { assess, type CheckedOrder, type Warning } from '../orders/assess.ts'
import { policyDemand } from '../record/demand.ts'
import type { OrderDeps } from '../orders/deps.ts'
import { lockDaySums, payeeSumKey } from '../record/payee-queries.ts'
import { subjectOf } from './approved.ts'
import { draftOf } from '../orders/draft.ts'
import { boundDetails, instructionOf } from './instruction.ts'
import { mayGo, nextOf, paymentCan, type PaymentStatus } from '../record/lifecycle.ts'
import { debit, hold } from './money.ts'
import { mayWait, recallApprovals, release, tradeWaitOf, whyNotHeld } from './progress.ts'
import { findByClientReference, insertPayment, lockPayment, type PaymentRow } from '../record/queries.ts'
import { refuse, refuseErrors } from '../record/rules.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { checkCouldHold, take, type Taken } from '../record/taken.ts'
import { checkNotUnderWay, instructAll, type RailRegistry } from '../rails/index.ts'
import { followUse } from './shown.ts'
import { straightPayee } from './straight.ts'
import { advance, followUp, recordDebit, recordStep, type Step } from './transitions.ts'

type Context = Omit<CommandContext, 'dryRun'>

/** A step taken by the client that asks. */
export const clientStep = (context: Context, reason?: string): Step => ({ ...actOf(context), reason })

/**
 * Makes a payment: checks the order, counts it towards the daily limit, debits or holds its money where it is due now, and stores
 * it in its first state. An ABS payment without funds is stored as Rejected.
 *
 * @throws all errors of the order as one refusal; daily_limit_exceeded, duplicate_client_reference when another was faster
 */
export const createPayment = async (
  context: Context,
  deps: OrderDeps,
  order: PaymentOrder,
  origin: Origin = {},
): Promise<PaymentRow> => (await makePayment(context, deps, order, origin)).row

/** Creates a payment like `createPayment`, with its origin, and returns notices for the client. */
export async function makePayment(
  context: Context,
  deps: OrderDeps,
  order: PaymentOrder,
  origin: Origin = {},
): Promise<Created> {
  const { tx, at: now } = context
  const { draft, checked, warnings } = await draftPayment(context, deps, order, origin)
  const { entity } = checked.profile
  const step = clientStep(context)
  const { kept, payee, saved } = await payeeToKeep(context, order, checked, deps)
  const screened = () =>
    deps.policies.screen(tx, { ...draft, ...kept }, checked.payee.details, {
      stage: 'Create',
      at: now,
      wall: step.wall,
    })
  const straight = straightPayee(draft, checked, saved)
  const holdMoney = () => hold(tx, draft, { at: now }, checked.payee.details.name)
  let isScreened = false
  const { refusal, ...first } = await firstState(tx, draft, async () => {
    if (!straight) return holdMoney()
    // Without the money, the screening comes to nothing too: a rejected payment leaves no case.
    const taken = await inSavepoint(tx, async () =>
      (await screened()) === 'Pass' ? submitted(tx, { ...draft, beneficiarySnapshot: straight }) : holdMoney(),
    )
    isScreened = true
    return taken
  })
  const isCounted = first.status !== 'Rejected'
  await checkDemand(tx, draft, checked)
  const row = await begin(tx, deps, step, {
    ...draft,
    limitDay: isCounted ? limitDayOf(entity, now) : null,
    ...kept,
    ...first,
    fingerprint: fingerprintOf(boundDetails(draft, { ...payee })),
  })
  if (row.tradeId) await attachPayment(tx, step, { ...row, tradeId: row.tradeId }, origin.isTradeNew ?? false)
  if (row.tradeId && !origin.isTradeNew) await followUse(tx, row, now)
  if (isCounted) await consumeDailyLimit(tx, { entity, kind: 'payment', amountMinor: row.baseMinor, now })
  if (row.status === 'PendingApproval') await requestApproval(tx, subjectOf(row), checked.demand!, step)
  if (!isScreened && row.status !== 'Rejected') await screened()
  return { row, warnings, refusal }
}

/**
 * Predicts the result of `makePayment` for an order after the given predicted payments. Stores nothing; locks only the
 * payee and the trade it names.
 *
 * @param deps.taken what it takes is added
 */
export async function predictPayment(
  context: Context,
  deps: OrderDeps & { taken: Taken },
  order: PaymentOrder,
  origin: Origin = {},
): Promise<Created> {
  const { tx } = context
  const { draft, checked, warnings } = await draftPayment(context, deps, order, origin)
  const { refusal, ...first } = await firstState(tx, draft, async () => {
    await checkCouldHold(tx, deps.taken, draft)
    return { holdId: null }
  })
  const row = { ...draft, ...first }
  take(deps.taken, row, hasPolicies(checked) ? await payeeSumKey(tx, checked.payee.details) : null)
  return { row, warnings, refusal }
}

/** Builds an unsaved payment from an order. @throws one refusal with all errors of the order */
export async function draftPayment(context: Context, deps: OrderDeps, order: PaymentOrder, origin: Origin) {
  const { tx, principal, at: now } = context
  const { errors, checked, warnings } = await assess(tx, deps, principal, order, {
    at: now,
    inPackage: origin.isPackage ?? false,
    endToEndId: origin.endToEndId,
    verifiesLater: origin.verifiesLater ?? false,
    looksAtFunds: false, // whether there is money, the payment's own state shows
  })
  if (!checked) throw refuseErrors(errors)
  return {
    draft: draftOf(context, order, checked, origin),
    checked,
    warnings,
  }
}

/** Origin of a payment that belongs to a trade, a batch or a consent. */
export interface Origin {
  batchId?: string
  /** True if it was sent in a batch. */
  isPackage?: boolean
  /** True if the same transaction books its trade. */
  isTradeNew?: boolean
  /** True in a dry run if its payee is verified before it is made. */
  verifiesLater?: boolean
  /** The client's own, of a pain.001 file. */
  endToEndId?: string
}

export interface Created {
  row: PaymentRow
  /** Notices for the client: converted texts, a purpose that is not sent. */
  warnings: Warning[]
  /** Reason why the money could not be held or debited, for a rejected payment or one that waits for money. */
  refusal: Refusal | undefined
}

type First = Pick<PaymentRow, 'status' | 'statusReason' | 'holdId'> & Partial<PaymentRow> & { refusal?: Refusal }

/** Debits a payment that nothing stops. @returns what its row begins with */
async function submitted(tx: Tx, payment: PaymentRow): Promise<Partial<PaymentRow>> {
  const { beneficiarySnapshot, createdAt: submittedAt } = payment
  return { status: 'Submitted', beneficiarySnapshot, submittedAt, ...(await debit(tx, payment, submittedAt)) }
}

/**
 * The state a payment begins in; its money is taken where it is due now and there.
 *
 * @param takeMoney holds the money, or debits it and returns what differs from a payment in screening
 */
async function firstState(tx: Tx, draft: PaymentRow, takeMoney: () => Promise<Partial<PaymentRow>>): Promise<First> {
  const without = (status: PaymentStatus, statusReason: string | null = null) => ({
    status,
    statusReason,
    holdId: null,
  })
  if (draft.approvalRequired) return without('PendingApproval', 'ApprovalRequired')
  if (draft.scheduledFor) return without('Scheduled')
  const wait = await tradeWaitOf(tx, draft)
  if (wait !== undefined) return without('AwaitingFunds', wait)
  try {
    return { status: 'Screening', statusReason: null, holdId: null, ...(await takeMoney()) }
  } catch (error) {
    const reason = whyNotHeld(error)
    const waits = reason === 'InsufficientFunds' && (await mayWait(tx, draft))
    return { ...without(waits ? 'AwaitingFunds' : 'Rejected', reason), refusal: error as Refusal }
  }
}

/**
 * Asks the policies again under a lock that orders the payments of an entity until commit: another payment to the same account may
 * have been faster, and together they may need approval. The lock follows those on balances and comes before the daily usage.
 *
 * @throws an error that has the transaction run again
 */
async function checkDemand(tx: Tx, draft: PaymentRow, checked: CheckedOrder): Promise<void> {
  if (!hasPolicies(checked)) return
  const { payee, demand } = checked
  await lockDaySums(tx, draft.entityId)
  const now = await policyDemand(tx, { ...draft, payee: payee.details })
  if ((now?.steps ?? 0) > (demand?.steps ?? 0)) throw overtaken('another payment to the same account was faster')
}

const hasPolicies = ({ profile }: CheckedOrder): boolean =>
  profile.settings.approvalPolicies.some(({ resource }) => resource === 'Payment')

/** Stores an inline payee with the payment, or as a screened beneficiary if the order requests it. */
export async function payeeToKeep(
  context: Context,
  order: PaymentOrder,
  { payee }: CheckedOrder,
  { screen }: Pick<OrderDeps, 'screen'>,
): Promise<{ kept: Partial<PaymentRow>; payee: object; saved: BeneficiaryRow | undefined }> {
  const { details } = payee
  if (payee.beneficiaryId !== null) return { kept: {}, payee: details, saved: payee.saved }
  if (!order.creditorAccount?.save)
    return { kept: { beneficiarySnapshot: { ...details } }, payee: details, saved: undefined }
  const saved = { normalised: payee.details, rails: [...payee.rails] }
  const act = { ...actOf(context), ...(screen && { screen }) }
  const made = await createBeneficiary(context.tx, context.principal.entityId, saved, act)
  return { kept: { beneficiaryId: made.beneficiaryId }, payee: payeeOf(made), saved: made }
}

async function begin(tx: Tx, { rails }: Pick<OrderDeps, 'rails'>, step: Step, row: PaymentRow): Promise<PaymentRow> {
  const payment = await insertPayment(tx, row)
  if (!payment) {
    const { entityId, clientReference } = row
    const existing = await findByClientReference(tx, entityId, clientReference!)
    throw refuseShared.duplicate_client_reference({
      clientReference,
      existingId: existing && formatId('pay', existing),
    })
  }
  if (payment.status === 'Submitted') await instruct(tx, rails, payment, step.at)
  else await followUp(tx, payment, step.at)
  await recordStep(tx, payment, step)
  if (payment.status === 'Submitted') await recordDebit(tx, payment, step)
  return payment
}

function instruct(tx: Tx, rails: RailRegistry, payment: PaymentRow, at: Date): Promise<void> {
  const { entityId, paymentId, accountId } = payment
  const instruction = instructionOf(payment, payment.beneficiarySnapshot!)
  return instructAll(tx, rails, entityId, [{ paymentId, accountId, instruction, at }])
}

/** The payment, locked. @throws payment_not_found */
export async function getLocked(tx: Tx, entityId: string, paymentId: string | undefined): Promise<PaymentRow> {
  const payment = paymentId === undefined ? undefined : await lockPayment(tx, entityId, paymentId)
  if (!payment) throw refuse.payment_not_found()
  return payment
}

/** Cancels a payment that is not yet submitted; a held amount is free again. @throws payment_not_cancellable */
export async function cancelPayment(
  context: Context,
  paymentId: string | undefined,
  reason = 'CancelledByClient',
): Promise<PaymentRow> {
  const payment = await getLocked(context.tx, context.principal.entityId, paymentId)
  checkCancellable(payment)
  return advance(context.tx, payment, 'Cancelled', clientStep(context, reason))
}

/**
 * Cancels a payment as `cancelPayment` does, and frees its client reference: the client sends the order again, corrected.
 *
 * @throws payment_not_cancellable
 */
export async function undoPayment(context: Context, paymentId: string, reason: string): Promise<PaymentRow> {
  const payment = await getLocked(context.tx, context.principal.entityId, paymentId)
  checkCancellable(payment)
  return advance(context.tx, { ...payment, clientReference: null }, 'Cancelled', clientStep(context, reason))
}

function checkCancellable({ status }: PaymentRow): void {
  if (!paymentCan.cancel.includes(status)) throw refuse.payment_not_cancellable({ status, allowed: paymentCan.cancel })
}

/**
 * One step of the life cycle by order of the sandbox or an operator: the table decides whether it may be.
 *
 * @throws payment_transition_not_allowed; insufficient_funds, account_blocked when money must be held for it;
 * approval_incomplete where it would go round its approvals; payment_hand_over_started
 */
export async function transitionPayment(
  tx: Tx,
  payment: PaymentRow,
  to: PaymentStatus,
  step: Step,
  calendars: Calendars,
): Promise<PaymentRow> {
  if (mayGo(payment.status, to)) await checkApproved(tx, payment, to)
  if (to === 'Failed' && mayGo(payment.status, to)) await checkNotUnderWay(tx, payment)
  if (to === 'ApprovalRecalled' && mayGo(payment.status, to)) return recallApprovals(tx, needingApproval(payment), step)
  if (to === 'PendingApproval' && mayGo(payment.status, to)) return askApproval(tx, payment, step)
  const reviewed = payment.status === 'Held' ? decidedReview(step, to) : step
  const isRelease = to === 'Submitted' && mayGo(payment.status, to)
  return isRelease ? release(tx, payment, reviewed, calendars) : advance(tx, payment, to, reviewed)
}

/** Completes a step out of Held as the decision of a review, which a rejection names as its reason. */
const decidedReview = (step: Step, to: PaymentStatus): Step => ({
  ...step,
  reviewedBy: step.reviewedBy ?? 'simulation',
  ...(to === 'Rejected' && step.reason === undefined ? { reason: 'ScreeningRejected' } : {}),
})

/** Makes a payment need an approval at least, by order of the sandbox or an operator. */
const needingApproval = (payment: PaymentRow): PaymentRow => ({
  ...payment,
  approvalRequired: true,
  approvalsRequired: Math.max(1, payment.approvalsRequired),
})

/** A new round of approval by order of the sandbox or an operator, of a payment that needed none too. */
const askApproval = (tx: Tx, payment: PaymentRow, step: Step): Promise<PaymentRow> =>
  advance(tx, { ...needingApproval(payment), approvalRound: payment.approvalRound + 1 }, 'PendingApproval', {
    ...step,
    reason: step.reason ?? 'ApprovalRequired',
  })

/** Blocks release without the required approvals; the database enforces this too. @throws approval_incomplete */
async function checkApproved(tx: Tx, payment: PaymentRow, to: PaymentStatus): Promise<void> {
  if (payment.status !== 'PendingApproval' || isEnd(to) || payment.approvalsRequired === 0) return
  const given = await decisionsOf(tx, subjectOf(payment))
  const missing = payment.approvalsRequired - countedApprovals(given).length
  if (missing > 0) throw refuse.approval_incomplete({ missing })
}

const isEnd = (status: PaymentStatus) => nextOf(status).length === 0
