import { formatEventId, readFeed } from '../../events/index.ts'
import type { Tx } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { type EndpointRow, insertDeliveries, lockEndpoint, newDelivery, updateEndpoint } from '../queries.ts'
import { countPending, type OpenEndpoint } from './queue.ts'

/** Events that get their deliveries in one transaction. */
const STEP = 200
/** Pending deliveries of an endpoint from which further events wait in the feed. */
const MOST_PENDING = 5000

/**
 * Queues deliveries of the next events of an endpoint and moves its position past them, in one transaction: no event is left out
 * or queued twice.
 *
 * @returns whether more events may follow
 */
export async function deriveDeliveries(
  tx: Tx,
  { entityId, webhookEndpointId }: Pick<OpenEndpoint, 'entityId' | 'webhookEndpointId'>,
  wall: Date,
): Promise<boolean> {
  const endpoint = await lockEndpoint(tx, entityId, webhookEndpointId)
  if (!endpoint || endpoint.status === 'Disabled') return false
  if ((await countPending(tx, endpoint, MOST_PENDING)) >= MOST_PENDING) return false
  const { events, position, last } = await nextEvents(tx, endpoint, wall)
  if (events.length > 0) {
    const rows = events.map(({ sequence, type }) =>
      newDelivery({
        entityId,
        webhookEndpointId,
        deliveryId: newUuid(),
        sequence,
        eventId: formatEventId(entityId, sequence),
        eventType: type,
        reason: 'Event',
        createdAt: wall,
      }),
    )
    await tx.query(insertDeliveries(rows))
  }
  if (position !== endpoint.position) await tx.query(updateEndpoint({ ...endpoint, position }))
  return position < last
}

/** Reads events after an endpoint's position, or the oldest of the feed if it was disabled for longer than the feed reaches back. */
async function nextEvents(tx: Tx, { entityId, position: after, eventTypes: types }: EndpointRow, wall: Date) {
  const order = { entityId, limit: STEP, ...(types && { types }) }
  try {
    return await readFeed(tx, { ...order, after }, wall)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'event_position_expired') throw error
    return readFeed(tx, order, wall)
  }
}
