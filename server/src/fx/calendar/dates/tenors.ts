import { tenorDate } from './tenor-date.ts'
import { type Reach, REACH, type ForwardTenor, FORWARD_TENORS, previousGoodDay, addMonths } from './tenor-reach.ts'
import { addDays, type Day } from '../../../kernel/values/days.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { type Calendars, remembered } from '../calendars.ts'
import type { Pair } from '../pairs.ts'
import { spotDate } from './spot.ts'

/** A tenor and the date it ends on. `END` is the last good day of the known holidays, where they end before 2Y. */
interface Pillar {
  tenor: ForwardTenor | 'END'
  date: Day
}

/**
 * The forward dates of a pair on a trade date, in order, each date once (its longest name). Where the known holidays end
 * before two years are over, the list ends with their last good day: a date past it is refused, never guessed.
 */
export const pillars = remembered((calendars: Calendars, pair: Pair, tradeDate: Day): Pillar[] => {
  const found = new Map<Day, Pillar>()
  for (const tenor of FORWARD_TENORS) {
    const date = withinCoverage(() => tenorDate(calendars, pair, tradeDate, tenor))
    if (date === undefined) return withEnd(calendars, pair, [...found.values()])
    found.set(date, { tenor, date })
  }
  return [...found.values()]
})

function withEnd(calendars: Calendars, pair: Pair, sofar: Pillar[]): Pillar[] {
  const date = previousGoodDay(calendars, pair, lastCoveredDay(calendars, pair))
  return date > (sofar.at(-1)?.date ?? '') ? [...sofar, { tenor: 'END', date }] : sofar
}

/** The last day for which the holidays of all currencies that the pair settles in are known. */
export const lastCoveredDay = (calendars: Calendars, pair: Pair): Day =>
  pair.settlementCurrencies.map((currency) => calendars.coverage(currency)!.toDay).sort()[0]!

/**
 * Returns the last good day of a pair within its known holidays, for objects that can no longer be dated. Returns
 * `instead` if a calendar is unknown.
 */
export function lastKnownDay(calendars: Calendars, pair: Pair, instead: Day): Day {
  const isKnown = pair.settlementCurrencies.every((currency) => calendars.coverage(currency))
  return isKnown ? previousGoodDay(calendars, pair, lastCoveredDay(calendars, pair)) : instead
}

const BEYOND = new Set(['value_date_beyond_coverage', 'calendar_unknown'])

/** Returns the computed value, or undefined if it needs unknown holidays. */
export function withinCoverage<T>(compute: () => T): T | undefined {
  try {
    return compute()
  } catch (error) {
    if (isBeyondCoverage(error)) return undefined
    throw error
  }
}

/** Returns true if an error reports that a date needs unknown holidays. */
export const isBeyondCoverage = (error: unknown): boolean => error instanceof Refusal && BEYOND.has(error.code)

/**
 * The tenor that prices a forward value date: its own where it has one, else the next longer (a broken date of 40 days
 * is priced as 2M), '2Y' past the last.
 */
export function tenorOf(calendars: Calendars, pair: Pair, tradeDate: Day, valueDate: Day): ForwardTenor {
  const found = pillars(calendars, pair, tradeDate).find(({ date }) => date >= valueDate)
  if (found && found.tenor !== 'END') return found.tenor
  const spot = spotDate(calendars, pair, tradeDate)
  return FORWARD_TENORS.find((tenor) => 'months' in REACH[tenor] && reachNominal(spot, tenor) >= valueDate) ?? '2Y'
}

/** A tenor's day before it is rolled to a good one: for tenors whose holidays are not known yet. */
function reachNominal(spot: Day, tenor: ForwardTenor): Day {
  const reach: Reach = REACH[tenor]
  return 'months' in reach ? addMonths(spot, reach.months) : addDays(spot, 'weeks' in reach ? reach.weeks * 7 : 1)
}
