import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { insertInstructions, insertMessages } from './queries.ts'
import type { RailInstruction, RailReport } from './rail.ts'
import type { RailAdapter, RailRegistry } from './registry.ts'
import { instructRail, scheduleReport } from './service.ts'

/** An instruction for an adapter that makes no external call. */
export interface InProcessOrder {
  paymentId: string
  /** The paying account, which keeps the order of its reports. */
  accountId: string
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
  orders: readonly Omit<InProcessOrder, 'adapter'>[],
): Promise<void> {
  const chosen = orders.map((order) => ({
    ...order,
    adapter: rails.serving({ entityId, rail: order.instruction.rail }),
  }))
  const handed = chosen.filter(({ adapter }) => adapter.port.isInProcess)
  const later = chosen.filter(({ adapter }) => !adapter.port.isInProcess)
  for (const { accountId: partition, ...order } of later) await instructRail(tx, { ...order, entityId, partition })
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
  const reports: (RailReport & Pick<InProcessOrder, 'paymentId' | 'accountId'> & { adapter: string })[] = []
  for (const { paymentId, accountId, instruction, adapter, at } of orders) {
    await adapter.port.submit(instruction, at, async (report) => {
      reports.push({ ...report, paymentId, accountId, adapter: adapter.id })
    })
  }
  if (reports.length === 0) return
  const messages = reports.map(({ accountId, reason, amountMinor, at: receivedAt, ...report }) => ({
    ...report,
    entityId,
    messageId: newUuid(),
    reason: reason ?? null,
    amountMinor: amountMinor ?? null,
    currency: null,
    alters: null,
    receivedAt,
    partition: accountId,
  }))
  await insertMessages(tx, messages)
  for (const { messageId: resourceId, receivedAt: dueAt, partition } of messages)
    await scheduleReport(tx, { entityId, resourceId, dueAt, partition })
}
