import type { Tx } from '../kernel/db.ts'
import { scheduleWork } from '../kernel/work.ts'
import { awaitingFunds } from './queries.ts'

/** Work of a payment that waits for money: it looks whether the money is there. */
export const FUND_WORK = 'payment.fund'

/**
 * To be called in the transaction that credits an account: payments that wait for money on it look again at once, the
 * oldest first.
 */
export async function fundsArrived(tx: Tx, entityId: string, accountId: string, at: Date): Promise<void> {
  for (const paymentId of await awaitingFunds(tx, entityId, accountId)) {
    await scheduleWork(tx, { entityId, kind: FUND_WORK, resourceId: paymentId, dueAt: at })
  }
}
