import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawServerDefault,
} from 'fastify'
import type { Readable } from 'node:stream'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TSchema } from 'typebox'
import type { Clock } from '../values/clock.ts'
import type { Db } from '../db/db.ts'
import { bindGroup, checkGroup, checkNamed, type ResourceOwners, unboundError } from './entity-binding.ts'
import { type Caller, type GroupClient, hasRole, type Principal, type Role, type ServiceKind } from './principal.ts'
import { nameOperations } from './origin.ts'
import { refuseHttp, sendProblem } from './problems.ts'
import { buildSerializers } from './serializers.ts'
import { invariant, refusals } from '../values/refusals.ts'
import { ignoreTypeOfNoBody, readJsonBodies } from './bodies/json.ts'
import type { ErrorForm } from './openapi/thrown-codes.ts'
import type { Scope } from './openapi/scopes.ts'
import { answerConditionalReads } from './routing/conditional.ts'
import { collectMethods, pathOf, type PathMethods } from './routing/methods.ts'
import { allowOf, readHeadAsGet, sentMethod } from './routing/head.ts'
import { isRepeated } from './routing/repeated-headers.ts'
import { withoutTrailingSlash } from './routing/trailing-slash.ts'
import { receiveExpectations, refusalOfHead, whetherBodyIsUnread } from './routing/unusable.ts'
import { allowOrigins, isPreflight } from './listener/origins.ts'
import { clientAddressReader } from './listener/client-address.ts'
import { createRequestLog, type RequestMetrics } from './listener/request-log.ts'
import { traceIdOf, traceRequests } from './listener/request-traces.ts'
import { limitGroupOf } from './limits/policies.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { Outages } from '../outages.ts'
import { endStalledConnections } from './listener/stalled.ts'
import { endConnectionsAtStop } from './listener/stop.ts'
import { endUnfinishedRequestsOf } from './listener/unfinished.ts'
import { createUnreadableHandler } from './listener/unreadable.ts'
import { MAX_BODY_BYTES, REQUEST_TIMEOUT_MS, serverLimits } from './listener/limits.ts'
import { compileValidator, isOfShape, refuseAll, shapeErrors } from './validation.ts'
import { Input, NO_FIELDS } from './wire.ts'

export { SCOPES } from './openapi/scopes.ts'

export const refuseAccess = refusals({
  token_missing: {
    status: 401,
    message: 'Send `Authorization: Bearer <token>` once; a token comes from POST /v1/oauth2/token.',
  },
  token_invalid: {
    status: 401,
    message: 'The token is unknown, expired or revoked; request a new one at POST /v1/oauth2/token.',
  },
  scope_missing: { status: 403, message: 'The token lacks the scope {scope}; request one that has it.' },
  role_missing: {
    status: 403,
    message:
      'This operation requires the role {role}. Use another client of the entity, or ask the operator to grant the role to this one.',
  },
  not_available_for_entity_kind: {
    status: 403,
    message: 'This operation is for {required} entities; the entity of this request is of kind {actual}.',
  },
})

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if no token is required. */
    public?: boolean
    scope?: Scope
    /** The role a command needs; `any`: a client of either role may call it. Required unless the route is public or only reads. */
    role?: Role | 'any'
    entityKind?: ServiceKind
    /** The body of a dry run, where it cannot know the success response. */
    dryRunAnswer?: TSchema
    /** Form of the error responses; default: problems. */
    errorForm?: ErrorForm
  }
  interface FastifyRequest {
    /** The caller's rights for the entity of the request; set for every route that is not public. */
    principal: Principal
    /** Business time of receipt: deadlines are judged by it, however long the request then waits. */
    receivedAt: Date
    /** Epoch of the sandbox at receipt; undefined in production. */
    epoch: number | undefined
  }
  interface FastifyInstance {
    /** Finds the owner of a resource; undefined in an app without the modules that know the resources. */
    owners: ResourceOwners | undefined
    /** Limits of clients' requests; undefined without any. */
    limits: RateLimits | undefined
    /** Returns true from the moment the process is asked to stop: a request that waits for something is answered then. */
    isStopping: () => boolean
  }
}

/** Settings of a process that its routes need. */
export interface Settings {
  requireIdempotencyKey: boolean
  sandbox: boolean
  /** True if /docs, /openapi.json and /openapi.yaml are not served. */
  hidesReference?: boolean
  /** True if /console is not served. */
  hidesConsole?: boolean
  /** Origins of web applications that may call the interface from a browser. */
  corsOrigins?: readonly string[]
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` names the client. */
  trustedProxies?: readonly string[]
}

/** Dependencies of the routes of every module. */
export interface Deps {
  db: Db
  clock: Clock
  /** Answers who a bearer token is; undefined when it is not valid (now). Refuses a caller whose address is not allowed. */
  authenticate(token: string, caller: { ip: string }): Caller | undefined | Promise<Caller | undefined>
  settings: Settings
}

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

const SAFE_REQUEST_ID = /^[A-Za-z0-9._:-]{1,64}$/

type HttpDeps = Pick<Deps, 'authenticate' | 'clock'> & {
  settings?: Pick<Settings, 'trustedProxies' | 'corsOrigins'>
  /** Owner lookup for clients of several entities. */
  owners?: ResourceOwners
  limits?: RateLimits | undefined
  outages?: Outages | undefined
  /** Ids of operations, for the log and the audit trail. */
  operationId?: (method: string, route: string) => string | undefined
  metrics?: RequestMetrics | undefined
  /** Aborted when the process is asked to stop. */
  stopping?: AbortSignal | undefined
}

/** A Fastify instance with every convention of interface 0 in place; modules add their routes to it. */
export function createHttp(deps: HttpDeps, log?: FastifyBaseLogger | false): App {
  const addressOf = clientAddressReader(deps.settings?.trustedProxies)
  const { operationId = () => undefined } = deps
  const watch = createRequestLog({ ...deps, log, operationId, traceIdOf })
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false as const }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    clientErrorHandler: createUnreadableHandler(log),
    genReqId: (raw) => requestIdOf(raw),
    requestIdHeader: false,
    childLoggerFactory: (logger) => logger, // a child logger for each request costs more than the request's own work
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // it would answer in a form of its own; see watchClosing
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: serverLimits,
    schemaController: { compilersFactory: { buildSerializer: buildSerializers } },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    rewriteUrl: routedAddress,
    frameworkErrors: (_error, request, reply) => {
      request.clientAddress = addressOf(request.raw)
      watch(request, reply)
      void reply.header('x-request-id', request.id)
      void sendProblem(refuseHttp.not_found(), request, reply)
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  app.removeContentTypeParser('text/plain')
  readJsonBodies(app)
  decorate(app, deps)
  app.setValidatorCompiler(({ schema, httpPart }) => compileValidator(schema as never, (httpPart ?? 'body') as 'body'))
  allowOrigins(app, deps.settings?.corsOrigins) // before the hooks that reject: their errors are read by browsers too
  const methods = collectMethods(app)
  nameOperations(app, deps.operationId)
  rejectUnknownNames(app)
  const isClosing = watchClosing(app)
  endConnectionsAtStop(app)
  endStalledConnections(app.server)
  endUnfinishedRequestsOf(app)
  receiveExpectations(app.server)
  answerConditionalReads(app)
  traceRequests(app, operationId)
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = deps.clock.now()
    request.epoch = deps.clock.epoch?.()
    request.clientAddress = addressOf(request.raw)
    watch(request, reply)
    void reply.header('x-request-id', request.id)
    void reply.header('x-content-type-options', 'nosniff')
    if (!request.routeOptions.config.public) void reply.header('cache-control', 'no-store')
    if (isClosing()) return done(refuseHttp.shutting_down({}, CLOSING))
    if (request.is404) return done()
    const error = refusalOfHead(request)
    if (error) return done(error)
    const others = methods.besides(request)
    if (others) return done(refuseMethod(request, others))
    if (request.routeOptions.config.public || isPreflight(request)) return done()
    return admit(deps, request, reply, done)
  })
  checkBodies(app, methods)
  app.addHook('preValidation', (request, _reply, done) =>
    request.group === null ? done() : settle(() => bindGroup(request, check, deps.owners), done),
  )
  app.addHook('preHandler', (request, _reply, done) => settle(() => checkNamed(request), done))
  app.setErrorHandler((error, request, reply) => sendProblem(wholeOf(error, request), request, reply))
  demandRoles(app)
  app.setNotFoundHandler((request, reply) => sendProblem(notFound(methods, request), request, reply))
  return app
}

/** Rejects a body that the operation does not read, before any of it is read. */
function checkBodies(app: App, methods: PathMethods): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.is404) return done(notFound(methods, request))
    whetherBodyIsUnread(request, payload as Readable, (isUnread) => {
      if (isUnread) return done(refuseHttp.body_not_expected({ method: sentMethod(request) }))
      ignoreTypeOfNoBody(request)
      done(null, payload)
    })
  })
}

/** Returns the address by which a request is routed; HEAD is routed as GET. */
function routedAddress(raw: IncomingMessage): string {
  readHeadAsGet(raw)
  const { url = '/' } = raw
  return url.startsWith('/open-banking/') ? withoutTrailingSlash(url) : url
}

/** Declares the parts that hooks set on each request. */
function decorate(app: App, { limits, outages, stopping, owners }: HttpDeps): void {
  app.decorateRequest('principal', null as unknown as Principal)
  app.decorateRequest('principals', null as unknown as Principal[])
  app.decorateRequest('group', null)
  app.decorateRequest('receivedAt', null as unknown as Date)
  app.decorateRequest('epoch', undefined)
  app.decorateRequest('clientAddress', '')
  app.decorate('limits', limits)
  app.decorate('outages', outages)
  app.decorate('owners', owners)
  app.decorate('isStopping', () => stopping?.aborted ?? false)
}

/** Returns whether the service stops: then requests on open connections are rejected, and those under way are answered. */
function watchClosing(app: App): () => boolean {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  return () => isClosing
}

const CLOSING = { headers: { 'retry-after': '5', connection: 'close' } }

function notFound(methods: PathMethods, request: FastifyRequest) {
  const allowed = methods.at(pathOf(request.url))
  return allowed.length > 0 ? refuseMethod(request, allowed) : refuseHttp.not_found()
}

const refuseMethod = (request: FastifyRequest, allowed: readonly string[]) =>
  refuseHttp.method_not_allowed({ method: sentMethod(request), allowed }, { headers: { allow: allowOf(allowed) } })

/** Gives routes without query parameters or fields of a body an empty schema of them, so that they reject any. */
function rejectUnknownNames(app: App): void {
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide) return
    const isCommand = route.config?.role !== undefined && !isRead(route.method)
    route.schema = { querystring: NO_PARAMETERS, ...(isCommand && { body: NO_FIELDS }), ...route.schema }
  })
}

const NO_PARAMETERS = Input({})

/** A refusal of one part's shape as the refusal of every part's. */
function wholeOf(error: unknown, request: FastifyRequest): unknown {
  if (!isOfShape(error)) return error
  return refuseAll([...Object.values(shapeErrors(error, request)).flat(), ...unboundError(request)])
}

const READS = ['GET', 'HEAD', 'OPTIONS']
const isRead = (method: string | string[]) => [method].flat().every((name) => READS.includes(name))

/** Makes the start fail where a route that may change something does not declare the role that it needs. */
function demandRoles(app: App): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    invariant(
      isRead(method) || config?.public || config?.role !== undefined,
      `${String(method)} ${url} declares a role`,
    )
  })
}

function requestIdOf(raw: IncomingMessage): string {
  const sent = raw.headers['x-request-id']
  return typeof sent === 'string' && SAFE_REQUEST_ID.test(sent) ? sent : randomUUID()
}

/**
 * 401 token, 429 limit, 403 scope, 403 role, 403 entity kind: in this order, before the body is read where the client has one entity. A known
 * token is admitted at once, so this is written with the callback, which costs the hottest requests no promise.
 */
function admit(
  { authenticate, limits }: HttpDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const admitFound = (caller: Caller | undefined) => {
    if (!caller) throw refuseAccess.token_invalid({}, { headers: challenge('invalid_token') })
    const limited = limits?.admit(caller.clientId, limitGroupOf(request.method, request.routeOptions.url!), reply)
    return limited instanceof Promise ? limited.then(() => admitCaller(caller, request)) : admitCaller(caller, request)
  }
  settle(() => {
    const found = authenticate(bearerOf(request), { ip: request.clientAddress })
    return found instanceof Promise ? found.then(admitFound) : admitFound(found)
  }, done)
}

/** Runs a step of a hook and calls back, in the same tick unless the step returns a promise. */
function settle(step: () => void | Promise<void>, done: (error?: Error) => void): void {
  try {
    const pending = step()
    if (pending) {
      // oxlint-disable-next-line promise/no-callback-in-promise -- the hook's callback is where the answer goes
      pending.then(() => done(), done)
      return
    }
  } catch (error) {
    return done(error as Error)
  }
  done()
}

function bearerOf({ headers, raw }: FastifyRequest): string {
  const token = /^Bearer +([A-Za-z0-9._~+/=-]{1,4096})$/i.exec(headers.authorization ?? '')?.[1]
  if (!token || isRepeated(raw, 'authorization')) throw refuseAccess.token_missing({}, { headers: challenge() })
  return token
}

function admitCaller(caller: Caller, request: FastifyRequest): void {
  if (isGroup(caller)) {
    request.group = caller // bound to one entity when the body has been read
    checkGroup(caller, check, request)
    return
  }
  request.principal = caller
  check(caller, request)
  request.principals = [caller]
}

const isGroup = (caller: Caller): caller is GroupClient => 'members' in caller

/** Checks a client's rights for one entity against the route. @throws scope_missing, role_missing, not_available_for_entity_kind */
function check(principal: Principal, request: FastifyRequest): void {
  const { scope, role, entityKind } = request.routeOptions.config
  if (scope && !principal.scopes.has(scope))
    throw refuseAccess.scope_missing({ scope }, { headers: challenge('insufficient_scope') })
  if (role && role !== 'any' && !hasRole(principal, role)) throw refuseAccess.role_missing({ role })
  if (entityKind && principal.serviceKind !== entityKind) {
    throw refuseAccess.not_available_for_entity_kind({ required: entityKind, actual: principal.serviceKind })
  }
}

const challenge = (error?: string) => ({
  'www-authenticate': `Bearer realm="cambist"${error ? `, error="${error}"` : ''}`,
})
