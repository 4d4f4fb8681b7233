import { type Calendars, isOpen } from '../../fx/calendar/index.ts'
import { type Day, instantOf } from '../../kernel/values/days.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { lockDaySums } from '../record/payee-queries.ts'
import { findPayment, type PaymentRow } from '../record/queries.ts'
import { keepApproved, namedPayee } from './approved.ts'
import { type MoveDate, redateInstruction } from '../rails/index.ts'
import { advance, redateSubmitted, reschedule, type Step } from './transitions.ts'
import { arrivalDate, cutOffOf, earliestPayment, type IsBusinessDay, isOpenDay } from '../validation/index.ts'

/** Returns true from the cut-off of a payment on. A new order is too late for its date from the same instant on. */
export const isPastCutOff = ({ cutOffAt }: Pick<PaymentRow, 'cutOffAt'>, at: Date): boolean => at >= cutOffAt

/**
 * Returns true if a payment can no longer leave on its date: the cut-off has passed, or its rail is closed on that day.
 */
export function hasMissedDate(payment: PaymentRow, at: Date, calendars: Calendars): boolean {
  const { rail, currency, paymentDate } = payment
  return isPastCutOff(payment, at) || !isOpenDay(rail, currency, paymentDate, openOn(calendars))
}

/** Returns which days are business days of a currency, by the holidays as they are now. */
export const openOn =
  (calendars: Calendars): IsBusinessDay =>
  (currency, day) =>
    isOpen(calendars, currency, day)

/** Returns the day on which the payee's bank has the money, by the holidays as they are now. */
export const arrivalNow = ({ rail, currency, paymentDate }: PaymentRow, calendars: Calendars): Day =>
  arrivalDate(rail, currency, paymentDate, openOn(calendars))

/** Returns true if the client wants late payments rejected. */
export const isRejectedWhenLate = ({ details }: Pick<PaymentRow, 'details'>): boolean =>
  details.ifDateMissed === 'Reject'

/** Returns the payment with its next possible date and the dates derived from it. */
export function redated(payment: PaymentRow, at: Date, calendars: Calendars): PaymentRow {
  const { rail, currency } = payment
  const next = earliestPayment({ rail, currency, at }, openOn(calendars))
  const opensAt = instantOf(next.earliestPaymentDate, '00:00', cutOffOf(rail, currency).zone)
  return {
    ...payment,
    paymentDate: next.earliestPaymentDate,
    cutOffAt: next.cutOffAt,
    expectedArrival: next.expectedArrivalDate,
    scheduledFor: opensAt > at ? opensAt : null,
  }
}

/**
 * Schedules a payment that missed its date for the next day on which it can leave, or rejects it where the client said so.
 * If the payments of that day together need an approval that it lacks, it waits for the approval.
 */
export async function moveDate(tx: Tx, payment: PaymentRow, step: Step, calendars: Calendars): Promise<PaymentRow> {
  if (isRejectedWhenLate(payment)) return advance(tx, payment, 'Rejected', { ...step, reason: 'CutOffPassed' })
  const next = redated(payment, step.at, calendars)
  const moved = { ...step, reason: 'DateMoved' }
  const { row, isApproved } = await keepApproved(tx, next, await namedPayee(tx, next), moved, true)
  if (!isApproved) return row
  return payment.status === 'Scheduled' ? reschedule(tx, row, moved) : advance(tx, row, 'Scheduled', moved)
}

/**
 * Moves a submitted payment that missed its date before its bank got it, with its instruction, to the next day on which it can leave.
 * Its money was debited when it was released and stays so. Its approvals do not bind the date, but approvals of other payments of the new
 * day count it.
 */
export const moveSubmitted =
  ({ clock, calendars }: { clock: Pick<Clock, 'wall'>; calendars: Calendars }): MoveDate =>
  async (tx, { entityId, paymentId }, at) => {
    const payment = await findPayment(tx, entityId, paymentId)
    invariant(payment, 'an instruction has its payment')
    const act = { actor: { type: 'system' as const }, at, wall: clock.wall() }
    await lockDaySums(tx, entityId)
    const { paymentDate, accountId, scheduledFor } = await redateSubmitted(tx, redated(payment, at, calendars), act)
    await redateInstruction(tx, payment, paymentDate)
    return { paymentDate, accountId, leavesAt: scheduledFor ?? at }
  }
