import type { TSchema } from 'typebox'
import type { App } from '../kernel/http/http.ts'
import { ALPHA } from '../kernel/http/openapi/documents.ts'
import { nameSchemas } from '../kernel/http/openapi/named-schemas.ts'
import type { EventCatalogue } from '../kernel/module.ts'
import { toYaml } from '../kernel/text/yaml.ts'
import { EventOut } from './present.ts'
import type { EventViews } from './views.ts'

interface Described {
  eventCatalogue: EventCatalogue
  eventViews: EventViews
}

const DESCRIPTION = `Every change of state of an entity records one event, numbered without gaps. Clients read events from the feed,
as a stream of server-sent events, or have them sent to a webhook endpoint; an event has the same id and body in all three.
The operations of the service are in /openapi.json.`

const FEED = {
  address: '/v1/events',
  title: 'Event feed',
  description:
    'Pages of events, oldest first: GET with the position of the last page as `after`. Each item of `data` is a message.',
}
const STREAM = {
  address: '/v1/events',
  title: 'Event stream',
  description:
    'The same with `Accept: text/event-stream`: the sequence as `id`, the type as `event`, the message as `data`. Continue after a break with `Last-Event-ID`.',
}
const WEBHOOKS = {
  address: null,
  title: 'Webhooks',
  description:
    'POST of a message to the address of an endpoint of /v1/webhook-endpoints, signed by the rules of Standard Webhooks.',
}

/**
 * Returns the AsyncAPI 3.0 document of all events: a message for each type, with the schema of its resource where clients can read
 * it, in the channels of the feed, the stream and webhooks.
 */
function describeEvents({ eventCatalogue, eventViews }: Described): object {
  const types = Object.keys(eventCatalogue).sort()
  const messages = Object.fromEntries(types.map((type) => [type, messageOf(type, eventCatalogue, eventViews)]))
  const all = Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${type}` }]))
  const operation = (channel: string, method: string, summary: string) => ({
    action: 'send',
    channel: { $ref: `#/channels/${channel}` },
    summary,
    bindings: { http: { method, bindingVersion: '0.3.0' } },
  })
  return nameSchemas({
    asyncapi: '3.0.0',
    info: {
      title: 'Cambist events',
      version: 'v1',
      description: `${ALPHA}\n\n${DESCRIPTION}`,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      feed: { ...FEED, messages: all },
      stream: { ...STREAM, messages: all },
      webhooks: { ...WEBHOOKS, messages: all },
    },
    operations: {
      answerFeed: operation('feed', 'GET', 'Answers with the events after a position'),
      streamEvents: operation('stream', 'GET', 'Sends events while the connection is open'),
      sendWebhooks: operation('webhooks', 'POST', 'Sends each event to the endpoints that want it'),
    },
    components: { messages, schemas: {} },
  })
}

function messageOf(type: string, catalogue: EventCatalogue, views: EventViews): object {
  const { title, resources } = catalogue[type as keyof EventCatalogue]!
  const schemas = resources.flatMap((resource) => views[resource]?.schema ?? [])
  return {
    name: type,
    title: type,
    summary: title,
    contentType: 'application/json',
    payload: {
      allOf: [
        EventOut,
        {
          type: 'object',
          properties: {
            type: { const: type },
            resource: { type: 'object', properties: { type: { enum: resources } } },
            ...(schemas.length > 0 && { data: oneOf(schemas) }),
          },
        },
      ],
    },
  }
}

const oneOf = (schemas: readonly TSchema[]): unknown => (schemas.length === 1 ? schemas[0] : { anyOf: schemas })

/** Serves the document at /asyncapi.json and /asyncapi.yaml, to everybody, as that of the operations. */
export function serveEventDocument(app: App, described: Described): void {
  const hidden = { config: { public: true }, schema: { hide: true } }
  // Made once, when first asked for, because they are large.
  let json: Buffer | undefined
  let yaml: Buffer | undefined
  app.get('/asyncapi.json', hidden, (_request, reply) => {
    json ??= Buffer.from(JSON.stringify(describeEvents(described)))
    return reply.type('application/json; charset=utf-8').send(json)
  })
  app.get('/asyncapi.yaml', hidden, (_request, reply) => {
    yaml ??= Buffer.from(toYaml(describeEvents(described)))
    return reply.type('application/yaml').send(yaml)
  })
}
