import type { Actor } from '../kernel/actor.ts'
import type { Tx } from '../kernel/db.ts'
import { invariant } from '../kernel/refusals.ts'

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

/** One of many changes of one kind. */
export type ChangeOf = Pick<Change, 'resourceId' | 'detail'>

/**
 * As `recordChange`, for many resources of an entity that the same happened to at once, in their order: in one statement,
 * because each update of the entity's counter in a transaction makes the next one slower.
 */
export async function recordChanges(
  tx: Tx,
  common: Omit<Change, 'resourceId' | 'detail' | 'previousStatus'>,
  changes: readonly ChangeOf[],
): Promise<void> {
  if (changes.length === 0) return
  const { actor } = common
  const { rowCount } = await tx.query({
    name: 'record-changes',
    text: `with counted as (
        update books set event_sequence = event_sequence + cardinality($5::uuid[]) where entity_id = $1
          returning event_sequence - cardinality($5::uuid[]) as before)
      insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, at, wall_at, actor_type,
          actor_id, request_id, detail)
        select $1, counted.before + change.place, $2, $3, change.resource_id, $4, $7, $8, $9, $10, $11, change.detail
          from counted, unnest($5::uuid[], $6::jsonb[]) with ordinality as change (resource_id, detail, place)`,
    values: [
      common.entityId,
      common.type,
      common.resourceType,
      common.resourceVersion ?? 1,
      changes.map(({ resourceId }) => resourceId),
      changes.map(({ detail }) => (detail ? JSON.stringify(detail) : null)),
      common.at,
      common.wall,
      actor.type,
      actor.id ?? null,
      actor.requestId ?? null,
    ],
  })
  invariant(rowCount === changes.length, 'every change of an entity has its event')
}
