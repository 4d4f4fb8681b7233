import type { FastifyRequest } from 'fastify'
import { isReset } from '../../db/connection-loss.ts'
import type { Outages } from '../../outages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reports outages of the database; undefined in an app of a test, which logs each failed request. */
    outages?: Outages | undefined
  }
}

/** Has the log report the outage for which a request is rejected with 503. A reset of the sandbox is not logged. */
export function noteOutage(request: FastifyRequest, error: unknown, code: string): void {
  if (isReset(error) || request.server.outages?.note(error)) return
  request.log.warn({ err: error, requestId: request.id }, code)
}
