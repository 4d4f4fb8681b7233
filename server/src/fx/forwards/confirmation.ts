import { longDate } from '../../documents/index.ts'
import { invariant } from '../../kernel/refusals.ts'
import type { Queryable } from '../../kernel/db.ts'
import type { ConfirmationFacts, TradeRow } from '../trades/index.ts'
import { findForward } from './queries.ts'

/** What the confirmation of a forward says beyond that of any trade: when it can be drawn, and what it is for. */
export async function forwardConfirmation(db: Queryable, { entityId, tradeId }: TradeRow): Promise<ConfirmationFacts> {
  const forward = await findForward(db, entityId, tradeId)
  invariant(forward, 'a forward has its facts')
  const { forwardType, accessDate, pricedAtDate, reason, fundsDelivery } = forward.facts
  return [
    ['Kind of forward', forwardType],
    ['First day to draw', longDate(accessDate)],
    ['Last day to draw', longDate(forward.trade.valueDate)],
    ['Priced for', longDate(pricedAtDate)],
    ['Delivery', fundsDelivery === 'Deliverable' ? 'both amounts are delivered' : 'the difference is settled in cash'],
    ['Purpose stated by the client', reason],
  ]
}
