import type { Queryable, Tx } from '../kernel/db/db.ts'
import type { Emitted } from '../kernel/values/emitted.ts'

/** An event that is to be stored, with the image of its resource. */
export type Imaged = Emitted & { image?: string }

/**
 * Reads the resources of events as the transaction leaves them, those of a type together, and gives each event the image of its own.
 * An event of a step that a later step of the same transaction follows has the image of its step, if its emitter gave it.
 */
export async function takeImages(tx: Tx, events: readonly Imaged[]): Promise<void> {
  const groups = new Map<string, Imaged[]>()
  for (const event of events) {
    const key = `${event.entityId} ${event.resourceType}`
    groups.set(key, [...(groups.get(key) ?? []), event])
  }
  await Promise.all([...groups.values()].map((group) => takeImagesOf(tx, group)))
}

async function takeImagesOf(tx: Tx, events: readonly Imaged[]): Promise<void> {
  const { entityId, resourceType } = events[0]!
  const reader = tx.resourceReaders?.[resourceType]
  if (!reader) return
  const found = new Map<string, object>()
  for (const { resourceId, source, isFinal } of events) if (source && isFinal) found.set(resourceId, source)
  const ids = [...new Set(events.map(({ resourceId }) => resourceId))].filter((id) => !found.has(id))
  if (ids.length > 0) for (const [id, resource] of await reader.read(tx, entityId, ids)) found.set(id, resource)
  const images = new Map([...found].map(([id, resource]) => [id, encodeImage(resource)]))
  for (const event of events) {
    const now = found.get(event.resourceId)
    if (!now) continue
    const { version } = now as { version?: unknown }
    if (typeof version === 'number') event.resourceVersion ??= version
    const isLast = event.source === undefined || event.resourceVersion === version
    event.image = isLast
      ? images.get(event.resourceId)!
      : encodeImage(reader.earlier?.(event.source!, now) ?? event.source!)
  }
}

/** Returns JSON from which `decodeImage` makes the same value: instants and whole numbers beyond 53 bits keep their types. */
export const encodeImage = (resource: object): string => JSON.stringify(resource, tagged)

function tagged(this: unknown, key: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[key] // an instant is text in `value` already
  if (original instanceof Date) return { $at: value }
  return typeof value === 'bigint' ? { $n: value.toString() } : value
}

/** Returns the resource of an image. */
export const decodeImage = (image: string): object => JSON.parse(image, untagged) as object

function untagged(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$at' in value) return new Date(value.$at as string)
  return '$n' in value ? BigInt(value.$n as string) : value
}

/** Finds the images of events of one entity by their sequence. Older events have none. */
export async function findImages(
  db: Queryable,
  entityId: string,
  sequences: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { rows } = await db.query<{ sequence: bigint; image: string }>({
    name: 'event-images', // event_images_pkey
    text: 'select sequence, image from event_images where entity_id = $1 and sequence = any($2)',
    values: [entityId, sequences],
  })
  return new Map(rows.map(({ sequence, image }) => [sequence, image]))
}

/** Deletes images of events from before an instant of wall time; the events stay. */
export async function deleteOldImages(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    name: 'delete-old-event-images', // event_images_by_time
    text: `delete from event_images where (entity_id, sequence) in
      (select entity_id, sequence from event_images where wall_at < $1 limit $2)`,
    values: [before, limit],
  })
  return rowCount ?? 0
}
