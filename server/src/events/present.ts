import { type Static, Type } from 'typebox'
import type { Queryable } from '../kernel/db/db.ts'
import type { Principal } from '../kernel/http/principal.ts'
import { Instant, Output, Resource } from '../kernel/http/wire.ts'
import { formatLastingId } from '../kernel/values/ids.ts'
import type { FeedEvent } from './feed.ts'
import { formatResourceId } from './resources.ts'
import { type EventViews, type Shown, showResources } from './views.ts'

const EventBalance = Output(
  {
    currency: Type.String(),
    booked: Type.String(),
    available: Type.String(),
    ledgerSequence: Type.Integer({
      description: 'Number of the last posting of the account that the balance includes.',
    }),
  },
  { description: 'Balance of the account after the event; in `account.credited` and `account.debited`.' },
)

/** An event as clients receive it: in the feed, in a stream and as the body of a webhook. */
export const EventOut = Resource('Event', {
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
        'The resource as its own read operation returned it at this version, if the client has the scope of that operation.',
    }),
  ),
  balance: Type.Optional(EventBalance),
  previous: Type.Optional(Output({ status: Type.String() })),
})

/** Returns the id of an event, the same in the feed and in every delivery. */
export const formatEventId = (entityId: string, sequence: bigint): string =>
  `evt_${formatLastingId('ent', entityId).slice('ent_'.length)}_${sequence}`

/** Returns events of one entity as a client reads them, with the resources for which it has the scope. */
export async function presentEvents(
  deps: { db: { reader: Queryable }; eventViews: EventViews },
  viewer: Principal,
  events: readonly FeedEvent[],
): Promise<Static<typeof EventOut>[]> {
  const shown = await showResources(deps, viewer, events)
  return events.map((event, i) => presentEvent(event, shown[i]!))
}

function presentEvent(event: FeedEvent, { data, balance }: Shown): Static<typeof EventOut> {
  return {
    id: formatEventId(event.entityId, event.sequence),
    type: event.type,
    apiVersion: 'v1',
    createdAt: event.at.toISOString(),
    sequence: Number(event.sequence),
    entityId: formatLastingId('ent', event.entityId),
    resource: {
      type: event.resourceType,
      id: formatResourceId(event.resourceType, event.resourceId),
      version: event.resourceVersion,
    },
    ...(data && { data: { ...data } }),
    ...(balance && { balance: balance as Static<typeof EventBalance> }),
    ...(event.previousStatus !== null && { previous: { status: event.previousStatus } }),
  }
}
