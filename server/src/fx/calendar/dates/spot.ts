import { addDays, type Day, weekdayOf } from '../../../kernel/values/days.ts'
import { type Calendars, isGoodDay, isOpen, remembered } from '../calendars.ts'
import { findConvention } from '../conventions.ts'
import type { Pair } from '../pairs.ts'

/**
 * Spot date: the first day after the trade date on which both currencies and USD are open, with at least `lag` weekdays
 * passed and each currency's own business days counted. Against most currencies USD needs only one business day, so a US
 * holiday on T+1 does not delay EUR/USD; against a Latin American currency it does. The trade date itself may be a holiday.
 *
 * @throws value_date_beyond_coverage when the search leaves the known holidays
 */
export const spotDate = remembered((calendars: Calendars, pair: Pair, tradeDate: Day): Day => {
  const missing = { weekdays: pair.lag as number, base: need(pair.base, pair), counter: need(pair.counter, pair) }
  for (let day = addDays(tradeDate, 1); ; day = addDays(day, 1)) {
    if (weekdayOf(day) <= 5) missing.weekdays--
    if (isOpen(calendars, pair.base, day)) missing.base--
    if (isOpen(calendars, pair.counter, day)) missing.counter--
    const isCounted = missing.weekdays <= 0 && missing.base <= 0 && missing.counter <= 0
    if (isCounted && isGoodDay(calendars, pair, day)) return day
  }
})

/** Business days of its own that a currency of the pair needs between trade date and spot. */
function need(currency: string, pair: Pair): number {
  const other = currency === pair.base ? pair.counter : pair.base
  return currency === 'USD' && pair.lag === 2 && !findConvention(other)?.latam ? 1 : pair.lag
}
