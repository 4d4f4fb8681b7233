import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../src/kernel/db/db.ts'
import { decodeImage, encodeImage, findImages } from '../../src/events/images.ts'

interface Versioned {
  entityId: string
  sequence: bigint
  type: string
  resourceType: string
  resourceId: string
  version: number
}

/** Events that are compared in one database at most: the longest simulations are left out. */
const MOST = 20_000

/**
 * Parts of images that change without a new version, each with its reason: the utilisation of a facility moves with the
 * market, a balance has its own sequence, and a confirmation is issued when a client first asks for it.
 */
const UNVERSIONED: Readonly<Record<string, readonly string[]>> = {
  creditFacility: ['utilisedMinor', 'settlementUsedMinor'],
  account: ['balance', 'holder'],
  trade: ['confirmationDocumentId'],
}

/**
 * Fails if the versions of a resource fall from one event of the feed to the next, or if a resource changed without a new
 * version: a client that keeps the highest version of each resource would keep a wrong one.
 */
export async function expectRisingVersions(db: Pick<Db, 'pool'>): Promise<void> {
  const { rows: tables } = await db.pool.query(`select from pg_class where oid = to_regclass('event_images')`)
  if (tables.length === 0) return
  const { rows } = await db.pool.query<Versioned>(
    `select entity_id as "entityId", sequence, type, resource_type as "resourceType", resource_id as "resourceId",
        resource_version as version from events order by entity_id, sequence limit $1`,
    [MOST + 1],
  )
  if (rows.length > MOST) return
  const found: string[] = []
  for (const entityId of new Set(rows.map((row) => row.entityId))) {
    const own = rows.filter((row) => row.entityId === entityId)
    const images = await findImages(
      db.pool,
      entityId,
      own.map(({ sequence }) => sequence),
    )
    found.push(...breaches(own, images))
  }
  if (found.length > 0)
    throw new Error(`versions of resources in events: ${[...new Set(found)].slice(0, 10).join('; ')}`)
}

/** Parts that events may show otherwise than a read later: those above, and the counters of a batch, which move with each payment. */
const MOVING: Readonly<Record<string, readonly string[]>> = { ...UNVERSIONED, paymentBatch: ['tally'] }

/**
 * Fails if a resource is read otherwise than the last event of the feed shows it: a client that reads only the feed would keep
 * outdated data. Call it when no job is due.
 */
export async function expectLastImages(db: Pick<Db, 'pool' | 'resourceReaders'>): Promise<void> {
  const { rows } = await db.pool.query<Versioned>(
    `select distinct on (entity_id, resource_type, resource_id) entity_id as "entityId", sequence, type,
        resource_type as "resourceType", resource_id as "resourceId", resource_version as version
      from events order by entity_id, resource_type, resource_id, sequence desc`,
  )
  const kindOf = ({ entityId, resourceType }: Versioned) => `${entityId} ${resourceType}`
  const found: string[] = []
  for (const kind of new Set(rows.map(kindOf))) {
    const own = rows.filter((row) => kindOf(row) === kind)
    const { entityId, resourceType } = own[0]!
    const sequences = own.map(({ sequence }) => sequence)
    const images = await findImages(db.pool, entityId, sequences)
    const ids = own.map(({ resourceId }) => resourceId)
    const now = (await db.resourceReaders?.[resourceType]?.read(db.pool, entityId, ids)) ?? new Map<string, object>()
    for (const { type, sequence, resourceId } of own) {
      const [image, resource] = [images.get(sequence), now.get(resourceId)]
      if (!image || !resource) continue
      const [shown, read] = [decodeImage(image), decodeImage(encodeImage(resource))]
      const changed = differences(shown, read).filter((name) => !MOVING[resourceType]?.includes(name))
      if (changed.length > 0)
        found.push(`${type} shows another ${changed.join(', ')} than a read of the ${resourceType}`)
    }
  }
  if (found.length > 0) throw new Error(`events that are outdated: ${[...new Set(found)].join('; ')}`)
}

/** Describes the breaches in the events of one entity, by type. */
export function breaches(events: readonly Versioned[], images: ReadonlyMap<bigint, string>): string[] {
  const last = new Map<string, { type: string; version: number; resource: object | undefined }>()
  return events.flatMap(({ sequence, type, resourceType, resourceId, version }) => {
    const image = images.get(sequence)
    const resource = image === undefined ? undefined : comparable(resourceType, decodeImage(image))
    const key = `${resourceType} ${resourceId}`
    const before = last.get(key)
    last.set(key, { type, version, resource })
    if (!before) return []
    if (version < before.version) return [`${type} ${version} follows ${before.type} ${before.version}`]
    if (version > before.version || !resource || !before.resource) return []
    const changed = differences(before.resource, resource)
    return changed.length === 0
      ? []
      : [`${type} repeats the version of ${before.type} with another ${changed.join(', ')}`]
  })
}

const comparable = (type: string, image: object): object =>
  Object.fromEntries(Object.entries(image).filter(([name]) => !UNVERSIONED[type]?.includes(name)))

function differences(one: object, other: object): string[] {
  const [before, after] = [one, other] as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter((name) => !isDeepStrictEqual(before![name] ?? null, after![name] ?? null))
}
