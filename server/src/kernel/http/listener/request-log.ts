import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { formatLastingId } from '../../values/ids.ts'
import { sentMethod } from '../routing/head.ts'

/** Returns the id of an operation by its method and route, as in the OpenAPI document; undefined where it has none. */
export type OperationId = (method: string, route: string) => string | undefined

/** Counts requests by operation. */
export interface RequestMetrics {
  /**
   * Counts a finished request.
   *
   * @param operation id in the OpenAPI document, or method and route; `unknown` for an unknown path
   * @param status 499 if the client went away before the response
   */
  countRequest(operation: string, status: number, seconds: number): void
}

/** Starts to watch a request: it is logged and counted when the response is sent, or when the client goes away. */
type WatchRequest = (request: FastifyRequest, reply: FastifyReply) => void

const codes = new WeakMap<FastifyRequest, string>()
const clients = new WeakMap<FastifyRequest, string>()

/** Remembers the code with which a request is rejected, for the log. */
export const noteRejection = (request: FastifyRequest, code: string): void => void codes.set(request, code)

/** Remembers the client of a request without a token, for the log: one that requests a token. */
export const noteClient = (request: FastifyRequest, clientId: string): void => void clients.set(request, clientId)

/** Status of a request whose client went away before the response, as proxies log it. */
const CLIENT_CLOSED = 499

interface RequestLogOptions {
  log: FastifyBaseLogger | false | undefined
  operationId: OperationId
  metrics?: RequestMetrics | undefined
  /** Returns the id of the trace of a request. */
  traceIdOf: (request: FastifyRequest) => string | undefined
}

/**
 * Creates the log of requests: one line each, with its id, client, entity, operation, status, code and duration. Path,
 * query, headers and body stay out of the log, because they contain ids, account numbers and secrets: the route is the
 * pattern of the path. Probes of the health are logged at the level `debug`. The same figures go to the metrics.
 */
export function createRequestLog({ log, operationId, metrics, traceIdOf }: RequestLogOptions): WatchRequest {
  const isLogged = log && isEnabled(log, 'info')
  if (!isLogged && !metrics) return () => {}
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
      const ms = performance.now() - startedAt
      const status = statusOf(reply)
      metrics?.countRequest(facts.name, status, ms / 1000)
      if (isLogged)
        write(log, facts.isProbe ? 'debug' : 'info', () =>
          lineOf(request, facts, { status, ms, traceId: traceIdOf(request) }),
        )
    })
  }
}

function write(log: FastifyBaseLogger, level: 'debug' | 'info', line: () => object): void {
  if (level === 'info' || isEnabled(log, level)) log[level](line(), 'request')
}

const isEnabled = (log: FastifyBaseLogger, level: string): boolean =>
  (log as { isLevelEnabled?: (level: string) => boolean }).isLevelEnabled?.(level) ?? false

interface RouteConfig {
  /** Absent for an unknown path. */
  url: string | undefined
  method: string | string[]
}

interface RouteFacts {
  operation: string | undefined
  /** The operation, or method and route, or `unknown`. */
  name: string
  route: string | undefined
  isProbe: boolean
}

function routeFacts(config: Partial<RouteConfig>, operationId: OperationId): RouteFacts {
  const { url: route } = config
  const operation = route === undefined ? undefined : operationId(methodOf(config), route)
  return { operation, name: operationName(config, operationId), route, isProbe: route?.startsWith('/health/') ?? false }
}

/** Returns the id of a route's operation, or its method and pattern, or `unknown` for an unknown path. */
export function operationName(config: Partial<RouteConfig>, operationId: OperationId): string {
  const { url: route } = config
  if (route === undefined) return 'unknown'
  return operationId(methodOf(config), route) ?? `${methodOf(config)} ${route}`
}

const methodOf = ({ method = '' }: Partial<RouteConfig>): string => [method].flat()[0]!

/** Returns the status of a finished response; 499 if the client went away before. */
export const statusOf = ({ raw }: FastifyReply): number => (raw.writableEnded ? raw.statusCode : CLIENT_CLOSED)

function lineOf(
  request: FastifyRequest,
  { operation, route }: RouteFacts,
  { status, ms, traceId }: { status: number; ms: number; traceId: string | undefined },
): object {
  const { id: requestId, clientAddress: address } = request
  const method = sentMethod(request)
  const { client, entity } = callerOf(request)
  const durationMs = Math.round(ms * 10) / 10
  const code = codes.get(request)
  return { requestId, client, entity, operation, method, route, status, code, durationMs, address, traceId }
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
