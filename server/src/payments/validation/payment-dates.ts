import { addDays, type Day, daysBetween, instantOf, localDayOf } from '../../kernel/values/days.ts'
import { type CutOff, type Rail, railsFor, SCHEMES } from '../schemes/index.ts'

/**
 * Departure and arrival of payments. A payment date is a day in the rail's time zone; a cut-off is a local time there,
 * so daylight saving moves the instant, not the local time.
 */

/** Returns true if banks that settle the currency are open on the day. */
export type IsBusinessDay = (currency: string, day: Day) => boolean

/** Our cut-offs for SWIFT and local rails: local time at the currency's settlement system. */
const CURRENCY_CUT_OFF: Readonly<Record<string, CutOff>> = Object.fromEntries(
  [
    'AED 13:00 Asia/Dubai, AUD 15:00 Australia/Sydney, BHD 12:00 Asia/Bahrain, BRL 13:00 America/Sao_Paulo',
    'CAD 15:00 America/Toronto, CHF 14:00 Europe/Zurich, CNY 15:00 Asia/Shanghai, CZK 13:00 Europe/Prague',
    'DKK 14:00 Europe/Copenhagen, EGP 12:00 Africa/Cairo, EUR 16:00 Europe/Brussels, GBP 16:00 Europe/London, HKD 15:00 Asia/Hong_Kong',
    'HUF 13:00 Europe/Budapest, IDR 12:00 Asia/Jakarta, ILS 12:00 Asia/Jerusalem, INR 13:00 Asia/Kolkata',
    'ISK 13:00 Atlantic/Reykjavik, JOD 12:00 Asia/Amman, JPY 13:00 Asia/Tokyo, KRW 13:00 Asia/Seoul',
    'KWD 12:00 Asia/Kuwait, MXN 13:00 America/Mexico_City, MYR 12:00 Asia/Kuala_Lumpur, NOK 14:00 Europe/Oslo',
    'NZD 15:00 Pacific/Auckland, OMR 12:00 Asia/Muscat, PHP 12:00 Asia/Manila, PLN 13:00 Europe/Warsaw',
    'QAR 12:00 Asia/Qatar, RON 13:00 Europe/Bucharest, SAR 12:00 Asia/Riyadh, SEK 14:00 Europe/Stockholm',
    'SGD 15:00 Asia/Singapore, THB 13:00 Asia/Bangkok, TRY 13:00 Europe/Istanbul, USD 16:00 America/New_York',
    'ZAR 14:00 Africa/Johannesburg',
  ]
    .flatMap((line) => line.split(', '))
    .map((entry) => {
      const [currency, time, zone] = entry.split(' ') as [string, string, string]
      return [currency, { time, zone }]
    }),
)
const OTHER_CUT_OFF: CutOff = { time: '12:00', zone: 'Europe/London' }

/** A payment may be dated this many days ahead. */
const PAYMENT_HORIZON_DAYS = 365

export const cutOffOf = (rail: Rail, currency: string): CutOff =>
  SCHEMES[rail].cutOff ?? CURRENCY_CUT_OFF[currency] ?? OTHER_CUT_OFF

/** Returns the latest instant for a payment dated `day`; "24:00" is the midnight that ends the day. */
export function cutOffAt(rail: Rail, currency: string, day: Day): Date {
  const { time, zone } = cutOffOf(rail, currency)
  return time === '24:00' ? instantOf(addDays(day, 1), '00:00', zone) : instantOf(day, time, zone)
}

/** Our cut-offs are for orders: the banks take messages for a while after them. */
const HAND_OVER_MS = 15 * 60_000

/** Returns the latest instant at which a message dated `day` may be handed to its bank: soon after the cut-off, and on that day. */
export function handOverBy(rail: Rail, currency: string, day: Day): Date {
  const endOfDay = instantOf(addDays(day, 1), '00:00', cutOffOf(rail, currency).zone)
  return new Date(Math.min(cutOffAt(rail, currency, day).getTime() + HAND_OVER_MS, endOfDay.getTime()))
}

interface EarliestPayment {
  rail: Rail
  earliestPaymentDate: Day
  cutOffAt: Date
  /** The cut-off on a wall clock where the rail is. */
  cutOffLocalTime: string
  zone: string
  expectedArrivalDate: Day
}

/**
 * The first payment date that can still be met at an instant, its cut-off, and the day the payee's bank has the money.
 *
 * @param query.country of the payee's bank; absent: the currency's own
 * @param query.rail absent: the preferred one for the country
 * @throws what `isBusinessDay` throws beyond its calendars
 */
export function earliestPayment(
  query: { currency: string; country?: string; rail?: Rail; at: Date },
  isBusinessDay: IsBusinessDay,
): EarliestPayment {
  const { currency, at } = query
  const rail = query.rail ?? railsFor(currency, query.country)[0]!
  const { time, zone } = cutOffOf(rail, currency)
  const today = localDayOf(at, zone)
  const first = at < cutOffAt(rail, currency, today) ? today : addDays(today, 1)
  const earliestPaymentDate = firstOpenDay(rail, currency, first, isBusinessDay)
  return {
    rail,
    earliestPaymentDate,
    cutOffAt: cutOffAt(rail, currency, earliestPaymentDate),
    cutOffLocalTime: time,
    zone,
    expectedArrivalDate: arrivalDate(rail, currency, earliestPaymentDate, isBusinessDay),
  }
}

/** The day on which the payee's bank has the money of a payment made on `day`. */
export function arrivalDate(rail: Rail, currency: string, day: Day, isBusinessDay: IsBusinessDay): Day {
  const { arrivalDays } = SCHEMES[rail]
  return arrivalDays === 0 ? day : firstOpenDay(rail, currency, addDays(day, 1), isBusinessDay)
}

/** Returns true if the rail accepts payments dated that day. */
export const isOpenDay = (rail: Rail, currency: string, day: Day, isBusinessDay: IsBusinessDay): boolean =>
  SCHEMES[rail].open === 'Always' || isBusinessDay(currency, day)

function firstOpenDay(rail: Rail, currency: string, from: Day, isBusinessDay: IsBusinessDay): Day {
  let day = from
  while (!isOpenDay(rail, currency, day, isBusinessDay)) day = addDays(day, 1)
  return day
}

function lastOpenDay(rail: Rail, currency: string, from: Day, isBusinessDay: IsBusinessDay): Day {
  let day = from
  while (!isOpenDay(rail, currency, day, isBusinessDay)) day = addDays(day, -1)
  return day
}

export interface DateError {
  reason: 'Past' | 'CutOffPassed' | 'NotABusinessDay' | 'TooFarAhead'
  /** The nearest day that the payment can bear: the next one, or of a date too far ahead the last. */
  nextAvailable: Day
}

/**
 * Returns the reason against a payment date with the next possible one, or undefined if the date is valid.
 *
 * @param at when the payment is given
 */
export function paymentDateError(
  payment: { rail: Rail; currency: string; paymentDate: Day; at: Date },
  isBusinessDay: IsBusinessDay,
): DateError | undefined {
  const { rail, currency, paymentDate, at } = payment
  const today = localDayOf(at, cutOffOf(rail, currency).zone)
  const earliest = earliestPayment({ currency, rail, at }, isBusinessDay).earliestPaymentDate
  if (paymentDate < today) return { reason: 'Past', nextAvailable: earliest }
  if (daysBetween(today, paymentDate) > PAYMENT_HORIZON_DAYS) {
    const horizon = addDays(today, PAYMENT_HORIZON_DAYS)
    return { reason: 'TooFarAhead', nextAvailable: lastOpenDay(rail, currency, horizon, isBusinessDay) }
  }
  if (!isOpenDay(rail, currency, paymentDate, isBusinessDay)) {
    return { reason: 'NotABusinessDay', nextAvailable: firstOpenDay(rail, currency, paymentDate, isBusinessDay) }
  }
  return paymentDate < earliest ? { reason: 'CutOffPassed', nextAvailable: earliest } : undefined
}
