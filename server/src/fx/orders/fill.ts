import { inSavepoint, type Tx } from '../../kernel/db/db.ts'
import { cancelWork, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import type { Act } from '../../kernel/values/act.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type Decimal, decimalOf } from '../../kernel/values/rates.ts'
import { invariant, Refusal } from '../../kernel/values/refusals.ts'
import { dealableAt, parsePair } from '../calendar/index.ts'
import { clientRate } from '../pricing/index.ts'
import { fixedCurrencyOf, type PricedQuote, priceSpotQuote, type QuoteDeps } from '../quotes/index.ts'
import { findSpot } from '../rate-watch/index.ts'
import { type BookingDeps, dealOrdered } from '../spot/index.ts'
import { activeProfile } from '../trades/index.ts'
import { EXPIRE_ORDER, FILL_ORDER, moveOrder, orderMoves, triggerOrder, unwatchOrder, watchOrder } from './lifecycle.ts'
import { lockOrder, type OrderRow } from './queries.ts'
import { can, checkOrdersEnabled, isReached, sideOf } from './rules.ts'

export type FillDeps = QuoteDeps & BookingDeps

/** Time after which an order whose rate is reached looks for a firm price again. */
const RETRY_MS = 30_000

/** The jobs of orders: filling one whose market level was reached, and expiry. */
export const orderWork = (deps: FillDeps): Record<string, WorkHandler> => ({
  [FILL_ORDER]: async (tx, { entityId, resourceId }, act) => {
    const order = await lockOrder(tx, entityId, resourceId)
    invariant(order, 'the order exists')
    if (can('fill', order.status) && act.at < order.expiresAt) await fill(deps, tx, order, act)
  },
  [EXPIRE_ORDER]: async (tx, { entityId, resourceId }, act) => {
    const order = await lockOrder(tx, entityId, resourceId)
    invariant(order, 'the order exists')
    if (!can('expire', order.status)) return
    await unwatchOrder(tx, order)
    const lapsed = order.status === 'PendingApproval' ? { reason: 'ApprovalLapsed' } : {}
    await moveOrder(tx, order, orderMoves.expire, act, lapsed)
  },
})

/**
 * Fills an order at the client's rate of this moment if that has reached the order's. If the market has moved back, it is watched again;
 * while it is closed or has no firm price, the order waits. A deal that is rejected ends the order with the reason and leaves nothing
 * posted.
 */
async function fill(deps: FillDeps, tx: Tx, order: OrderRow, act: Act): Promise<void> {
  const { at } = act
  const dealable = dealableAt(deps.sources.calendars, parsePair(order.currencyPair), at)
  if (dealable > at) return later(tx, order, dealable)
  const rate = rateNow(deps, order, at)
  if (!rate) return later(tx, order, new Date(at.getTime() + RETRY_MS))
  if (!isReached(order, rate)) return watchOrder(tx, order)
  const outcome = await orRefusal(() => inSavepoint(tx, () => deal(deps, tx, order, act)))
  if (outcome === 'MovedBack') return watchOrder(tx, order)
  if (!(outcome instanceof Refusal)) return endExpiry(tx, order)
  if (outcome.retryable) return later(tx, order, new Date(at.getTime() + RETRY_MS))
  const triggered = await triggerOrder(tx, order, act)
  await endExpiry(tx, order)
  const { code } = outcome
  await moveOrder(tx, triggered, orderMoves.reject, act, { rejectionReason: code, reason: code })
}

const later = (tx: Tx, { entityId, orderId: resourceId }: OrderRow, dueAt: Date): Promise<void> =>
  scheduleWork(tx, { entityId, kind: FILL_ORDER, resourceId, dueAt })

/** Ends an order's job of expiry. The level of an order that is being filled was removed with the job that fills it. */
const endExpiry = (tx: Tx, { entityId, orderId: resourceId }: OrderRow): Promise<void> =>
  cancelWork(tx, { entityId, kind: EXPIRE_ORDER, resourceId })

/** Returns the client's rate for the spot date, from the market's spot and the order's mark-up; undefined without a price. */
function rateNow({ sources }: FillDeps, order: OrderRow, at: Date): Decimal | undefined {
  const pair = parsePair(order.currencyPair)
  const found = findSpot(sources, pair.symbol, at)
  if (!found) return undefined
  const side = sideOf(order)
  return clientRate(found.spot[side === 'Buy' ? 'ask' : 'bid'], side, decimalOf(order.markupBps), pair.quoteDp)
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Deals an order through the booking of spot deals, for the client that placed it. @throws as `priceSpotQuote` and `dealOrdered` */
async function deal(deps: FillDeps, tx: Tx, order: OrderRow, act: Act): Promise<'MovedBack' | 'Filled'> {
  const { entityId, clientId, orderId, approvalsRequired } = order
  checkOrdersEnabled(await activeProfile(deps, entityId))
  const priced = await priceAgain(deps, order, act.at)
  if (!isReached(order, priced.price.rate)) return 'MovedBack'
  const triggered = await triggerOrder(tx, order, act)
  const booker = { ...act, tx, principal: { clientId } }
  const { tradeId, rate } = await dealOrdered(deps, booker, priced, { orderId, approvals: approvalsRequired })
  await moveOrder(tx, triggered, orderMoves.fill, act, { tradeId, filledRate: rate })
  return 'Filled'
}

/** Prices an order as a quote of its terms, with its mark-up, for the spot date. */
function priceAgain(deps: FillDeps, order: OrderRow, at: Date): Promise<PricedQuote> {
  const { entityId, clientId, buyCurrency, sellCurrency, fixedSide, amountMinor } = order
  const terms = {
    buyCurrency,
    sellCurrency,
    fixedSide,
    amount: formatAmount(amountMinor, fixedCurrencyOf(order)),
    buyAccountId: formatId('acc', order.buyAccountId),
    sellAccountId: formatId('acc', order.sellAccountId),
  }
  const markupBps = decimalOf(order.markupBps)
  return priceSpotQuote(deps, { entityId, clientId }, terms, at, { isForSpotDate: true, markupBps })
}
