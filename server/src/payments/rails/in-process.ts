import type { Tx } from '../../kernel/db/db.ts'
import { scheduleWork } from '../../kernel/jobs/work.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { insertInstructions, insertMessages } from './queries.ts'
import type { RailInstruction, RailReport } from './rail.ts'
import type { RailAdapter, RailRegistry } from './registry.ts'
import { instructRail, REPORT_WORK } from './service.ts'

/** An instruction for an adapter that makes no external call. */
export interface InProcessOrder {
  paymentId: string
  instruction: RailInstruction
  adapter: RailAdapter
  /** Business time of the hand-over. */
  at: Date
}

/**
 * Stores the instructions of several payments of an entity with their release. Adapters that make no external call get
 * theirs in the same transaction; each other one is handed over by a job, from its row.
 */
export async function instructAll(
  tx: Tx,
  rails: RailRegistry,
  entityId: string,
  orders: readonly Pick<InProcessOrder, 'paymentId' | 'instruction' | 'at'>[],
): Promise<void> {
  const chosen = orders.map((order) => ({
    ...order,
    adapter: rails.serving({ entityId, rail: order.instruction.rail }),
  }))
  const handed = chosen.filter(({ adapter }) => adapter.port.isInProcess)
  const later = chosen.filter(({ adapter }) => !adapter.port.isInProcess)
  for (const { paymentId, instruction, at } of later) await instructRail(tx, { entityId, paymentId, instruction, at })
  if (handed.length === 0) return
  const rows = handed.map(({ paymentId, instruction: body, adapter, at }) => ({
    paymentId,
    body,
    adapter: adapter.id,
    at,
  }))
  await insertInstructions(tx, entityId, rows)
  await handOverAll(tx, entityId, handed)
}

/** Hands over stored instructions of an entity, and stores the adapters' reports, which commit with the hand-over. */
export async function handOverAll(tx: Tx, entityId: string, orders: readonly InProcessOrder[]): Promise<void> {
  const reports: (RailReport & { paymentId: string; adapter: string })[] = []
  for (const { paymentId, instruction, adapter, at } of orders) {
    await adapter.port.submit(instruction, at, async (report) => {
      reports.push({ ...report, paymentId, adapter: adapter.id })
    })
  }
  if (reports.length === 0) return
  const messages = reports.map(
    ({ paymentId, adapter, uetr, railRef, status, reason, amountMinor, at: receivedAt }) => ({
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
      receivedAt,
    }),
  )
  await insertMessages(tx, messages)
  for (const { messageId, receivedAt } of messages)
    await scheduleWork(tx, { entityId, kind: REPORT_WORK, resourceId: messageId, dueAt: receivedAt })
}
