/**
 * Dates of the standard. All forms of ISO 8601 are accepted in bodies and queries; queries ignore a zone (its plus may
 * have been decoded as a blank). Output is always UTC with its zone.
 */
const CALENDAR = /^(\d{4})-?(\d{2})-?(\d{2})$/
const ORDINAL = /^(\d{4})-?(\d{3})$/
const WEEK = /^(\d{4})-?W(\d{2})-?([1-7])$/
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?(?:[.,](\d+))?$/
const ZONE = /(Z|[+\- ]\d{2}(?::?\d{2})?)$/i
const DAY_MS = 86_400_000

/** Parsed instant, with a mark for a date without time. */
interface ReadDate {
  at: Date
  dayOnly: boolean
}

/**
 * Returns the instant of an ISO 8601 text; undefined for other texts and days that do not exist. Without a zone it is
 * UTC; fractions are cut to milliseconds. Instants after 9999 become its last one: 31 December 9999 stands for no end.
 *
 * @param zone 'read' in bodies, which are limited to the years from 1900; 'ignore' in queries, where an earlier instant
 *   becomes the first of 1900
 */
export function parseDate(text: string, zone: 'read' | 'ignore'): ReadDate | undefined {
  const [date = '', clock, more] = text.trim().split(/T/i)
  const day = dayMs(date)
  if (day === undefined || more !== undefined) return undefined
  if (zone === 'read' && day < FIRST_DAY) return undefined
  if (clock === undefined) return { at: new Date(zone === 'read' ? day : supported(day)), dayOnly: true }
  const suffix = ZONE.exec(clock)?.[1] ?? ''
  const time = timeMs(suffix === '' ? clock : clock.slice(0, -suffix.length))
  const offset = offsetMs(suffix)
  if (time === undefined || offset === undefined) return undefined
  const at = zone === 'read' ? Math.min(day + time - offset, LAST) : supported(day + time)
  return { at: new Date(at), dayOnly: false }
}

/** Returns the last instant that a date as the end of a span includes: of a day alone all of it. */
export const endOf = ({ at, dayOnly }: ReadDate): Date => (dayOnly ? new Date(at.getTime() + DAY_MS - 1) : at)

/** First day that can be stored and shown in any zone. */
const FIRST_DAY = Date.UTC(1900, 0, 1)
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const supported = (at: number): number => Math.min(Math.max(at, FIRST_DAY), LAST)

function dayMs(text: string): number | undefined {
  const calendar = CALENDAR.exec(text)
  if (calendar) return existing(`${calendar[1]}-${calendar[2]}-${calendar[3]}`)
  const ordinal = ORDINAL.exec(text)
  if (ordinal) return nthDay(Number(ordinal[1]), Number(ordinal[2]))
  const week = WEEK.exec(text)
  return week ? weekDay(Number(week[1]), Number(week[2]), Number(week[3])) : undefined
}

function existing(day: string): number | undefined {
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? at.getTime() : undefined
}

function nthDay(year: number, n: number): number | undefined {
  const at = utc(year, n)
  return n > 0 && new Date(at).getUTCFullYear() === year ? at : undefined
}

/** The nth day of a year; `Date.UTC` reads years below 100 as those of the twentieth century. */
const utc = (year: number, n: number): number => new Date(0).setUTCFullYear(year, 0, n)

/** Week 1 is the one with 4 January in it. */
function weekDay(year: number, week: number, weekday: number): number | undefined {
  const fourth = new Date(utc(year, 4))
  const monday = fourth.getTime() - ((fourth.getUTCDay() || 7) - 1) * DAY_MS
  const thursday = monday + ((week - 1) * 7 + 3) * DAY_MS
  if (week < 1 || new Date(thursday).getUTCFullYear() !== year) return undefined // most years have 52 weeks
  return Math.min(thursday + (weekday - 4) * DAY_MS, Date.UTC(9999, 11, 31))
}

function timeMs(text: string): number | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)]
  const unit = match[3] !== undefined ? 1000 : match[2] !== undefined ? 60_000 : 3_600_000
  // Whole milliseconds of the first nine digits: enough for any unit, and exact.
  const fraction = Number((BigInt((match[4] ?? '0').slice(0, 9).padEnd(9, '0')) * BigInt(unit)) / 1_000_000_000n)
  const total = hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + fraction
  const inRange = minutes < 60 && seconds <= 60 && (hours < 24 || (hours === 24 && total === DAY_MS))
  return inRange ? total : undefined
}

function offsetMs(suffix: string): number | undefined {
  if (suffix === '' || /^z$/i.test(suffix)) return 0
  const [, sign, hours, minutes = '0'] = /^([+\- ])(\d{2}):?(\d{2})?$/.exec(suffix)!
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3_600_000 + Number(minutes) * 60_000)
}

/** An instant as answers carry it: "2026-11-20T10:00:00.000+00:00". */
export const formatDate = (at: Date): string => at.toISOString().replace('Z', '+00:00')

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** A date of a body as answers repeat it: unchanged if it is a date-time with a zone, otherwise in UTC. */
export function repeatDate(sent: string): string {
  const read = DATE_TIME.test(sent) ? undefined : parseDate(sent, 'read')
  return read ? formatDate(read.at) : sent
}
