import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../kernel/http/http.ts'
import { isHead } from '../../kernel/http/routing/head.ts'
import { membersOf, type Principal } from '../../kernel/http/principal.ts'
import { noteOpen } from '../../kernel/jobs/lane-turns.ts'
import { type FeedOrder, type FeedPage, readFeed } from '../feed.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { presentEvents } from '../present.ts'
import { refuse } from '../rules.ts'
import type { EventViews } from '../views.ts'
import { EventStream, STREAM_LIMITS } from './stream.ts'
import { watchEvents } from './watch.ts'

type StreamDeps = Pick<Deps, 'db' | 'authenticate'> & { eventViews: EventViews }

/** Open streams of a client, and of all clients, in one process. */
const MOST_OF_CLIENT = 10
const MOST = 2000

/** Streams of events of one process. */
interface EventStreams {
  /**
   * Answers with a stream of events after a position, until the client leaves.
   *
   * @throws event_stream_limit_reached, event_streams_exhausted, event_position_expired, event_position_unknown
   */
  open(request: FastifyRequest, reply: FastifyReply, order: FeedOrder): Promise<void>
  /** Ends all streams: the service stops. */
  close(): void
}

const HEADERS = {
  'content-type': 'text/event-stream',
  'x-accel-buffering': 'no', // a proxy passes each event on at once
  connection: 'close', // a connection kept for another request would delay the stop of the service
}

export function createEventStreams(deps: StreamDeps, limits = STREAM_LIMITS, most = MOST): EventStreams {
  const { db } = deps
  const watch = watchEvents(db)
  const open = new Map<EventStream, string>()

  function admit({ clientId }: Principal): void {
    const own = [...open.values()].filter((id) => id === clientId)
    const later = { headers: { 'retry-after': '5' } }
    if (open.size >= most) throw refuse.event_streams_exhausted({}, later)
    if (own.length >= MOST_OF_CLIENT) throw refuse.event_stream_limit_reached({ limit: MOST_OF_CLIENT }, later)
  }

  return {
    async open(request, reply, order) {
      const { principal } = request
      admit(principal)
      const read = (after?: bigint): Promise<FeedPage> =>
        readFeed(db.reader, after === undefined ? order : { ...order, after }, new Date())
      const source = {
        viewer: () => viewerOf(deps, request),
        read,
        present: (page: FeedPage, viewer: Principal) => presentEvents(deps, viewer, page.events),
      }
      const stream = new EventStream(reply.raw, source, order.after ?? 0n, limits)
      open.set(stream, principal.clientId)
      const leave = watch.on(order.entityId, () => stream.wake())
      try {
        const first = await read()
        if (isHead(request.raw)) return void reply.headers(HEADERS).send()
        reply.hijack()
        noteOpen(reply.raw)
        reply.raw.writeHead(200, { ...headersOf(reply), ...HEADERS })
        await stream.run(first).catch((error: unknown) => {
          if (error instanceof Refusal) return // its position has expired, or the sandbox was reset: reconnecting reports it
          request.log.warn({ err: error }, 'a stream of events ended early')
        })
      } finally {
        leave()
        open.delete(stream)
      }
    },
    close: () => {
      for (const stream of open.keys()) stream.end()
    },
  }
}

/** Returns the headers set so far: the request id and those for caches. */
const headersOf = (reply: FastifyReply) =>
  Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >

/** Returns the present rights of a request's token for its entity; undefined without the right to read events. */
async function viewerOf({ authenticate }: StreamDeps, request: FastifyRequest): Promise<Principal | undefined> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer +/i, '')
  const caller = await authenticate(token, request)
  const { entityId } = request.principal
  const principal = caller && membersOf(caller).find((member) => member.entityId === entityId)
  return principal?.scopes.has('reporting:read') ? principal : undefined
}
