import type { Actor } from '../kernel/actor.ts'
import type { Tx } from '../kernel/db.ts'
import { newUuid } from '../kernel/ids.ts'

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

/** Stores the event (numbered per entity) and the audit row of one change, inside the caller's transaction. */
export async function recordChange(tx: Tx, change: Change): Promise<void> {
  await tx.query({
    name: 'record-change',
    text: `with event as (select record_event($1, $2, $3, $4, $5, $6, $7))
      insert into audit_log (entity_id, audit_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail)
      select $1, $8, $9, $10, $11, $2, $3, $4, $12, $13 from event`,
    values: [
      change.entityId,
      change.type,
      change.resourceType,
      change.resourceId,
      change.resourceVersion ?? 1,
      change.previousStatus ?? null,
      change.at,
      newUuid(),
      change.wall,
      change.actor.type,
      change.actor.id ?? null,
      change.actor.requestId ?? null,
      change.detail ? JSON.stringify(change.detail) : null,
    ],
  })
}
