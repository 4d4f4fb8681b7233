import { REACH, type ForwardTenor, reachFrom, nextGoodDay } from './tenor-reach.ts'
import { addDays, type Day } from '../../../kernel/values/days.ts'
import type { Calendars } from '../calendars.ts'
import type { Pair } from '../pairs.ts'
import { spotDate } from './spot.ts'

/** All tenors: ON ends on the first good day after the trade date and TN on spot; both lie before or on spot. */
type AnyTenor = 'ON' | 'TN' | ForwardTenor

/**
 * The date on which a tenor ends for a deal struck on a trade date.
 *
 * @throws value_date_beyond_coverage when that date lies past the known holidays
 */
export function tenorDate(calendars: Calendars, pair: Pair, tradeDate: Day, tenor: AnyTenor): Day {
  if (tenor === 'ON') return nextGoodDay(calendars, pair, addDays(tradeDate, 1))
  const spot = spotDate(calendars, pair, tradeDate)
  return tenor === 'TN' ? spot : reachFrom(calendars, pair, spot, REACH[tenor])
}
