import { Type } from 'typebox'
import type { App, Deps } from '../kernel/http/http.ts'
import { DEFAULT_LIMIT } from '../kernel/http/paging.ts'
import { EntityId, Input, Nullable, Resource, paging } from '../kernel/http/wire.ts'
import { readFeed } from './feed.ts'
import { EventOut, presentEvents } from './present.ts'
import { checkTypes } from './rules.ts'
import type { EventViews } from './views.ts'

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
      return {
        data: await presentEvents(deps.eventViews, principal, events),
        position: String(position),
        nextCursor: position < last ? String(position) : null,
      }
    },
  )
}
