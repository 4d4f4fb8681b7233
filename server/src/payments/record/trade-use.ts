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

/** The SQL expression of the place of an ended payment of an alias among those of its trade: the time of its end, then its id. */
const endOf = (alias: string): string =>
  `row((select min(h.at) from payment_history h where h.entity_id = ${alias}.entity_id and h.payment_id = ${alias}.payment_id
    and h.status ${isEnded}), ${alias}.payment_id)`

/**
 * The SQL expression of the money of the trade that other payments have before an ended one of `payments p`: what they use, and the
 * whole amount of those that ended later. So each unused amount is stated once, and the end of a payment leaves those before as they are.
 */
const othersOf = `(select coalesce(sum(case when o.status ${isEnded} and ${endOf('o')} > ${endOf('p')} then o.amount_minor
      else ${used} end), 0)::bigint
    from payments o where o.entity_id = p.entity_id and o.trade_id = p.trade_id)`

/** The SQL expression of that money for a payment of `payments p` that ended; null for other payments. */
export const TRADE_MONEY_OF_OTHERS = `case when p.trade_id is not null and p.status ${isEnded} then ${othersOf} end`

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

/** An ended payment out of a trade. */
interface EndedPayout extends Share {
  paymentId: string
  /** True if the payment beside it ended before it. */
  isLater: boolean
}

/** Returns the payments out of a trade that ended, other than one and other than with their trade. Index payments_by_trade. */
export async function endedBeside(
  db: Queryable,
  { entityId, tradeId, paymentId }: { entityId: string; tradeId: string; paymentId: string },
): Promise<EndedPayout[]> {
  const { rows } = await db.query<EndedPayout>({
    name: 'ended-payouts-beside',
    text: `select p.payment_id as "paymentId", ${othersOf} as "othersMinor",
        coalesce(p.returned_minor, p.amount_minor) as "boughtMinor", coalesce(${endOf('p')} > ${endOf('made')}, false) as "isLater"
      from payments p join payments made on made.entity_id = p.entity_id and made.payment_id = $3
      where p.entity_id = $1 and p.trade_id = $2 and p.payment_id <> $3 and p.status ${isEnded}
        and p.status_reason is distinct from 'TradeCancelled' order by p.payment_id`,
    values: [entityId, tradeId, paymentId],
  })
  return rows
}
