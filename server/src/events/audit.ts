import { instant, json, nullable, oneOf, table, text, uuid } from '../kernel/db/table.ts'
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

const acts = table('audited_acts', {
  entityId: uuid,
  actId: uuid,
  at: instant,
  actorType: oneOf<Act['actor']['type']>(),
  actorId: nullable(uuid),
  action: text,
  resourceType: text,
  resourceId: nullable(uuid),
  requestId: nullable(text),
  detail: nullable(json<Record<string, unknown>>()),
})

const newAct = acts.insert({ name: 'record-audit' })

/** Stores an audit row alone, for acts that clients get no event of (an operator's, a rotated secret). */
export async function recordAudit(tx: Tx, { actor, wall, requestId }: Act, entry: AuditEntry): Promise<void> {
  await tx.query(
    newAct({
      entityId: entry.entityId,
      actId: newUuid(),
      at: wall,
      actorType: actor.type,
      actorId: actor.id ?? null,
      action: entry.action,
      resourceType: entry.resourceType,
      resourceId: entry.resourceId,
      requestId: requestId ?? null,
      detail: entry.detail ?? null,
    }),
  )
}
