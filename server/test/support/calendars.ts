import { type Calendars } from '../../src/fx/calendar/index.ts'
import { createCalendars } from '../../src/fx/calendar/calendars.ts'

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
