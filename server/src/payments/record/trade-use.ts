import type { TradeRow } from '../../fx/trades/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { PaymentStatus } from './lifecycle.ts'

/** States of a trade that can deliver or has delivered its buy amount: drawdowns deliver, their forward does not. */
const PAYABLE = new Set<string>([
  'PendingApproval',
  'Executed',
  'Booked',
  'AwaitingFunds',
  'Settling',
  'Settled',
  'Overdue',
  'SettlementFailed',
])

/** Returns true if payments can be made out of a trade. */
export function paysOut({ kind, status }: Pick<TradeRow, 'kind' | 'status'>): boolean {
  const isUndecided = status === 'PendingApproval' && kind === 'HeldRate' // it may yet be dealt at another price
  return PAYABLE.has(status) && !isUndecided && kind !== 'Forward' && kind !== 'CloseOut'
}

/** States of payments whose money did not reach the payee. */
const ENDED = ['Rejected', 'Cancelled', 'Failed', 'Returned'] as const satisfies readonly PaymentStatus[]
const isEnded = `in (${ENDED.map((status) => `'${status}'`).join(', ')})`

/** The SQL expression of what a payment of `payments o` takes from its trade, less what was returned. */
const used = `case when o.status in ('Rejected', 'Cancelled', 'Failed') then 0 else o.amount_minor - coalesce(o.returned_minor, 0) end`

/**
 * The SQL query of the ended payments among the rows `o` of a join of payments, which has all payments of each trade, with the money of
 * the trade that other payments have before each: what they use, and the whole amount of those that ended later, by the time of the end
 * and then by id. So each unused amount is stated once, and the end of a payment leaves those before as they are. It reads each payment
 * once, also where many have ended.
 */
const sharesAmong = (rows: string): string =>
  `select s.payment_id as "paymentId", s.status_reason as "statusReason", s.bought_minor as "boughtMinor",
      (s.used_minor + coalesce(sum(s.bought_minor) over later, 0))::bigint as "othersMinor"
    from (select o.entity_id, o.trade_id, o.payment_id, o.status, o.status_reason,
        coalesce(o.returned_minor, o.amount_minor) as bought_minor,
        sum(${used}) over (partition by o.entity_id, o.trade_id) as used_minor,
        case when o.status ${isEnded} then (select min(h.at) from payment_history h
          where h.entity_id = o.entity_id and h.payment_id = o.payment_id and h.status ${isEnded}) end as ended_at
      from ${rows}) s
    where s.status ${isEnded}
    window later as (partition by s.entity_id, s.trade_id order by s.ended_at desc, s.payment_id desc
      rows between unbounded preceding and 1 preceding)`

/** The SQL expression of that money for a payment of `payments p` that ended; null for other payments. */
export const TRADE_MONEY_OF_OTHERS = `case when p.trade_id is not null and p.status ${isEnded} then (select e."othersMinor"
  from (${sharesAmong('payments o where o.entity_id = p.entity_id and o.trade_id = p.trade_id')}) e
  where e."paymentId" = p.payment_id) end`

/** Returns the sum that is or will be paid out of a trade, less what was returned, in minor units. Index payments_by_trade. */
export async function paidOutOfTrade(db: Queryable, entityId: string, tradeId: string): Promise<bigint> {
  const { rows } = await db.query<{ sum: bigint }>({
    name: 'paid-out-of-trade',
    text: `select coalesce(sum(${used}), 0)::bigint as sum from payments o where o.entity_id = $1 and o.trade_id = $2`,
    values: [entityId, tradeId],
  })
  return rows[0]!.sum
}

/** Money of a trade that was for an ended payment, and the money of the trade that others have before it, in minor units. */
interface Share {
  boughtMinor: bigint
  othersMinor: bigint
}

/** Returns the amount that a trade of `buyMinor` leaves for an ended payment, in minor units. */
export function leftMinor(buyMinor: bigint, { boughtMinor, othersMinor }: Share): bigint {
  const unusedMinor = buyMinor - othersMinor
  if (unusedMinor >= boughtMinor) return boughtMinor
  return unusedMinor > 0n ? unusedMinor : 0n
}

type EndedPayout = Share & { paymentId: string; statusReason: string | null }

/**
 * Returns the payments out of a trade that ended, other than one and other than with their trade, by id; `isLater` is true of those that
 * ended after that one. Index payments_by_trade.
 */
export async function endedBeside(
  db: Queryable,
  { entityId, tradeId, paymentId }: { entityId: string; tradeId: string; paymentId: string },
): Promise<(EndedPayout & { isLater: boolean })[]> {
  const rows = await endedOf(db, entityId, tradeId)
  const own = rows.findIndex((each) => each.paymentId === paymentId)
  return rows
    .map((each, index) => ({ ...each, isLater: index < own }))
    .filter((each) => each.paymentId !== paymentId && each.statusReason !== 'TradeCancelled')
    .sort((a, b) => (a.paymentId < b.paymentId ? -1 : 1))
}

/**
 * Returns the payments that ended before their trade, other than with it, and that show money of it or no reason of their own, by id.
 * Index payments_by_trade.
 */
export async function strandedPayouts(
  db: Queryable,
  { entityId, tradeId, buyMinor }: Pick<TradeRow, 'entityId' | 'tradeId' | 'buyMinor'>,
): Promise<string[]> {
  const ended = await endedOf(db, entityId, tradeId)
  const shown = ended.filter((each) => each.statusReason === null || leftMinor(buyMinor, each) > 0n)
  return shown
    .filter(({ statusReason }) => statusReason !== 'TradeCancelled')
    .map(({ paymentId }) => paymentId)
    .sort()
}

/** Returns the payments out of a trade that ended, the last one first. */
async function endedOf(db: Queryable, entityId: string, tradeId: string): Promise<EndedPayout[]> {
  const { rows } = await db.query<EndedPayout>({
    name: 'ended-payouts-of-trade',
    text: `${sharesAmong('payments o where o.entity_id = $1 and o.trade_id = $2')}
      order by s.ended_at desc, s.payment_id desc`,
    values: [entityId, tradeId],
  })
  return rows
}

/** Returns the trade that a payment is out of; a payment keeps it. */
export async function findTradeOf(db: Queryable, entityId: string, paymentId: string): Promise<string | null> {
  const { rows } = await db.query<{ tradeId: string | null }>({
    name: 'find-trade-of-payment',
    text: 'select trade_id as "tradeId" from payments where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId],
  })
  return rows[0]?.tradeId ?? null
}

/** Payment with the fields that tell whether it is an ended one out of a trade. */
type Payout = Pick<TradeRow, 'entityId'> & { paymentId: string; tradeId: string | null; status: PaymentStatus }

/** Adds to payments the money of their trades that other payments have before them, in one query. Index payments_by_trade. */
export async function withMoneyOfOthers<P extends Payout>(
  db: Queryable,
  payments: readonly P[],
): Promise<(P & { othersMinor: bigint | null })[]> {
  const ended = payments.filter(({ tradeId, status }) => tradeId !== null && ENDED.some((each) => each === status))
  const trades = new Map(ended.map(({ entityId, tradeId }) => [`${entityId} ${tradeId}`, { entityId, tradeId }]))
  if (trades.size === 0) return payments.map((payment) => ({ ...payment, othersMinor: null }))
  const { rows } = await db.query<EndedPayout>({
    name: 'ended-payouts-of-trades',
    text: sharesAmong(`unnest($1::uuid[], $2::uuid[]) as t(entity_id, trade_id)
      join payments o on o.entity_id = t.entity_id and o.trade_id = t.trade_id`),
    values: [[...trades.values()].map(({ entityId }) => entityId), [...trades.values()].map(({ tradeId }) => tradeId)],
  })
  const others = new Map(rows.map(({ paymentId, othersMinor }) => [paymentId, othersMinor]))
  return payments.map((payment) => ({ ...payment, othersMinor: others.get(payment.paymentId) ?? null }))
}
