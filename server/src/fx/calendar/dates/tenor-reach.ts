import { addDays, type Day } from '../../../kernel/values/days.ts'
import { type Calendars, isGoodDay } from '../calendars.ts'
import type { Pair } from '../pairs.ts'

/** Distance of a tenor from spot: to the next good day, in weeks, or in months. */
export type Reach = { next: true } | { weeks: number } | { months: number }

/** Distance of each forward tenor, the shortest first. */
export const REACH = {
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

/**
 * Weeks go to the following good day; months stay in their month (modified following) and keep the month's end: from the
 * last good day of a month to the last good day of the target month. A day that the target month lacks is clipped to its end.
 */
export function reachFrom(calendars: Calendars, pair: Pair, spot: Day, reach: Reach): Day {
  if ('next' in reach) return nextGoodDay(calendars, pair, addDays(spot, 1))
  if ('weeks' in reach) return nextGoodDay(calendars, pair, addDays(spot, reach.weeks * 7))
  const target = addMonths(spot, reach.months)
  if (isLastGoodDay(calendars, pair, spot)) return previousGoodDay(calendars, pair, monthEnd(target))
  return goodDayLeft(calendars, pair, target) ?? previousGoodDay(calendars, pair, target)
}

/**
 * Returns the day itself or the first good day after it in its month, if there is one. Looks at no day of the next month:
 * the known holidays may end with this one.
 */
function goodDayLeft(calendars: Calendars, pair: Pair, from: Day): Day | undefined {
  const end = monthEnd(from)
  let day = from
  while (day <= end && !isGoodDay(calendars, pair, day)) day = addDays(day, 1)
  return day <= end ? day : undefined
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
