import type { Queryable } from '../kernel/db/db.ts'
import { invariant } from '../kernel/values/refusals.ts'
import { refuse } from './rules.ts'

/** Days for which the feed returns an event; the row stays, because it is the audit record too. */
export const FEED_DAYS = 90
/** Sequence numbers that one page examines at most, so that a rare type costs no more than a frequent one. */
const MOST_EXAMINED = 10_000n

/** Columns of an event that clients see. */
export interface FeedEvent {
  entityId: string
  sequence: bigint
  type: string
  resourceType: string
  resourceId: string
  resourceVersion: number
  previousStatus: string | null
  at: Date
}

const COLUMNS = `entity_id as "entityId", sequence, type, resource_type as "resourceType", resource_id as "resourceId",
            resource_version as "resourceVersion", previous_status as "previousStatus", at`

/** A page of the feed. */
export interface FeedPage {
  events: FeedEvent[]
  /** Sequence up to which the page answers: the `after` of the next one. */
  position: bigint
  /** Sequence of the entity's last event. */
  last: bigint
}

export interface FeedOrder {
  entityId: string
  /** Sequence after which the page starts; without it the page starts at the oldest event of the feed. */
  after?: bigint
  /** Sequence that the caller named, if it is not `after`: errors report it. */
  asked?: bigint
  types?: readonly string[]
  limit: number
}

/** The state of the feed beside each event of a page. */
interface Found {
  last: bigint
  /** True if the first event after the position has left the feed; null if there is none. */
  isExpired: boolean | null
}

/**
 * Reads events of one entity in ascending order. The entity's event counter is locked until its transaction commits, so
 * events become visible in the order of their numbers: a page never skips one that appears later.
 *
 * @param wall wall time, which the retention is counted in
 * @throws event_position_expired, event_position_unknown
 */
export async function readFeed(db: Queryable, order: FeedOrder, wall: Date): Promise<FeedPage> {
  const { entityId, limit, types = null } = order
  const keptFrom = new Date(wall.getTime() - FEED_DAYS * 86_400_000)
  const after = order.after ?? (await lastExpired(db, entityId, keptFrom))
  const asked = String(order.asked ?? after)
  const { rows } = await db.query<Found & (FeedEvent | { sequence: null })>({
    name: 'event-feed', // each page is a range of events_pkey
    text: `select b.event_sequence as last, n.wall_at < $6 as "isExpired", e.* from books b
      left join events n on n.entity_id = b.entity_id and n.sequence = $2 + 1
      left join lateral (
        select ${COLUMNS}
          from events where entity_id = b.entity_id and sequence > $2 and sequence <= $3
            and ($4::text[] is null or type = any($4))
          order by sequence limit $5) e on true
      where b.entity_id = $1 order by e.sequence`,
    values: [entityId, after, after + MOST_EXAMINED, types, limit, keptFrom],
  })
  invariant(rows[0], 'an entity has an event counter')
  const { last, isExpired } = rows[0]
  if (isExpired && order.after !== undefined) {
    const oldest = await lastExpired(db, entityId, keptFrom)
    throw refuse.event_position_expired({ after: asked, oldest: String(oldest) })
  }
  if (after > last) throw refuse.event_position_unknown({ after: asked, last: String(last) })
  const events = rows.filter((row): row is Found & FeedEvent => row.sequence !== null)
  const isFull = events.length === limit
  const examined = after + MOST_EXAMINED < last ? after + MOST_EXAMINED : last
  return { events, position: isFull ? events.at(-1)!.sequence : examined, last }
}

/** Returns events of an entity by their sequence, in ascending order, also those that have left the feed. */
export async function readEvents(db: Queryable, entityId: string, sequences: readonly bigint[]): Promise<FeedEvent[]> {
  const { rows } = await db.query<FeedEvent>({
    name: 'events-by-sequence', // events_pkey
    text: `select ${COLUMNS} from events where entity_id = $1 and sequence = any ($2::bigint[]) order by sequence`,
    values: [entityId, sequences],
  })
  return rows
}

/**
 * Returns the sequence of an entity's last event from before an instant; 0 if there is none. A binary search in the primary
 * key, because wall times ascend with the sequence but have no index.
 */
async function lastExpired(db: Queryable, entityId: string, before: Date): Promise<bigint> {
  const { rows } = await db.query<{ low: bigint }>({
    name: 'last-expired-event',
    text: `with recursive search (low, high) as (
        select 0::bigint, event_sequence from books where entity_id = $1
        union all
        select case when e.wall_at < $2 then e.sequence else s.low end,
            case when e.wall_at < $2 then s.high else e.sequence - 1 end
          from search s join events e on e.entity_id = $1 and e.sequence = (s.low + s.high + 1) / 2
          where s.low < s.high)
      select low from search where low = high`,
    values: [entityId, before],
  })
  return rows[0]?.low ?? 0n
}
