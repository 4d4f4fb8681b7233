import { instant, nullable, oneOf, table, uuid } from '../../kernel/db/table.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { Actor } from '../../kernel/values/actor.ts'
import { HOUSE_ENTITY_ID } from '../../kernel/values/house.ts'

/** The promise that unidentified money of the house gets into the book of a client. */
export interface Assignment {
  /** The house's row. */
  inboundPaymentId: string
  clientEntityId: string
  /** Id of the client's own inbound payment. */
  clientPaymentId: string
  accountId: string
  actor: Actor
  /** Business time. */
  createdAt: Date
}

const assignments = table('inbound_assignments', {
  entityId: uuid,
  inboundPaymentId: uuid,
  clientEntityId: uuid,
  clientPaymentId: uuid,
  accountId: uuid,
  actorType: oneOf<Actor['type']>(),
  actorId: nullable(uuid),
  createdAt: instant,
  completedAt: nullable(instant),
})

const newAssignment = assignments.insert({ name: 'insert-inbound-assignment', except: ['completedAt'] })

/** Stores the promise, in the transaction that marks the house's row as Assigned. */
export async function insertAssignment(tx: Tx, { actor, ...assignment }: Assignment): Promise<void> {
  const by = { actorType: actor.type, actorId: actor.id ?? null }
  await tx.query(newAssignment({ ...assignment, ...by, entityId: HOUSE_ENTITY_ID }))
}

/** Lists promises that are open, the oldest first, without those of some payments. */
export async function listOpenAssignments(
  db: Queryable,
  until: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<Assignment[]> {
  const { rows } = await db.query<Omit<Assignment, 'actor'> & { actorType: Actor['type']; actorId: string | null }>({
    name: 'open-inbound-assignments', // index inbound_assignments_open
    text: `select inbound_payment_id as "inboundPaymentId", client_entity_id as "clientEntityId",
        client_payment_id as "clientPaymentId", account_id as "accountId", actor_type as "actorType",
        actor_id as "actorId", created_at as "createdAt"
      from inbound_assignments where entity_id = $1 and completed_at is null and created_at <= $2
        and inbound_payment_id <> all ($3)
      order by created_at limit $4`,
    values: [HOUSE_ENTITY_ID, until, except, limit],
  })
  return rows.map(({ actorType, actorId, ...row }) => ({
    ...row,
    actor: { type: actorType, ...(actorId === null ? {} : { id: actorId }) },
  }))
}

/** Marks a promise as fulfilled, once. */
export async function closeAssignment(db: Queryable, inboundPaymentId: string, at: Date): Promise<void> {
  await db.query({
    name: 'close-inbound-assignment',
    text: `update inbound_assignments set completed_at = $3
      where entity_id = $1 and inbound_payment_id = $2 and completed_at is null`,
    values: [HOUSE_ENTITY_ID, inboundPaymentId, at],
  })
}
