import type { SetHandler } from '../../kernel/jobs/work.ts'
import { openOn } from '../lifecycle/redate.ts'
import type { PaymentWorkDeps } from '../orders/deps.ts'
import {
  handOverAll,
  isLate,
  type InProcessOrder,
  lockInstructions,
  markAllSubmitted,
  reportedByHand,
  servingOf,
} from '../rails/index.ts'
import { recalledOf } from '../reports/recall-queries.ts'

/**
 * Hands instructions of payments that were released alone to adapters that make no external call, as `submitWork` does with
 * one. It leaves those of other adapters, and payments with
 * a recall, that have ended or missed their date, or that a report by hand is about to move on.
 */
export const submitSet =
  ({ rails, calendars }: Pick<PaymentWorkDeps, 'rails' | 'calendars'>): SetHandler =>
  async (tx, works, { at }) => {
    const [{ entityId }] = works as [(typeof works)[number]]
    const dueAt = new Map(works.map((work) => [work.resourceId, work.dueAt]))
    const locked = await lockInstructions(tx, entityId, [...dueAt.keys()])
    const recalled = await recalledOf(tx, entityId, [...dueAt.keys()])
    const reported = await reportedByHand(tx, entityId, [...dueAt.keys()])
    const orders: InProcessOrder[] = []
    for (const row of locked) {
      const { paymentId, accountId, body: instruction } = row
      if (!row.isDue || row.submittedAt || recalled.has(paymentId) || reported.has(paymentId)) continue
      if (isLate(instruction, at, openOn(calendars))) continue
      const adapter = servingOf(rails, row)
      if (!adapter.port.isInProcess) continue
      orders.push({ paymentId, accountId, instruction, adapter, at: dueAt.get(paymentId)! })
    }
    if (orders.length === 0) return new Set()
    const handed = orders.map(({ paymentId, adapter }) => ({ paymentId, adapter: adapter.id }))
    await markAllSubmitted(tx, entityId, handed, at)
    await handOverAll(tx, entityId, orders)
    return new Set(handed.map(({ paymentId }) => paymentId))
  }
