import cors from '@fastify/cors'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Paths for programs. The console, the documentation and the users' pages of open banking are for their own origin only. */
const PATHS = /^\/(?:v1\/|openapi\.|asyncapi\.|\.well-known\/oauth-authorization-server)/

/** Headers of responses that a program in a browser may read besides those that browsers always show. */
const EXPOSED = [
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'X-Request-Id',
  'ETag',
  'Deprecation',
  'Sunset',
  'Link',
  'WWW-Authenticate',
  'Content-Disposition',
]

/** Headers of requests that such a program may send. */
const ALLOWED = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Last-Event-ID',
  'X-Request-Id',
  'traceparent',
]

/** The parts of a listener that the permission needs. */
type Scope = Pick<FastifyInstance, 'decorateRequest'>

const PERMISSION = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: ALLOWED,
  exposedHeaders: EXPOSED,
  credentials: false,
  maxAge: 600,
}

/**
 * Lets web applications of the given origins call the interface from a browser, without cookies. Other origins get no
 * header, and their preflight requests the response of an unsupported method. Without origins nothing is added.
 */
export function allowOrigins(app: Scope, origins: readonly string[] = []): void {
  if (origins.length === 0) return
  const refusal = { origin: false }
  const permissions = new Map(origins.map((origin) => [origin, { ...PERMISSION, origin }]))
  // Called, not registered: as a registered plugin its hook would follow the hooks that reject.
  cors(
    app as FastifyInstance,
    {
      delegator: ({ url, headers: { origin } }, callback) => {
        const permission = origin !== undefined && PATHS.test(url) ? permissions.get(origin) : undefined
        callback(null, permission ?? refusal)
      },
    },
    () => {},
  )
}

/** Returns true for a request of the route that answers preflight requests; one that reaches it is not permitted. */
export const isPreflight = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === 'OPTIONS' && routeOptions.url === '*'
