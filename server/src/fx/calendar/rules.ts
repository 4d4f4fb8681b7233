import type { Parts } from '../../kernel/http/readable.ts'
import { errorsAt, type FieldError, fieldError, Refusal } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { addDays, type Day, dayOf, daysBetween } from '../../kernel/values/days.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { availabilityOf } from './dates/availability.ts'
import { type Calendars, closuresOn, isGoodDay } from './calendars.ts'
import { findConvention } from './conventions.ts'
import { getPair, type Pair, pairOf } from './pairs.ts'
import { refuse } from './refusals.ts'
import { nextGoodDay } from './dates/tenor-reach.ts'
import { withinCoverage } from './dates/tenors.ts'
import { marketSession } from './dates/trading-day.ts'
import { earliestValueDate, openValueDates, type ValueDate } from './dates/value-dates.ts'

interface TwoCurrencies {
  buyCurrency: string
  sellCurrency: string
}

/** Returns same_currency if both currencies are present and equal. */
export const sameCurrencyErrors = (
  { buyCurrency: currency, sellCurrency }: Parts<TwoCurrencies>,
  pointer: string,
): FieldError[] =>
  currency !== undefined && currency === sellCurrency ? [fieldError(pointer, refuse.same_currency({ currency }))] : []

/** Returns the errors of a text as a pair name; `checkPair` checks that the pair is dealt here. */
export function pairErrors(text: string | undefined, pointer: string): FieldError[] {
  try {
    if (text !== undefined) getPair(text)
    return []
  } catch (error) {
    if (error instanceof Refusal) return [fieldError(pointer, error)]
    throw error
  }
}

/**
 * The pair of a deal: two currencies that are dealt here and whose holidays are known.
 * @throws same_currency, pair_not_tradeable
 */
export function checkPair(calendars: Calendars, buyCurrency: string, sellCurrency: string): Pair {
  const pair = pairOf(buyCurrency, sellCurrency)
  for (const currency of [pair.base, pair.counter]) {
    const off =
      findConvention(currency)!.off ?? (calendars.coverage(currency) ? undefined : 'its holidays are not known.')
    if (off) throw refuse.pair_not_tradeable({ currencyPair: pair.symbol, currency, reason: `${currency}: ${off}` })
  }
  return pair
}

/** @throws outside_trading_hours, saying when the market opens again */
export function checkMarketOpen(at: Date): void {
  const { isOpen, to } = marketSession(at)
  if (!isOpen) throw refuse.outside_trading_hours({ reopensAt: to.toISOString() })
}

interface UnavailableDate {
  /** Closures and other reasons, the first one first. */
  reasons: readonly { code: string }[]
  nextAvailable: Day
}

/** Returns the error of a value date that cannot be dealt. */
const unavailableDate = (pair: Pair, valueDate: Day, { reasons, nextAvailable }: UnavailableDate): Refusal =>
  refuse.value_date_unavailable({
    currencyPair: pair.symbol,
    valueDate,
    reason: reasons[0]?.code ?? 'NotSupported',
    reasons,
    nextAvailable,
  })

/**
 * The value date of a spot deal struck at an instant: the one asked for, or the earliest.
 * @throws value_date_unavailable with the reason and the next possible date; value_date_beyond_coverage
 */
export function checkValueDate(calendars: Calendars, pair: Pair, at: Date, wanted?: Day | null): ValueDate {
  if (!wanted) return earliestValueDate(calendars, pair, at)
  return checkOffered({ calendars, pair, at }, wanted, openValueDates(calendars, pair, at))
}

/**
 * Returns the offered date that is wanted.
 *
 * @param offered dates that can be dealt, ascending; one or more
 * @throws value_date_unavailable with the reason and the next offered date
 */
export function checkOffered<D extends { date: Day }>(
  { calendars, pair, at }: { calendars: Calendars; pair: Pair; at: Date },
  wanted: Day,
  offered: readonly D[],
): D {
  const found = offered.find(({ date }) => date === wanted)
  if (found) return found
  // Past the known holidays a day is after the spot date anyway: that is the reason to name.
  const reasons = withinCoverage(() => availabilityOf(calendars, pair, at, wanted).reasons) ?? []
  const nextAvailable = (offered.find(({ date }) => date > wanted) ?? offered.at(-1)!).date
  throw unavailableDate(pair, wanted, { reasons, nextAvailable })
}

/**
 * Checks that a pair settles on a value date, also when it was quoted: a holiday imported since then may have closed it.
 *
 * @throws value_date_unavailable with the reason and the next possible date; value_date_beyond_coverage
 */
export function checkSettles(calendars: Calendars, pair: Pair, valueDate: Day): void {
  if (isGoodDay(calendars, pair, valueDate)) return
  const reasons = closuresOn(calendars, pair, valueDate)
  throw unavailableDate(pair, valueDate, { reasons, nextAvailable: nextGoodDay(calendars, pair, valueDate) })
}

/**
 * Checks that an instant lies within the known USD holidays. The pair's own calendars reject it if spot lies beyond
 * their coverage.
 *
 * @throws value_date_beyond_coverage
 */
export function checkInstant(calendars: Calendars, at: Date): void {
  const { fromDay: coveredFrom, toDay: coveredTo } = calendars.coverage('USD')!
  const date = dayOf(at)
  if (date < coveredFrom || date > coveredTo) {
    throw refuse.value_date_beyond_coverage({ currency: 'USD', date, coveredFrom, coveredTo })
  }
}

const MAX_DAYS = 366

interface DatesAsked extends TwoCurrencies {
  from?: Day
  to?: Day
}

/** Returns the days of a value date list; default: from the trade date to spot. */
export function daysAsked(calendars: Calendars, pair: Pair, at: Date, { from, to }: Pick<DatesAsked, 'from' | 'to'>) {
  const { tradeDate, spotDate } = earliestValueDate(calendars, pair, at)
  const first = from ?? tradeDate
  return { spotDate, from: first, to: to ?? (spotDate > first ? spotDate : first) }
}

/**
 * Returns the errors of a value date query, as far as it is readable. Each bound is also checked against the other's
 * default.
 */
export function datesAskedErrors(
  calendars: Calendars,
  query: Parts<DatesAsked>,
  at: Date,
  isRead: (pointer: string) => boolean = () => true,
): FieldError[] {
  const same = sameCurrencyErrors(query, '?sellCurrency')
  const { buyCurrency, sellCurrency, from, to } = query
  if (from !== undefined && to !== undefined) return [...same, ...rangeErrors(from, to)]
  if (!isRead('?from') || !isRead('?to') || same.length > 0 || !buyCurrency || !sellCurrency) return same
  return errorsAt('?to', () => {
    const days = daysAsked(calendars, checkPair(calendars, buyCurrency, sellCurrency), at, { from, to })
    checkFields(rangeErrors(days.from, days.to))
  })
}

function rangeErrors(from: Day, to: Day): FieldError[] {
  const days = daysBetween(from, to)
  if (days >= 0 && days < MAX_DAYS) return []
  const reason = `to must be from ${from} to ${addDays(from, MAX_DAYS - 1)}`
  return [fieldError('?to', refuseShared.date_range_invalid({ reason }))]
}
