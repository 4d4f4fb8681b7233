import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Act } from '../../kernel/values/act.ts'
import { type EntityProfile, findMarkup } from '../../entities/index.ts'
import { emit } from '../../events/index.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { newUuid, parseId } from '../../kernel/values/ids.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { ownEntity, type Principal, refuseEntity } from '../../kernel/http/principal.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import type { Parts } from '../../kernel/http/readable.ts'
import type { FieldError } from '../../kernel/values/refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { cancelWork, scheduleWork } from '../../kernel/jobs/work.ts'
import { checkPair, marketSession, type Pair, type ValueDate } from '../calendar/index.ts'
import {
  checkFirm,
  clientRate,
  marketPrice,
  type MarketPrice,
  pointsBetween,
  type PriceSources,
} from '../pricing/index.ts'
import { checkPairEnabled, dealErrors, fixedCurrencyOf, type QuoteDeps, refuseQuotes, sizeOf } from '../quotes/index.ts'
import {
  type HeldRateRow,
  insertHeldRate,
  lockHeldRate,
  lockOpenHolds,
  sumOpenHolds,
  updateHeldRate,
} from './queries.ts'
import {
  checkHeldRatesEnabled,
  deliveryDates,
  exposedUntil,
  heldRateCan,
  maximumOf,
  premiumBps,
  refuse,
  secondsOf,
  statusAt,
  termErrors,
} from './rules.ts'
import type { HeldRateOrder } from './schema.ts'
import type { Volatilities } from './volatility.ts'

/** Events of held rates. */
export const heldRateEvents = {
  'heldRate.created': defineEvent('A held rate was created.', 'heldRate'),
  'heldRate.partlyUsed': defineEvent('A part of a held rate was used.', 'heldRate'),
  'heldRate.exhausted': defineEvent('A held rate was used in full.', 'heldRate'),
  'heldRate.expiring': defineEvent('A held rate expires soon.', 'heldRate'),
  'heldRate.expired': defineEvent('A held rate expired.', 'heldRate'),
  'heldRate.cancelled': defineEvent('A held rate was cancelled.', 'heldRate'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof heldRateEvents, true> {}
}

export interface HeldQuoteDeps extends Pick<QuoteDeps, 'sources' | 'entities'> {
  volatilities: Volatilities
}

/** Kinds of the held-rate jobs; `heldRateWork` contains the handlers. */
export const EXPIRE_HELD_RATE = 'heldRate.expire'
export const WARN_HELD_RATE = 'heldRate.warn'

/**
 * Prices and stores a held rate. The limit on open held rates is checked under a lock, so that concurrent quotes cannot
 * exceed it together.
 *
 * @throws held_rates_not_enabled, tenor_not_allowed, hold_crosses_cut_off, market_closed, price_unavailable,
 *   open_hold_limit_exceeded, amount_below_minimum, amount_above_maximum, pair_not_tradeable
 */
export async function quoteHeldRate(
  deps: HeldQuoteDeps,
  context: CommandContext,
  order: HeldRateOrder,
): Promise<{ held: HeldRateRow; profile: EntityProfile }> {
  const { tx, principal, at: now } = context
  checkFields(await heldRateErrors(deps, principal, order))
  const entityId = ownEntity(principal, order.entityId)
  const currency = fixedCurrencyOf(order)
  const estimatedMinor = parseAmount(order.estimatedAmount, currency)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkHeldRatesEnabled(profile.settings)
  const seconds = secondsOf(order.tenor)!
  const pair = checkPair(deps.sources.calendars, order.buyCurrency, order.sellCurrency)
  checkPairEnabled(profile, pair)
  checkOpen(now)
  const expiresAt = new Date(now.getTime() + seconds * 1000)
  const dates = deliveryDates(deps.sources.calendars, pair, now, expiresAt)
  const limitMinor = sizeOf(deps, profile, { minor: estimatedMinor, currency }, now)
  const terms = { order, pair, dates, expiresAt, limitMinor, now }
  const price = priceHold(deps, profile, terms)
  await checkOpenHolds(context, profile, limitMinor)
  const held = await insertHeldRate(tx, {
    entityId,
    quoteId: newUuid(),
    clientId: principal.clientId,
    status: 'Active',
    currencyPair: pair.symbol,
    direction: order.direction ?? 'OneWay',
    usage: order.usage ?? 'Single',
    buyCurrency: order.buyCurrency,
    sellCurrency: order.sellCurrency,
    fixedSide: order.fixedSide,
    estimatedMinor,
    maxMinor: maximumOf(estimatedMinor),
    utilisedMinor: 0n,
    limitMinor,
    tenor: order.tenor,
    postExpiryAction: order.postExpiryAction,
    ...price,
    tradeDate: dates[0]!.tradeDate,
    deliveryDates: dates.map(({ date }) => date),
    createdAt: now,
    expiresAt,
  })
  await schedule(context, held)
  await record(context, held, 'heldRate.created')
  return { held, profile }
}

/** Returns the errors of an order that depend only on the order and the entity's terms, as far as it is readable. */
export async function heldRateErrors(
  { entities }: Pick<HeldQuoteDeps, 'entities'>,
  { entityId }: Pick<Principal, 'entityId'>,
  order: Parts<HeldRateOrder>,
): Promise<FieldError[]> {
  const profile = await entities.get(entityId)
  return [
    ...dealErrors({ ...order, amount: order.estimatedAmount }, undefined, 'estimatedAmount'),
    ...(profile ? termErrors(profile.settings, order) : []),
  ]
}

/** @throws market_closed with when it opens */
export function checkOpen(now: Date): void {
  const { isOpen, to } = marketSession(now)
  if (!isOpen) throw refuse.market_closed({ reopensAt: to.toISOString() })
}

async function checkOpenHolds(
  { tx, at: now }: CommandContext,
  profile: EntityProfile,
  limitMinor: bigint,
): Promise<void> {
  const { entityId, baseCurrency: currency } = profile.entity
  const { heldOpenMinor } = profile.settings.limits
  await lockOpenHolds(tx, entityId)
  const openMinor = await sumOpenHolds(tx, entityId, now)
  if (openMinor + limitMinor <= heldOpenMinor) return
  throw refuse.open_hold_limit_exceeded({
    limit: formatAmount(heldOpenMinor, currency),
    open: formatAmount(openMinor, currency),
    currency,
  })
}

interface HoldTerms {
  order: HeldRateOrder
  pair: Pair
  dates: ValueDate[]
  expiresAt: Date
  limitMinor: bigint
  now: Date
}

/**
 * The client's rates for a hold: on each side the worst of the delivery dates, with mark-up and premium in one step.
 * The premium is for the time until the hold ends, or, where it ends while the market is closed, until it opens.
 */
function priceHold(deps: HeldQuoteDeps, profile: EntityProfile, terms: HoldTerms) {
  const { order, pair, dates, expiresAt, limitMinor, now } = terms
  const own = dates[0]!
  const markets = dates.map(({ date }) => priceOn(deps.sources, pair, { ...own, date }, now))
  for (const { asOf } of markets) checkFirm(deps.sources.market, pair, asOf, now)
  const tenor = pair.lag === 1 ? 'T1' : 'T2'
  const markup = new Decimal(findMarkup(profile.pricing, { currencyPair: pair.symbol, tenor, amountMinor: limitMinor }))
  const volatility = deps.volatilities.percent(pair)
  const premium = premiumBps(volatility, (exposedUntil(expiresAt).getTime() - now.getTime()) / 1000)
  const isTwoWay = order.direction === 'TwoWay'
  const bps = markup.plus(premium)
  const ask = isTwoWay || order.buyCurrency === pair.base ? sideOf(pair, markets, 'ask', bps) : undefined
  const bid = isTwoWay || order.buyCurrency !== pair.base ? sideOf(pair, markets, 'bid', bps) : undefined
  return {
    bid: bid?.rate ?? null,
    costBid: bid?.cost ?? null,
    pointsBid: bid?.points ?? null,
    ask: ask?.rate ?? null,
    costAsk: ask?.cost ?? null,
    pointsAsk: ask?.points ?? null,
    mid: markets[0]!.spot.mid.toFixed(),
    markupBps: markup.toFixed(),
    premiumBps: premium.toFixed(),
    volatilityPercent: volatility.toFixed(),
  }
}

const priceOn = (sources: PriceSources, pair: Pair, dates: ValueDate, now: Date): MarketPrice =>
  marketPrice(sources, pair, dates, now)

function sideOf(pair: Pair, markets: MarketPrice[], side: 'bid' | 'ask', bps: Decimal) {
  const worst = markets.reduce((one, other) => {
    const isWorse = side === 'ask' ? other.outright.ask.gt(one.outright.ask) : other.outright.bid.lt(one.outright.bid)
    return isWorse ? other : one
  })
  const rate = clientRate(worst.outright[side], side === 'ask' ? 'Buy' : 'Sell', bps, pair.quoteDp)
  return {
    rate: formatRate(rate, pair.quoteDp),
    cost: worst.outright[side].toFixed(),
    points: pointsBetween(pair, worst.spot, worst.outright)[side].toFixed(),
  }
}

const WARNING_MS = 15 * 60_000

/** Its end, and a warning a quarter of an hour before it; half way where the hold is shorter than half an hour. */
async function schedule(
  { tx }: CommandContext,
  { entityId, quoteId, createdAt, expiresAt }: HeldRateRow,
): Promise<void> {
  const life = expiresAt.getTime() - createdAt.getTime()
  const warnAt = new Date(expiresAt.getTime() - Math.min(WARNING_MS, life / 2))
  await scheduleWork(tx, { entityId, kind: WARN_HELD_RATE, resourceId: quoteId, dueAt: warnAt })
  await scheduleWork(tx, { entityId, kind: EXPIRE_HELD_RATE, resourceId: quoteId, dueAt: expiresAt })
}

/** Cancels the jobs of `schedule`. */
export async function unschedule(
  { tx }: Pick<CommandContext, 'tx'>,
  { entityId, quoteId }: HeldRateRow,
): Promise<void> {
  await cancelWork(tx, { entityId, kind: WARN_HELD_RATE, resourceId: quoteId })
  await cancelWork(tx, { entityId, kind: EXPIRE_HELD_RATE, resourceId: quoteId })
}

/** Records an event of a held rate. */
export function record(
  context: Act & { tx: Tx },
  held: HeldRateRow,
  type: EventType,
  previousStatus?: string,
): Promise<void> {
  return emit(context.tx, context, {
    entityId: held.entityId,
    type,
    resourceType: 'heldRate',
    resourceId: held.quoteId,
    resourceVersion: held.version,
    ...(previousStatus === undefined ? {} : { previousStatus }),
  })
}

/**
 * Cancels a held rate; trades booked at it stay valid.
 *
 * @throws quote_not_found, held_rate_not_cancellable
 */
export async function cancelHeldRate(context: CommandContext, wireId: string): Promise<HeldRateRow> {
  const { tx, principal, at: now } = context
  const quoteId = parseId('quo', wireId)
  const held = quoteId && (await lockHeldRate(tx, principal.entityId, quoteId))
  if (!held) throw refuseQuotes.quote_not_found()
  const status = statusAt(held, now)
  if (!(heldRateCan.cancel as readonly string[]).includes(status)) throw refuse.held_rate_not_cancellable({ status })
  const cancelled = await updateHeldRate(tx, held, { status: 'Cancelled', utilisedMinor: held.utilisedMinor })
  await unschedule(context, held)
  await record(context, cancelled, 'heldRate.cancelled', held.status)
  return cancelled
}
