import { emit } from '../../events/index.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { defineEvent, type EventCatalogue } from '../../kernel/module.ts'
import type { Act } from '../../kernel/values/act.ts'
import { Type } from 'typebox'
import { deliveries, type DeliveryRow, type EndpointRow, lockEndpoint, updateEndpoint } from '../queries.ts'
import { isRepaired } from '../rules.ts'
import type { AttemptOutcome } from '../targets/post.ts'
import { afterPause, nextAttempt } from './schedule.ts'

/** Attempts under way at an endpoint at a time, in all processes together: each lane makes one. */
const AT_ONCE = 4
/** Deliveries that a lane of a healthy endpoint takes at once. */
const MOST_CLAIMED = 16
/** Failed attempts in a row from which an endpoint gets one attempt at a time. */
const SLOWED_FROM = 4
/** Time after which another process repeats an attempt: the one that made it is gone. Longer than any attempt takes. */
const LEASE_MS = 30_000
/**
 * Time without an attempt after which the 72 hours of a delivery, and the seven days of its endpoint, begin anew: its endpoint was disabled, its entity suspended, or the
 * service stopped. Much longer than the longest delay of 14.4 hours, and than the day between attempts of a service that is up for only
 * an hour each day, so that such deliveries still end.
 */
const PAUSED_MS = 36 * 3_600_000
/** Failing time after which an endpoint is disabled. */
const DISABLED_AFTER_MS = 7 * 86_400_000

export const webhookEvents = {
  'webhookEndpoint.failing': defineEvent(
    'A webhook endpoint did not accept a delivery for 72 hours.',
    'webhookEndpoint',
  ),
  'webhookEndpoint.disabled': defineEvent('The service disabled a webhook endpoint.', 'webhookEndpoint', {
    reason: Type.String(),
  }),
} satisfies EventCatalogue

declare module '../../kernel/values/emitted.ts' {
  interface EventTypes extends Record<keyof typeof webhookEvents, true> {}
}

/** An endpoint with something to do. */
export interface OpenEndpoint {
  entityId: string
  webhookEndpointId: string
  /** Events follow that have no deliveries yet. */
  isBehind: boolean
  /** A delivery is due. */
  isDue: boolean
}

/** Finds the endpoints with something to do, of all active entities. */
export async function findOpenEndpoints(db: Queryable, wall: Date): Promise<OpenEndpoint[]> {
  const { rows } = await db.query<OpenEndpoint>({
    name: 'open-webhook-endpoints', // webhook_deliveries_due
    text: `select * from (
        select e.entity_id as "entityId", e.webhook_endpoint_id as "webhookEndpointId",
            e.status <> 'Disabled' and e.position < b.event_sequence as "isBehind",
            exists (select from webhook_deliveries d where d.entity_id = e.entity_id
              and d.webhook_endpoint_id = e.webhook_endpoint_id and d.status = 'Pending' and d.next_attempt_at <= $1
              and (e.status <> 'Disabled' or d.reason = 'Test')) as "isDue"
          from webhook_endpoints e join books b on b.entity_id = e.entity_id
            join entities n on n.entity_id = e.entity_id and n.status = 'Active' where e.status <> 'Deleted') e
      where "isBehind" or "isDue"`,
    values: [wall],
  })
  return rows
}

/** Counts the pending deliveries of an endpoint, up to a limit. */
export async function countPending(
  tx: Tx,
  { entityId, webhookEndpointId }: EndpointRow,
  limit: number,
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count-pending-webhook-deliveries',
    text: `select count(*)::integer as count from (select from webhook_deliveries
      where entity_id = $1 and webhook_endpoint_id = $2 and status = 'Pending' limit $3) d`,
    values: [entityId, webhookEndpointId, limit],
  })
  return rows[0]!.count
}

/** A delivery with the endpoint that it goes to, under a lease. */
export interface Claimed {
  endpoint: EndpointRow
  delivery: DeliveryRow & { leasedUntil: Date; firstAttemptAt: Date }
}

/**
 * Takes the next due deliveries of an endpoint under a lease, oldest first, and counts their attempts. Returns none without a due delivery,
 * or if as many lanes as allowed have some. A failing endpoint gets them one by one.
 */
export async function claim(
  tx: Tx,
  { entityId, webhookEndpointId }: Pick<OpenEndpoint, 'entityId' | 'webhookEndpointId'>,
  wall: Date,
): Promise<Claimed[]> {
  const endpoint = await lockEndpoint(tx, entityId, webhookEndpointId)
  if (!endpoint) return []
  const lanes = endpoint.failures < SLOWED_FROM ? AT_ONCE : 1
  const count = endpoint.failures === 0 && endpoint.status === 'Active' ? MOST_CLAIMED : 1
  const { rows } = await tx.query<Claimed['delivery']>({
    name: 'claim-webhook-deliveries', // webhook_deliveries_leased, webhook_deliveries_due
    text: `update webhook_deliveries set leased_until = $4, next_attempt_at = $4, attempts = attempts + 1,
        first_attempt_at = coalesce(case when last_attempt_at > $8 then first_attempt_at end, $3), last_attempt_at = $3
      where entity_id = $1 and delivery_id in (select delivery_id from webhook_deliveries
          where entity_id = $1 and webhook_endpoint_id = $2 and status = 'Pending' and next_attempt_at <= $3
            and ($7 or reason = 'Test') order by next_attempt_at, sequence limit $6)
        and (select count(distinct leased_until) from webhook_deliveries
          where entity_id = $1 and webhook_endpoint_id = $2 and leased_until > $3) < $5
      returning ${deliveries.list}`,
    values: [
      entityId,
      webhookEndpointId,
      wall,
      new Date(wall.getTime() + LEASE_MS),
      lanes,
      count,
      endpoint.status !== 'Disabled',
      new Date(wall.getTime() - PAUSED_MS),
    ],
  })
  const inOrder = rows.toSorted((one, other) => Number((one.sequence ?? 0n) - (other.sequence ?? 0n)))
  return inOrder.map((delivery) => ({ endpoint, delivery }))
}

/** Releases claimed deliveries whose requests were not made: they are due again. */
export async function release(tx: Tx, claimed: readonly Claimed[], wall: Date): Promise<void> {
  const [first] = claimed
  if (!first) return
  const { entityId, webhookEndpointId } = first.endpoint
  await lockEndpoint(tx, entityId, webhookEndpointId)
  await tx.query({
    name: 'release-webhook-deliveries',
    text: `update webhook_deliveries set leased_until = null, next_attempt_at = $4, attempts = attempts - 1,
        first_attempt_at = case when attempts > 1 then first_attempt_at end
      where entity_id = $1 and delivery_id = any ($2) and leased_until = $3`,
    values: [entityId, claimed.map(({ delivery }) => delivery.deliveryId), first.delivery.leasedUntil, wall],
  })
}

/** An attempt that was accepted, and the body of its request. */
export interface Delivered {
  claimed: Claimed
  outcome: AttemptOutcome
  body: string
}

/**
 * Records deliveries of one claim that were accepted; the endpoint recovers. An outcome that comes after the end of the lease counts
 * for nothing: the delivery is repeated.
 */
export async function settleDelivered(tx: Tx, delivered: readonly Delivered[]): Promise<void> {
  const [first] = delivered
  if (!first) return
  const { endpoint: claimedOf, delivery } = first.claimed
  const endpoint = await lockEndpoint(tx, claimedOf.entityId, claimedOf.webhookEndpointId)
  const { rows } = await tx.query<{ reason: string }>({
    name: 'settle-webhook-deliveries',
    text: `update webhook_deliveries d set status = 'Delivered', next_attempt_at = null, leased_until = null, failure = null,
        response_status = r.status, duration_ms = r.duration, body = r.body, rights_version = $7
      from unnest($3::uuid[], $4::integer[], $5::integer[], $6::text[]) r (id, status, duration, body)
      where d.entity_id = $1 and d.delivery_id = r.id and d.leased_until = $2 returning d.reason`,
    values: [
      claimedOf.entityId,
      delivery.leasedUntil,
      delivered.map(({ claimed }) => claimed.delivery.deliveryId),
      delivered.map(({ outcome }) => outcome.responseStatus ?? null),
      delivered.map(({ outcome }) => outcome.durationMs),
      delivered.map(({ body }) => body),
      claimedOf.rightsVersion,
    ],
  })
  if (endpoint && rows.some(({ reason }) => reason !== 'Test')) await recover(tx, endpoint)
}

/** Keeps the body that a failed delivery was sent with, so that every further attempt sends the same. */
async function keepBody(tx: Tx, { delivery, endpoint }: Claimed, body: string): Promise<void> {
  await tx.query({
    name: 'keep-webhook-body',
    text: `update webhook_deliveries set body = $3, rights_version = $4
      where entity_id = $1 and delivery_id = $2 and leased_until = $5`,
    values: [delivery.entityId, delivery.deliveryId, body, endpoint.rightsVersion, delivery.leasedUntil],
  })
}

const settleDelivery = deliveries.update({
  name: 'settle-webhook-delivery',
  key: ['entityId', 'deliveryId', 'leasedUntil'],
  set: ['status', 'nextAttemptAt', 'responseStatus', 'failure', 'durationMs'],
  also: 'leased_until = null',
})

/**
 * Records an attempt that failed: the delivery is repeated later, or failed; the endpoint is marked failing or is disabled. An outcome that comes after the end of its lease counts for nothing: the delivery is repeated.
 * If the endpoint was repaired meanwhile, the delivery is repeated immediately and the endpoint stays as it is.
 *
 * @param random from 0 to 1, for the jitter
 */
export async function settleFailed(
  tx: Tx,
  claimed: Claimed,
  { body, ...outcome }: AttemptOutcome & { body?: string | undefined },
  { act, random }: { act: Act; random: number },
): Promise<void> {
  const { delivery } = claimed
  const { entityId, webhookEndpointId } = claimed.endpoint
  const endpoint = await lockEndpoint(tx, entityId, webhookEndpointId)
  if (body !== undefined && body !== delivery.body) await keepBody(tx, claimed, body)
  const { wall } = act
  const isTest = delivery.reason === 'Test'
  const isOutdated = endpoint !== undefined && isRepaired(claimed.endpoint, endpoint)
  const next = isTest ? undefined : isOutdated ? wall : nextOf(delivery, outcome, wall, random)
  const status = next ? 'Pending' : 'Failed'
  const settled = settleDelivery({
    ...delivery,
    status,
    nextAttemptAt: next ?? null,
    responseStatus: outcome.responseStatus ?? null,
    failure: outcome.failure ?? null,
    durationMs: outcome.durationMs,
  })
  const { rowCount } = await tx.query(settled)
  if (rowCount !== 1 || !endpoint || isTest || isOutdated || outcome.failure === 'NotPrepared') return // the receiver did not fail
  if (outcome.failure === 'Gone' && endpoint.status !== 'Disabled')
    await disable(tx, failed(endpoint, act), 'Gone', act)
  else await countFailure(tx, endpoint, act, status === 'Failed')
}

function nextOf(
  { attempts, firstAttemptAt }: Claimed['delivery'],
  { retryAfterMs }: AttemptOutcome,
  wall: Date,
  random: number,
): Date | undefined {
  const regular = nextAttempt(attempts, firstAttemptAt, wall, random)
  return regular && retryAfterMs ? afterPause(regular, wall, retryAfterMs, firstAttemptAt) : regular
}

async function recover(tx: Tx, endpoint: EndpointRow): Promise<void> {
  if (endpoint.failures === 0 && endpoint.status !== 'Failing') return
  const { version } = endpoint
  const healthy = endpoint.status === 'Failing' ? { status: 'Active' as const, version: version + 1 } : {}
  await tx.query(updateEndpoint({ ...endpoint, ...healthy, failures: 0, failingSince: null, lastFailedAt: null }))
}

/**
 * Returns an endpoint with one more failure. Its failing time begins anew after a time without failed attempts: its entity was
 * suspended, the service stopped, or no event occurred, so the receiver may have been available.
 */
function failed(endpoint: EndpointRow, { wall }: Act): EndpointRow & { failingSince: Date } {
  const { failingSince, lastFailedAt } = endpoint
  const isContinued = failingSince && lastFailedAt && wall.getTime() - lastFailedAt.getTime() < PAUSED_MS
  return {
    ...endpoint,
    failures: endpoint.failures + 1,
    failingSince: isContinued ? failingSince : wall,
    lastFailedAt: wall,
  }
}

async function countFailure(tx: Tx, endpoint: EndpointRow, act: Act, isGivenUp: boolean): Promise<void> {
  const row = failed(endpoint, act)
  if (endpoint.status === 'Disabled') return void (await tx.query(updateEndpoint(row)))
  if (act.wall.getTime() - row.failingSince.getTime() > DISABLED_AFTER_MS) return disable(tx, row, 'Failures', act)
  const isNew = isGivenUp && endpoint.status === 'Active'
  if (!isNew) return void (await tx.query(updateEndpoint(row)))
  const failing = { ...row, status: 'Failing' as const, version: endpoint.version + 1, updatedAt: act.wall }
  await tx.query(updateEndpoint(failing))
  await emit(tx, act, { ...eventOf(failing, endpoint), type: 'webhookEndpoint.failing' })
}

/** Disables an endpoint; its deliveries wait until a client enables it. */
export async function disable(
  tx: Tx,
  endpoint: EndpointRow,
  reason: 'Failures' | 'Rights' | 'Gone',
  act: Act,
): Promise<void> {
  const version = endpoint.version + 1
  const row = { ...endpoint, status: 'Disabled' as const, disabledReason: reason, version, updatedAt: act.wall }
  await tx.query(updateEndpoint(row))
  await emit(tx, act, { ...eventOf(row, endpoint), type: 'webhookEndpoint.disabled', detail: { reason } })
}

const eventOf = ({ entityId, webhookEndpointId, version }: EndpointRow, before: EndpointRow) => ({
  entityId,
  resourceType: 'webhookEndpoint',
  resourceId: webhookEndpointId,
  resourceVersion: version,
  previousStatus: before.status,
})

/** Deliveries of all endpoints that wait for an attempt. */
interface WebhookQueue {
  /** `MOST_COUNTED` at most. */
  pending: number
  /** Time that the oldest due one has been due; 0 without any. */
  oldestDueSeconds: number
}

/** Most deliveries that a count reads: a larger number no longer matters. */
const MOST_COUNTED = 50_000

/**
 * Counts the deliveries that wait for an attempt, without those that no sender may attempt: of endpoints that are disabled or
 * deleted, and of entities that are not active.
 *
 * @param wall time of the count
 */
export async function readWebhookQueue(db: Queryable, wall: Date): Promise<WebhookQueue> {
  const { rows } = await db.query<WebhookQueue>({
    name: 'read-webhook-queue', // webhook_deliveries_due
    text: `select count(*)::int as pending,
        coalesce(greatest(0, extract(epoch from $1::timestamptz - min(next_attempt_at))), 0)::float8 as "oldestDueSeconds"
      from (select d.next_attempt_at from webhook_endpoints e
          join entities n on n.entity_id = e.entity_id and n.status = 'Active'
          join webhook_deliveries d on d.entity_id = e.entity_id and d.webhook_endpoint_id = e.webhook_endpoint_id
            and d.status = 'Pending' and (e.status <> 'Disabled' or d.reason = 'Test')
        where e.status <> 'Deleted' limit ${MOST_COUNTED}) d`,
    values: [wall],
  })
  return rows[0]!
}

/** Counts the endpoints that are failing, and those that the service disabled. */
export async function countFailingEndpoints(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'count-failing-webhook-endpoints',
    text: `select count(*)::int as count from webhook_endpoints
      where status = 'Failing' or (status = 'Disabled' and disabled_reason = 'Failures')`,
  })
  return rows[0]!.count
}
