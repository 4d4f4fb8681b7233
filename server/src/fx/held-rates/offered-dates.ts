import { invariant } from '../../kernel/values/refusals.ts'
import { type Calendars, closuresOn, openValueDates, parsePair, refuseCalendar } from '../calendar/index.ts'
import type { HeldRateRow } from './queries.ts'

export type OfferedDate = { date: string; tenor: string | null; tradeDate: string }

/**
 * Returns the value dates of a held rate that can still be dealt. Its price is for these only: an imported holiday can
 * close them all.
 *
 * @throws value_date_unavailable
 */
export function datesOf(calendars: Calendars, held: HeldRateRow, now: Date): OfferedDate[] {
  const pair = parsePair(held.currencyPair)
  const open = openValueDates(calendars, pair, now)
  const offered = open.filter(({ date }) => held.deliveryDates.includes(date))
  if (offered.length > 0) return offered
  const valueDate = held.deliveryDates.at(-1)
  invariant(valueDate, 'a held rate has a delivery date')
  const reasons = closuresOn(calendars, pair, valueDate)
  throw refuseCalendar.value_date_unavailable({
    currencyPair: pair.symbol,
    valueDate,
    reason: reasons[0]?.code ?? 'CutOffPassed',
    reasons,
    nextAvailable: open[0]!.date,
  })
}
