import type { FastifyInstance } from 'fastify'
import type { Server } from 'node:http'

/** Time that running requests get when the service stops. */
const PATIENCE_MS = 5000

/**
 * Ends the connections that a closing server still has after a short time. Node ends idle ones itself; one that sends
 * nothing, or slowly, would delay the stop until the time limit of a request.
 */
export function endConnectionsSoon(server: Pick<Server, 'closeAllConnections' | 'once'>): void {
  const timer = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
  timer.unref()
  server.once('close', () => clearTimeout(timer))
}

/** The same for the server of an instance, whenever it closes. */
export function endConnectionsAtStop(app: Pick<FastifyInstance, 'addHook'> & { server: Server }): void {
  app.addHook('preClose', (done) => {
    endConnectionsSoon(app.server)
    done()
  })
}
