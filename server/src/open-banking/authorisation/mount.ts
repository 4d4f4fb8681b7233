import type { FastifyReply, FastifyRequest } from 'fastify'
import type Provider from 'oidc-provider'
import { readForms } from '../../kernel/http/bodies/forms.ts'
import { errorOfOAuthQuery } from '../../kernel/http/bodies/oauth-query.ts'
import type { Db } from '../../kernel/db/db.ts'
import { noteRejection } from '../../kernel/http/listener/request-log.ts'
import type { App } from '../../kernel/http/http.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { type ClientCertificates, sendOAuthError } from '../dcr/index.ts'
import { MOST_FORM_BYTES } from '../http/index.ts'
import { callingOver, findJourney } from './adapter.ts'
import { withHelp } from './errors/help.ts'
import { answerOnce, captureAnswer } from './kept-answer.ts'
import { endedPage, errorPage, sendPage, unusableLinkPage } from './pages/layout.ts'
import { answerWithPages } from './forms.ts'
import { PATHS } from './requests/paths.ts'
import { handOver, type SignedError, signedErrorIn } from './requests/hand-over.ts'
import type { Scripts } from './journey/journey-context.ts'
import type { PsuSessions } from './journey/psu-sessions.ts'
import { playedFor, withoutBrowser } from './scripted/without-browser.ts'

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
      const error = deps.certificateErrorOf(request.raw)
      const description = error === undefined ? WITHOUT_CERTIFICATE : `The client certificate is rejected. ${error}`
      return sendOAuthError(reply, { status: 401, error: 'invalid_client', description })
    })
    for (const [path, fields] of Object.entries(FIELDS))
      scope.post(path, { config, schema: { hide: true } }, (request, reply) => {
        const description = errorOfOAuthQuery(request, fields)
        if (description !== undefined)
          return sendOAuthError(reply, { status: 400, error: 'invalid_request', description })
        const error = signedErrorIn(new URLSearchParams(typeof request.body === 'string' ? request.body : ''))
        if (error) return sendOAuthError(reply, { ...error, description: explained(error, deps) })
        return callingOver(deps.certificateOf(request.raw)!, () => handOver(deps, request, reply))
      })
  })
}

const explained = ({ error, description }: SignedError, { helpOrigin }: MountDeps): string =>
  withHelp(description, error === 'invalid_client' ? 'clientAssertion' : 'requestObject', helpOrigin)

const CLIENT = ['client_id', 'client_assertion_type', 'client_assertion']
/** Parameters of the forms, which the error of a query names. The provider ignores others. */
const FIELDS = {
  [PATHS.token]: ['grant_type', 'scope', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', ...CLIENT],
  [PATHS.introspection]: ['token', 'token_type_hint', ...CLIENT],
  [PATHS.revocation]: ['token', 'token_type_hint', ...CLIENT],
  [PATHS.pushed_authorization_request]: ['request', ...CLIENT],
}

const WITHOUT_CERTIFICATE = 'Present the transport certificate of your software: this address accepts mutual TLS only.'

/** Returns true if a path on the third parties' listener belongs to OAuth, whose errors have another form. */
export const isOAuthPath = (path: string): boolean =>
  /^\/(register(\/[^/]+)?|\.well-known\/(openid-configuration|oauth-authorization-server))$/.test(path) ||
  (Object.values(PATHS) as string[]).includes(path)

interface FrontChannelDeps extends MountDeps {
  db: Db
  clock: Clock
  sessions: PsuSessions
  /** Signs cookies; the same in every process. */
  cookieKey: string
  /** Sandbox only: decisions without a page. */
  scripts?: Scripts
}

/** Registers the endpoints for browsers with their page templates. */
export function frontChannelRoutes(app: App, deps: FrontChannelDeps): void {
  const path = PATHS.authorization
  handedOver(app, (scope) => {
    scope.get(path, { config, schema: { hide: true } }, async (request, reply) => {
      const error = signedErrorIn(new URL(request.url, deps.origin).searchParams)
      if (error) {
        noteRejection(request, error.error)
        return sendPage(reply, unusableLinkPage(explained(error, deps)), error.status)
      }
      const played = await playedFor(deps, request)
      if (played) return withoutBrowser(deps, app, played, request.headers, reply)
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
