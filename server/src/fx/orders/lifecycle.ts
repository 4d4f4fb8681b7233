import { emit, type EventViews, readEach } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { cancelWork } from '../../kernel/jobs/work.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import type { EventType } from '../../kernel/values/emitted.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { unwatchRate, watchRate } from '../rate-watch/index.ts'
import { presentOrder } from './present.ts'
import { changeOrder, findOrder, type OrderRow } from './queries.ts'
import { levelOf, orderCan } from './rules.ts'
import { Order, type OrderStatus } from './schema.ts'

/** Events of limit and stop orders. */
export const orderEvents = {
  'order.placed': defineEvent('A limit or stop order was placed.', 'order'),
  'order.activated': defineEvent('An order has its approvals, and the market is watched for its rate.', 'order'),
  'order.triggered': defineEvent('The rate of an order was reached. The order is filled or rejected with it.', 'order'),
  'order.filled': defineEvent('An order was filled by a trade.', 'order'),
  'order.expired': defineEvent('An order expired without being filled.', 'order'),
  'order.cancelled': defineEvent('An order was cancelled, or its approval was rejected.', 'order'),
  'order.rejected': defineEvent('The rate of an order was reached, but a rule rejected the deal.', 'order'),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof orderEvents, true> {}
}

/** Kinds of the jobs of an order: the one that fills it once its rate is reached, and its expiry. */
export const FILL_ORDER = 'order.fill'
export const EXPIRE_ORDER = 'order.expire'

/** Step of an order's life. */
interface Move {
  from: readonly OrderStatus[]
  to: OrderStatus
  event: EventType
}

/** Moves of an order with permitted and resulting states. */
export const orderMoves = {
  activate: { from: orderCan.decide, to: 'Active', event: 'order.activated' },
  fill: { from: orderCan.fill, to: 'Filled', event: 'order.filled' },
  reject: { from: orderCan.fill, to: 'Rejected', event: 'order.rejected' },
  cancel: { from: orderCan.cancel, to: 'Cancelled', event: 'order.cancelled' },
  expire: { from: orderCan.expire, to: 'Expired', event: 'order.expired' },
} as const satisfies Record<string, Move>

type Details = Partial<Pick<OrderRow, 'tradeId' | 'filledRate' | 'rejectionReason'>> & { reason?: string }

/**
 * Makes one step of an order's life: state, history and event, in the caller's transaction, which holds the order's lock and has checked
 * that the step is permitted.
 */
export async function moveOrder(tx: Tx, order: OrderRow, move: Move, act: Act, details: Details = {}) {
  invariant(move.from.includes(order.status), `an order that is ${order.status} can become ${move.to}`)
  const { reason = null, ...change } = details
  const updatedAt = laterOf(act.at, order)
  const entry = { status: move.to, at: updatedAt.toISOString(), by: act.actor.type, reason }
  const history = [...order.history, entry]
  const moved = await changeOrder(tx, order, { ...change, status: move.to, history, updatedAt })
  await announceOrder(tx, act, moved, move.event, order.status)
  return moved
}

/** Stores that the rate of an order was reached. */
export async function triggerOrder(tx: Tx, order: OrderRow, act: Act): Promise<OrderRow> {
  const triggered = await changeOrder(tx, order, { triggeredAt: act.at, updatedAt: laterOf(act.at, order) })
  await announceOrder(tx, act, triggered, 'order.triggered')
  return triggered
}

/** The time of a change: that of the act, unless its request waited for a later change of the order. */
const laterOf = (at: Date, { updatedAt }: OrderRow): Date => (at < updatedAt ? updatedAt : at)

/** Emits an event of an order. */
export const announceOrder = (tx: Tx, act: Act, order: OrderRow, type: EventType, previousStatus?: OrderStatus) =>
  emit(tx, act, {
    entityId: order.entityId,
    type,
    resourceType: 'order',
    resourceId: order.orderId,
    resourceVersion: order.version,
    source: order,
    ...(previousStatus === undefined ? {} : { previousStatus }),
  })

/** Has the market watched for the rate of an active order. */
export const watchOrder = (tx: Tx, order: OrderRow): Promise<void> =>
  watchRate(tx, { entityId: order.entityId, kind: FILL_ORDER, resourceId: order.orderId, ...levelOf(order) })

/** Ends the watch of an order and its jobs. */
export async function unwatchOrder(tx: Tx, { entityId, orderId: resourceId }: OrderRow): Promise<void> {
  await unwatchRate(tx, { entityId, kind: FILL_ORDER, resourceId })
  await cancelWork(tx, { entityId, kind: EXPIRE_ORDER, resourceId })
}

/** Orders in events. */
export const orderViews = {
  order: {
    scope: 'fx:trade',
    schema: Order,
    read: readEach(findOrder),
    present: (order: OrderRow) => presentOrder(order),
  },
} satisfies EventViews
