import { addDays, type Day } from '../../../kernel/values/days.ts'
import { Refusal } from '../../../kernel/values/refusals.ts'
import { type Calendars, isGoodDay, remembered } from '../calendars.ts'
import type { Pair } from '../pairs.ts'
import { spotDate } from './spot.ts'

/** Distance of a tenor from spot: to the next good day, in weeks, or in months. */
type Reach = { next: true } | { weeks: number } | { months: number }

const REACH = {
  SN: { next: true },
  '1W': { weeks: 1 },
  '2W': { weeks: 2 },
  '3W': { weeks: 3 },
  '1M': { months: 1 },
  '2M': { months: 2 },
  '3M': { months: 3 },
  '4M': { months: 4 },
  '5M': { months: 5 },
  '6M': { months: 6 },
  '7M': { months: 7 },
  '8M': { months: 8 },
  '9M': { months: 9 },
  '10M': { months: 10 },
  '11M': { months: 11 },
  '1Y': { months: 12 },
  '15M': { months: 15 },
  '18M': { months: 18 },
  '21M': { months: 21 },
  '2Y': { months: 24 },
} as const satisfies Record<string, Reach>

/** The tenors after spot, the shortest first. */
export type ForwardTenor = keyof typeof REACH
export const FORWARD_TENORS = Object.keys(REACH) as ForwardTenor[]

/** All tenors: ON ends on the first good day after the trade date and TN on spot; both lie before or on spot. */
export type AnyTenor = 'ON' | 'TN' | ForwardTenor

/**
 * The date on which a tenor ends for a deal struck on a trade date.
 *
 * @throws value_date_beyond_coverage when that date lies past the known holidays
 */
export function tenorDate(calendars: Calendars, pair: Pair, tradeDate: Day, tenor: AnyTenor): Day {
  if (tenor === 'ON') return nextGoodDay(calendars, pair, addDays(tradeDate, 1))
  const spot = spotDate(calendars, pair, tradeDate)
  return tenor === 'TN' ? spot : reachFrom(calendars, pair, spot, REACH[tenor])
}

/**
 * Weeks go to the following good day; months stay in their month (modified following) and keep the month's end: from the
 * last good day of a month to the last good day of the target month. A day that the target month lacks is clipped to its end.
 */
export function reachFrom(calendars: Calendars, pair: Pair, spot: Day, reach: Reach): Day {
  if ('next' in reach) return nextGoodDay(calendars, pair, addDays(spot, 1))
  if ('weeks' in reach) return nextGoodDay(calendars, pair, addDays(spot, reach.weeks * 7))
  const target = addMonths(spot, reach.months)
  if (isLastGoodDay(calendars, pair, spot)) return previousGoodDay(calendars, pair, monthEnd(target))
  const following = nextGoodDay(calendars, pair, target)
  return following.slice(0, 7) === target.slice(0, 7) ? following : previousGoodDay(calendars, pair, target)
}

/** Returns true if the day's month has no later good day of the pair. */
const isLastGoodDay = (calendars: Calendars, pair: Pair, day: Day): boolean =>
  previousGoodDay(calendars, pair, monthEnd(day)) === day

/** The day itself, or the first good day of the pair after it. @throws value_date_beyond_coverage */
export function nextGoodDay(calendars: Calendars, pair: Pair, from: Day): Day {
  let day = from
  while (!isGoodDay(calendars, pair, day)) day = addDays(day, 1)
  return day
}

/** The day itself, or the last good day of the pair before it. @throws value_date_beyond_coverage */
export function previousGoodDay(calendars: Calendars, pair: Pair, from: Day): Day {
  let day = from
  while (!isGoodDay(calendars, pair, day)) day = addDays(day, -1)
  return day
}

/** The same day `months` later; where that month is shorter, its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const end = monthEnd(first)
  return Number(end.slice(8)) < date ? end : `${first.slice(0, 8)}${String(date).padStart(2, '0')}`
}

/** The last calendar day of the day's month. */
function monthEnd(day: Day): Day {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

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
