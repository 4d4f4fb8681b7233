import { boundedCache } from '../../../kernel/bounded-cache.ts'
import { addDays, type Day } from '../../../kernel/values/days.ts'
import { type Calendars, type Closure, closuresOn, isGoodDay, remembered } from '../calendars.ts'
import type { Pair } from '../pairs.ts'
import { refuse } from '../refusals.ts'
import { spotDate } from './spot.ts'
import { addMonths, type ForwardTenor, nextGoodDay, previousGoodDay, reachFrom } from './tenor-reach.ts'
import { lastCoveredDay, pillars, tenorOf, withinCoverage } from './tenors.ts'
import { marketSession, tradeDateOf } from './trading-day.ts'

/** A value date of a forward. */
export interface ForwardDate {
  date: Day
  tradeDate: Day
  spotDate: Day
  /** Its own tenor, or for a broken date the next longer one; 'SP' for spot itself. */
  tenor: ForwardTenor | 'SP'
}

/** Dates kept for a pair and a day. */
const MOST_DATES = 100

/**
 * Returns the value date of a forward dealt at an instant. Default: spot. Otherwise any common good day of both
 * currencies and USD, from spot to the last tenor (2Y, or the end of the known holidays).
 *
 * @throws value_date_unavailable with the nearest good dates on both sides; value_date_beyond_curve with the last date;
 *   value_date_beyond_coverage
 */
export function checkForwardDate(calendars: Calendars, pair: Pair, at: Date, wanted?: Day | null): ForwardDate {
  const session = marketSession(at)
  const tradeDate = tradeDateOf(pair, session.isOpen ? at : session.to)
  const date = wanted ?? spotDate(calendars, pair, tradeDate)
  return forwardDates(calendars, pair, tradeDate)(date, () => computeForwardDate(calendars, pair, tradeDate, date))
}

/** Forward dates of a pair on a trade date, by value date: a client's quotes and previews repeat the same ones. */
const forwardDates = remembered(() => boundedCache<ForwardDate>(MOST_DATES))

function computeForwardDate(calendars: Calendars, pair: Pair, tradeDate: Day, date: Day): ForwardDate {
  const spot = spotDate(calendars, pair, tradeDate)
  const unavailable = (
    reason: string,
    previousAvailable: Day | null,
    nextAvailable: Day | null,
    reasons: readonly Closure[] = [],
  ) =>
    refuse.value_date_unavailable({
      currencyPair: pair.symbol,
      valueDate: date,
      reason,
      reasons,
      previousAvailable,
      nextAvailable: nextAvailable ?? previousAvailable,
    })
  if (date < spot) throw unavailable('BeforeSpot', null, spot)
  if (date === spot) return { date, tradeDate, spotDate: spot, tenor: 'SP' }
  const last = pillars(calendars, pair, tradeDate).at(-1)!.date
  const beyond = () => refuse.value_date_beyond_curve({ currencyPair: pair.symbol, valueDate: date, lastDate: last })
  if (date > lastCoveredDay(calendars, pair)) throw beyond()
  if (!isGoodDay(calendars, pair, date)) {
    const closures = closuresOn(calendars, pair, date)
    const next = date < last ? nextGoodDay(calendars, pair, addDays(date, 1)) : null
    const previous = previousGoodDay(calendars, pair, date < last ? date : last)
    throw unavailable(closures[0]!.code, previous, next, closures)
  }
  if (date > last) throw beyond()
  return { date, tradeDate, spotDate: spot, tenor: tenorOf(calendars, pair, tradeDate, date) }
}

const PERIOD = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/

/** @throws Error for text that is no such period: settings are checked where they are written */
function parsePeriod(period: string): { months: number; weeks: number; days: number } {
  const match = PERIOD.exec(period)
  if (!match || period === 'P') throw new Error(`${period} is not a period like P12M`)
  const [years, months, weeks, days] = match.slice(1).map((text) => Number(text ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return { months: years * 12 + months, weeks, days }
}

/**
 * The calendar day that a period (ISO 8601: "P12M", "P1Y", "P90D") reaches from a day, not rolled.
 * @throws Error for text that is no such period
 */
export function periodEnd(from: Day, period: string): Day {
  const { months, weeks, days } = parsePeriod(period)
  return addDays(addMonths(from, months), weeks * 7 + days)
}

/**
 * The last value date of a pair within a period counted from spot: of months and of weeks the date of that tenor, rolled as
 * the market rolls it; of days, or of a mixture, the calendar day. Past the known holidays nothing can be rolled, nor dealt.
 *
 * @throws Error for text that is no such period
 */
export function periodDate(calendars: Calendars, pair: Pair, spot: Day, period: string): Day {
  return periodDates(calendars, pair, spot)(period, () => datePeriod(calendars, pair, spot, period))
}

/** Dates by period: every quote asks for the dates of the same few, those of the entity's settings and credit terms. */
const periodDates = remembered(() => boundedCache<Day>(MOST_DATES))

function datePeriod(calendars: Calendars, pair: Pair, spot: Day, period: string): Day {
  const { months, weeks, days } = parsePeriod(period)
  const isTenor = days === 0 && months > 0 !== weeks > 0
  const rolled = isTenor && withinCoverage(() => reachFrom(calendars, pair, spot, months > 0 ? { months } : { weeks }))
  return rolled || periodEnd(spot, period)
}
