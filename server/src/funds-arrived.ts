import { marginFundsArrived as marginGoesOn } from './credit/margin/index.ts'
import { fundsArrived as tradesGoOn } from './fx/trades/index.ts'
import { paymentFundsArrived as paymentsGoOn } from './payments/index.ts'
import type { FundsArrived } from './payments/inbound/index.ts'

/** What waits for money on an account goes on when some arrives: trades that are due and initial margin before payments. */
export const fundsArrived: FundsArrived = async (tx, entityId, accountId, at) => {
  await tradesGoOn(tx, entityId, accountId, at)
  await marginGoesOn(tx, entityId, accountId, at)
  await paymentsGoOn(tx, entityId, accountId, at)
}
