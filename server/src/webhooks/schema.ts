import { type Static, Type } from 'typebox'
import { cursorShape } from '../kernel/http/paging.ts'
import {
  AnyId,
  EntityId,
  EntityIds,
  Input,
  Instant,
  Nullable,
  OneOf,
  paging,
  Resource,
  VisibleText,
} from '../kernel/http/wire.ts'
import { DELIVERY_REASONS, DELIVERY_STATUSES, DISABLED_REASONS, ENDPOINT_STATUSES } from './queries.ts'

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Public https address to which the service sends the events by POST. Redirects are not followed.',
  examples: ['https://example.com/webhooks/cambist'],
})
const eventTypes = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 80, examples: ['payment.completed'] }), {
    minItems: 1,
    maxItems: 200,
    description,
  })
const apiVersion = Type.Optional(OneOf(['v1'], { description: 'Version of the event format.' }))
const status = Type.Optional(
  OneOf(['Active', 'Disabled'], {
    description:
      'A disabled endpoint receives no events. When it is active again, it receives the missed events of the last 90 days.',
  }),
)

export const EndpointOrder = Input({
  entityId: EntityId,
  url,
  events: Type.Optional(eventTypes('Types of the events to send. Default: all types.')),
  description: Type.Optional(VisibleText(200)),
  apiVersion,
  status,
})
export type EndpointOrder = Static<typeof EndpointOrder>

export const EndpointChange = Input(
  {
    url: Type.Optional(url),
    events: Type.Optional(Nullable(eventTypes('Types of the events to send; null sends all types.'))),
    description: Type.Optional(Nullable(VisibleText(200))),
    apiVersion,
    status,
  },
  { minProperties: 1 },
)
export type EndpointChange = Static<typeof EndpointChange>

export const EndpointOut = Resource('WebhookEndpoint', {
  webhookEndpointId: Type.String(),
  entityId: Type.String(),
  url: Type.String(),
  events: Nullable(Type.Array(Type.String(), { description: 'Event types that the service sends. Null: all types.' })),
  description: Nullable(Type.String()),
  apiVersion: Type.String(),
  status: OneOf(ENDPOINT_STATUSES, {
    description:
      'Failing: the receiver has not accepted a delivery for 72 hours. The service still sends later events.',
  }),
  disabledReason: Nullable(
    OneOf(DISABLED_REASONS, {
      description:
        'Failures: the receiver accepted no delivery for seven days. Rights: the client that last saved the endpoint is blocked or does not have the scope. Gone: the receiver answered with 410.',
    }),
  ),
  version: Type.Integer(),
  position: Type.Integer({
    description: 'Sequence number of the last event that was queued for delivery or skipped by `events`.',
  }),
  failingSince: Nullable(Instant),
  previousSecretExpiresAt: Nullable(Instant),
  secret: Type.Optional(
    Type.String({
      description: 'Key of the signatures, by Standard Webhooks. Only create and rotate-secret return it.',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})

export const DeliveryOut = Resource('WebhookDelivery', {
  deliveryId: Type.String(),
  webhookEndpointId: Type.String(),
  entityId: Type.String(),
  eventId: Type.String({ description: 'Header webhook-id: the same in every delivery of the event.' }),
  eventType: Type.String(),
  sequence: Nullable(Type.Integer({ description: 'Sequence of the event; null for a test.' })),
  reason: OneOf(DELIVERY_REASONS),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Integer(),
  responseStatus: Nullable(Type.Integer({ description: 'HTTP status of the last attempt.' })),
  failure: Nullable(Type.String({ description: 'Why the last attempt failed.', examples: ['Timeout'] })),
  durationMs: Nullable(Type.Integer({ description: 'Duration of the last attempt.' })),
  createdAt: Instant,
  lastAttemptAt: Nullable(Instant),
  nextAttemptAt: Nullable(Instant),
})

export const EndpointParams = Input({ webhookEndpointId: AnyId('the webhook endpoint') })
export const DeliveryParams = Input({
  webhookEndpointId: AnyId('the webhook endpoint'),
  deliveryId: AnyId('the delivery'),
})
export const EndpointQuery = Input({ entityId: EntityIds, ...paging })
export const DeliveryQuery = Input({ status: Type.Optional(OneOf(DELIVERY_STATUSES)), ...paging })
export const Replay = Input({
  fromSequence: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Sequence of the first event to send again. Later events of the endpoint’s types follow.',
  }),
})

export const idCursor = [cursorShape.uuid]
