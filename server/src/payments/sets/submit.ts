import { newUuid } from '../../kernel/values/ids.ts'
import { type SetHandler, scheduleWork } from '../../kernel/jobs/work.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import {
  insertMessages,
  lockInstructions,
  markAllSubmitted,
  type RailReport,
  REPORT_WORK,
  servingOf,
} from '../rails/index.ts'
import { recalledOf } from '../reports/recall-queries.ts'

/**
 * Hands instructions to adapters that make no external call, with their reports, as `submitWork` does with one. It leaves
 * those of other adapters, and payments with a recall.
 */
export const submitSet =
  ({ rails }: Pick<PaymentWorkDeps, 'rails'>): SetHandler =>
  async (tx, works, { at }) => {
    const [{ entityId }] = works as [(typeof works)[number]]
    const dueAt = new Map(works.map((work) => [work.resourceId, work.dueAt]))
    const locked = await lockInstructions(tx, entityId, [...dueAt.keys()])
    const recalled = await recalledOf(tx, entityId, [...dueAt.keys()])
    const handed: { paymentId: string; adapter: string }[] = []
    const reports: (RailReport & { paymentId: string; adapter: string })[] = []
    for (const row of locked) {
      const { paymentId } = row
      const { id: adapter, port } = servingOf(rails, row)
      if (row.submittedAt || recalled.has(paymentId) || !port.isInProcess) continue
      await port.submit(row.body, dueAt.get(paymentId)!, async (report) => {
        reports.push({ ...report, paymentId, adapter })
      })
      handed.push({ paymentId, adapter })
    }
    if (handed.length > 0) await markAllSubmitted(tx, entityId, handed, at)
    const messages = reports.map(({ paymentId, adapter, uetr, railRef, status, reason, amountMinor, at: due }) => ({
      entityId,
      paymentId,
      messageId: newUuid(),
      uetr,
      railRef,
      status,
      adapter,
      reason: reason ?? null,
      amountMinor: amountMinor ?? null,
      currency: null,
      alters: null,
      receivedAt: due,
    }))
    if (messages.length > 0) await insertMessages(tx, messages)
    for (const { messageId, receivedAt } of messages)
      await scheduleWork(tx, { entityId, kind: REPORT_WORK, resourceId: messageId, dueAt: receivedAt })
    return new Set(handed.map(({ paymentId }) => paymentId))
  }
