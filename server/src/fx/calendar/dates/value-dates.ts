import { addDays, type Day, dayOf, instantOf, localTime } from '../../../kernel/values/days.ts'
import { type Calendars, isGoodDay, remembered } from '../calendars.ts'
import { findConvention } from '../conventions.ts'
import type { Pair } from '../pairs.ts'
import { spotDate } from './spot.ts'
import { withinCoverage } from './tenors.ts'
import { type CutOff, endOfDayBefore, marketSession, tradeDateOf } from './trading-day.ts'

export type Tenor = 'T0' | 'T1' | 'T2'

/** A date up to spot for which a deal can be struck: same day (TOD), the good day before spot (TOM), or spot. */
export interface ValueDate {
  date: Day
  kind: 'TOD' | 'TOM' | 'SPOT'
  tenor: Tenor
  tradeDate: Day
  spotDate: Day
  /** Latest time to deal for this date. */
  cutOff: CutOff
}

/** Returns every value date up to spot of a trade date, in order, at any time of day. SPOT is always the last. */
export const spotValueDates = remembered((calendars: Calendars, pair: Pair, tradeDate: Day): ValueDate[] => {
  const spot = spotDate(calendars, pair, tradeDate)
  const found: ValueDate[] = []
  const add = (date: Day, kind: ValueDate['kind'], tenor: Tenor) =>
    found.push({ date, kind, tenor, tradeDate, spotDate: spot, cutOff: dealingCutOff(pair, date) })
  if (pair.sameDay && isGoodDay(calendars, pair, tradeDate)) add(tradeDate, 'TOD', 'T0')
  const tom = goodDayBetween(calendars, pair, tradeDate, spot)
  if (tom) add(tom, 'TOM', 'T1')
  add(spot, 'SPOT', pair.lag === 1 ? 'T1' : 'T2')
  return found
})

function goodDayBetween(calendars: Calendars, pair: Pair, after: Day, before: Day): Day | undefined {
  for (let day = addDays(after, 1); day < before; day = addDays(day, 1)) {
    if (isGoodDay(calendars, pair, day)) return day
  }
  return undefined
}

/**
 * The spot value dates that can be dealt at an instant, the earliest first. While the market is closed: at its next
 * opening. Spot itself is always among them.
 */
export function openValueDates(calendars: Calendars, pair: Pair, at: Date): ValueDate[] {
  const effective = dealingInstant(at)
  const all = spotValueDates(calendars, pair, tradeDateOf(pair, effective))
  return all.filter(({ cutOff }) => effective < cutOff.at)
}

/** Returns the instant of a deal struck now: the market's next opening while it is closed. */
function dealingInstant(at: Date): Date {
  const { isOpen, to } = marketSession(at)
  return isOpen ? at : to
}

/** The first date for which a deal struck now (at the next opening, while the market is closed) can settle. */
export function earliestValueDate(calendars: Calendars, pair: Pair, at: Date): ValueDate {
  const effective = dealingInstant(at)
  return spotValueDates(calendars, pair, tradeDateOf(pair, effective)).find(({ cutOff }) => effective < cutOff.at)!
}

const DAY_MS = 86_400_000

/**
 * Returns when a deal can be struck: now, at the market's next opening, or, where the known holidays of the pair have ended,
 * a day later, when an operator may have imported more. A job that must deal waits until then.
 */
export function dealableAt(calendars: Calendars, pair: Pair, at: Date): Date {
  const { isOpen, to } = marketSession(at)
  if (!isOpen) return to
  const isDated = withinCoverage(() => earliestValueDate(calendars, pair, at)) !== undefined
  return isDated ? at : new Date(at.getTime() + DAY_MS)
}

type SettlementCutOff = CutOff & { currency: string }
/** Returns the latest arrival of money for a value date: the earlier of the two currencies' cut-offs on that day. */
export function settlementCutOff(pair: Pair, date: Day): SettlementCutOff {
  const [base, counter] = [pair.base, pair.counter].map((currency) => currencyCutOff(currency, date))
  return base!.at <= counter!.at ? base! : counter!
}

function currencyCutOff(currency: string, date: Day): SettlementCutOff {
  const { time, zone } = findConvention(currency)!.cutOff
  return { currency, at: instantOf(date, time, zone), time, zone }
}

/**
 * Presents a stored cut-off instant with the local time in the zone of the decisive currency.
 *
 * @param valueDate of the deal: mostly it is the cut-off of that day
 */
export function keptCutOff(pair: Pair, valueDate: Day, at: Date): CutOff {
  const own = settlementCutOff(pair, valueDate)
  if (own.at.getTime() === at.getTime()) return own
  const { zone } = settlementCutOff(pair, dayOf(at))
  return { at, time: localTime(at, zone).time.slice(0, 5), zone }
}

/**
 * Returns the latest time to deal for a value date: its settlement cut-off, or the preceding day turn if same-day
 * dealing is not offered.
 */
export const dealingCutOff = (pair: Pair, date: Day): CutOff =>
  pair.sameDay ? settlementCutOff(pair, date) : endOfDayBefore(pair.turn, date)
