import type { EntityProfile } from '../../entities/index.ts'
import type { Day } from '../../kernel/values/days.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import { type FieldError, fieldError, refusals } from '../../kernel/values/refusals.ts'
import {
  type Calendars,
  marketSession,
  type Pair,
  spotValueDates,
  tradeDateOf,
  type ValueDate,
} from '../calendar/index.ts'
import { fixedCurrencyOf, refuseQuotes } from '../quotes/index.ts'
import type { HeldRateRow } from './queries.ts'
import type { HeldRateOrder } from './schema.ts'

export const refuse = refusals({
  held_rates_not_enabled: {
    status: 422,
    message: 'Held rates are not enabled for this entity; an operator can enable them.',
  },
  tenor_not_allowed: {
    status: 422,
    message: 'This entity cannot hold a rate for {tenor}. Available: {tenors}, at most {maxTenor}.',
  },
  post_expiry_action_not_allowed: {
    status: 422,
    message: 'The action {postExpiryAction} is not enabled for this entity. Enabled: {allowed}.',
  },
  hold_crosses_cut_off: {
    status: 422,
    message:
      'The hold would end at {expiresAt}, after the last cut-off of {currencyPair} ({cutOffAt}). Request a shorter one.',
  },
  open_hold_limit_exceeded: {
    status: 422,
    message:
      'Open held rates are limited to {limit} {currency} in total; {open} are open. Book, cancel or let one lapse, or hold less.',
  },
  amount_exceeds_hold: {
    status: 422,
    message: 'The held rate has {maxAmount} {currency} left. Book at most that amount.',
  },
  held_rate_dates_unavailable: {
    status: 422,
    message:
      'The held rate {quoteId} is for {deliveryDates}, and {currencyPair} cannot be dealt for it any more. Request a new one.',
  },
  no_other_active_quote: {
    status: 422,
    message:
      'The held rate has lapsed and no other active one of {currencyPair} covers this amount. Request a new one.',
  },
  market_closed: {
    status: 422,
    message: 'The market is closed, so no price is available. It reopens at {reopensAt}.',
    retryable: true,
  },
  held_rate_cancelled: { status: 409, message: 'The held rate was cancelled. Request a new one.' },
  held_rate_not_cancellable: {
    status: 409,
    message: 'The held rate is {status}; only an active one can be cancelled.',
  },
})

const SECONDS = { D: 86_400, H: 3600, M: 60, S: 1 } as const

/** Seconds of an ISO 8601 duration of days and smaller; undefined for any other text. */
export function secondsOf(tenor: string): number | undefined {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(tenor)
  if (!match || /[PT]$/.test(tenor)) return undefined
  const [days, hours, minutes, seconds] = match.slice(1).map((text) => Number(text ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  return days * SECONDS.D + hours * SECONDS.H + minutes * SECONDS.M + seconds
}

type Settings = Pick<EntityProfile['settings'], 'features' | 'heldRate'>

/** @throws held_rates_not_enabled */
export function checkHeldRatesEnabled({ features, heldRate }: Settings): NonNullable<Settings['heldRate']> {
  if (!features.heldRates || !heldRate) throw refuse.held_rates_not_enabled()
  return heldRate
}

/**
 * Returns the errors of the duration, above zero and at most a day, and of the post-expiry action. An entity without
 * held rates has no terms to check against.
 */
export function termErrors(
  { features, heldRate }: Settings,
  { tenor, postExpiryAction }: Parts<Pick<HeldRateOrder, 'tenor' | 'postExpiryAction'>>,
): FieldError[] {
  if (!features.heldRates || !heldRate) return []
  const { tenors, maxTenor, postExpiryActions: allowed } = heldRate
  const isHeld = tenor === undefined || isTenorAllowed(heldRate, secondsOf(tenor))
  const isPossible = postExpiryAction === undefined || (allowed as string[]).includes(postExpiryAction)
  return [
    ...(isHeld ? [] : [fieldError('/tenor', refuse.tenor_not_allowed({ tenor, tenors, maxTenor }))]),
    ...(isPossible
      ? []
      : [fieldError('/postExpiryAction', refuse.post_expiry_action_not_allowed({ postExpiryAction, allowed }))]),
  ]
}

function isTenorAllowed({ tenors, maxTenor }: NonNullable<Settings['heldRate']>, seconds: number | undefined): boolean {
  const longest = Math.min(secondsOf(maxTenor) ?? SECONDS.D, SECONDS.D)
  const isListed = tenors.length === 0 || tenors.some((tenor) => secondsOf(tenor) === seconds)
  return isListed && seconds !== undefined && seconds > 0 && seconds <= longest
}

const YEAR_SECONDS = 365 * SECONDS.D
/** 1 / sqrt(2 pi): value of an at-the-money option per unit of deviation. */
const AT_THE_MONEY = new Decimal('0.3989422804014327')

/**
 * Returns the premium of a held rate in basis points: 0.399 x volatility x sqrt(time). The client may walk away, so it
 * holds an at-the-money option.
 *
 * @param seconds for which the house is exposed, by the calendar
 */
export const premiumBps = (volatilityPercent: Decimal, seconds: number): Decimal =>
  AT_THE_MONEY.mul(volatilityPercent).mul(100).mul(new Decimal(seconds).div(YEAR_SECONDS).sqrt()).toDecimalPlaces(4)

/** Returns the end of the house's exposure for a hold: its expiry, or the next opening if the market is then closed. */
export function exposedUntil(expiresAt: Date): Date {
  const { isOpen, to } = marketSession(expiresAt)
  return isOpen ? expiresAt : to
}

/** A booking may exceed the estimate by this many percent of it. */
const TOLERANCE_PERCENT = 110n

/** The most that can be booked on an estimate, rounded down. */
export const maximumOf = (estimatedMinor: bigint): bigint => (estimatedMinor * TOLERANCE_PERCENT) / 100n

/**
 * The value dates that a held rate can be booked for: those of its own trade date and of the one on which it ends, as far
 * as their cut-off passes after it has ended.
 *
 * @throws hold_crosses_cut_off when even the spot date's cut-off passes before the end of the hold
 */
export function deliveryDates(calendars: Calendars, pair: Pair, from: Date, expiresAt: Date): ValueDate[] {
  const [own, later] = [from, expiresAt].map((at) => spotValueDates(calendars, pair, tradeDateOf(pair, at))) as [
    ValueDate[],
    ValueDate[],
  ]
  const lasts = ({ cutOff }: ValueDate) => cutOff.at >= expiresAt
  const spot = own.at(-1)!
  if (!lasts(spot)) {
    throw refuse.hold_crosses_cut_off({
      currencyPair: pair.symbol,
      expiresAt: expiresAt.toISOString(),
      cutOffAt: spot.cutOff.at.toISOString(),
    })
  }
  const byDate = new Map([...later, ...own].filter(lasts).map((date) => [date.date, date]))
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** A date chosen from those on offer: the one wanted, else the earliest. */
export function chooseDate<D extends { date: Day }>(
  offered: readonly D[],
  wanted: Day | null | undefined,
): { chosen: D; isAdjusted: boolean } {
  const found = offered.find(({ date }) => date === wanted)
  return { chosen: found ?? offered[0]!, isAdjusted: !found }
}

/** States in which a held rate can be booked at its price before it expires. */
export const heldRateCan = { book: ['Active', 'PartlyUsed'], cancel: ['Active', 'PartlyUsed'] } as const

type State = Pick<HeldRateRow, 'status' | 'expiresAt'>

/** The state at an instant: a hold that has run out is expired, whether or not that has been noted. */
export const statusAt = ({ status, expiresAt }: State, at: Date): HeldRateRow['status'] =>
  at >= expiresAt && (heldRateCan.book as readonly string[]).includes(status) ? 'Expired' : status

/** Returns the state after booking an amount at the held price. */
export const statusAfter = ({ usage, maxMinor }: HeldRateRow, utilisedMinor: bigint): HeldRateRow['status'] =>
  usage === 'Single' ? 'Booked' : utilisedMinor < maxMinor ? 'PartlyUsed' : 'Exhausted'

/** @throws quote_already_booked for a single use that is used, held_rate_cancelled */
export function checkUnused(held: HeldRateRow): void {
  if (held.status === 'Cancelled') throw refuse.held_rate_cancelled()
  const [tradeId] = held.tradeIds
  if (held.usage === 'Multiple' || (held.utilisedMinor === 0n && !tradeId)) return
  throw refuseQuotes.quote_already_booked({ tradeId: tradeId ? formatId('trd', tradeId) : null })
}

/** @throws amount_exceeds_hold */
export function checkFits(held: HeldRateRow, amountMinor: bigint): void {
  const leftMinor = held.maxMinor - held.utilisedMinor
  if (amountMinor <= leftMinor) return
  const currency = fixedCurrencyOf(held)
  throw refuse.amount_exceeds_hold({ maxAmount: formatAmount(leftMinor, currency), currency })
}
