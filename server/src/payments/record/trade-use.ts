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

/** The SQL expression of the sum that is or will be paid out of a trade, less what was returned. */
const paidOut = (entityId: string, tradeId: string): string =>
  `(select coalesce(sum(o.amount_minor - coalesce(o.returned_minor, 0)), 0)::bigint from payments o
    where o.entity_id = ${entityId} and o.trade_id = ${tradeId} and o.status not in ('Rejected', 'Cancelled', 'Failed'))`

/** The SQL expression of that sum for the trade of a payment of `payments p` that ended; null for other payments. */
export const PAID_OUT_OF_ITS_TRADE = `case when p.trade_id is not null and p.status ${isEnded}
  then ${paidOut('p.entity_id', 'p.trade_id')} end`

/** Returns the sum that is or will be paid out of a trade, less what was returned, in minor units. Index payments_by_trade. */
export async function paidOutOfTrade(db: Queryable, entityId: string, tradeId: string): Promise<bigint> {
  const { rows } = await db.query<{ sum: bigint }>({
    name: 'paid-out-of-trade',
    text: `select ${paidOut('$1', '$2')} as sum`,
    values: [entityId, tradeId],
  })
  return rows[0]!.sum
}

/** An ended payment out of a trade, with the money of the trade that did not reach its payee, in minor units. */
interface EndedPayout {
  paymentId: string
  strandedMinor: bigint
}

/**
 * Returns the payments out of a trade that ended before it or after it delivered, other than one, and what all payments take from the
 * trade. Index payments_by_trade.
 */
export async function endedBeside(
  db: Queryable,
  { entityId, tradeId, paymentId }: { entityId: string; tradeId: string; paymentId: string },
): Promise<{ ended: EndedPayout[]; paidOutMinor: bigint }> {
  const { rows } = await db.query<EndedPayout & { paidOutMinor: bigint }>({
    name: 'ended-payouts-beside',
    text: `select payment_id as "paymentId", coalesce(returned_minor, amount_minor) as "strandedMinor",
        ${paidOut('$1', '$2')} as "paidOutMinor"
      from payments where entity_id = $1 and trade_id = $2 and payment_id <> $3 and status ${isEnded}
        and status_reason is distinct from 'TradeCancelled' order by payment_id`,
    values: [entityId, tradeId, paymentId],
  })
  return { ended: rows, paidOutMinor: rows[0]?.paidOutMinor ?? 0n }
}
