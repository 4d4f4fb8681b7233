import { emit } from '../../../events/index.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Act } from '../../../kernel/values/act.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { findTrade } from '../queries.ts'

/** A payment that pays out a trade. */
interface AttachedPayment {
  entityId: string
  tradeId: string
  paymentId: string
}

/**
 * Notes a new payment on the trade that it pays out, which the caller has locked. The trade has a new version with an event,
 * unless the transaction booked the trade too: then its first version has the payment.
 */
export async function attachPayment(tx: Tx, act: Act, payment: AttachedPayment, isTradeNew: boolean): Promise<void> {
  const { entityId, tradeId, paymentId } = payment
  await tx.query({
    name: 'attach-payment',
    text: `update fx_trades set payment_ids = payment_ids || $3::uuid, version = version + $4,
        updated_at = greatest(updated_at, $5)
      where entity_id = $1 and trade_id = $2`,
    values: [entityId, tradeId, paymentId, isTradeNew ? 0 : 1, act.at],
  })
  if (isTradeNew) return
  const source = (await findTrade(tx, entityId, tradeId))!
  await emit(tx, act, {
    entityId,
    type: 'trade.paymentAttached',
    resourceType: 'trade',
    resourceId: tradeId,
    resourceVersion: source.version,
    source,
    detail: { paymentId: formatId('pay', paymentId) },
  })
}
