import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Time that running requests and TLS handshakes get when the service stops. */
const PATIENCE_MS = 5000

/**
 * Notes the connections of a server from their first byte. Node's own list lacks those whose TLS handshake is unfinished,
 * for which a closing server waits too.
 *
 * @returns ends the connections that the closing server still has after a short time. Node ends idle ones itself; one that
 *   sends nothing, or slowly, would delay the stop until its time limit.
 */
export function trackConnections(server: Pick<Server, 'on' | 'once'>, patienceMs = PATIENCE_MS): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    const timer = setTimeout(() => open.forEach((socket) => socket.destroy()), patienceMs)
    timer.unref()
    server.once('close', () => clearTimeout(timer))
  }
}

/** Ends the connections of an instance's server in the same way, whenever it closes. */
export function endConnectionsAtStop(app: Pick<FastifyInstance, 'addHook'> & { server: Server }): void {
  const endSoon = trackConnections(app.server)
  app.addHook('preClose', (done) => {
    endSoon()
    done()
  })
}
