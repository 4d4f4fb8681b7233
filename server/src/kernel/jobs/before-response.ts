import type { FastifyRequest } from 'fastify'
import { isReset } from '../db/connection-loss.ts'

/**
 * Returns a hook that runs the jobs that a command of the sandbox made due, after its commit and before its response. Jobs that fail stay due,
 * and the failure is logged: the command has taken effect. An outage is logged once; a reset has removed the jobs.
 */
export const beforeResponse =
  (run: () => Promise<unknown>) =>
  async (request: FastifyRequest, _reply: unknown, payload: unknown): Promise<unknown> => {
    await run().catch((error: unknown) => {
      if (isReset(error) || request.server.outages?.note(error)) return
      request.log.warn({ err: error, requestId: request.id }, 'the jobs that a command made due were not run')
    })
    return payload
  }
