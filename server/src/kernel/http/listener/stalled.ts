import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Time without progress after which a connection is closed: longer than the limits of requests, which answer with an error. */
const STALL_MS = 120_000

/**
 * Closes connections whose client does not read its responses: it would keep the connection and what is to be sent. A connection whose
 * request is still being carried out stays open, however long that takes.
 *
 * @param stallMs milliseconds in which nothing is sent or received
 */
export function endStalledConnections(server: Pick<Server, 'on' | 'setTimeout'>, stallMs = STALL_MS): void {
  const unanswered = new WeakMap<Socket, number>()
  const add = (socket: Socket, count: number) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + count)
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    add(socket, 1)
    response.once('close', () => add(socket, -1))
  })
  server.setTimeout(stallMs, (socket) => {
    const isCarriedOut = (unanswered.get(socket) ?? 0) > 0 && socket.writableLength === 0
    if (!isCarriedOut) socket.destroy()
  })
}
