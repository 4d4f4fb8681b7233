import type { CommandContext } from '../../kernel/http/command.ts'
import { ownEntity, refuseEntity } from '../../kernel/http/principal.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { parseAmount } from '../../kernel/values/money.ts'
import { exactText } from '../../kernel/values/rates.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { refuseShared } from '../../kernel/values/shared-refusals.ts'
import { fixedCurrencyOf, type PricedQuote, priceSpotQuote, type QuoteDeps } from '../quotes/index.ts'
import { type DealDemand, demandOnDeal } from '../trades/index.ts'
import { amountsAtRate, sizeAtRate } from './amounts.ts'
import { askForApproval } from './approvals.ts'
import { announceOrder, EXPIRE_ORDER, watchOrder } from './lifecycle.ts'
import { countOpenOrders, findOrderByReference, insertOrder, lockOpenOrders, type OrderRow } from './queries.ts'
import { checkOrdersEnabled, checkRate, MAX_OPEN, orderErrors, refuse } from './rules.ts'
import { DEFAULT_DAYS, type NewOrder } from './schema.ts'

const DAY_MS = 86_400_000

/**
 * Places an order. It is priced as a spot quote is, so everything that would reject the quote rejects the order; the mark-up of that
 * price becomes part of it. Balance, limits and credit are checked when it is filled.
 *
 * @throws orders_not_enabled, order_rate_reached, order_rate_too_far, order_limit_reached, duplicate_client_reference, and as
 *   `priceSpotQuote`: accounts, pair, market hours, price_unavailable, size
 */
export async function placeOrder(deps: QuoteDeps, context: CommandContext, order: NewOrder): Promise<OrderRow> {
  const { tx, principal, at: now } = context
  checkFields(orderErrors(order, now))
  const entityId = ownEntity(principal, order.entityId)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkOrdersEnabled(profile)
  const priced = await priceSpotQuote(deps, principal, order, now, { isForSpotDate: true })
  const unsized = rowOf(context, order, priced)
  checkRate(unsized, priced.price.rate)
  const limitMinor = sizeAtRate(deps.sources.market, unsized, profile.entity.baseCurrency, now)
  const demand = await demandOnDeal(tx, profile, 'Trade', { ...unsized, ...amountsAtRate(unsized), limitMinor })
  await checkRoom(tx, entityId)
  const placed = await store(tx, withDemand({ ...unsized, limitMinor }, demand))
  const job = { entityId, kind: EXPIRE_ORDER, resourceId: placed.orderId, dueAt: placed.expiresAt }
  await scheduleWork(tx, job)
  await announceOrder(tx, context, placed, 'order.placed')
  if (demand) await askForApproval(tx, placed, demand, context)
  else await watchOrder(tx, placed)
  return placed
}

/** Returns the row of an order without its size and approvals. */
function rowOf(
  { at: now, principal, actor }: CommandContext,
  order: NewOrder,
  { quote, price }: PricedQuote,
): OrderRow {
  const { type, rate, expiresAt, clientReference = null } = order
  const { entityId, currencyPair, fixedSide, buyCurrency, buyAccountId, sellCurrency, sellAccountId } = quote
  return {
    entityId,
    orderId: newUuid(),
    clientId: principal.clientId,
    clientReference,
    type,
    status: 'Active',
    version: 1,
    currencyPair,
    fixedSide,
    buyCurrency,
    buyAccountId,
    sellCurrency,
    sellAccountId,
    amountMinor: parseAmount(order.amount, fixedCurrencyOf(order)),
    rate,
    markupBps: exactText(price.markupBps),
    limitMinor: 0n,
    approvalsRequired: 0,
    approvalPolicyId: null,
    expiresAt: expiresAt === undefined ? new Date(now.getTime() + DEFAULT_DAYS * DAY_MS) : new Date(expiresAt),
    triggeredAt: null,
    tradeId: null,
    filledRate: null,
    rejectionReason: null,
    history: [{ status: 'Active', at: now.toISOString(), by: actor.type, reason: null }],
    createdAt: now,
    updatedAt: now,
  }
}

function withDemand(order: OrderRow, demand: DealDemand | undefined): OrderRow {
  if (!demand) return order
  const status = 'PendingApproval'
  const history = order.history.map((entry) => ({ ...entry, status }) as const)
  return { ...order, status, history, approvalsRequired: demand.steps, approvalPolicyId: demand.policyId }
}

/** @throws order_limit_reached */
async function checkRoom(tx: Tx, entityId: string): Promise<void> {
  await lockOpenOrders(tx, entityId)
  if ((await countOpenOrders(tx, entityId)) >= MAX_OPEN) throw refuse.order_limit_reached({ limit: MAX_OPEN })
}

/** @throws duplicate_client_reference */
async function store(tx: Tx, order: OrderRow): Promise<OrderRow> {
  const stored = await insertOrder(tx, order)
  if (stored) return stored
  const { entityId, clientReference } = order
  invariant(clientReference !== null, 'only a client reference can be taken')
  const existing = await findOrderByReference(tx, entityId, clientReference)
  invariant(existing, 'the order with the reference exists')
  throw refuseShared.duplicate_client_reference({ clientReference, existingId: formatId('ord', existing) })
}
