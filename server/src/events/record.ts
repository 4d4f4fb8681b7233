import type { Actor } from '../kernel/actor.ts'
import type { Tx } from '../kernel/db.ts'

export interface Change {
  entityId: string
  /** Event type as in interface 12: "trade.executed". */
  type: string
  resourceType: string
  resourceId: string
  resourceVersion?: number
  previousStatus?: string
  actor: Actor
  /** Business time of the change. */
  at: Date
  /** Wall time of the change. */
  wall: Date
  /** What else an auditor must see: before and after, a reason. Amounts as strings. */
  detail?: Record<string, unknown>
}

/** Stores the event of one change, numbered per entity; it is the change's audit row too. In the caller's transaction. */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  const { actor } = change
  await tx.query({
    name: 'record-change',
    text: 'select record_event($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
    values: [
      change.entityId,
      change.type,
      change.resourceType,
      change.resourceId,
      change.resourceVersion ?? 1,
      change.previousStatus ?? null,
      change.at,
      change.wall,
      actor.type,
      actor.id ?? null,
      actor.requestId ?? null,
      change.detail ? JSON.stringify(change.detail) : null,
    ],
  })
}
