import type { Day } from '../../kernel/days.ts'
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
}

/** The days for which a calendar's holidays are known. */
export interface Coverage {
  calendar: string
  fromDay: Day
  toDay: Day
  source: string
}

export interface Closure {
  currency: string
  code: 'Weekend' | 'BankHoliday'
  name: string
}

/** The holidays of all currencies. A changed calendar is a new object; what can change says which one it is now. */
export interface Calendars {
  /** The fixed calendars that these are at this moment; absent where these are fixed themselves. */
  current?(): Calendars
  coverage(currency: string): Coverage | undefined
  /**
   * Why a currency does not settle on a day; undefined when it does.
   * @throws value_date_beyond_coverage for a day whose holidays are not known, calendar_unknown: they are never guessed
   */
  closure(currency: string, day: Day): Closure | undefined
}

/** Calendars from the rows of the holiday and coverage tables. */
export function createCalendars(holidays: Holiday[], coverages: Coverage[]): Calendars {
  const names = new Map(holidays.map(({ calendar, day, name }) => [calendar + day, name]))
  const covered = new Map(coverages.map((coverage) => [coverage.calendar, coverage]))
  return {
    coverage: (currency) => covered.get(currency),
    closure(currency, day) {
      const coverage = covered.get(currency)
      if (!coverage || day < coverage.fromDay || day > coverage.toDay) throw beyond(currency, day, coverage)
      if (isWeekend(currency, day)) return { currency, code: 'Weekend', name: 'Weekend' }
      const name = names.get(currency + day)
      return name === undefined ? undefined : { currency, code: 'BankHoliday', name }
    },
  }
}

const beyond = (currency: string, date: Day, coverage?: Coverage) =>
  coverage
    ? refuse.value_date_beyond_coverage({ currency, date, coveredFrom: coverage.fromDay, coveredTo: coverage.toDay })
    : refuse.calendar_unknown({ currency })

/** Whether the currency settles on the day. @throws value_date_beyond_coverage */
export const isOpen = (calendars: Calendars, currency: string, day: Day): boolean =>
  calendars.closure(currency, day) === undefined

/** Whether the pair can settle on the day: both currencies and USD are open. @throws value_date_beyond_coverage */
export const isGoodDay = (calendars: Calendars, pair: Pair, day: Day): boolean =>
  pair.settlementCurrencies.every((currency) => isOpen(calendars, currency, day))

/**
 * Remembers what a pure function of calendars, pair and day answered: dates are asked for again with every quote.
 * What was remembered goes with its calendars, and is forgotten when it becomes large.
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
