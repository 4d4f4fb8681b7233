import { type Day, instantOf } from '../../../kernel/values/days.ts'
import type { PaymentRow } from '../../../payments/index.ts'
import type { Rail } from '../../../payments/schemes/index.ts'
import { cutOffOf } from '../../../payments/validation/index.ts'

/** Expected departure and arrival of a payment. */
interface ExpectedDates {
  expectedExecutionAt: Date
  expectedSettlementAt: Date
}

/** Days of a payment, in the time zone of its rail. */
interface PaymentDays {
  rail: Rail
  currency: string
  leavesOn: Day
  arrivesOn: Day
}

/**
 * Returns the expected instants of a payment: now if it leaves on the current day of its rail, otherwise the start of the
 * day in the rail's time zone, and never an arrival before its departure.
 */
export function expectedDates({ rail, currency, leavesOn, arrivesOn }: PaymentDays, now: Date): ExpectedDates {
  const { zone } = cutOffOf(rail, currency)
  const notBefore = (earliest: Date, day: Day): Date => {
    const start = instantOf(day, '00:00', zone)
    return start > earliest ? start : earliest
  }
  const expectedExecutionAt = notBefore(now, leavesOn)
  return { expectedExecutionAt, expectedSettlementAt: notBefore(expectedExecutionAt, arrivesOn) }
}

/** Members of a payment that its expected instants follow from. */
export type DatedPayment = Pick<PaymentRow, 'rail' | 'currency' | 'paymentDate' | 'expectedArrival'>

/** Returns the expected instants of a payment that is made now, by its date and its rail. */
export const datesOfPayment = (row: DatedPayment, now: Date): ExpectedDates =>
  expectedDates({ ...row, leavesOn: row.paymentDate, arrivesOn: row.expectedArrival }, now)
