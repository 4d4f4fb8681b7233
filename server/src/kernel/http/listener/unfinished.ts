import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/** Time for a client to read an early response, before its connection is closed. */
export const LINGER_MS = 5000

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
    const onEnded = () => void (request.complete || linger(request, response, lingerMs))
    if (response.writableEnded) onEnded()
    else response.once('prefinish', onEnded)
  })
}

/** Keeps the connection of a response that ended before its request. */
function linger(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { socket } = request
  delayClose(request, response, lingerMs)
  response.once('finish', () => {
    if (request.complete) return
    answered.set(socket, request)
    setTimeout(() => request.complete || socket.destroy(), lingerMs).unref()
  })
}

/**
 * Delays the close of a connection after the response to a client that is still sending. Node closes it at once if the client asked for
 * `Connection: close`; the system would then reset it, and the client would lose the response. Instead, our side ends, and the rest of the
 * body is read and dropped.
 */
function delayClose(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { socket } = request
  const close = socket.destroySoon.bind(socket)
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return close()
    socket.end()
    request.once('end', close).resume()
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
  response.once('close', () => Reflect.deleteProperty(socket, 'destroySoon')) // the next request of the connection has its own
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
    if (reply.raw.shouldKeepAlive) void reply.removeHeader('connection') // false if the client asked for the end itself
    done()
  })
}

const expectsBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** Returns true if the request that a connection is sending already has its response: a second one would be misread. */
export const isAnswered = (socket: Duplex): boolean => answered.get(socket)?.complete === false
