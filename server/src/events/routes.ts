import { type Static, Type } from 'typebox'
import type { App, Deps } from '../kernel/http/http.ts'
import { DEFAULT_LIMIT } from '../kernel/http/paging.ts'
import { EntityId, Input, Instant, Nullable, Output, Resource, paging } from '../kernel/http/wire.ts'
import { formatLastingId } from '../kernel/values/ids.ts'
import { type FeedEvent, readFeed } from './feed.ts'
import { formatResourceId } from './resources.ts'
import { refuse } from './rules.ts'
import { type EventViews, readResources } from './views.ts'

const EventOut = Resource('Event', {
  id: Type.String({ description: 'Unique in the service; the same in every delivery of the event.' }),
  type: Type.String({ examples: ['payment.completed'] }),
  apiVersion: Type.String({ examples: ['v1'] }),
  createdAt: Instant,
  sequence: Type.Integer({ description: 'Number of the event in its entity: 1, 2, 3, without gaps.' }),
  entityId: Type.String(),
  resource: Output({
    type: Type.String({ examples: ['payment'] }),
    id: Type.String(),
    version: Type.Integer(),
  }),
  data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'The resource in its present state, as its own read operation returns it; for beneficiaries, payments and trades, if the client has the scope of that operation.',
    }),
  ),
  previous: Type.Optional(Output({ status: Type.String() })),
})

const FeedOut = Resource('EventList', {
  data: Type.Array(EventOut),
  position: Type.String({ description: 'Send it as `after` of the next request.' }),
  nextCursor: Nullable(Type.String({ description: 'The position if more events follow, otherwise null.' })),
})

const EventTypeText = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[A-Za-z]+\\.[A-Za-z]+$',
  examples: ['payment.completed'],
})

const FeedQuery = Input({
  entityId: EntityId,
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      description: 'Sequence of the last event you have. Without it, the oldest event of the last 90 days comes first.',
    }),
  ),
  types: Type.Optional(
    Type.Union([EventTypeText, Type.Array(EventTypeText, { minItems: 1, maxItems: 100 })], {
      description: 'Repeat it to read several event types. Without it, the feed returns all types.',
    }),
  ),
  limit: paging.limit,
})

export type EventDeps = Pick<Deps, 'db'> & { eventViews: EventViews; eventTypes: readonly string[] }

/** Registers the event feed. */
export function eventRoutes(app: App, deps: EventDeps): void {
  app.get(
    '/v1/events',
    {
      config: { scope: 'reporting:read' },
      schema: {
        summary: 'Events of one entity, oldest first',
        description:
          'Every change of state of the entity, numbered without gaps. Poll with the `position` of the previous response as ' +
          '`after`. Events older than 90 days are not returned.',
        querystring: FeedQuery,
        response: { 200: FeedOut },
      },
    },
    async ({ principal, query }) => {
      const { after, types, limit = DEFAULT_LIMIT } = query
      checkTypes([types ?? []].flat(), deps.eventTypes)
      const order = {
        entityId: principal.entityId,
        limit,
        ...(after !== undefined && { after: BigInt(after) }),
        ...(types !== undefined && { types: [types].flat() }),
      }
      const { events, position, last } = await readFeed(deps.db.reader, order, new Date())
      const resources = await readResources(deps.eventViews, principal, events)
      return {
        data: events.map((event) => presentEvent(event, resources.get(event.resourceId))),
        position: String(position),
        nextCursor: position < last ? String(position) : null,
      }
    },
  )
}

/** @throws event_type_unknown */
function checkTypes(asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.filter((type) => !known.includes(type))
  if (unknown.length > 0) throw refuse.event_type_unknown({ unknown, known: [...known].sort() })
}

function presentEvent(event: FeedEvent, resource: object | undefined): Static<typeof EventOut> {
  const entityId = formatLastingId('ent', event.entityId)
  return {
    id: `evt_${entityId.slice('ent_'.length)}_${event.sequence}`,
    type: event.type,
    apiVersion: 'v1',
    createdAt: event.at.toISOString(),
    sequence: Number(event.sequence),
    entityId,
    resource: {
      type: event.resourceType,
      id: formatResourceId(event.resourceType, event.resourceId),
      version: event.resourceVersion,
    },
    ...(resource && { data: { ...resource } }),
    ...(event.previousStatus !== null && { previous: { status: event.previousStatus } }),
  }
}
