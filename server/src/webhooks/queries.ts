import type { Queryable, Tx } from '../kernel/db/db.ts'
import {
  arrayOf,
  bytes,
  instant,
  integer,
  minor,
  nullable,
  oneOf,
  type Row,
  table,
  text,
  uuid,
} from '../kernel/db/table.ts'
import { acrossEntities } from '../kernel/http/paging.ts'
import type { AttemptFailure } from './targets/post.ts'

export const ENDPOINT_STATUSES = ['Active', 'Failing', 'Disabled'] as const
type EndpointStatus = (typeof ENDPOINT_STATUSES)[number]
export const DISABLED_REASONS = ['Client', 'Failures', 'Rights', 'Gone'] as const

const endpoints = table('webhook_endpoints', {
  entityId: uuid,
  webhookEndpointId: uuid,
  url: text,
  description: nullable(text),
  eventTypes: nullable(arrayOf(text)),
  status: oneOf<EndpointStatus | 'Deleted'>(),
  disabledReason: nullable(oneOf<(typeof DISABLED_REASONS)[number]>()),
  version: integer,
  secret: nullable(bytes),
  previousSecret: nullable(bytes),
  previousExpiresAt: nullable(instant),
  clientId: uuid,
  scopes: arrayOf(text),
  rightsVersion: integer,
  position: minor,
  failures: integer,
  failingSince: nullable(instant),
  /** Wall time of the last failure that counted; null if an earlier release recorded it. */
  lastFailedAt: nullable(instant),
  createdAt: instant,
  updatedAt: instant,
})

export type EndpointRow = Row<typeof endpoints>

export const insertEndpoint = endpoints.insert({ name: 'insert-webhook-endpoint' })

export const updateEndpoint = endpoints.update({
  name: 'update-webhook-endpoint',
  key: ['entityId', 'webhookEndpointId'],
  set: [
    'url',
    'description',
    'eventTypes',
    'status',
    'disabledReason',
    'version',
    'secret',
    'previousSecret',
    'previousExpiresAt',
    'clientId',
    'scopes',
    'rightsVersion',
    'position',
    'failures',
    'failingSince',
    'lastFailedAt',
    'updatedAt',
  ],
})

/** Returns an endpoint that is not deleted. */
export async function findEndpoint(db: Queryable, entityId: string, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await db.query<EndpointRow>({
    name: 'find-webhook-endpoint',
    text: `select ${endpoints.list} from webhook_endpoints
      where entity_id = $1 and webhook_endpoint_id = $2 and status <> 'Deleted'`,
    values: [entityId, id],
  })
  return rows[0]
}

/** Locks an endpoint that is not deleted. Lock it before its deliveries. */
export async function lockEndpoint(tx: Tx, entityId: string, id: string): Promise<EndpointRow | undefined> {
  const { rows } = await tx.query<EndpointRow>({
    name: 'lock-webhook-endpoint',
    text: `select ${endpoints.list} from webhook_endpoints
      where entity_id = $1 and webhook_endpoint_id = $2 and status <> 'Deleted' for no key update`,
    values: [entityId, id],
  })
  return rows[0]
}

/** Counts the endpoints of an entity; it holds back others that create one until the transaction ends. */
export async function countEndpoints(tx: Tx, entityId: string): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('webhook endpoints ' || $1, 0))`, [entityId])
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::integer as count from webhook_endpoints where entity_id = $1 and status <> 'Deleted'`,
    [entityId],
  )
  return rows[0]!.count
}

/** Returns the sequence of an entity's last event. */
export async function lastSequence(db: Queryable, entityId: string): Promise<bigint> {
  const { rows } = await db.query<{ last: bigint }>('select event_sequence as last from books where entity_id = $1', [
    entityId,
  ])
  return rows[0]?.last ?? 0n
}

/** Lists endpoints of entities, newest first, before an id. */
export async function listEndpoints(
  db: Queryable,
  entityIds: readonly string[],
  { before, count }: { before?: string | undefined; count: number },
): Promise<EndpointRow[]> {
  const { rows } = await db.query<EndpointRow>({
    name: 'list-webhook-endpoints', // webhook_endpoints_pkey
    text: acrossEntities(
      `select ${endpoints.list} from webhook_endpoints
        where entity_id = member.entity_id and status <> 'Deleted' and ($2::uuid is null or webhook_endpoint_id < $2)
        order by webhook_endpoint_id desc limit $3`,
      '"webhookEndpointId" desc',
      '$3',
    ),
    values: [entityIds, before ?? null, count],
  })
  return rows
}

// ---- deliveries

export const DELIVERY_STATUSES = ['Pending', 'Delivered', 'Failed'] as const
export const DELIVERY_REASONS = ['Event', 'Test', 'Redelivery'] as const

export const deliveries = table('webhook_deliveries', {
  entityId: uuid,
  deliveryId: uuid,
  webhookEndpointId: uuid,
  sequence: nullable(minor),
  eventId: text,
  eventType: text,
  reason: oneOf<(typeof DELIVERY_REASONS)[number]>(),
  body: nullable(text),
  rightsVersion: nullable(integer),
  status: oneOf<(typeof DELIVERY_STATUSES)[number]>(),
  attempts: integer,
  firstAttemptAt: nullable(instant),
  lastAttemptAt: nullable(instant),
  nextAttemptAt: nullable(instant),
  leasedUntil: nullable(instant),
  responseStatus: nullable(integer),
  failure: nullable(oneOf<AttemptFailure>()),
  durationMs: nullable(integer),
  createdAt: instant,
})

export type DeliveryRow = Row<typeof deliveries>

export const insertDeliveries = deliveries.insertMany({ name: 'insert-webhook-deliveries' })

/** Returns a new delivery that is due immediately. */
export const newDelivery = (
  given: Pick<
    DeliveryRow,
    'entityId' | 'deliveryId' | 'webhookEndpointId' | 'sequence' | 'eventId' | 'eventType' | 'reason' | 'createdAt'
  > &
    Partial<Pick<DeliveryRow, 'body' | 'rightsVersion'>>,
): DeliveryRow => ({
  body: null,
  rightsVersion: null,
  status: 'Pending',
  attempts: 0,
  firstAttemptAt: null,
  lastAttemptAt: null,
  nextAttemptAt: given.createdAt,
  leasedUntil: null,
  responseStatus: null,
  failure: null,
  durationMs: null,
  ...given,
})

/** Ids of a delivery. */
export interface DeliveryKey {
  entityId: string
  webhookEndpointId: string
  deliveryId: string
}

/** Returns a delivery of an endpoint. */
export async function findDelivery(db: Queryable, key: DeliveryKey): Promise<DeliveryRow | undefined> {
  const { rows } = await db.query<DeliveryRow>({
    name: 'find-webhook-delivery',
    text: `select ${deliveries.list} from webhook_deliveries
      where entity_id = $1 and webhook_endpoint_id = $2 and delivery_id = $3`,
    values: [key.entityId, key.webhookEndpointId, key.deliveryId],
  })
  return rows[0]
}

/** Lists deliveries of an endpoint, newest first, before an id. */
export async function listDeliveries(
  db: Queryable,
  key: Omit<DeliveryKey, 'deliveryId'>,
  filter: { status?: string | undefined; before?: string | undefined; count: number },
): Promise<DeliveryRow[]> {
  const { rows } = await db.query<DeliveryRow>({
    name: 'list-webhook-deliveries', // webhook_deliveries_by_endpoint
    text: `select ${deliveries.list} from webhook_deliveries
      where entity_id = $1 and webhook_endpoint_id = $2 and ($3::text is null or status = $3)
        and ($4::uuid is null or delivery_id < $4)
      order by delivery_id desc limit $5`,
    values: [key.entityId, key.webhookEndpointId, filter.status ?? null, filter.before ?? null, filter.count],
  })
  return rows
}

/** Makes a pending delivery due immediately, unless an attempt is under way. */
export async function bringForward(tx: Tx, key: DeliveryKey, wall: Date): Promise<void> {
  await tx.query({
    name: 'bring-webhook-delivery-forward',
    text: `update webhook_deliveries set next_attempt_at = $4
      where entity_id = $1 and webhook_endpoint_id = $2 and delivery_id = $3 and status = 'Pending'
        and (leased_until is null or leased_until <= $4) and next_attempt_at > $4`,
    values: [key.entityId, key.webhookEndpointId, key.deliveryId, wall],
  })
}

/** Makes all pending deliveries of an endpoint due immediately, except those whose attempt is under way. Index webhook_deliveries_due. */
export async function bringAllForward(tx: Tx, key: Omit<DeliveryKey, 'deliveryId'>, wall: Date): Promise<void> {
  await tx.query({
    name: 'bring-webhook-deliveries-forward',
    text: `update webhook_deliveries set next_attempt_at = $3
      where entity_id = $1 and webhook_endpoint_id = $2 and status = 'Pending'
        and (leased_until is null or leased_until <= $3) and next_attempt_at > $3`,
    values: [key.entityId, key.webhookEndpointId, wall],
  })
}

/** Instants before which deliveries are deleted. */
interface DeliveryAges {
  /** Attempted deliveries, and those of a deleted endpoint. */
  ended: Date
  /** Deliveries that still wait for an attempt, as at a disabled endpoint. */
  pending: Date
}

/** Deletes old deliveries, at most `limit`; returns how many. Index webhook_deliveries_by_age. */
export async function deleteOldDeliveries(
  db: Queryable,
  { ended, pending }: DeliveryAges,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from webhook_deliveries where (entity_id, delivery_id) in
      (select d.entity_id, d.delivery_id from webhook_deliveries d
        where d.created_at < $1 and (d.status <> 'Pending' or d.created_at < $3 or exists (select from webhook_endpoints e
          where e.entity_id = d.entity_id and e.webhook_endpoint_id = d.webhook_endpoint_id and e.status = 'Deleted'))
        limit $2)`,
    [ended, limit, pending],
  )
  return rowCount ?? 0
}
