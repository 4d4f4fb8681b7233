import { invariant } from '../../kernel/values/refusals.ts'
import { type Calendars, closuresOn, openValueDates, parsePair, unavailableDate } from '../calendar/index.ts'
import type { HeldRateRow } from './queries.ts'

export type OfferedDate = { date: string; tenor: string | null; tradeDate: string }

type Dated = Pick<HeldRateRow, 'currencyPair' | 'deliveryDates'>

/** Returns true if a held rate has a value date that can still be dealt. */
export const hasDates = (calendars: Calendars, held: Dated, now: Date): boolean =>
  openDatesOf(calendars, held, now).offered.length > 0

/** Its price is for its own dates only: an imported holiday can close them all. */
function openDatesOf(calendars: Calendars, { currencyPair, deliveryDates }: Dated, now: Date) {
  const open = openValueDates(calendars, parsePair(currencyPair), now)
  return { open, offered: open.filter(({ date }) => deliveryDates.includes(date)) }
}

/** Returns the value dates of a held rate that can still be dealt. @throws value_date_unavailable */
export function datesOf(calendars: Calendars, held: Dated, now: Date): OfferedDate[] {
  const { open, offered } = openDatesOf(calendars, held, now)
  if (offered.length > 0) return offered
  const pair = parsePair(held.currencyPair)
  const valueDate = held.deliveryDates.at(-1)
  invariant(valueDate, 'a held rate has a delivery date')
  const reasons = closuresOn(calendars, pair, valueDate)
  throw unavailableDate(pair, valueDate, { reasons, otherwise: 'CutOffPassed', nextAvailable: open[0]!.date })
}
