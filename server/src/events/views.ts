import type { TSchema } from 'typebox'
import type { Principal } from '../kernel/http/principal.ts'
import { buildSerializers } from '../kernel/http/serializers.ts'

/** Presentation of resources of one type in events, as their own read operation returns them. */
interface EventView {
  /** Scope of the read route. A client without it receives the event without `data`. */
  scope: string
  /** Response schema of the read route; other fields are left out. */
  schema: TSchema
  /** Returns the resource in its present state; undefined if it no longer exists. */
  read(viewer: Principal, resourceId: string): Promise<object | undefined>
}

/** Views of resources by type. Modules add theirs as the port `eventViews`. */
export type EventViews = Readonly<Record<string, EventView>>

const compile = buildSerializers({}, {})

/** Returns exactly the fields of a response schema, as the read route sends them. */
function fieldsOf(schema: TSchema, resource: object): object {
  const serialize = compile({ schema, method: 'GET', url: '/v1/events', httpStatus: '200' })
  return JSON.parse(serialize(resource)) as object
}

/**
 * Reads the resources of events, each once, one after the other: a page takes one connection, however long it is.
 *
 * @returns the resources by their ids
 */
export async function readResources(
  views: EventViews,
  viewer: Principal,
  events: readonly { resourceType: string; resourceId: string }[],
): Promise<Map<string, object>> {
  const found = new Map<string, object>()
  const asked = new Set<string>()
  for (const { resourceType, resourceId } of events) {
    const view = views[resourceType]
    if (!view || !viewer.scopes.has(view.scope) || asked.has(resourceId)) continue
    asked.add(resourceId)
    const resource = await view.read(viewer, resourceId)
    if (resource) found.set(resourceId, fieldsOf(view.schema, resource))
  }
  return found
}
