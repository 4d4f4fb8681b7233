import type { Calendars, LiveCalendars } from '../../src/fx/calendar/index.ts'
import { createCalendars } from '../../src/fx/calendar/calendars.ts'
import { isOpen } from '../../src/fx/calendar/calendars.ts'
import { shippedCoverage, shippedHolidays } from '../../src/fx/calendar/holidays/shipped.ts'
import type { IsBusinessDay } from '../../src/payments/validation/payment-dates.ts'

/** Returns the calendars of the files that ship with the server, without a database. */
export const shippedCalendars = (): Calendars => createCalendars(shippedHolidays(), shippedCoverage())

/** Returns calendars as a process has them, with nothing to reload. */
export const liveCalendars = (calendars = shippedCalendars()): LiveCalendars => ({
  ...calendars,
  reload: async () => {},
})

/** Returns the business days of calendars, as payments ask for them. */
export const businessDays =
  (calendars: Calendars): IsBusinessDay =>
  (currency, day) =>
    isOpen(calendars, currency, day)

/** Calendars of which one currency's holidays end with a day; no holiday of it is left before. */
export function endingOn(calendars: Calendars, currency: string, toDay: string): Calendars {
  const ended = createCalendars([], [{ ...calendars.coverage(currency)!, toDay }])
  const of = (code: string) => (code === currency ? ended : calendars)
  return {
    known: () => calendars.known(),
    coverage: (code) => of(code).coverage(code),
    closure: (code, day) => of(code).closure(code, day),
  }
}
