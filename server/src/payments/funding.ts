import { invariant } from '../kernel/refusals.ts'
import type { FundingClass } from '../ledger/index.ts'
import type { PaymentWorkDeps } from './deps.ts'
import { proceed } from './progress.ts'
import { fundingQueue, lockPayment, neededBy } from './queries.ts'
import { systemStep } from './transitions.ts'

/** Payments that wait for money of an account: by payment date, then in the order in which they were made. */
export const paymentsAwaitingFunds = (deps: Pick<PaymentWorkDeps, 'clock' | 'findAccount'>): FundingClass => ({
  waiting: (tx, { entityId, accountId }) => fundingQueue(tx, entityId, accountId),

  async pay(tx, { entityId, availableMinor }, paymentId, at) {
    if ((await neededBy(tx, entityId, paymentId)) > availableMinor) return 'Short'
    const payment = await lockPayment(tx, entityId, paymentId)
    invariant(payment, 'a payment stays once it is there')
    if (payment.status !== 'AwaitingFunds') return 'Passed'
    const after = await proceed(tx, payment, systemStep(deps.clock, at), deps)
    return after.status === 'AwaitingFunds' ? 'Short' : 'Paid'
  },
})
