import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { lockEndpoint } from '../queries.ts'
import type { OpenEndpoint } from './queue.ts'

/** Part of a clock's correction that delays no delivery noticeably, and that the clocks of several machines may differ by. */
const TOLERANCE_MS = 60_000

type Endpoint = Pick<OpenEndpoint, 'entityId' | 'webhookEndpointId'>

/**
 * Returns a function that reports whether deliveries may have times in the future of the clock: at its first call, as the clock may
 * have been set back while the service was stopped, and at each call after the clock was set back.
 */
export function watchClock(): (wall: Date) => boolean {
  let last = Infinity
  return (wall) => {
    const isSetBack = wall.getTime() < last - TOLERANCE_MS
    // A slow correction in small steps adds up: only a later time counts as the new latest one.
    if (isSetBack || wall.getTime() > last) last = wall.getTime()
    return isSetBack
  }
}

const latest = (wall: Date) => new Date(wall.getTime() + TOLERANCE_MS)

/** Finds the endpoints with pending deliveries that were made or attempted in the future of the clock. */
export async function findSetBack(db: Queryable, wall: Date): Promise<Endpoint[]> {
  const { rows } = await db.query<Endpoint>({
    name: 'find-set-back-webhook-endpoints',
    text: `select distinct entity_id as "entityId", webhook_endpoint_id as "webhookEndpointId" from webhook_deliveries
      where status = 'Pending' and coalesce(last_attempt_at, created_at) > $1`,
    values: [latest(wall)],
  })
  return rows
}

/**
 * Makes the waits of such deliveries begin now: each waits as long as after its last attempt. Their leases end, so an attempt that is under
 * way may be repeated.
 */
export async function restartWaits(tx: Tx, { entityId, webhookEndpointId }: Endpoint, wall: Date): Promise<void> {
  await lockEndpoint(tx, entityId, webhookEndpointId)
  await tx.query({
    name: 'restart-webhook-waits',
    text: `update webhook_deliveries set leased_until = null, first_attempt_at = least(first_attempt_at, $3),
        last_attempt_at = least(last_attempt_at, $3),
        next_attempt_at = least(next_attempt_at, $3 + (next_attempt_at - coalesce(last_attempt_at, next_attempt_at)))
      where entity_id = $1 and webhook_endpoint_id = $2 and status = 'Pending'
        and coalesce(last_attempt_at, created_at) > $4`,
    values: [entityId, webhookEndpointId, wall, latest(wall)],
  })
}
