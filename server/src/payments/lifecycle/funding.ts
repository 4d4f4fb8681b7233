import { settledAmong } from '../../fx/trades/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import type { AwaitedAccount, FundingClass } from '../../ledger/index.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import { proceed } from './progress.ts'
import { fundingQueue, neededBy, waitingPayouts } from '../record/funding-queries.ts'
import { lockPayment } from '../record/queries.ts'

/**
 * Payments that wait for money of an account: those that pay out a trade which has settled first, since its money is theirs,
 * then by payment date and in the order in which they were made.
 */
export const paymentsAwaitingFunds = (deps: Pick<PaymentWorkDeps, 'findAccount' | 'calendars'>): FundingClass => ({
  waiting: async (tx, account) => [
    ...(await deliveredPayouts(tx, account)),
    ...(await fundingQueue(tx, account.entityId, account.accountId)),
  ],

  async pay(tx, { entityId, availableMinor }, paymentId, act) {
    if ((await neededBy(tx, entityId, paymentId)) > availableMinor) return 'Short'
    const payment = await lockPayment(tx, entityId, paymentId)
    invariant(payment, 'an existing payment is never deleted')
    if (payment.status !== 'AwaitingFunds') return 'Passed'
    const after = await proceed(tx, payment, act, deps)
    return after.status === 'AwaitingFunds' ? 'Short' : 'Paid'
  },
})

async function deliveredPayouts(tx: Tx, { entityId, accountId }: AwaitedAccount): Promise<string[]> {
  const payouts = await waitingPayouts(tx, entityId, accountId)
  if (payouts.length === 0) return []
  const settled = await settledAmong(tx, entityId, [...new Set(payouts.map(({ tradeId }) => tradeId))])
  return payouts.filter(({ tradeId }) => settled.has(tradeId)).map(({ paymentId }) => paymentId)
}
