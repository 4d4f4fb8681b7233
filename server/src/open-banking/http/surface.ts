import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Clock } from '../../kernel/values/clock.ts'
import type { App } from '../../kernel/http/http.ts'
import { refusalOfEncoding, textOf } from '../../kernel/http/bodies/encodings.ts'
import { parseJson } from '../../kernel/http/bodies/json.ts'
import { nameOperations } from '../../kernel/http/origin.ts'
import { clientAddressReader } from '../../kernel/http/listener/client-address.ts'
import { noteOutage } from '../../kernel/http/listener/outages.ts'
import type { Outages } from '../../kernel/outages.ts'
import { createRequestLog, noteRejection, type RequestMetrics } from '../../kernel/http/listener/request-log.ts'
import { traceIdOf, traceRequests } from '../../kernel/http/listener/request-traces.ts'
import { endStalledConnections } from '../../kernel/http/listener/stalled.ts'
import { endConnectionsAtStop } from '../../kernel/http/listener/stop.ts'
import { endUnfinishedRequestsOf } from '../../kernel/http/listener/unfinished.ts'
import { createUnreadableHandler } from '../../kernel/http/listener/unreadable.ts'
import { limitGroupOf } from '../../kernel/http/limits/policies.ts'
import type { RateLimits } from '../../kernel/http/limits/rate-limits.ts'
import { MAX_BODY_BYTES, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from '../../kernel/http/listener/limits.ts'
import { collectMethods, pathOf, type PathMethods } from '../../kernel/http/routing/methods.ts'
import { allowOf, readHeadAsGet, sentMethod } from '../../kernel/http/routing/head.ts'
import { withoutTrailingSlash } from '../../kernel/http/routing/trailing-slash.ts'
import { receiveExpectations, refusalOfHead, whetherBodyIsUnread } from '../../kernel/http/routing/unusable.ts'
import { asRefusal } from '../../kernel/http/problems.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { type AuthenticateThirdParty, sendOAuthError, type ThirdParties, type ThirdParty } from '../dcr/index.ts'
import { admit } from './admission.ts'
import { obError } from './errors.ts'
import { parseExact, stringifyExact } from './exact-json.ts'
import { checkQuery, checkRequestHeaders } from './headers.ts'
import { refuseOb } from './refusals.ts'
import { checkSignature, type MessageSigner } from './signatures.ts'
import { basePath, type Family, type ObVersion, versionOf } from './version.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    ob?: ObRoute
  }
  interface FastifyRequest {
    /** The caller; set for every route of the interface. */
    thirdParty: ThirdParty
    /** The bytes of the body, as they were signed. */
    rawBody: Buffer
    /** The body with every number as the text of its digits. */
    exactBody: unknown
    /** Type to answer with, of those the route produces. */
    answerType: string
  }
}

/** Requirements of a route on its caller. */
interface ObRoute {
  /** `client`: the third party's own token (client credentials). `psu`: one of a user's approval (authorization code). */
  grant: 'client' | 'psu'
  /** x-jws-signature is needed on the request, and refused elsewhere. */
  signed?: boolean
  /** x-idempotency-key is needed, and ignored elsewhere. */
  idempotent?: boolean
  /** Query parameters it takes; none when absent. */
  query?: readonly string[]
  /** Types it can answer with; application/json alone when absent. */
  produces?: readonly string[]
}

/** Dependencies of the surface. */
export interface SurfaceDeps {
  clock: Clock
  authenticateThirdParty: AuthenticateThirdParty
  thirdParties: ThirdParties
  signer: MessageSigner
  /** Hosts of the accepted third parties' directories: the `tan` of their signatures. */
  trustAnchors: readonly string[]
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface HttpOptions {
  clock: Clock
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` names the client. */
  trustedProxies?: readonly string[]
  limits?: RateLimits | undefined
  outages?: Outages | undefined
  metrics?: RequestMetrics | undefined
  /** Signs errors of payment initiation whose path cannot be read; without it they are not signed. */
  signer?: MessageSigner
  /** Further options of Fastify: `https`, `serverFactory`. */
  server?: object
  /** Returns true if a path belongs to OAuth, whose errors have another form. */
  isOAuth?: (path: string) => boolean
}

const noOperation = () => undefined

/**
 * Creates the Fastify instance of the open-banking listener: every response carries x-fapi-interaction-id, and requests
 * without a route (unknown path, method, internal error) get an error body of the standard, never HTML.
 */
export function createOpenBankingHttp(options: HttpOptions, log?: FastifyBaseLogger | false): App {
  const addressOf = clientAddressReader(options.trustedProxies)
  const watch = createRequestLog({ ...options, log, operationId: noOperation, traceIdOf })
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false as const }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    genReqId: (raw) => interactionIdOf(raw.headers['x-fapi-interaction-id']),
    requestIdHeader: false,
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_TIMEOUT_MS,
    return503OnClosing: false, // it would answer in a form of its own
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1000 },
    rewriteUrl: routedAddress,
    clientErrorHandler: createUnreadableHandler(log, UNREADABLE),
    frameworkErrors: (_error, request, reply) => {
      request.clientAddress = addressOf(request.raw)
      watch(request, reply)
      void reply.header('x-fapi-interaction-id', request.id)
      void sendUnroutable(options.signer, request, reply)
    },
    ...options.server,
  }) as unknown as App
  app.decorateRequest('thirdParty', null as unknown as ThirdParty)
  app.decorateRequest('rawBody', null as unknown as Buffer)
  app.decorateRequest('exactBody', null)
  app.decorateRequest('answerType', 'application/json')
  app.decorateRequest('principal', null as never)
  app.decorateRequest('receivedAt', null as never)
  app.decorateRequest('epoch', undefined)
  app.decorateRequest('clientAddress', '')
  app.decorate('limits', options.limits)
  app.decorate('outages', options.outages)
  // On the server, because OAuth answers some requests past Fastify.
  app.server.prependListener('request', (_request, response) => response.setHeader('x-content-type-options', 'nosniff'))
  nameOperations(app)
  const methods = collectMethods(app)
  endConnectionsAtStop(app)
  endStalledConnections(app.server)
  endUnfinishedRequestsOf(app)
  receiveExpectations(app.server)
  traceRequests(app, noOperation)
  app.addHook('onRequest', async (request, reply) => {
    request.receivedAt = options.clock.now()
    request.epoch = options.clock.epoch?.()
    request.clientAddress = addressOf(request.raw)
    watch(request, reply)
    void reply.header('x-fapi-interaction-id', request.id)
    if (request.is404) throw notFound(methods, request) // without reading its body
    const error = refusalOfHead(request)
    if (error) throw error
  })
  rejectUnreadBodies(app)
  app.setErrorHandler((error, request, reply) => {
    const isOAuth = options.isOAuth?.(request.url.split('?')[0]!) ?? false
    return isOAuth ? sendAsOAuth(error, request, reply) : sendError(error, request, reply)
  })
  app.setNotFoundHandler((request) => {
    throw notFound(methods, request)
  })
  return app
}

/** Methods whose requests have no body on this listener. */
const BODILESS = ['GET', 'DELETE']

/** Rejects the body of a request that has none, after its caller is admitted. An empty one is dropped with its headers. */
function rejectUnreadBodies(app: App): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const onKnown = (isUnread: boolean) => {
      if (isUnread) return done(refuseOb.ob_body_unexpected({ method: sentMethod(request) }))
      if (BODILESS.includes(request.method)) for (const name of HEADERS_OF_BODY) delete request.headers[name]
      done(null, payload)
    }
    whetherBodyIsUnread(request, payload as Readable, onKnown, BODILESS)
  })
}

const HEADERS_OF_BODY = ['content-type', 'content-length', 'transfer-encoding']

/** Returns the address by which a request is routed; HEAD is routed as GET. */
function routedAddress(raw: IncomingMessage): string {
  readHeadAsGet(raw)
  return withoutTrailingSlash(raw.url ?? '/')
}

/** The caller's id when it is a UUID, else a fresh one: played back on every answer, and the id of an error. */
export const interactionIdOf = (sent: unknown): string =>
  typeof sent === 'string' && UUID.test(sent) ? sent : randomUUID()

function notFound(methods: PathMethods, request: FastifyRequest) {
  const allowed = methods.at(pathOf(request.url))
  if (allowed.length === 0) return refuseOb.ob_route_not_found()
  return refuseOb.ob_method_not_allowed(
    { method: sentMethod(request), allowed },
    { headers: { allow: allowOf(allowed) } },
  )
}

/** Form of errors of requests that cannot be read. */
const UNREADABLE = {
  idHeader: 'x-fapi-interaction-id',
  contentType: 'application/json; charset=utf-8',
  bodyOf: ({ code }: Refusal, id: string) =>
    obError('4.0', refuseOb.ob_invalid_format({ detail: REMEDIES[code] ?? 'send one HTTP/1.1 request' }), id).body!,
}

const REMEDIES: Readonly<Record<string, string>> = {
  request_timeout: 'send the whole request within a minute',
  headers_too_large: `send headers of at most ${MAX_HEADER_BYTES / 1024} KiB`,
}

/** The one renderer of errors of this surface; defects are logged. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error, requestId: request.id }, 'defect')
  else if (refusal !== error && refusal.status >= 500) noteOutage(request, error, refusal.code)
  noteRejection(request, refusal?.code ?? 'internal_error')
  const { status, headers, body } = obError(versionOf(request.url), error, request.id)
  void reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
  if (body === undefined) return reply.removeHeader('content-type').send()
  return reply.type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(body))
}

/** An error of a path that cannot be decoded, or with a part that is too long. No scope with its hooks takes it. */
async function sendUnroutable(
  signer: MessageSigner | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const refusal = refuseOb.ob_route_not_found()
  if (!signer || !/^\/open-banking\/v[\d.]+\/pisp\//.test(request.url)) return void sendError(refusal, request, reply)
  noteRejection(request, refusal.code)
  const { status, body } = obError(versionOf(request.url), refusal, request.id)
  const text = JSON.stringify(body)
  void reply.header('x-jws-signature', await signer.sign(Buffer.from(text)))
  void reply.header('cache-control', 'no-store')
  void reply.code(status).type('application/json; charset=utf-8').serializer(String).send(text)
}

/** Largest form of the OAuth addresses, in bytes: the provider behind them reads no more. */
export const MOST_FORM_BYTES = 56 * 1024

/** An error of an address of OAuth that its own route does not answer: another method, a defect. */
function sendAsOAuth(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error, requestId: request.id }, 'defect')
  else if (refusal !== error && refusal.status >= 500) noteOutage(request, error, refusal.code)
  const isOtherType = refusal?.code === 'media_type_not_supported'
  const message =
    refusal?.code === 'body_too_large'
      ? `The form is too large: at most ${MOST_FORM_BYTES / 1024} KiB.`
      : refusal?.message
  return sendOAuthError(reply, {
    status: refusal === undefined ? 500 : isOtherType ? 400 : refusal.status, // RFC 6749 5.2 has 400 for a malformed request
    error: refusal ? nameOf(refusal) : 'server_error',
    description: isOtherType
      ? 'Send the parameters as application/x-www-form-urlencoded.'
      : (message ?? 'Something failed on our side; try again.'),
    headers: refusal?.headers ?? {},
  })
}

const nameOf = ({ status, code }: Refusal): string =>
  status === 429 ? code : status === 503 ? 'temporarily_unavailable' : 'invalid_request'

/**
 * One half of one version: `mount` adds its routes, with paths below the base path and `config.ob` on each. Every request
 * is admitted (token, certificate, scope), its headers are checked, its body is read exactly, its signature is checked;
 * answers of payment initiation are signed, errors included.
 */
export function mountFamily(
  app: App,
  deps: SurfaceDeps,
  half: { version: ObVersion; family: Family },
  mount: (scope: App) => void,
): void {
  void app.register(
    async (plain) => {
      const scope = plain as unknown as App
      // Callers are admitted here, whatever the instance would ask of them.
      scope.addHook('onRoute', (route) => void (route.config = { ...route.config, public: true }))
      readBodies(scope)
      scope.setReplySerializer((payload) => stringifyExact(payload))
      scope.setValidatorCompiler(() => () => true) // bodies are checked by the version's own rules, queries by the route's
      scope.addHook('onRequest', async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        await admit(deps, request, half.family === 'aisp' ? 'accounts' : 'payments')
        const { method, thirdParty, routeOptions } = request
        await scope.limits?.admit(thirdParty.clientId, limitGroupOf(method, routeOptions.url!), reply)
        checkRequestHeaders(request)
        checkQuery(request)
      })
      scope.addHook('preValidation', async (request) => {
        if (request.routeOptions.config.ob?.signed) await checkRequestSignature(deps, request)
      })
      if (half.family === 'pisp') {
        signAnswers(scope, deps.signer)
        // Unknown paths and methods below this address belong to it, so that their errors are signed too.
        scope.setNotFoundHandler(() => {
          throw refuseOb.ob_route_not_found()
        })
      }
      mount(scope)
    },
    { prefix: basePath(half.version, half.family) },
  )
}

function readBodies(scope: App): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const refusal = refusalOfEncoding(request)
      if (refusal) throw refusal
      const text = textOf(body)
      const value = parseJson(text)
      request.rawBody = body
      request.exactBody = parseExact(text)
      return value
    },
  )
}

async function checkRequestSignature(deps: SurfaceDeps, request: FastifyRequest): Promise<void> {
  const { clientId } = request.thirdParty
  const profile = await deps.thirdParties.find(clientId)
  if (!profile) throw refuseOb.ob_unauthorised()
  await checkSignature(request.headers['x-jws-signature'] as string, request.rawBody ?? Buffer.alloc(0), {
    issuers: [profile.signatureIssuer, profile.certificateSubject],
    trustAnchors: deps.trustAnchors,
    keys: (kid) => deps.thirdParties.signingKeys(clientId, kid),
    now: deps.clock.wall(),
  })
}

/** Signs the very bytes that go out. */
function signAnswers(scope: App, signer: MessageSigner): void {
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (payload.length === 0) return payload
    const bytes = Buffer.from(payload as string)
    void reply.header('x-jws-signature', await signer.sign(bytes))
    return bytes
  })
}
