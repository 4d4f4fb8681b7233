import { Type } from 'typebox'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { Emitted } from '../../kernel/values/emitted.ts'
import { emit, statusEvent, statusEvents } from '../../events/index.ts'
import { releaseDailyLimit } from '../../entities/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import { isOpenForCredit } from '../../accounts/index.ts'
import { awaitMoney } from '../../ledger/index.ts'
import { scheduleAdvice } from '../orders/advice.ts'
import { instructionOf } from './instruction.ts'
import {
  isCredited,
  lifecycle,
  mayGo,
  moneyOf,
  nextOf,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '../record/lifecycle.ts'
import { moveMoney, takeBack } from './money.ts'
import { insertHistory, type PaymentRow, updatePayment } from '../record/queries.ts'
import { CREDITED, instructRail } from '../rails/index.ts'
import { refuse } from '../record/rules.ts'

const stepDetail = {
  amount: Type.String(),
  currency: Type.String(),
  reason: Type.Optional(Type.String()),
  returned: Type.Optional(Type.String()),
  returnedInAll: Type.Optional(Type.String()),
  changes: Type.Optional(Type.Array(Type.String())),
}

/** Events of payments: one for each status, and those of data that change without a step. */
export const paymentEvents = {
  ...statusEvents('payment', PAYMENT_STATUSES, (status) =>
    defineEvent(`A payment became ${status}: ${lifecycle[status].meaning}`, 'payment', stepDetail),
  ),
  'payment.updated': defineEvent(
    'A payment shows other data of its saved payee, or other ways to use the money that its trade delivers.',
    'payment',
    { reason: Type.String() },
  ),
  'payment.trackingUpdated': defineEvent('The tracking data of a payment changed.', 'payment', {
    recall: Type.Optional(Type.String()),
    reason: Type.Optional(Type.String()),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof paymentEvents, true> {}
}

/** Actor, time and reason of a payment's transition. */
export interface Step extends Act {
  reason?: string | undefined
  /** Amount of a partial return in minor units. */
  amountMinor?: bigint | null
  /** The payee, where the step freezes it: to Submitted. */
  snapshot?: Record<string, unknown>
  /** Person who approved or rejected. */
  decidedBy?: string
  /** Reviewer of a payment held by screening. */
  reviewedBy?: string
  /** Details that differ from the approved ones, if the step requests approval again. */
  changes?: readonly string[]
}

export const RELEASE_WORK = 'payment.release'
export const SCREEN_WORK = 'payment.screen'
export const LAPSE_WORK = 'payment.lapse'
export const RECHECK_WORK = 'payment.recheckApproval'

/** Kind of the job that decides on a payment without funds at its cut-off. Money that arrives earlier pays it (funding.ts). */
export const FUND_WORK = 'payment.fund'

/**
 * Takes a payment one step along its life cycle: money, row, history, event, audit and the work that follows, in the
 * caller's transaction, which holds the row's lock.
 *
 * @throws payment_transition_not_allowed; insufficient_funds, account_blocked when money must be held: nothing has changed then
 */
export async function advance(tx: Tx, payment: PaymentRow, to: PaymentStatus, asked: Step): Promise<PaymentRow> {
  if (!mayGo(payment.status, to)) {
    throw refuse.payment_transition_not_allowed({ status: payment.status, wanted: to, allowed: nextOf(payment.status) })
  }
  const step = { ...asked, at: notBefore(payment.updatedAt, asked.at) }
  const money = await moveMoney(tx, payment, to, step)
  const released = await releaseLimit(tx, payment, to)
  const next: PaymentRow = { ...payment, ...released, ...stamps(payment, to, step.at), ...money }
  const row = await updatePayment(tx, {
    ...next,
    status: to,
    statusReason: step.reason ?? null,
    beneficiarySnapshot: step.snapshot ?? payment.beneficiarySnapshot,
    decidedBy: step.decidedBy ?? payment.decidedBy,
    reviewedBy: step.reviewedBy ?? payment.reviewedBy,
    updatedAt: step.at,
  })
  await followUp(tx, row, step.at)
  await recordStep(tx, row, step, payment.status)
  await recordBooking(tx, row, step, payment)
  return row
}

/** Stores another date of a scheduled payment, with history and event; its state and its money stay. */
export async function reschedule(tx: Tx, payment: PaymentRow, asked: Step): Promise<PaymentRow> {
  const step = { ...asked, at: notBefore(payment.updatedAt, asked.at) }
  const row = await updatePayment(tx, { ...payment, statusReason: step.reason ?? null, updatedAt: step.at })
  await followUp(tx, row, step.at)
  await recordStep(tx, row, step, payment.status)
  return row
}

/** Stores another date of a payment that its rail does not have yet, with its entry in the history and its event. */
export async function redateSubmitted(tx: Tx, payment: PaymentRow, asked: Step): Promise<PaymentRow> {
  invariant(payment.status === 'Submitted', 'its instruction waits')
  const step = { ...asked, at: notBefore(payment.updatedAt, asked.at) }
  const row = await updatePayment(tx, { ...payment, statusReason: 'DateMoved', updatedAt: step.at })
  await recordStep(tx, row, step, payment.status)
  return row
}

/** Begins a new round of approval of a payment that waits for it, until its cut-off, with its entry in the history and its event. */
export async function restartApproval(tx: Tx, payment: PaymentRow, asked: Step): Promise<PaymentRow> {
  const step = { ...asked, at: notBefore(payment.updatedAt, asked.at) }
  const row = await updatePayment(tx, { ...payment, statusReason: step.reason ?? null, updatedAt: step.at })
  await followUp(tx, row, step.at)
  await recordStep(tx, row, step, payment.status)
  return row
}

/**
 * Notes that the payee's bank has credited the payee of a payment that was completed before: an entry and an event, under
 * the row's lock. Its state and its money stay.
 *
 * @returns false where there is nothing to note: it is not completed, or this is known
 */
export async function noteCredited(tx: Tx, payment: PaymentRow, asked: Step): Promise<boolean> {
  if (payment.status !== 'Completed' || isCredited(payment.status, payment.statusReason)) return false
  const at = notBefore(payment.updatedAt, asked.at)
  const row = await updatePayment(tx, { ...payment, statusReason: CREDITED, updatedAt: at })
  await insertHistory(tx, row, { at, actorType: asked.actor.type, actorId: asked.actor.id ?? null })
  await recordTracking(tx, row, { ...asked, at }, { reason: CREDITED })
  return true
}

/**
 * Books a further return of a payment of which a part came back before: its journal, row, entry and event. Its state stays.
 *
 * @param asked with the amount that came back
 */
export async function noteReturn(tx: Tx, payment: PaymentRow, asked: Step): Promise<PaymentRow> {
  invariant(payment.status === 'Returned', 'a part came back before')
  const step = { ...asked, at: notBefore(payment.updatedAt, asked.at) }
  const money = await takeBack(tx, payment, step)
  const statusReason = step.reason ?? null
  const row = await updatePayment(tx, { ...payment, ...money, statusReason, updatedAt: step.at })
  await recordStep(tx, row, step, payment.status)
  await recordBooking(tx, row, step, payment)
  return row
}

/** Raises the version of a payment of which a part outside its row changed, such as its recall or its approvals. */
export const raiseVersion = (tx: Tx, payment: PaymentRow, at: Date): Promise<PaymentRow> =>
  updatePayment(tx, { ...payment, updatedAt: notBefore(payment.updatedAt, at) })

/** Records new tracking data of a payment whose state stays. */
export const recordTracking = (tx: Tx, row: PaymentRow, step: Step, detail: Record<string, unknown>): Promise<void> =>
  emit(tx, step, {
    entityId: row.entityId,
    type: 'payment.trackingUpdated',
    resourceType: 'payment',
    resourceId: row.paymentId,
    resourceVersion: row.version,
    detail,
  })

/** A call is judged by when it was received, and may have waited for the row: its step comes after those it waited for. */
export const notBefore = (last: Date, at: Date): Date => (at < last ? last : at)

/** Records a step's booking on the account. */
export async function recordBooking(tx: Tx, row: PaymentRow, step: Step, from: PaymentRow): Promise<void> {
  const { entityId, accountId } = row
  const [before, after] = [moneyOf(from), moneyOf(row)]
  const isDebit = before === 'Held' && after === 'Clearing'
  const isCredit = after === 'Returned' || (after === 'Free' && (before === 'Clearing' || before === 'Paid'))
  if (!isDebit && !isCredit) return
  if (isCredit && !(await isOpenForCredit(tx, entityId, accountId))) return // it went to the suspense account
  await emit(tx, step, bookingEvent(row, isDebit ? 'account.debited' : 'account.credited'))
}

/** Records the debit of a payment that is submitted as soon as it is made. */
export const recordDebit = (tx: Tx, row: PaymentRow, step: Step): Promise<void> =>
  emit(tx, step, bookingEvent(row, 'account.debited'))

/** Returns the event of a payment's booking on its account. */
export const bookingEvent = (
  { entityId, accountId, paymentId }: PaymentRow,
  type: 'account.debited' | 'account.credited',
): Emitted => ({
  entityId,
  type,
  resourceType: 'account',
  resourceId: accountId,
  detail: { paymentId: formatId('pay', paymentId) },
})

/** History, event and audit row of a state just entered. The event comes last: its lock follows those on balances. */
export async function recordStep(tx: Tx, row: PaymentRow, step: Step, previousStatus?: PaymentStatus): Promise<void> {
  const { actor, at } = step
  await insertHistory(tx, row, { at, actorType: actor.type, actorId: actor.id ?? null })
  await emit(tx, step, stepEvent(row, step, previousStatus))
}

/** Returns the event of a state just entered. */
export function stepEvent(row: PaymentRow, step: Step, previousStatus?: PaymentStatus): Emitted {
  return {
    entityId: row.entityId,
    type: statusEvent('payment', row.status),
    resourceType: 'payment',
    resourceId: row.paymentId,
    resourceVersion: row.version,
    source: row,
    ...(previousStatus ? { previousStatus } : {}),
    detail: {
      amount: formatAmount(row.amountMinor, row.currency),
      currency: row.currency,
      ...(row.statusReason ? { reason: row.statusReason } : {}),
      ...(row.status === 'Returned' ? returnDetail(row, step) : {}),
      ...(step.changes?.length ? { changes: step.changes } : {}),
    },
  }
}

/** Describes a return: its amount and the total returned so far. */
function returnDetail({ returnedMinor, currency }: PaymentRow, { amountMinor }: Step): Record<string, string> {
  const total = returnedMinor ?? 0n
  return { returned: formatAmount(amountMinor ?? total, currency), returnedInAll: formatAmount(total, currency) }
}

/** The work that entering a state makes due, and when. Work of a state that was left meanwhile finds that out and does nothing. */
const WORK: Partial<Record<PaymentStatus, (row: PaymentRow, at: Date) => { kind: string; dueAt: Date }>> = {
  PendingApproval: (row) => ({ kind: LAPSE_WORK, dueAt: row.cutOffAt }),
  ApprovalRecalled: (row) => ({ kind: LAPSE_WORK, dueAt: row.cutOffAt }),
  Scheduled: (row, at) => ({ kind: RELEASE_WORK, dueAt: row.scheduledFor ?? at }),
  AwaitingFunds: (row) => ({ kind: FUND_WORK, dueAt: row.cutOffAt }),
  Screening: (_row, at) => ({ kind: SCREEN_WORK, dueAt: at }),
}

/** Returns the job that a payment in its first state begins with. */
export function firstWork(row: PaymentRow, at: Date): { kind: string; dueAt: Date } {
  const work = WORK[row.status]?.(row, at)
  invariant(work, 'a payment begins with a job')
  return work
}

/** Schedules the jobs of the new state; a submitted payment instructs its rail, one without funds joins the queue. */
export async function followUp(tx: Tx, row: PaymentRow, at: Date): Promise<void> {
  const { entityId, paymentId, accountId: partition } = row
  const work = WORK[row.status]?.(row, at)
  if (work) await scheduleWork(tx, { entityId, resourceId: paymentId, partition, ...work })
  if (row.status === 'AwaitingFunds') await awaitMoney(tx, row, at)
  if (row.status === 'Sent' || row.status === 'Completed') await scheduleAdvice(tx, row, at)
  if (row.status !== 'Submitted') return
  const instruction = instructionOf(row, row.beneficiarySnapshot!)
  await instructRail(tx, { entityId, paymentId, partition, instruction, at })
}

/** Has a payment that still waits for money decided on at its cut-off. */
export const watchCutOff = (tx: Tx, { entityId, paymentId, accountId, cutOffAt }: PaymentRow): Promise<void> =>
  scheduleWork(tx, { entityId, resourceId: paymentId, partition: accountId, kind: FUND_WORK, dueAt: cutOffAt })

/** A payment that comes to nothing no longer counts towards the daily limit. */
async function releaseLimit(tx: Tx, payment: PaymentRow, to: PaymentStatus): Promise<{ limitDay?: null }> {
  const isUndone = lifecycle[to].money === 'Free' && nextOf(to).length === 0
  if (!isUndone || payment.limitDay === null) return {}
  const { entityId, limitDay, baseMinor } = payment
  await releaseDailyLimit(tx, { entityId, day: limitDay, kind: 'payment', amountMinor: baseMinor })
  return { limitDay: null }
}

/** Instants that a state sets. A rail that reports completion alone has sent it by then. */
export function stamps(payment: PaymentRow, to: PaymentStatus, at: Date): Partial<PaymentRow> {
  if (to === 'Submitted') return { submittedAt: at }
  if (to === 'Sent') return { sentAt: at }
  if (to === 'Completed') return { sentAt: payment.sentAt ?? at, completedAt: at }
  return {}
}
