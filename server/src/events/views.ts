import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { Queryable, ResourceReader } from '../kernel/db/db.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { buildSerializers } from '../kernel/http/serializers.ts'
import type { FeedEvent } from './feed.ts'
import { decodeImage, findImages } from './images.ts'

/** Presentation of resources of one type in events, as their own read operation returns them. `S` is what it reads of a resource. */
export interface EventView<S extends object> extends ResourceReader {
  /** Scope of the read route. A client without it receives the event without `data`. */
  scope: string
  /** Response schema of the read route; other fields are left out. */
  schema: TSchema
  read(db: Queryable, entityId: string, ids: readonly string[]): Promise<ReadonlyMap<string, S>>
  earlier?(source: object, now: S): S
  /** Returns a resource as the read route shows it to a client, at an instant of business time; undefined if it would not. */
  present(resource: S, viewer: Principal, at: Date): object | undefined | Promise<object | undefined>
  /** Returns the balance of an account as its event left it; undefined if the client may not read it. */
  balanceOf?(resource: S): object | undefined
}

/** Views of resources by type. Modules add theirs as the port `eventViews`. */
export type EventViews = Readonly<Record<string, EventView<object>>>

/** Returns a reader of resources that finds each by its own statement. The statements are sent together. */
export const readEach =
  <S extends object>(find: (db: Queryable, entityId: string, id: string) => Promise<S | undefined>) =>
  async (db: Queryable, entityId: string, ids: readonly string[]): Promise<Map<string, S>> => {
    const found = await Promise.all(ids.map(async (id) => [id, await find(db, entityId, id)] as const))
    return new Map(found.flatMap(([id, resource]) => (resource ? [[id, resource]] : [])))
  }

const compile = buildSerializers({}, {})

/** Returns exactly the fields of a response schema, as the read route sends them. */
function fieldsOf(schema: TSchema, resource: object): object {
  const serialize = compile({ schema, method: 'GET', url: '/v1/events', httpStatus: '200' })
  return JSON.parse(serialize(resource)) as object
}

/** Resource of an event as a client sees it. */
export interface Shown {
  data?: object
  balance?: object
}

/** Number of resources that are presented before others get their turn. */
const AT_ONCE = 25

/**
 * Returns the resources of events of one entity for a client: as they were at the event, or, for events without an image, as they are.
 *
 * @returns what each event shows, in their order
 */
export async function showResources(
  { db, eventViews }: { db: { reader: Queryable }; eventViews: EventViews },
  viewer: Principal,
  events: readonly FeedEvent[],
): Promise<Shown[]> {
  const visible = events.filter(({ resourceType }) => viewOf(eventViews, viewer, resourceType))
  if (visible.length === 0) return events.map(() => ({}))
  const { entityId } = visible[0]!
  const images = await findImages(
    db.reader,
    entityId,
    visible.map(({ sequence }) => sequence),
  )
  const present = await readPresent(
    db.reader,
    eventViews,
    visible.filter(({ sequence }) => !images.has(sequence)),
  )
  const shown: Shown[] = []
  for (const [i, event] of events.entries()) {
    if (i > 0 && i % AT_ONCE === 0) await nextTurn()
    const image = images.get(event.sequence)
    const resource = image === undefined ? present.get(event.resourceId) : decodeImage(image)
    const view = viewOf(eventViews, viewer, event.resourceType)
    if (!view || !resource) shown.push({})
    else shown.push(await show(view, viewer, event, resource, image !== undefined))
  }
  return shown
}

function viewOf(views: EventViews, viewer: Principal, type: string): EventView<object> | undefined {
  const view = views[type]
  return view && viewer.scopes.has(view.scope) ? view : undefined
}

/** Reads the resources of events without an image, each once. */
async function readPresent(
  db: Queryable,
  views: EventViews,
  events: readonly FeedEvent[],
): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>()
  for (const type of new Set(events.map(({ resourceType }) => resourceType))) {
    const own = events.filter(({ resourceType }) => resourceType === type)
    const ids = [...new Set(own.map(({ resourceId }) => resourceId))]
    for (const [id, resource] of await views[type]!.read(db, own[0]!.entityId, ids)) found.set(id, resource)
  }
  return found
}

async function show(
  view: EventView<object>,
  viewer: Principal,
  { at }: FeedEvent,
  resource: object,
  isImage: boolean,
): Promise<Shown> {
  const shown = await view.present(resource, viewer, at)
  const balance = isImage ? view.balanceOf?.(resource) : undefined
  return { ...(shown && { data: fieldsOf(view.schema, shown) }), ...(balance && { balance }) }
}
