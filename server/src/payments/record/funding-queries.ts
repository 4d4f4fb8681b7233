import type { Queryable } from '../../kernel/db/db.ts'
import type { PaymentRow } from './queries.ts'

/** Returns the first payments that wait for money on an account, in the order in which they get it. Index payments_funding_queue. */
export async function fundingQueue(db: Queryable, entityId: string, accountId: string): Promise<string[]> {
  const { rows } = await db.query<{ paymentId: string }>({
    name: 'payments-funding-queue',
    text: `select payment_id as "paymentId" from payments
      where entity_id = $1 and account_id = $2 and stage = 'AwaitingFunds' and trade_id is null
      order by payment_date, payment_id limit 5`,
    values: [entityId, accountId],
  })
  return rows.map((row) => row.paymentId)
}

/** Returns the payments on an account that wait for a trade or for its money, in the same order. Index payments_funding_queue. */
export async function waitingPayouts(
  db: Queryable,
  entityId: string,
  accountId: string,
): Promise<{ paymentId: string; tradeId: string }[]> {
  const { rows } = await db.query<{ paymentId: string; tradeId: string }>({
    name: 'waiting-payouts',
    text: `select payment_id as "paymentId", trade_id as "tradeId" from payments
      where entity_id = $1 and account_id = $2 and stage = 'AwaitingFunds' and trade_id is not null
      order by payment_date, payment_id`,
    values: [entityId, accountId],
  })
  return rows
}

/** Returns the payments of a trade that have not left yet, by id. Index payments_by_trade. */
export async function unsentPayouts(
  db: Queryable,
  entityId: string,
  tradeId: string,
): Promise<Pick<PaymentRow, 'paymentId' | 'accountId' | 'status'>[]> {
  const { rows } = await db.query<Pick<PaymentRow, 'paymentId' | 'accountId' | 'status'>>({
    name: 'unsent-payouts',
    text: `select payment_id as "paymentId", account_id as "accountId", status from payments
      where entity_id = $1 and trade_id = $2 and release_journal_id is null and status not in ('Rejected', 'Cancelled')
      order by payment_id`,
    values: [entityId, tradeId],
  })
  return rows
}

/** Returns the amount a payment debits from its account, fee included, in minor units. */
export async function neededBy(db: Queryable, entityId: string, paymentId: string): Promise<bigint> {
  const { rows } = await db.query<{ needed: bigint }>({
    name: 'needed-by-payment',
    text: 'select amount_minor + fee_minor as needed from payments where entity_id = $1 and payment_id = $2',
    values: [entityId, paymentId],
  })
  return rows[0]!.needed
}
