import type { Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { Actor } from '../kernel/values/actor.ts'

interface AuditEntry {
  entityId: string
  /** Action: "client.secretRotated". */
  action: string
  resourceType: string
  resourceId: string
  actor: Actor
  /** Wall time. */
  wall: Date
  /** Further data for auditors; never a secret. Amounts as strings. */
  detail?: Record<string, unknown>
}

/** Stores an audit row alone, for acts that clients get no event of (an operator's, a rotated secret). */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `insert into audited_acts (entity_id, act_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      entry.entityId,
      newUuid(),
      entry.wall,
      entry.actor.type,
      entry.actor.id ?? null,
      entry.action,
      entry.resourceType,
      entry.resourceId,
      entry.actor.requestId ?? null,
      entry.detail ? JSON.stringify(entry.detail) : null,
    ],
  })
}
