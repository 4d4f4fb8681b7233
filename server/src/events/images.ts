import type { Queryable, ResourceReader, Tx } from '../kernel/db/db.ts'
import type { Emitted } from '../kernel/values/emitted.ts'

/** An event that is to be stored, with the image of its resource. */
export type Imaged = Emitted & { image?: string; like?: Likeness }

/** An image given by that of another event of the entity in the same transaction, and what differs from it. */
interface Likeness {
  event: Imaged
  changes: object
}

/**
 * Reads the resources of events as the transaction leaves them, those of a type together, and gives each event the image of its own.
 * An event of a step that a later step of the same transaction follows has the image of its step, if its emitter gave it. An event
 * without a version has the version and the image of the event of its resource that follows: versions never fall in the feed.
 */
export async function takeImages(tx: Tx, events: readonly Imaged[]): Promise<void> {
  const groups = new Map<string, Imaged[]>()
  for (const event of events) {
    const key = `${event.entityId} ${event.resourceType}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
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
  const whole = new Map<string, Imaged>()
  const following = new Map<string, Step>()
  for (const event of events.toReversed()) {
    const now = found.get(event.resourceId)
    if (!now) continue
    const next = following.get(event.resourceId) ?? { version: versionOf(now), resource: now }
    const { version, resource } = stepOf(reader, event, now, next)
    if (version !== undefined) event.resourceVersion = version
    following.set(event.resourceId, { version, resource })
    const last = whole.get(event.resourceId)
    const changes = last && changesFrom(now, resource)
    if (changes) event.like = { event: last, changes }
    else event.image = encodeImage(resource)
    if (resource === now && !last) whole.set(event.resourceId, event)
  }
}

/** A resource as a step of the transaction left it. */
interface Step {
  version: number | undefined
  resource: object
}

/** Returns the resource as an event shows it, with its version. @param next the step of the event that follows, or the last one */
function stepOf(reader: ResourceReader, { source, resourceVersion: version }: Imaged, now: object, next: Step): Step {
  if (version === undefined) return next
  if (source === undefined || version === versionOf(now)) return { version, resource: now }
  return { version, resource: reader.earlier?.(source, now) ?? source }
}

function versionOf(resource: object): number | undefined {
  const { version } = resource as { version?: unknown }
  return typeof version === 'number' ? version : undefined
}

/** Returns the members in which a resource differs from another with the same members; undefined if they have others. */
function changesFrom(other: object, resource: object): object | undefined {
  if (resource === other) return {}
  const [from, to] = [Object.entries(other), resource as Record<string, unknown>]
  if (from.length !== Object.keys(to).length || !from.every(([name]) => name in to)) return undefined
  return Object.fromEntries(from.flatMap(([name, value]) => (to[name] === value ? [] : [[name, to[name]]])))
}

/**
 * Returns the images of events of one entity that are stored together, in their order. One that is like another names its distance in
 * the sequence, and what differs.
 */
export function imageTexts(events: readonly Imaged[]): (string | null)[] {
  const places = new Map(events.map((event, place) => [event, place]))
  return events.map(({ image, like }, place) => {
    if (!like) return image ?? null
    return `${LIKE}${places.get(like.event)! - place},"changes":${encodeImage(like.changes)}}`
  })
}

/** Begin of an image that is like another. */
const LIKE = '{"$like":'

/** Returns JSON from which `decodeImage` makes the same value: instants and whole numbers beyond 53 bits keep their types. */
export const encodeImage = (resource: object): string => encoded(resource)!

/**
 * Returns the JSON of a value, its instants and whole numbers marked; undefined where JSON has none. It takes half as long as
 * `JSON.stringify` of a copy with marks; `JSON.stringify` with a replacer takes several times as long.
 */
function encoded(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `{"$n":"${value}"}`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof Date) return `{"$at":${JSON.stringify(value)}}`
  if (Array.isArray(value)) return `[${value.map((each) => encoded(each) ?? 'null').join(',')}]`
  let members = ''
  for (const name of Object.keys(value)) {
    const member = encoded((value as Record<string, unknown>)[name])
    if (member !== undefined) members += `${members === '' ? '' : ','}${quoted(name)}:${member}`
  }
  return `{${members}}`
}

/** A character that JSON may escape: a quote, a backslash, a control character or half of a pair. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)

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
  const found = await readImages(db, entityId, sequences)
  const alike = [...found].filter(([, image]) => image.startsWith(LIKE)).map(([at, image]) => likenessOf(at, image))
  const missing = alike.map(({ of }) => of).filter((sequence) => !found.has(sequence))
  const others = missing.length > 0 ? await readImages(db, entityId, missing) : found
  for (const { at, of, changes } of alike) {
    const image = found.get(of) ?? others.get(of)
    if (image === undefined) found.delete(at)
    else found.set(at, JSON.stringify({ ...(JSON.parse(image) as object), ...changes }))
  }
  return found
}

/** Reads an image that is like another: the sequences of both, and the members that differ. */
function likenessOf(at: bigint, image: string): { at: bigint; of: bigint; changes: object } {
  const { $like, changes } = JSON.parse(image) as { $like: number; changes: object }
  return { at, of: at + BigInt($like), changes }
}

async function readImages(db: Queryable, entityId: string, sequences: readonly bigint[]): Promise<Map<bigint, string>> {
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
