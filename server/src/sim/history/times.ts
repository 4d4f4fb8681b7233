import { Temporal } from 'temporal-polyfill'
import { addDays, type Day, dayOf, weekdayOf } from '../../kernel/values/days.ts'

/**
 * Returns when the entities of a sandbox with a history were opened: nine o'clock (UTC) on the last weekday up to three
 * months before its start.
 */
export function openingBefore(start: Date): Date {
  let day = Temporal.PlainDate.from(dayOf(start)).subtract({ months: 3 }).toString()
  while (weekdayOf(day) > 5) day = addDays(day, -1)
  return instantOf(day, '09:00')
}

/** Time of day of payments by currency, in UTC, where the usual one is after the cut-off. */
const PAID_AT: Readonly<Record<string, string>> = {
  JPY: '02:00',
  AUD: '02:00',
  CNY: '02:00',
  INR: '05:00',
  AED: '05:00',
}
const USUALLY_PAID_AT = '11:30'

/** Returns the instant of payments of a day in a currency: within its banking day, before its cut-off. */
export const paidAt = (day: Day, currency: string): Date => instantOf(day, PAID_AT[currency] ?? USUALLY_PAID_AT)

const instantOf = (day: Day, time: string): Date => new Date(`${day}T${time}:00.000Z`)

/** Returns the instant of a transfer that covers payments of a day: theirs. It is booked before them. */
export const coveredAt = (day: Day): Date => instantOf(day, USUALLY_PAID_AT)

export const receivedAt = (day: Day): Date => instantOf(day, '07:30')
