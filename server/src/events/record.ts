import type { EventDefinition } from '../kernel/module.ts'
import { type Act, actOf } from '../kernel/values/act.ts'
import { arrayOf, columnOf } from '../kernel/db/arrays.ts'
import { checkEpoch, type Tx, writeAtCommit, type Writer } from '../kernel/db/db.ts'
import type { Emitted } from '../kernel/values/emitted.ts'
import { type Imaged, imageTexts, takeImages } from './images.ts'
import { maskNumbers } from './mask.ts'
import { invariant } from '../kernel/values/refusals.ts'

/**
 * Records the event of one change, which is its audit row too, and runs the reactions of later modules to it. The event
 * is numbered and stored in the last statement of the caller's transaction: the entity's event counter comes last in the
 * lock order, and no other command of the entity waits for it while this one still works.
 */
export async function emit(tx: Tx, act: Act, event: Emitted): Promise<void> {
  checkEpoch(tx, act.epoch)
  writeAtCommit(tx, eventRows, { ...event, ...actOf(act) })
  for (const reaction of tx.reactions?.get(event.type) ?? []) await reaction(tx, act, event)
}

/** Returns the type of the event a resource has when it enters a status: `payment.completed` for Completed. */
export const statusEvent = <R extends string, S extends string>(resource: R, status: S): `${R}.${Uncapitalize<S>}` =>
  `${resource}.${(status[0]!.toLowerCase() + status.slice(1)) as Uncapitalize<S>}`

/** Defines one event for each status of a resource. */
export const statusEvents = <R extends string, S extends string>(
  resource: R,
  statuses: readonly S[],
  define: (status: S) => EventDefinition,
) =>
  Object.fromEntries(statuses.map((status) => [statusEvent(resource, status), define(status)])) as Record<
    `${R}.${Uncapitalize<S>}`,
    EventDefinition
  >

/** One of many changes of one kind. */
type ChangeOf = Pick<Emitted, 'resourceId' | 'detail'>

/** Records, as `emit` does, the events of the same change to many resources of an entity, in their order. */
export async function emitAll(
  tx: Tx,
  act: Act,
  common: Omit<Emitted, 'resourceId' | 'detail' | 'previousStatus'>,
  changes: readonly ChangeOf[],
): Promise<void> {
  for (const change of changes) await emit(tx, act, { ...common, ...change })
}

type EventRow = Imaged & Act

const eventRows: Writer<EventRow> = {
  place: 2,
  prepare: takeImages,
  write: storeEvents,
  raises: (changes) => changes.every(({ entityId }) => entityId === changes[0]!.entityId),
}

/** Stores all events of a transaction, entities ascending, so that transactions that lock several counters cannot deadlock. */
async function storeEvents(tx: Tx, changes: readonly EventRow[]): Promise<void> {
  const entities = [...new Set(changes.map(({ entityId }) => entityId))].sort()
  for (const entityId of entities) {
    const own = changes.filter((change) => change.entityId === entityId)
    await storeEntityEvents(tx, entityId, own)
  }
}

/** Numbers and stores the events of one entity in one statement. The statement fails if the entity has no event counter. */
async function storeEntityEvents(tx: Tx, entityId: string, changes: readonly EventRow[]): Promise<void> {
  const texts = (value: (change: EventRow) => string | null | undefined) => columnOf('text', changes, value)
  const ids = (value: (change: EventRow) => string | null | undefined) => columnOf('uuid', changes, value)
  const { rowCount } = await tx.query({
    name: 'store-events',
    text: `with counted as (
        update books set event_sequence = event_sequence + cardinality($2::text[]),
            recorded_at = greatest(recorded_at, (select max(at) from unnest($7::timestamptz[]) at))
          where entity_id = $1 returning event_sequence - cardinality($2::text[]) as before, recorded_at),
      imaged as (insert into event_images (entity_id, sequence, wall_at, image)
        select $1, counted.before + i.place, i.wall_at, i.image
          from unnest($8::timestamptz[], $15::text[]) with ordinality as i (wall_at, image, place) cross join counted
          where i.image is not null)
      insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, previous_status, at, wall_at,
          actor_type, actor_id, request_id, detail, recorded_at, address, operation)
        select $1, counted.before + c.place, c.type, c.resource_type, c.resource_id, c.resource_version, c.previous_status,
            c.at, c.wall_at, c.actor_type, c.actor_id, c.request_id, c.detail::jsonb,
            counted.recorded_at, c.address, c.operation
          from unnest($2::text[], $3::text[], $4::uuid[], $5::int[], $6::text[], $7::timestamptz[], $8::timestamptz[],
            $9::text[], $10::uuid[], $11::text[], $12::text[], $13::text[], $14::text[]) with ordinality
            as c (type, resource_type, resource_id, resource_version, previous_status, at, wall_at, actor_type, actor_id,
              request_id, detail, address, operation, place)
            left join counted on true`,
    values: [
      entityId,
      texts(({ type }) => type),
      texts(({ resourceType }) => resourceType),
      ids(({ resourceId }) => resourceId),
      columnOf('int', changes, ({ resourceVersion }) => resourceVersion ?? 1),
      texts(({ previousStatus }) => previousStatus),
      columnOf('timestamptz', changes, ({ at }) => at),
      columnOf('timestamptz', changes, ({ wall }) => wall),
      texts(({ actor }) => actor.type),
      ids(({ actor }) => actor.id),
      texts(({ requestId }) => requestId),
      texts(({ detail }) => detail && JSON.stringify(detail, maskNumbers)),
      texts(({ address }) => address),
      texts(({ operation }) => operation),
      arrayOf('text', imageTexts(changes)),
    ],
  })
  invariant(rowCount === changes.length, 'every change of an entity has its event')
}

/**
 * Parts of a statement that number and store the events of a set of rows of several entities, as `emit` does for one
 * transaction. They lock the event counters after the part `after`, ascending. Use it for types without reactions.
 *
 * @param rows query with the columns entity_id, place, step, type, resource_type, resource_id, resource_version, at, wall_at,
 *   actor_type, actor_id, request_id, address, operation, detail and image; the events of a place are in the order of their steps
 */
export const eventsOfSet = (rows: string, after: string): string[] => [
  `emitted as materialized (${rows})`,
  `books_locked as materialized (select b.entity_id from books b
      where b.entity_id in (select entity_id from emitted) and (select count(*) from ${after}) >= 0
      order by b.entity_id for no key update)`,
  `counted as (update books b set event_sequence = b.event_sequence + n.events, recorded_at = greatest(b.recorded_at, n.at)
      from books_locked l cross join lateral (select count(*) as events, max(e.at) as at from emitted e
        where e.entity_id = l.entity_id) n
      where b.entity_id = l.entity_id returning b.entity_id, b.event_sequence - n.events as before, b.recorded_at)`,
  `numbered as materialized (select e.*, counted.before + row_number() over (partition by e.entity_id order by e.place, e.step) as sequence,
        counted.recorded_at
      from emitted e join counted on counted.entity_id = e.entity_id)`,
  `images_written as (insert into event_images (entity_id, sequence, wall_at, image)
      select entity_id, sequence, wall_at, image from numbered where image is not null)`,
  `events_written as (insert into events (entity_id, sequence, type, resource_type, resource_id, resource_version, at,
        wall_at, actor_type, actor_id, request_id, detail, recorded_at, address, operation)
      select entity_id, sequence, type, resource_type, resource_id, resource_version, at, wall_at, actor_type, actor_id, request_id, detail,
        recorded_at, address, operation from numbered)`,
]
