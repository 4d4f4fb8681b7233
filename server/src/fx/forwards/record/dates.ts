import { boundedCache } from '../../../kernel/bounded-cache.ts'
import { addDays, type Day, dayOf } from '../../../kernel/values/days.ts'
import {
  type Calendars,
  checkSettles,
  earliestValueDate,
  isOpenAsKnown,
  nextGoodDay,
  type Pair,
  parsePair,
  previousGoodDay,
  refuseCalendar,
  settlementCutOff,
} from '../../calendar/index.ts'
import { type BaseSide, leastFavourable, type Market, type Outright } from '../../pricing/index.ts'
import type { Forward } from './queries.ts'
import { refuse } from './rules.ts'

/** The instant after which a forward's value date is over: the earlier of its currencies' cut-offs on that day. */
export const maturityOf = ({ trade }: Forward): Date =>
  settlementCutOff(parsePair(trade.currencyPair), trade.valueDate).at

/**
 * The day on which a drawdown settles: the one asked for, or the earliest on which the forward can be drawn and the pair
 * can settle.
 *
 * @throws fixed_forward_only_on_value_date, not_drawable_yet, forward_matured; value_date_unavailable with the next day
 */
export function drawdownDate(calendars: Calendars, forward: Forward, now: Date, wanted?: Day | null): Day {
  const { trade, facts } = forward
  const { valueDate } = trade
  const pair = parsePair(trade.currencyPair)
  const earliest = earliestValueDate(calendars, pair, now).date
  if (now >= maturityOf(forward) || earliest > valueDate) throw refuse.forward_matured({ valueDate })
  const from = earliest > facts.accessDate ? earliest : facts.accessDate
  const date = wanted ?? nextGoodDay(calendars, pair, from)
  if (facts.forwardType === 'Fixed' && date !== valueDate) throw refuse.fixed_forward_only_on_value_date({ valueDate })
  if (date < facts.accessDate) {
    const nextAvailable = firstDrawableDay(calendars, pair, { from, to: valueDate })
    throw refuse.not_drawable_yet({ accessDate: facts.accessDate, nextAvailable })
  }
  if (date > valueDate) throw refuse.forward_matured({ valueDate })
  if (date < earliest) throw unavailable(pair, date, date < dayOf(now) ? 'InThePast' : 'CutOffPassed', earliest)
  checkSettles(calendars, pair, date)
  return date
}

/**
 * Returns the first day of a window on which a forward can be drawn: the access date or, if the pair does not settle on it,
 * the next day on which it does. Days outside the known holidays count as open if they are weekdays.
 *
 * @param within access date and value date
 */
export function firstDrawableDay(calendars: Calendars, pair: Pair, { from, to }: { from: Day; to: Day }): Day {
  const isOpen = (day: Day) => pair.settlementCurrencies.every((currency) => isOpenAsKnown(calendars, currency, day))
  let day = from
  while (day < to && !isOpen(day)) day = addDays(day, 1)
  return day
}

/**
 * Returns the market on the day that is worst for the client, among the days of a window on which a forward can be drawn.
 *
 * @param side client's side in the base currency
 * @throws price_unavailable, value_date_beyond_curve
 */
export const worstDrawableDay = (
  calendars: Calendars,
  market: Market,
  { pair, side }: { pair: Pair; side: BaseSide },
  within: { from: Day; to: Day },
): Outright => leastFavourable(market, pair, side, firstDrawableDay(calendars, pair, within), within.to)

const unavailable = (pair: Pair, valueDate: Day, reason: string, nextAvailable: Day) =>
  refuseCalendar.value_date_unavailable({ currencyPair: pair.symbol, valueDate, reason, nextAvailable })

const daysBefore = new WeakMap<Calendars, ReturnType<typeof boundedCache<Day>>>()

/** The good day of a pair that many business days before a day. Forwards of one value date need the same few again and again. */
export function businessDaysBefore(calendars: Calendars, pair: Pair, day: Day, days: number): Day {
  const current = calendars.current?.() ?? calendars
  const known = daysBefore.get(current) ?? boundedCache<Day>(MOST_DAYS)
  daysBefore.set(current, known)
  return known(`${pair.symbol} ${day} ${days}`, () => countedBack(current, pair, day, days))
}

/** Days that are kept at most for one state of the calendars. */
const MOST_DAYS = 10_000

function countedBack(calendars: Calendars, pair: Pair, day: Day, days: number): Day {
  let found = day
  for (let i = 0; i < days; i++) found = previousGoodDay(calendars, pair, addDays(found, -1))
  return found
}
