import type { FastifyReply, FastifyRequest } from 'fastify'

interface Scope {
  addHook(name: 'onResponse', hook: (request: FastifyRequest, reply: FastifyReply, done: () => void) => void): unknown
}

const codes = new WeakMap<FastifyRequest, string>()

/** Remembers the code with which a request is rejected, for the log. */
export const noteRejection = (request: FastifyRequest, code: string): void => void codes.set(request, code)

/**
 * Logs each rejected request with its id: those without access, with wrong passwords and those of a delayed origin
 * included. The query, headers and body stay out of the log, because they may contain secrets.
 */
export function logRejections(app: Scope): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    if (status >= 400) {
      const { id: requestId, method, clientAddress: address, url } = request
      const path = url.split('?', 1)[0]!.slice(0, 200)
      const client = clientOf(request)
      request.log.info({ requestId, method, path, status, code: codes.get(request), address, client }, 'rejected')
    }
    done()
  })
}

/** The client of a request, where it is known: an API client or a third party. */
function clientOf(request: FastifyRequest): string | undefined {
  const { group, principal, thirdParty } = request as {
    group?: { clientId: string } | null
    principal?: { clientId: string } | null
    thirdParty?: { clientId: string } | null
  }
  return (group ?? principal ?? thirdParty)?.clientId
}
