import { addDays, type Day, instantOf, localTime } from '../../kernel/values/days.ts'
import type { Period } from './statement.ts'

/** A closed period: its days, and the instant at which the first day after it begins. */
export interface ClosedPeriod {
  from: Day
  to: Day
  end: Date
}

/**
 * The period that follows a day, if it has closed. The first one of an account begins on the day it was opened; the last
 * is the one in which it was closed.
 *
 * @param after last day of the period before; undefined for the first
 * @param account instants of opening and closing
 * @param zone whose midnights end days
 */
export function nextPeriod(
  period: Period,
  after: Day | undefined,
  account: { openedAt: Date; closedAt: Date | null },
  zone: string,
  now: Date,
): ClosedPeriod | undefined {
  const from = after === undefined ? localTime(account.openedAt, zone).day : addDays(after, 1)
  if (account.closedAt && from > localTime(account.closedAt, zone).day) return undefined
  const to = period === 'Day' ? from : lastOfMonth(from)
  const end = instantOf(addDays(to, 1), '00:00', zone)
  return end <= now ? { from, to, end } : undefined
}

function lastOfMonth(day: Day): Day {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** Gives the local day of instants that do not fall; looks the zone up once a day, not once an instant. */
export function createDayTeller(zone: string): (at: string) => Day {
  let day = ''
  let start = 0
  let end = 0
  return (at) => {
    const ms = Date.parse(at)
    if (ms >= start && ms < end) return day
    day = localTime(new Date(ms), zone).day
    start = ms
    end = instantOf(addDays(day, 1), '00:00', zone).getTime()
    return day
  }
}
