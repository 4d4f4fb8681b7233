import { Temporal } from 'temporal-polyfill'

/** A calendar day as 'YYYY-MM-DD'; days compare as strings. */
export type Day = string

const DAY_MS = 86_400_000
/** Days that were asked for, by their number since 1970: nearly all instants are of a few. */
const days = new Map<number, Day>()
const DAYS_KEPT = 1000

/** The UTC day of an instant. */
export function dayOf(at: Date): Day {
  const number = Math.floor(at.getTime() / DAY_MS)
  const known = days.get(number)
  if (known !== undefined) return known
  const day = at.toISOString().slice(0, 10)
  if (days.size >= DAYS_KEPT) days.clear()
  days.set(number, day)
  return day
}

const [TWO, THREE] = [2, 3].map((width) =>
  Array.from({ length: 10 ** width }, (_, number) => String(number).padStart(width, '0')),
) as [string[], string[]]

/** Returns the text of an instant, like `toISOString()` for instants of four-digit years, in a quarter of its time. */
export function instantText(at: Date): string {
  const ofDay = at.getTime() - Math.floor(at.getTime() / DAY_MS) * DAY_MS
  const seconds = Math.floor(ofDay / 1000)
  const minutes = Math.floor(seconds / 60)
  const time = `${TWO[Math.floor(minutes / 60)]}:${TWO[minutes % 60]}:${TWO[seconds % 60]}.${THREE[ofDay % 1000]}`
  return `${dayOf(at)}T${time}Z`
}

/** The day `n` days after `day` (before, when negative). */
export function addDays(day: Day, n: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + n * 86_400_000).toISOString().slice(0, 10)
}

/** Days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)

/** 1 = Monday … 7 = Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** Returns true if the text is an existing calendar day written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [month, day] = [Number(text.slice(5, 7)), Number(text.slice(8))]
  return month >= 1 && month <= 12 && day >= 1 && (day <= 28 || day <= daysIn(Number(text.slice(0, 4)), month))
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** First and last day that requests can name. All that we store and compute lies well within. */
export const EARLIEST_DAY: Day = '1900-01-01'
export const LATEST_DAY: Day = '2199-12-31'

/** Returns true if requests can name the day. */
export const isSupportedDay = (day: Day): boolean => day >= EARLIEST_DAY && day <= LATEST_DAY

const RFC_3339 = /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](\d{2}):[0-5]\d)$/
/** The largest difference of a civil time zone to UTC. */
const MOST_OFFSET_HOURS = 14

/** Returns true if the text is an RFC 3339 instant with a valid zone offset. */
export function isInstant(text: string): boolean {
  const [, day, , offset = '00'] = RFC_3339.exec(text) ?? []
  return day !== undefined && isDay(day) && Number(offset) <= MOST_OFFSET_HOURS
}

/** Instants that were asked for, in milliseconds: cut-offs and midnights of the days on which payments are made. */
const instants = new Map<string, number>()
/** Number of instants kept; beyond it all are dropped. */
const INSTANTS_KEPT = 1000

/** The instant at which a wall clock in `zone` shows `time` ("17:00") on `day`. */
export function instantOf(day: Day, time: string, zone: string): Date {
  const key = `${day}T${time} ${zone}`
  const known = instants.get(key)
  if (known !== undefined) return new Date(known)
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone)
  if (instants.size >= INSTANTS_KEPT) instants.clear()
  instants.set(key, epochMilliseconds)
  return new Date(epochMilliseconds)
}

/** The local day and time ("HH:MM:SS") of an instant in a zone. */
export function localTime(at: Date, zone: string): { day: Day; time: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  return { day: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString({ smallestUnit: 'second' }) }
}

/** The last local day asked for in each zone, with the instants between which it lasts. */
const localDays = new Map<string, { day: Day; from: number; until: number }>()

/** The local day of an instant in a zone. Nearly all calls ask for the same day, which is answered without a calculation. */
export function localDayOf(at: Date, zone: string): Day {
  const ms = at.getTime()
  const known = localDays.get(zone)
  if (known && ms >= known.from && ms < known.until) return known.day
  const { day } = localTime(at, zone)
  const from = instantOf(day, '00:00', zone).getTime()
  localDays.set(zone, { day, from, until: instantOf(addDays(day, 1), '00:00', zone).getTime() })
  return day
}
