import type { Day } from '../../kernel/values/days.ts'
import { isWeekend } from './conventions.ts'
import type { Pair } from './pairs.ts'
import { refuse } from './refusals.ts'

/** One bank holiday of one currency's settlement calendar. */
export interface Holiday {
  calendar: string
  day: Day
  name: string
  source: string
  asOf: Day
  /** Not announced by the authority yet: calculated, and replaced by an import once the list is published. */
  expected?: boolean
}

/** The days for which a calendar's holidays are known. */
export interface Coverage {
  calendar: string
  fromDay: Day
  toDay: Day
  /** Last day with announced or rule-based holidays; later holidays are expected. Null without announced holidays. */
  announcedTo: Day | null
  source: string
}

export interface Closure {
  currency: string
  code: 'Weekend' | 'BankHoliday'
  name: string
  /** Set where the holiday is expected, not announced. */
  expected?: true
}

/** Holidays of all currencies. A changed calendar is a new object; live sources return the current one. */
export interface Calendars {
  /** The fixed calendars that these are at this moment; absent where these are fixed themselves. */
  current?(): Calendars
  coverage(currency: string): Coverage | undefined
  /**
   * Returns the reason why a currency does not settle on a day; undefined if it does.
   *
   * @throws value_date_beyond_coverage for a day whose holidays are not known, calendar_unknown: they are never guessed
   */
  closure(currency: string, day: Day): Closure | undefined
  /** The currencies whose holidays are known, in alphabetical order. */
  known(): string[]
}

/** Calendars from the rows of the holiday and coverage tables. */
export function createCalendars(holidays: Holiday[], coverages: Coverage[]): Calendars {
  const days = new Map(holidays.map((holiday) => [holiday.calendar + holiday.day, holiday]))
  const covered = new Map(coverages.map((coverage) => [coverage.calendar, coverage]))
  return {
    coverage: (currency) => covered.get(currency),
    closure(currency, day) {
      const coverage = covered.get(currency)
      if (!coverage || day < coverage.fromDay || day > coverage.toDay) throw beyond(currency, day, coverage)
      if (isWeekend(currency, day)) return { currency, code: 'Weekend', name: 'Weekend' }
      const holiday = days.get(currency + day)
      return holiday && closureBy(holiday)
    },
    known: () => [...covered.keys()].sort(),
  }
}

/** The closure that a bank holiday causes. */
export const closureBy = ({ calendar, name, expected }: Holiday): Closure => ({
  currency: calendar,
  code: 'BankHoliday',
  name,
  ...(expected ? { expected } : {}),
})

const beyond = (currency: string, date: Day, coverage?: Coverage) =>
  coverage
    ? refuse.value_date_beyond_coverage({ currency, date, coveredFrom: coverage.fromDay, coveredTo: coverage.toDay })
    : refuse.calendar_unknown({ currency })

/** Returns true if the currency settles on the day. @throws value_date_beyond_coverage */
export const isOpen = (calendars: Calendars, currency: string, day: Day): boolean =>
  calendars.closure(currency, day) === undefined

/**
 * Works like `isOpen`, but beyond the known holidays every weekday counts as open. Use for deadlines, never for value
 * dates.
 */
export function isOpenAsKnown(calendars: Calendars, currency: string, day: Day): boolean {
  const coverage = calendars.coverage(currency)
  const isKnown = coverage !== undefined && day >= coverage.fromDay && day <= coverage.toDay
  return isKnown ? isOpen(calendars, currency, day) : !isWeekend(currency, day)
}

/**
 * Returns true if the pair can settle on the day: both currencies and USD are open. @throws value_date_beyond_coverage
 */
export const isGoodDay = (calendars: Calendars, pair: Pair, day: Day): boolean =>
  pair.settlementCurrencies.every((currency) => isOpen(calendars, currency, day))

/** Returns why a pair cannot settle on a day, by currency; empty if it can. @throws value_date_beyond_coverage */
export const closuresOn = (calendars: Calendars, pair: Pair, day: Day): Closure[] =>
  pair.settlementCurrencies.flatMap((currency) => calendars.closure(currency, day) ?? [])

/**
 * Caches a pure function of calendars, pair and day, because every quote repeats the same dates. The cache belongs to
 * its calendars and is cleared when it grows too large.
 */
export function remembered<T>(compute: (calendars: Calendars, pair: Pair, day: Day) => T) {
  const memories = new WeakMap<Calendars, Map<string, T>>()
  return (given: Calendars, pair: Pair, day: Day): T => {
    const calendars = given.current?.() ?? given
    const memory = memories.get(calendars) ?? new Map<string, T>()
    const key = pair.symbol + day
    const known = memory.get(key)
    if (known !== undefined) return known
    const answer = compute(calendars, pair, day)
    if (memory.size > 20_000) memory.clear()
    memories.set(calendars, memory.set(key, answer))
    return answer
  }
}
