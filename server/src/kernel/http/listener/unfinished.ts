import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Time for a client to read an early response, before its connection is closed. */
const LINGER_MS = 5000

const answered = new WeakMap<Duplex, IncomingMessage>()

/**
 * Closes connections whose request got its response before its body arrived: a rejected token, an unknown path. The client
 * gets a few seconds to read the response or to finish the body; a finished one keeps its connection.
 *
 * @param lingerMs milliseconds until the connection is closed
 */
export function endUnfinishedRequests(server: Pick<EventEmitter, 'on'>, lingerMs = LINGER_MS): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!expectsBody(request)) return
    response.once('finish', () => {
      if (request.complete) return
      const { socket } = request
      answered.set(socket, request)
      setTimeout(() => request.complete || socket.destroy(), lingerMs).unref()
    })
  })
}

/**
 * Does the same for an instance. Fastify would close the connection of a request whose body is rejected at once, and a client that is still
 * sending would lose the response.
 */
export function endUnfinishedRequestsOf(
  app: Pick<FastifyInstance, 'addHook'> & { server: Pick<EventEmitter, 'on'> },
): void {
  endUnfinishedRequests(app.server)
  app.addHook('onError', (_request, reply, _error, done) => {
    void reply.removeHeader('connection')
    done()
  })
}

const expectsBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Returns true if the request that a connection is sending already has its response: a second one would be misread. */
export const isAnswered = (socket: Duplex): boolean => answered.get(socket)?.complete === false
