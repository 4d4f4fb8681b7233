import type { Tx } from '../kernel/db/db.ts'
import { newUuid } from '../kernel/values/ids.ts'
import type { Act } from '../kernel/values/act.ts'

interface AuditEntry {
  entityId: string
  /** Action: "client.secretRotated". */
  action: string
  resourceType: string
  resourceId: string
  /** Further data for auditors; never a secret. Amounts as strings. */
  detail?: Record<string, unknown>
}

/** Stores an audit row alone, for acts that clients get no event of (an operator's, a rotated secret). */
export async function recordAudit(tx: Tx, { actor, wall, requestId }: Act, entry: AuditEntry): Promise<void> {
  await tx.query({
    name: 'record-audit',
    text: `insert into audited_acts (entity_id, act_id, at, actor_type, actor_id, action, resource_type, resource_id, request_id, detail)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      entry.entityId,
      newUuid(),
      wall,
      actor.type,
      actor.id ?? null,
      entry.action,
      entry.resourceType,
      entry.resourceId,
      requestId ?? null,
      entry.detail ? JSON.stringify(entry.detail) : null,
    ],
  })
}
