import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type Provider from 'oidc-provider'
import { readForms } from '../../kernel/http/bodies/forms.ts'
import { faultOfOAuthQuery } from '../../kernel/http/bodies/oauth-query.ts'
import type { Db } from '../../kernel/db/db.ts'
import { noteRejection } from '../../kernel/http/listener/request-log.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { type ClientCertificates, sendOAuthError } from '../dcr/index.ts'
import { callingOver, findJourney } from './adapter.ts'
import { withHelp } from './errors/help.ts'
import { answerOnce, captureAnswer } from './kept-answer.ts'
import { endedPage, errorPage, sendPage, unusableLinkPage } from './pages/layout.ts'
import { answerWithPages } from './forms.ts'
import { PATHS } from './requests/paths.ts'
import { handOver, MOST_FORM_BYTES, type SignedFault, signedFaultIn } from './requests/hand-over.ts'
import type { Scripts } from './journey/journey-context.ts'
import type { PsuSessions } from './journey/psu-sessions.ts'
import { isScript } from './journey/script.ts'

interface MountDeps {
  provider: () => Provider
  /** Origin of the listener, which the provider uses as its own address. */
  origin: string
  /** Sandbox only: origin of the help pages that errors link to. */
  helpOrigin?: string
}

const config = { public: true }

type BackChannelDeps = MountDeps & ClientCertificates

/** The endpoints that third parties call: token, introspection, revocation, pushed requests; all over a certificate. */
export function backChannelRoutes(app: App, deps: BackChannelDeps): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    readForms(scope, MOST_FORM_BYTES)
    scope.setValidatorCompiler(() => (value) => ({ value }))
    scope.addHook('onRequest', async (request, reply) => {
      const certificate = deps.certificateOf(request.raw)
      if (certificate) return request.server.limits?.admit(certificate.thumbprint, 'token', reply)
      const fault = deps.certificateFaultOf(request.raw)
      const description = fault === undefined ? WITHOUT_CERTIFICATE : `The client certificate is rejected. ${fault}`
      return sendOAuthError(reply, { status: 401, error: 'invalid_client', description })
    })
    for (const [path, fields] of Object.entries(FIELDS))
      scope.post(path, { config, schema: { hide: true } }, (request, reply) => {
        const description = faultOfOAuthQuery(request, fields)
        if (description !== undefined)
          return sendOAuthError(reply, { status: 400, error: 'invalid_request', description })
        const fault = signedFaultIn(new URLSearchParams(typeof request.body === 'string' ? request.body : ''))
        if (fault) return sendOAuthError(reply, { ...fault, description: explained(fault, deps) })
        return callingOver(deps.certificateOf(request.raw)!, () => handOver(deps, request, reply))
      })
  })
}

const explained = ({ error, description }: SignedFault, { helpOrigin }: MountDeps): string =>
  withHelp(description, error === 'invalid_client' ? 'clientAssertion' : 'requestObject', helpOrigin)

const CLIENT = ['client_id', 'client_assertion_type', 'client_assertion']
/** Parameters of the forms, which the error of a query names. The provider ignores others. */
const FIELDS = {
  [PATHS.token]: ['grant_type', 'scope', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', ...CLIENT],
  [PATHS.introspection]: ['token', 'token_type_hint', ...CLIENT],
  [PATHS.revocation]: ['token', 'token_type_hint', ...CLIENT],
  [PATHS.pushed_authorization_request]: ['request', ...CLIENT],
}

const WITHOUT_CERTIFICATE =
  'Show the transport certificate of your software: this address answers over mutual TLS only.'

/** Returns true if a path on the third parties' listener belongs to OAuth, whose errors have another form. */
export const isOAuthPath = (path: string): boolean =>
  /^\/(register(\/[^/]+)?|\.well-known\/(openid-configuration|oauth-authorization-server))$/.test(path) ||
  (Object.values(PATHS) as string[]).includes(path)

interface FrontChannelDeps extends MountDeps {
  db: Db
  clock: Clock
  sessions: PsuSessions
  /** Sandbox only: decisions without a page. */
  scripts?: Scripts
}

/** Registers the endpoints for browsers with their page templates. */
export function frontChannelRoutes(app: App, deps: FrontChannelDeps): void {
  const path = PATHS.authorization
  handedOver(app, (scope) => {
    scope.get(path, { config, schema: { hide: true } }, async (request, reply) => {
      const fault = signedFaultIn(new URL(request.url, deps.origin).searchParams)
      if (fault) {
        noteRejection(request, fault.error)
        return sendPage(reply, unusableLinkPage(explained(fault, deps)), fault.status)
      }
      if (await isScripted(deps, request)) return withoutBrowser(app, request, reply)
      return handOver(deps, request, reply)
    })
    scope.get<{ Params: { uid: string } }>(
      `${path}/:uid`,
      { config, schema: { hide: true } },
      async (request, reply) => {
        const { uid } = request.params
        // Who knows the addresses and cookies of another's journey must not be able to end it for themselves.
        if (await deps.sessions.isForeign(request, uid)) {
          noteRejection(request, 'browser_rejected')
          return sendPage(reply, errorPage('This page has ended', 'The log-in belongs to another browser.'), 403)
        }
        return answerJourney(deps, uid, request, reply)
      },
    )
  })
}

/** Sends the answer of a journey, which the provider makes once; when it was given before, a page shows the outcome. */
async function answerJourney(
  deps: FrontChannelDeps,
  uid: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  let isMade = false
  const answer = await answerOnce(deps, uid, () => {
    isMade = true
    return captureAnswer(reply.raw, async () => void (await handOver(deps, request, reply)))
  })
  if (!answer) return sendPage(reply, endedPage((await findJourney(deps.db.pool, uid))?.outcome), 410)
  if (!isMade)
    return reply
      .code(answer.status)
      .headers({ ...answer.headers, 'cache-control': 'no-store' })
      .send(answer.body)
  reply.raw.end(answer.body)
  return reply
}

/** A scope in which bodies are left for the provider to read. */
function handedOver(app: App, mount: (scope: App) => void): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    answerWithPages(scope, ({ message }) => unusableLinkPage(message))
    mount(scope)
  })
}

/** Headers of each answer's own connection and browser, which are not passed on. */
const OWN_HEADERS = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
  'x-request-id',
])

const STEP_HEADER = 'x-cambist-scripted-step'
const MOST_STEPS = 6

/**
 * Returns true if no page is needed: by configuration, or because the login hint of the request object orders a decision. A hint
 * outside the signed object counts no more here than for the provider.
 */
async function isScripted(
  { scripts, provider }: FrontChannelDeps,
  { headers, query }: FastifyRequest,
): Promise<boolean> {
  if (!scripts || headers[STEP_HEADER] !== undefined) return false
  if (scripts.everyone !== undefined) return true
  const { request, request_uri: uri } = query as Record<string, unknown>
  const object = request ?? (await pushedRequest(provider(), uri))
  try {
    return typeof object === 'string' && isScript(decodeJwt(object)['login_hint']) // verified on the way
  } catch {
    return false
  }
}

const PUSHED = 'urn:ietf:params:oauth:request_uri:'

/** Returns the request object that a third party pushed beforehand; undefined without one. */
async function pushedRequest(provider: Provider, uri: unknown): Promise<string | undefined> {
  if (typeof uri !== 'string' || !uri.startsWith(PUSHED)) return undefined
  return (await provider.PushedAuthorizationRequest.find(uri.slice(PUSHED.length)))?.request
}

/**
 * Sandbox only: follows the journey to its end and answers the redirect to the third party. A decision that is not yet due
 * leads back to the same address.
 */
async function withoutBrowser(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const cookies = new Map<string, string>()
  let url = request.url
  let waits = 0
  for (let step = 0; step < MOST_STEPS; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ url, headers: { cookie, host: request.headers.host, [STEP_HEADER]: '1' } })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    const { location } = answer.headers
    const next = location === undefined ? undefined : new URL(location, 'http://self.invalid')
    if (!next?.pathname.startsWith('/open-banking/') || answer.statusCode >= 400) {
      void reply.code(answer.statusCode)
      for (const [name, value] of Object.entries(answer.headers))
        if (!OWN_HEADERS.has(name)) void reply.header(name, value)
      return reply.send(answer.rawPayload)
    }
    const following = `${next.pathname}${next.search}`
    if (following === url && ++waits > 1) return reply.redirect(request.url, 303)
    url = following
  }
  throw new Error('the scripted authorisation did not end')
}
