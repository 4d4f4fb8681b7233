import type { Parts } from '../../kernel/http/readable.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { type FieldError, fieldError, refusals } from '../../kernel/values/refusals.ts'
import { getPair, type Pair, pairErrors } from '../calendar/index.ts'
import type { LevelDirection } from '../rate-watch/index.ts'
import { DEFAULT_DAYS, MAX_DAYS, type RateAlertOrder, type RateAlertStatus } from './schema.ts'

export const refuse = refusals({
  rate_alert_not_found: { status: 404, message: 'The rate alert does not exist or is not visible to this client.' },
  rate_alert_pair_inverted: {
    status: 400,
    message: 'Rates are quoted for {currencyPair}. Name the pair like this, with a rate in {counter} per {base}.',
  },
  rate_alert_rate_invalid: {
    status: 400,
    message: 'A rate of {currencyPair} is above zero and has at most {decimals} decimals.',
  },
  rate_alert_expiry_invalid: {
    status: 400,
    message: 'A rate alert expires in the future, and at the latest at {latest}.',
  },
  rate_alert_level_reached: {
    status: 422,
    message: 'The middle of {currencyPair} is {mid} now, so it has reached {rate} already. Use a {wanted} rate.',
  },
  rate_alert_limit_reached: {
    status: 409,
    message: 'The entity has {limit} active rate alerts. Cancel one first.',
  },
  rate_alert_not_cancellable: {
    status: 409,
    message: 'The rate alert is {status}; only an active one can be cancelled.',
  },
})

/** Active alerts that an entity can have. */
export const MAX_ACTIVE = 200

/** Steps of an alert by the states in which they apply. */
const rateAlertCan = {
  trigger: ['Active'],
  cancel: ['Active'],
  expire: ['Active'],
} as const satisfies Record<string, readonly RateAlertStatus[]>

/** Returns true if an alert in this state allows the step. */
export const can = (step: keyof typeof rateAlertCan, status: RateAlertStatus): boolean =>
  (rateAlertCan[step] as readonly RateAlertStatus[]).includes(status)

/** Returns the state at an instant: an alert past its expiry is expired, whether or not that has been stored. */
export const statusAt = (
  { status, expiresAt }: { status: RateAlertStatus; expiresAt: Date },
  at: Date,
): RateAlertStatus => (at >= expiresAt && can('expire', status) ? 'Expired' : status)

/** Returns the errors of a new alert that depend on nothing else, as far as it is readable. */
export function rateAlertErrors(order: Parts<RateAlertOrder>, at: Date): FieldError[] {
  return [...rateErrors(order), ...expiryErrors(order, at)]
}

function rateErrors({ currencyPair, rate }: Parts<RateAlertOrder>): FieldError[] {
  if (currencyPair === undefined) return []
  const unknown = pairErrors(currencyPair, '/currencyPair')
  if (unknown.length > 0) return unknown
  const pair = getPair(currencyPair)
  return [
    ...(isInverted(pair, currencyPair)
      ? [fieldError('/currencyPair', refuse.rate_alert_pair_inverted({ ...named(pair) }))]
      : []),
    ...(rate === undefined || isRateOf(pair, rate)
      ? []
      : [fieldError('/rate', refuse.rate_alert_rate_invalid({ currencyPair: pair.symbol, decimals: pair.quoteDp }))]),
  ]
}

const named = ({ symbol: currencyPair, base, counter }: Pair) => ({ currencyPair, base, counter })

/** Returns true if a text names a pair with its counter currency first: its rates would be read upside down. */
const isInverted = ({ base }: Pair, text: string): boolean => !text.toUpperCase().startsWith(base)

function isRateOf({ quoteDp }: Pair, rate: string): boolean {
  const value = new Decimal(rate)
  return value.gt(0) && value.decimalPlaces() <= quoteDp
}

const DAY_MS = 86_400_000
const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

function expiryErrors({ expiresAt }: Parts<RateAlertOrder>, at: Date): FieldError[] {
  if (expiresAt === undefined) return []
  const given = new Date(expiresAt)
  const latest = daysAfter(at, MAX_DAYS)
  if (given > at && given <= latest) return []
  return [fieldError('/expiresAt', refuse.rate_alert_expiry_invalid({ latest: latest.toISOString() }))]
}

/** Returns the expiry of a new alert. */
export const expiryOf = ({ expiresAt }: Pick<RateAlertOrder, 'expiresAt'>, at: Date): Date =>
  expiresAt === undefined ? daysAfter(at, DEFAULT_DAYS) : new Date(expiresAt)

/** Returns true if a middle has reached a level. */
export const isReached = (mid: Decimal, direction: LevelDirection, level: Decimal): boolean =>
  direction === 'AtOrAbove' ? mid.gte(level) : mid.lte(level)

/** @throws rate_alert_level_reached with the middle */
export function checkNotReached(pair: Pair, mid: Decimal, direction: LevelDirection, level: Decimal): void {
  if (!isReached(mid, direction, level)) return
  throw refuse.rate_alert_level_reached({
    currencyPair: pair.symbol,
    mid: formatRate(mid, pair.quoteDp + 1),
    rate: formatRate(level, pair.quoteDp),
    wanted: direction === 'AtOrAbove' ? 'higher' : 'lower',
  })
}
