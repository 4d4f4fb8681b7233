import { addDays, type Day } from '../../../kernel/values/days.ts'
import { type Calendars, closureBy, type Coverage, type Holiday } from '../calendars.ts'
import { isWeekend } from '../conventions.ts'
import { generateHolidays } from './generators.ts'
import { RULES } from './holiday-rules.ts'

/** Whole years after the current one for which the holidays of calendars that follow rules are known. */
const YEARS_AHEAD = 3

/**
 * Calendars whose rule-based ones extend past the stored days, to the end of the third year after today's. Stored days,
 * an operator's imports included, come first; days after them follow from the rules. The others stay as they are.
 *
 * @param today business day; asked again with each call, so that the end moves as years pass
 */
export function extendedByRules(stored: Calendars, today: () => Day): Calendars {
  const generated = new Map<string, ReadonlyMap<Day, Holiday>>()
  const holidaysOf = (calendar: string, year: string) => {
    const key = calendar + year
    const known = generated.get(key)
    if (known) return known
    const made = new Map(generateHolidays(calendar, Number(year), `${year}-01-01`).map((each) => [each.day, each]))
    generated.set(key, made)
    return made
  }
  const extended = new Map<string, { asOf: Day; coverage: Coverage | undefined }>()
  const coverage = (currency: string): Coverage | undefined => {
    const asOf = today()
    const known = extended.get(currency)
    if (known?.asOf === asOf) return known.coverage
    const made = coverageOn(asOf, currency)
    extended.set(currency, { asOf, coverage: made })
    return made
  }
  const coverageOn = (day: Day, currency: string): Coverage | undefined => {
    const own = stored.coverage(currency)
    const end = own && endByRules(currency, day)
    return own && end && end > own.toDay ? { ...own, toDay: end, announcedTo: end } : own
  }
  return {
    coverage,
    closure(currency, day) {
      const own = stored.coverage(currency)
      if (!own || day <= own.toDay || day > coverage(currency)!.toDay) return stored.closure(currency, day)
      if (isWeekend(currency, day)) return { currency, code: 'Weekend', name: 'Weekend' }
      const holiday = holidaysOf(currency, day.slice(0, 4)).get(day)
      return holiday && closureBy(holiday)
    },
    known: () => stored.known(),
  }
}

/** The last day that a calendar's rules reach; undefined for one that follows none. */
function endByRules(calendar: string, today: Day): Day | undefined {
  const rules = RULES[calendar]
  const year = Number(today.slice(0, 4)) + YEARS_AHEAD
  return rules && `${Math.min(year, rules.years?.[1] ?? year)}-12-31`
}

/** Warns from this many days before the holidays of a calendar end. */
const WARNING_DAYS = 180

/** A calendar whose holidays end soon, or have ended. */
interface CalendarEnd {
  calendar: string
  /** Last day that can be dealt for or paid on. */
  coveredTo: Day
  announcedTo: Day | null
}

/** The calendars that end within 180 days, the first to end first. An operator imports further days. */
export function endingCalendars(calendars: Calendars, today: Day): CalendarEnd[] {
  const limit = addDays(today, WARNING_DAYS)
  return calendars
    .known()
    .map((calendar) => calendars.coverage(calendar)!)
    .filter(({ toDay }) => toDay <= limit)
    .map(({ calendar, toDay, announcedTo }) => ({ calendar, coveredTo: toDay, announcedTo }))
    .sort((a, b) => (a.coveredTo < b.coveredTo ? -1 : a.coveredTo > b.coveredTo ? 1 : 0))
}
