import type { Day } from '../../../kernel/values/days.ts'
import type { PaymentRow } from '../../../payments/index.ts'

/** Expected departure and arrival of a payment. */
interface ExpectedDates {
  expectedExecutionAt: Date
  expectedSettlementAt: Date
}

/**
 * Returns the expected instants of a payment: now if it leaves on the current day of its rail, otherwise the start of the
 * day, and never an arrival before its departure.
 */
export function expectedDates({ leavesOn, arrivesOn }: { leavesOn: Day; arrivesOn: Day }, now: Date): ExpectedDates {
  const notBefore = (earliest: Date, day: Day): Date => {
    const start = new Date(`${day}T00:00:00.000Z`)
    return start > earliest ? start : earliest
  }
  const expectedExecutionAt = notBefore(now, leavesOn)
  return { expectedExecutionAt, expectedSettlementAt: notBefore(expectedExecutionAt, arrivesOn) }
}

/** Returns the expected instants of a payment that is made now, by its date and its rail. */
export const datesOfPayment = (row: Pick<PaymentRow, 'paymentDate' | 'expectedArrival'>, now: Date): ExpectedDates =>
  expectedDates({ leavesOn: row.paymentDate, arrivesOn: row.expectedArrival }, now)
