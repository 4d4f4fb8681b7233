import { addDays, type Day, daysBetween } from '../../kernel/values/days.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import { type FieldError, fieldError } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import type { Calendars, Coverage } from './calendars.ts'
import { refuse } from './refusals.ts'

/** Filter of a calendar list, and the days whose holidays it includes. */
export interface CalendarRange {
  currency?: string
  from?: Day
  to?: Day
}

const MAX_DAYS = 366

/** Validation errors of the query: a range needs a currency and both ends, in order, at most 366 days apart. */
export function calendarRangeErrors({ currency, from, to }: Parts<CalendarRange>): FieldError[] {
  if (from === undefined && to === undefined) return []
  const error = (at: string, reason: string) => fieldError(at, refuseShared.date_range_invalid({ reason }))
  const incomplete = [
    ...(currency === undefined ? [error('?currency', 'name the currency whose holidays are to be listed')] : []),
    ...(from === undefined ? [error('?from', 'name the first day as well')] : []),
    ...(to === undefined ? [error('?to', 'name the last day as well')] : []),
  ]
  if (from === undefined || to === undefined) return incomplete
  const days = daysBetween(from, to)
  const isValid = days >= 0 && days < MAX_DAYS
  return isValid
    ? incomplete
    : [...incomplete, error('?to', `to must be from ${from} to ${addDays(from, MAX_DAYS - 1)}`)]
}

/**
 * Lists the calendars in alphabetical order, or one of them, with its holidays if a range is given.
 *
 * @throws calendar_unknown; value_date_beyond_coverage for a range that leaves the known days
 */
export function listCalendars(calendars: Calendars, { currency, from, to }: CalendarRange) {
  const wanted = currency === undefined ? calendars.known() : [currency]
  return wanted.map((code) => {
    const coverage = calendars.coverage(code)
    if (!coverage) throw refuse.calendar_unknown({ currency: code })
    const holidays = from !== undefined && to !== undefined ? holidaysWithin(calendars, code, from, to) : null
    return { ...presentCoverage(coverage), holidays }
  })
}

const presentCoverage = ({ calendar, fromDay, toDay, announcedTo, source }: Coverage) => ({
  currency: calendar,
  coveredFrom: fromDay,
  coveredTo: toDay,
  announcedTo,
  source,
})

function holidaysWithin(calendars: Calendars, currency: string, from: Day, to: Day) {
  const found: { date: Day; name: string; expected: boolean }[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const closure = calendars.closure(currency, date)
    if (closure?.code === 'BankHoliday') found.push({ date, name: closure.name, expected: closure.expected ?? false })
  }
  return found
}
