import { emit } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { ownEntity } from '../../kernel/http/principal.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { checkPair, getPair } from '../calendar/index.ts'
import type { PriceSources } from '../pricing/index.ts'
import { findSpot, getSpot, shownMiddle, unwatchRate, type WatchedRate, watchRate } from '../rate-watch/index.ts'
import {
  type AlertEnd,
  endRateAlert,
  insertRateAlert,
  lockCreation,
  lockRateAlert,
  type RateAlertRow,
  readCreation,
} from './queries.ts'
import { can, checkNotReached, expiryOf, isReached, MAX_ACTIVE, rateAlertErrors, refuse, statusAt } from './rules.ts'
import type { RateAlertOrder } from './schema.ts'

/** Events of rate alerts. */
export const rateAlertEvents = {
  'rateAlert.created': defineEvent('A rate alert was created.', 'rateAlert'),
  'rateAlert.triggered': defineEvent('The market reached the rate of a rate alert.', 'rateAlert'),
  'rateAlert.cancelled': defineEvent('A rate alert was cancelled.', 'rateAlert'),
  'rateAlert.expired': defineEvent('A rate alert expired before the market reached its rate.', 'rateAlert'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof rateAlertEvents, true> {}
}

export interface RateAlertDeps {
  sources: PriceSources
}

const TRIGGER = 'rateAlert.trigger'
const EXPIRE = 'rateAlert.expire'

/**
 * Creates a rate alert and watches its rate. The alerts of an entity are created one after the other, so that concurrent ones cannot
 * exceed the limit together.
 *
 * @throws rate_alert_pair_inverted, rate_alert_rate_invalid, rate_alert_expiry_invalid, pair_not_tradeable, price_unavailable,
 *   rate_alert_level_reached, duplicate_client_reference, rate_alert_limit_reached
 */
export async function createRateAlert(
  { sources }: RateAlertDeps,
  context: CommandContext,
  order: RateAlertOrder,
): Promise<RateAlertRow> {
  const { tx, principal, at } = context
  checkFields(rateAlertErrors(order, at))
  const entityId = ownEntity(principal, order.entityId)
  const { base, counter } = getPair(order.currencyPair)
  const pair = checkPair(sources.calendars, base, counter)
  const level = new Decimal(order.rate)
  await lockCreation(tx, entityId)
  await checkCreation(tx, entityId, order, at)
  checkNotReached(pair, shownMiddle(pair.symbol, getSpot(sources, pair.symbol, at).spot), order.direction, level)
  const alert: RateAlertRow = {
    entityId,
    rateAlertId: newUuid(),
    clientId: principal.clientId,
    status: 'Active',
    version: 1,
    currencyPair: pair.symbol,
    rate: level.toFixed(),
    direction: order.direction,
    note: order.note ?? null,
    clientReference: order.clientReference ?? null,
    createdAt: at,
    updatedAt: at,
    expiresAt: expiryOf(order, at),
    triggeredAt: null,
    triggeredRate: null,
    source: null,
  }
  await insertRateAlert(tx, alert)
  await watchRate(tx, levelOf(alert))
  await scheduleWork(tx, { entityId, kind: EXPIRE, resourceId: alert.rateAlertId, dueAt: alert.expiresAt })
  await record(tx, context, alert, 'rateAlert.created')
  return alert
}

const levelOf = ({ entityId, rateAlertId, currencyPair, direction, rate }: RateAlertRow): WatchedRate => ({
  entityId,
  kind: TRIGGER,
  resourceId: rateAlertId,
  currencyPair,
  priceSide: 'Mid',
  direction,
  level: new Decimal(rate),
})

/** @throws duplicate_client_reference, rate_alert_limit_reached */
async function checkCreation(
  tx: Tx,
  entityId: string,
  { clientReference }: Pick<RateAlertOrder, 'clientReference'>,
  at: Date,
): Promise<void> {
  const { active, existingId } = await readCreation(tx, { entityId, clientReference, at })
  if (existingId !== null) {
    throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('ral', existingId) })
  }
  if (active >= MAX_ACTIVE) throw refuse.rate_alert_limit_reached({ limit: MAX_ACTIVE })
}

/**
 * Cancels an active alert.
 *
 * @throws rate_alert_not_found, rate_alert_not_cancellable
 */
export async function cancelRateAlert(context: CommandContext, wireId: string): Promise<RateAlertRow> {
  const { tx, principal, at } = context
  const rateAlertId = parseId('ral', wireId)
  const alert = rateAlertId && (await lockRateAlert(tx, principal.entityId, rateAlertId))
  if (!alert) throw refuse.rate_alert_not_found()
  const status = statusAt(alert, at)
  if (!can('cancel', status)) throw refuse.rate_alert_not_cancellable({ status })
  return end(tx, context, alert, 'rateAlert.cancelled', { status: 'Cancelled', updatedAt: at })
}

/** Jobs of rate alerts: the market has reached the rate, and the expiry. */
export const rateAlertWork = ({ sources }: RateAlertDeps): Record<string, WorkHandler> => ({
  [TRIGGER]: async (tx, work, act) => {
    const alert = await lockForJob(tx, work)
    // The job is due when the market was compared. An expiry before that wins, even if its job has not run yet.
    if (!can('trigger', statusAt(alert, work.dueAt))) return expire(tx, act, alert)
    const triggeredRate = middleThen(sources, alert, work.dueAt).toFixed()
    const reached = { triggeredAt: work.dueAt, triggeredRate, source: sources.market.source }
    await end(tx, act, alert, 'rateAlert.triggered', { status: 'Triggered', updatedAt: act.at, ...reached })
  },
  [EXPIRE]: async (tx, work, act) => {
    await expire(tx, act, await lockForJob(tx, work))
  },
})

async function expire(tx: Tx, act: Act, alert: RateAlertRow): Promise<void> {
  if (!can('expire', alert.status)) return
  await end(tx, act, alert, 'rateAlert.expired', { status: 'Expired', updatedAt: act.at })
}

async function lockForJob(tx: Tx, work: { entityId: string; resourceId: string }): Promise<RateAlertRow> {
  const alert = await lockRateAlert(tx, work.entityId, work.resourceId)
  invariant(alert, 'the rate alert exists')
  return alert
}

/** Returns the middle at the instant of comparison. A live market that has moved back since then does not show it any more: it was at the alert's rate at least. */
function middleThen(sources: PriceSources, alert: RateAlertRow, at: Date): Decimal {
  const level = new Decimal(alert.rate)
  const found = findSpot(sources, alert.currencyPair, at)
  const mid = found && shownMiddle(alert.currencyPair, found.spot)
  return mid && isReached(mid, alert.direction, level) ? mid : level
}

/** Ends an active alert: stops its watch, cancels its expiry and records the event. */
async function end(tx: Tx, act: Act, alert: RateAlertRow, type: EventType, how: AlertEnd): Promise<RateAlertRow> {
  const { entityId, rateAlertId: resourceId } = alert
  const ended = await endRateAlert(tx, alert, how)
  await unwatchRate(tx, { entityId, kind: TRIGGER, resourceId })
  await cancelWork(tx, { entityId, kind: EXPIRE, resourceId })
  await record(tx, act, ended, type, alert.status)
  return ended
}

const record = (tx: Tx, act: Act, alert: RateAlertRow, type: EventType, previousStatus?: string): Promise<void> =>
  emit(tx, act, {
    entityId: alert.entityId,
    type,
    resourceType: 'rateAlert',
    resourceId: alert.rateAlertId,
    resourceVersion: alert.version,
    ...(previousStatus === undefined ? {} : { previousStatus }),
    source: alert,
    isFinal: true,
  })
