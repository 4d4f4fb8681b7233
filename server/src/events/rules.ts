import { refusals } from '../kernel/values/refusals.ts'

/** Rejections of the event feed. */
export const refuse = refusals({
  event_type_unknown: {
    status: 400,
    message: 'The service has no events of the types {unknown}. The parameter `known` of this error lists all types.',
  },
  event_position_expired: {
    status: 410,
    message:
      'Events up to sequence {oldest} are older than 90 days and no longer in the feed. Read the resources, then continue after sequence {oldest}.',
  },
  last_event_id_invalid: {
    status: 400,
    standsAlone: true,
    message: 'Last-Event-ID is the id of an event of this stream: a whole number.',
  },
  event_stream_limit_reached: {
    status: 429,
    message:
      'The client has {limit} open event streams, the most it can have. Close one, or read several types with one stream.',
    retryable: true,
  },
  event_streams_exhausted: {
    status: 503,
    message: 'The service has no free event stream. Poll GET /v1/events, or try again later.',
    retryable: true,
  },
  event_position_unknown: {
    status: 422,
    message: 'The last event of the entity has the sequence {last}, before {after}. Use a smaller sequence.',
  },
})

/** Checks that modules declare all of some event types. @throws event_type_unknown */
export function checkTypes(asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.filter((type) => !known.includes(type))
  if (unknown.length > 0) throw refuse.event_type_unknown({ unknown, known: [...known].sort() })
}
