import { Type } from 'typebox'
import type { App, Deps } from '../kernel/http/http.ts'
import { DEFAULT_LIMIT } from '../kernel/http/paging.ts'
import { checkFields } from '../kernel/http/validation.ts'
import { EntityId, Input, Nullable, Resource, paging } from '../kernel/http/wire.ts'
import { errorsAt } from '../kernel/values/refusals.ts'
import type { EventCatalogue } from '../kernel/module.ts'
import { serveEventDocument } from './asyncapi.ts'
import { readFeed } from './feed.ts'
import { EventOut, presentEvents } from './present.ts'
import { checkTypes, refuse } from './rules.ts'
import { createEventStreams } from './stream/streams.ts'
import type { EventViews } from './views.ts'

const FeedOut = Resource('EventList', {
  data: Type.Array(EventOut),
  position: Type.String({ description: 'Position to send as `after` of the next request.' }),
  nextCursor: Nullable(Type.String({ description: 'The position if more events follow, otherwise null.' })),
})

const EventTypeText = Type.String({
  minLength: 1,
  maxLength: 2000,
  pattern: '^[A-Za-z]+\\.[A-Za-z]+(,[A-Za-z]+\\.[A-Za-z]+)*$',
  examples: ['payment.completed'],
})

const FeedQuery = Input({
  entityId: EntityId,
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,18}$',
      examples: ['1042'],
      description: 'Sequence of the last event you have. Without it, the oldest event of the last 90 days comes first.',
    }),
  ),
  types: Type.Optional(
    Type.Union([EventTypeText, Type.Array(EventTypeText, { minItems: 1, maxItems: 100 })], {
      description: 'Repeat it, or separate types by commas, to read several. Without it, the feed returns all types.',
    }),
  ),
  limit: paging.limit,
})

export type EventDeps = Pick<Deps, 'db' | 'authenticate' | 'settings'> & {
  eventViews: EventViews
  eventTypes: readonly string[]
  eventCatalogue: EventCatalogue
}

/** Registers the event feed. */
export function eventRoutes(app: App, deps: EventDeps): void {
  if (!deps.settings.hidesReference) serveEventDocument(app, deps)
  const streams = createEventStreams(deps)
  app.addHook('preClose', (done) => {
    streams.close()
    done()
  })
  app.get(
    '/v1/events',
    {
      config: { scope: 'reporting:read' },
      schema: {
        summary: 'List events of an entity, oldest first',
        description:
          'Every change of state of the entity, numbered without gaps. Poll with the `position` of the previous response as ' +
          '`after`. Events older than 90 days are not returned. Clients that send `Accept: text/event-stream` get a stream of server-sent events: ' +
          'each has the sequence as `id`, the type as `event` and the event as `data`. It continues with new events; ' +
          'after a disconnection send the last `id` as the header `Last-Event-ID`.',
        querystring: FeedQuery,
        response: { 200: FeedOut },
      },
    },
    async (request, reply) => {
      const { principal, query, headers } = request
      const { after, types, limit = DEFAULT_LIMIT } = query
      const asked = types === undefined ? undefined : [types].flat().flatMap((text) => text.split(','))
      checkFields(errorsAt('?types', () => checkTypes(asked ?? [], deps.eventTypes)))
      const order = {
        entityId: principal.entityId,
        limit,
        ...(after !== undefined && { after: BigInt(after) }),
        ...(asked && { types: asked }),
      }
      if (/\btext\/event-stream\b/i.test(headers.accept ?? '')) {
        await streams.open(request, reply, { ...order, ...lastEventId(headers['last-event-id']) })
        return reply
      }
      const { events, position, last } = await readFeed(deps.db.reader, order, new Date())
      return {
        data: await presentEvents(deps, principal, events),
        position: String(position),
        nextCursor: position < last ? String(position) : null,
      }
    },
  )
}

/** Returns the position from which a client continues a stream. @throws last_event_id_invalid */
function lastEventId(sent: string | string[] | undefined): { after?: bigint } {
  if (sent === undefined || sent === '') return {}
  if (typeof sent !== 'string' || !/^[0-9]{1,18}$/.test(sent)) throw refuse.last_event_id_invalid()
  return { after: BigInt(sent) }
}
