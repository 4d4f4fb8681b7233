import type { Tx } from '../../kernel/db.ts'
import { newUuid } from '../../kernel/ids.ts'
import { refuseShared } from '../../kernel/shared-refusals.ts'
import { scheduleWork, type WorkHandler } from '../../kernel/work.ts'
import { insertInstruction, insertMessage, lockInstruction, markSubmitted } from './queries.ts'
import type { RailInstruction, RailPort, RailReport } from './rail.ts'

export const SUBMIT_WORK = 'payment.submit'
export const REPORT_WORK = 'payment.report'

/** Stores an instruction with the release that causes it; the rail is called from the row, after the commit. */
export async function instructRail(
  tx: Tx,
  order: { entityId: string; paymentId: string; instruction: RailInstruction; at: Date },
): Promise<void> {
  const { entityId, paymentId, instruction, at } = order
  await insertInstruction(tx, { entityId, paymentId, body: instruction, at })
  await scheduleWork(tx, { entityId, kind: SUBMIT_WORK, resourceId: paymentId, dueAt: at })
}

/** Hands stored instructions to the rail. A call that fails is made again: the rail knows the payment by its uetr. */
export const submitWork =
  (rail: RailPort): WorkHandler =>
  async (tx, work, at) => {
    const row = await lockInstruction(tx, work.entityId, work.resourceId)
    if (!row || row.submittedAt) return
    await rail.submit(row.body, work.dueAt, (report) => receiveReport(tx, report))
    await markSubmitted(tx, work.entityId, work.resourceId, at)
  }

/**
 * Stores what a rail reports and makes it due at its time. Told again, or about a payment not ours, it changes nothing.
 *
 * @returns whether it was new
 * @throws currency_mismatch for a return in another currency: that money is booked by hand
 */
export async function receiveReport(tx: Tx, report: RailReport): Promise<boolean> {
  const messageId = newUuid()
  const stored = await insertMessage(tx, messageId, report)
  if (!stored) return false
  if (report.currency !== undefined && report.currency !== stored.currency) {
    throw refuseShared.currency_mismatch({ expected: stored.currency, actual: report.currency })
  }
  await scheduleWork(tx, { entityId: stored.entityId, kind: REPORT_WORK, resourceId: messageId, dueAt: report.at })
  return true
}
