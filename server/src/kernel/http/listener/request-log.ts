import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { formatLastingId } from '../../values/ids.ts'

/** Returns the id of an operation by its method and route, as in the OpenAPI document; undefined where it has none. */
type OperationId = (method: string, route: string) => string | undefined

/** Starts the log line of a request: it is written when the response is sent, or when the client goes away. */
type WatchRequest = (request: FastifyRequest, reply: FastifyReply) => void

const codes = new WeakMap<FastifyRequest, string>()
const clients = new WeakMap<FastifyRequest, string>()

/** Remembers the code with which a request is rejected, for the log. */
export const noteRejection = (request: FastifyRequest, code: string): void => void codes.set(request, code)

/** Remembers the client of a request without a token, for the log: one that requests a token. */
export const noteClient = (request: FastifyRequest, clientId: string): void => void clients.set(request, clientId)

/** Status of a request whose client went away before the response, as proxies log it. */
const CLIENT_CLOSED = 499

/**
 * Creates the log of requests: one line each, with its id, client, entity, operation, status, code and duration. Path,
 * query, headers and body stay out of the log, because they contain ids, account numbers and secrets: the route is the
 * pattern of the path. Probes of the health are logged at the level `debug`.
 */
export function createRequestLog(log: FastifyBaseLogger | false | undefined, operationId: OperationId): WatchRequest {
  if (!log || !isEnabled(log, 'info')) return () => {}
  const isVerbose = isEnabled(log, 'debug')
  const routes = new Map<object, RouteFacts>()
  const factsOf = (config: Partial<RouteConfig>): RouteFacts => {
    const known = routes.get(config)
    if (known) return known
    const facts = routeFacts(config, operationId)
    routes.set(config, facts)
    return facts
  }
  return (request, reply) => {
    const startedAt = performance.now()
    reply.raw.once('close', () => {
      const facts = factsOf(request.routeOptions.config as Partial<RouteConfig>)
      if (facts.isProbe && !isVerbose) return
      const line = lineOf(request, reply, facts, performance.now() - startedAt)
      if (facts.isProbe) log.debug(line, 'request')
      else log.info(line, 'request')
    })
  }
}

const isEnabled = (log: FastifyBaseLogger, level: string): boolean =>
  (log as { isLevelEnabled?: (level: string) => boolean }).isLevelEnabled?.(level) ?? false

interface RouteConfig {
  /** Absent for an unknown path. */
  url: string
  method: string | string[]
}

interface RouteFacts {
  operation: string | undefined
  route: string | undefined
  isProbe: boolean
}

function routeFacts({ url: route, method = '' }: Partial<RouteConfig>, operationId: OperationId): RouteFacts {
  const operation = route === undefined ? undefined : operationId([method].flat()[0]!, route)
  return { operation, route, isProbe: route?.startsWith('/health/') ?? false }
}

function lineOf(request: FastifyRequest, reply: FastifyReply, { operation, route }: RouteFacts, ms: number): object {
  const { id: requestId, method, clientAddress: address } = request
  const { client, entity } = callerOf(request)
  const status = reply.raw.writableEnded ? reply.raw.statusCode : CLIENT_CLOSED
  const durationMs = Math.round(ms * 10) / 10
  return { requestId, client, entity, operation, method, route, status, code: codes.get(request), durationMs, address }
}

/** Returns the client of a request, where it is known: an API client or a third party; and the entity it is for. */
function callerOf(request: FastifyRequest): { client?: string | undefined; entity?: string } {
  const { group, principal, thirdParty } = request as {
    group?: { clientId: string } | null
    principal?: { clientId: string; entityId: string } | null
    thirdParty?: { clientId: string; entityId?: string } | null
  }
  const entityId = principal?.entityId ?? thirdParty?.entityId
  const entity = entityId === undefined ? {} : { entity: formatLastingId('ent', entityId) }
  if (thirdParty) return { client: thirdParty.clientId, ...entity }
  const clientId = (group ?? principal)?.clientId ?? clients.get(request)
  return { client: clientId && formatLastingId('cli', clientId), ...entity }
}
