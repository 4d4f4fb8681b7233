import { addDays, type Day } from '../../../kernel/values/days.ts'
import { type Calendars, isGoodDay } from '../calendars.ts'
import { findConvention } from '../conventions.ts'
import type { Pair } from '../pairs.ts'
import { type CutOff, marketSession, tradeDateOf } from './trading-day.ts'
import { dealingCutOff, settlementCutOff, spotValueDates, type Tenor } from './value-dates.ts'

interface Reason {
  /** Null where the reason is not one currency's. */
  currency: string | null
  code: 'Weekend' | 'BankHoliday' | 'CutOffPassed' | 'MarketClosed' | 'NotSupported'
  name: string
  /** Set where a holiday is expected, not announced. */
  expected?: true
}

/** Availability of a settlement day for a deal now, with every reason against it. */
export interface DateAvailability {
  date: Day
  available: boolean
  /** Tenor; null if the day is not a spot value date. */
  tenor: Tenor | null
  /** Latest time to deal for the day; null if the pair does not settle on it. */
  cutOff: CutOff | null
  reasons: Reason[]
}

/** Each day from `from` to `to`, for a deal struck at `at`. @throws value_date_beyond_coverage */
export function listAvailability(calendars: Calendars, pair: Pair, at: Date, from: Day, to: Day): DateAvailability[] {
  const list: DateAvailability[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) list.push(availabilityOf(calendars, pair, at, day))
  return list
}

/** One day of `listAvailability`. @throws value_date_beyond_coverage */
export function availabilityOf(calendars: Calendars, pair: Pair, at: Date, date: Day): DateAvailability {
  const session = marketSession(at)
  const effective = session.isOpen ? at : session.to
  const tradeDate = tradeDateOf(pair, effective)
  const offered = spotValueDates(calendars, pair, tradeDate).find((candidate) => candidate.date === date)
  const reasons = closures(calendars, pair, date)
  if (reasons.length === 0) {
    if (effective >= settlementCutOff(pair, date).at) reasons.push(cutOffPassed(pair, date))
    else if (!offered) reasons.push(notSupported(pair, date, tradeDate))
    else if (!session.isOpen) reasons.push(marketClosed(session.to))
  }
  return {
    date,
    available: reasons.length === 0,
    tenor: offered?.tenor ?? null,
    cutOff: isGoodDay(calendars, pair, date) ? dealingCutOff(pair, date) : null,
    reasons,
  }
}

const closures = (calendars: Calendars, pair: Pair, date: Day): Reason[] =>
  pair.settlementCurrencies.flatMap((currency) => calendars.closure(currency, date) ?? [])

function cutOffPassed(pair: Pair, date: Day): Reason {
  const { currency, time, zone } = settlementCutOff(pair, date)
  return { currency, code: 'CutOffPassed', name: `The cut-off was ${time} ${zone}` }
}

const marketClosed = (reopensAt: Date): Reason => ({
  currency: null,
  code: 'MarketClosed',
  name: `The market opens at ${reopensAt.toISOString()}`,
})

function notSupported(pair: Pair, date: Day, tradeDate: Day): Reason {
  if (date > tradeDate)
    return { currency: null, code: 'NotSupported', name: 'Later than the spot date: deal it as a forward' }
  const currency = [pair.base, pair.counter].find((code) => !findConvention(code)!.sameDay)!
  return { currency, code: 'NotSupported', name: `${currency} is not dealt for the same day` }
}
