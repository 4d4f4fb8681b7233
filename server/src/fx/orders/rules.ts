import type { EntityProfile } from '../../entities/index.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { type FieldError, fieldError, Refusal, refusals } from '../../kernel/values/refusals.ts'
import { type Pair, pairOf, parsePair } from '../calendar/index.ts'
import type { BaseSide } from '../pricing/index.ts'
import { dealErrors } from '../quotes/index.ts'
import type { WatchedRate } from '../rate-watch/index.ts'
import { MAX_DAYS, type NewOrder, type OrderStatus, type OrderType } from './schema.ts'

export const refuse = refusals({
  orders_not_enabled: {
    status: 422,
    message: 'Limit and stop orders are not enabled for this entity; an operator can enable them.',
  },
  order_not_found: { status: 404, message: 'The order does not exist or is not visible to this client.' },
  order_rate_invalid: {
    status: 400,
    message: 'A rate of {currencyPair} is above zero and has at most {decimals} decimals.',
  },
  order_expiry_invalid: {
    status: 400,
    message: 'An order expires in the future, and at the latest at {latest}.',
  },
  order_rate_reached: {
    status: 422,
    message:
      'The rate of this {type} order is reached already: your rate of {currencyPair} is {currentRate} now. Request a quote to deal immediately, or use another rate.',
  },
  order_rate_too_far: {
    status: 422,
    message: 'Your rate is {currentRate} now. Use a rate from {lowest} to {highest}.',
  },
  order_limit_reached: {
    status: 409,
    message: 'The entity has {limit} open orders. Cancel one first.',
  },
  order_not_cancellable: {
    status: 409,
    message: 'The order is {status}; only one that is PendingApproval or Active can be cancelled.',
  },
  order_not_awaiting_approval: {
    status: 409,
    message: 'The order is {status}; only one that is PendingApproval, before it expires, can be decided on.',
  },
  order_version_conflict: {
    status: 412,
    message: 'The order has changed since version {given}; it is at version {current}. Read it and try again.',
  },
})

/** Open orders that an entity can have. */
export const MAX_OPEN = 200

/** @throws orders_not_enabled */
export function checkOrdersEnabled({ settings }: EntityProfile): void {
  if (!settings.features.orders) throw refuse.orders_not_enabled()
}

/** Commands and jobs by the states in which they apply. */
export const orderCan = {
  decide: ['PendingApproval'],
  fill: ['Active'],
  cancel: ['PendingApproval', 'Active'],
  expire: ['PendingApproval', 'Active'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** Returns true if an order in this state allows the step. */
export const can = (step: keyof typeof orderCan, status: OrderStatus): boolean =>
  (orderCan[step] as readonly OrderStatus[]).includes(status)

/** Returns the state at an instant: an order past its expiry is expired, whether or not that has been stored. */
export const statusAt = ({ status, expiresAt }: { status: OrderStatus; expiresAt: Date }, at: Date): OrderStatus =>
  at >= expiresAt && can('expire', status) ? 'Expired' : status

const DAY_MS = 86_400_000

/** Returns the latest expiry of an order that is placed at an instant. */
const latestExpiry = (at: Date): Date => new Date(at.getTime() + MAX_DAYS * DAY_MS)

/** Returns the errors of an order that depend on nothing else, as far as it is readable. */
export function orderErrors(order: Parts<NewOrder>, at: Date): FieldError[] {
  return [...dealErrors(order), ...rateErrors(order), ...expiryErrors(order, at)]
}

function rateErrors({ rate, buyCurrency, sellCurrency }: Parts<NewOrder>): FieldError[] {
  const pair = buyCurrency !== undefined && sellCurrency !== undefined && findPair(buyCurrency, sellCurrency)
  if (rate === undefined || !pair) return []
  const value = new Decimal(rate)
  if (value.gt(0) && value.decimalPlaces() <= pair.quoteDp) return []
  return [fieldError('/rate', refuse.order_rate_invalid({ currencyPair: pair.symbol, decimals: pair.quoteDp }))]
}

/** Returns the pair of two currencies; undefined where `checkPair` rejects them. */
function findPair(one: string, other: string): Pair | undefined {
  try {
    return pairOf(one, other)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

function expiryErrors({ expiresAt }: Parts<NewOrder>, at: Date): FieldError[] {
  if (expiresAt === undefined) return []
  const given = new Date(expiresAt)
  const latest = latestExpiry(at)
  if (given > at && given <= latest) return []
  return [fieldError('/expiresAt', refuse.order_expiry_invalid({ latest: latest.toISOString() }))]
}

/** Terms that decide when an order is filled. */
interface LevelTerms {
  type: OrderType
  currencyPair: string
  buyCurrency: string
  /** Rate of the client, decimal text. */
  rate: string
  /** Decimal text. */
  markupBps: string
}

/** Returns the client's side in the base currency. */
export const sideOf = ({ currencyPair, buyCurrency }: Pick<LevelTerms, 'currencyPair' | 'buyCurrency'>): BaseSide =>
  buyCurrency === parsePair(currencyPair).base ? 'Buy' : 'Sell'

/** Returns true if the client's rate has reached an order: a limit at its rate or better, a stop at its rate or worse. */
export function isReached(order: LevelTerms, clientRate: Decimal): boolean {
  return awaitsRise(order) ? clientRate.gte(order.rate) : clientRate.lte(order.rate)
}

/** Returns true if an order is filled when the rate rises. A lower rate is better for a client that buys the base. */
const awaitsRise = (order: LevelTerms): boolean => (order.type === 'Limit') === (sideOf(order) === 'Sell')

/** Decimals of a market level; the last one is far below any step of a market. */
const LEVEL_DP = 12
const LAST_PLACE = new Decimal(10).pow(-LEVEL_DP)

/**
 * Returns the market level at which an order is reached: its rate without the mark-up. The client's rate is rounded against the client
 * (`clientRate`), so it is the order's rate or worse as soon as the market is less than one step of the rate away from it. The level is
 * rounded towards the far side: at a level that the market reaches, the order is reached.
 */
export function levelOf(order: LevelTerms): Pick<WatchedRate, 'currencyPair' | 'priceSide' | 'direction' | 'level'> {
  const pair = parsePair(order.currencyPair)
  const side = sideOf(order)
  const [isBuy, isRise] = [side === 'Buy', awaitsRise(order)]
  const exact = exactLevel(order, pair, isBuy)
  const level =
    order.type === 'Limit'
      ? exact.toDecimalPlaces(LEVEL_DP, isRise ? Decimal.ROUND_UP : Decimal.ROUND_DOWN)
      : isRise
        ? exact.toDecimalPlaces(LEVEL_DP, Decimal.ROUND_DOWN).plus(LAST_PLACE)
        : exact.toDecimalPlaces(LEVEL_DP, Decimal.ROUND_UP).minus(LAST_PLACE)
  return {
    currencyPair: pair.symbol,
    priceSide: isBuy ? 'Ask' : 'Bid',
    direction: isRise ? 'AtOrAbove' : 'AtOrBelow',
    level,
  }
}

/** The market's rate at which a limit is just reached, or beyond which a stop is. */
function exactLevel({ type, rate, markupBps }: LevelTerms, pair: Pair, isBuy: boolean): Decimal {
  const share = new Decimal(markupBps).div(10_000)
  const step = type === 'Limit' ? new Decimal(0) : new Decimal(10).pow(-pair.quoteDp)
  const bound = isBuy ? new Decimal(rate).minus(step) : new Decimal(rate).plus(step)
  return bound.div(isBuy ? share.plus(1) : share.neg().plus(1))
}

/** The rate of an order is at most this many times the client's rate, and at least its part. */
const FURTHEST = 10

/** Checks the rate of a new order with the client's rate of the moment. @throws order_rate_reached, order_rate_too_far */
export function checkRate(order: LevelTerms, current: Decimal): void {
  const { quoteDp } = parsePair(order.currencyPair)
  const [lowest, highest] = [current.div(FURTHEST), current.mul(FURTHEST)]
  if (lowest.gt(order.rate) || highest.lt(order.rate)) {
    throw refuse.order_rate_too_far({
      lowest: formatRate(lowest, quoteDp),
      highest: formatRate(highest, quoteDp),
      currentRate: formatRate(current, quoteDp),
    })
  }
  if (!isReached(order, current)) return
  throw refuse.order_rate_reached({
    type: order.type.toLowerCase(),
    currencyPair: order.currencyPair,
    currentRate: formatRate(current, quoteDp),
  })
}
