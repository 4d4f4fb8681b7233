import { formatId } from '../../kernel/values/ids.ts'
import { type Calendars, closuresOn, openValueDates, parsePair } from '../calendar/index.ts'
import type { HeldRateRow } from './queries.ts'
import { refuse } from './rules.ts'

export type OfferedDate = { date: string; tenor: string | null; tradeDate: string }

type Dated = Pick<HeldRateRow, 'currencyPair' | 'deliveryDates'>

/** Returns true if a held rate has a value date that can still be dealt. */
export const hasDates = (calendars: Calendars, held: Dated, now: Date): boolean =>
  openDatesOf(calendars, held, now).length > 0

/** Its price is for its own dates only: an imported holiday can close them all. */
const openDatesOf = (calendars: Calendars, { currencyPair, deliveryDates }: Dated, now: Date): OfferedDate[] =>
  openValueDates(calendars, parsePair(currencyPair), now).filter(({ date }) => deliveryDates.includes(date))

/**
 * Returns the value dates of a held rate that can still be dealt. No other date can take their place.
 *
 * @throws held_rate_dates_unavailable
 */
export function datesOf(calendars: Calendars, held: Dated & Pick<HeldRateRow, 'quoteId'>, now: Date): OfferedDate[] {
  const offered = openDatesOf(calendars, held, now)
  if (offered.length > 0) return offered
  const { currencyPair, deliveryDates, quoteId } = held
  throw refuse.held_rate_dates_unavailable({
    quoteId: formatId('quo', quoteId),
    currencyPair,
    deliveryDates,
    reasons: closuresOn(calendars, parsePair(currencyPair), deliveryDates.at(-1)!),
  })
}
