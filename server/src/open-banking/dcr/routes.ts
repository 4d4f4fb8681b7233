import type { FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { errorOfOAuthQuery } from '../../kernel/http/bodies/oauth-query.ts'
import { noteOutage } from '../../kernel/http/listener/outages.ts'
import { originOf } from '../../kernel/http/origin.ts'
import type { App } from '../../kernel/http/http.ts'
import { asRefusal } from '../../kernel/http/problems.ts'
import type { Documented } from '../../kernel/http/openapi/documented.ts'
import { named } from '../../kernel/http/wire.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import type { ClientCertificate, ClientCertificates } from './certificates/certificate.ts'
import { sendOAuthError } from './oauth-error.ts'
import type { ClientRow } from './queries.ts'
import { refuse } from './rules.ts'
import { FLATTENED, Registration, RegistrationRequest } from './schema.ts'
import {
  endRegistration,
  findRegistration,
  registerClient,
  type RegistrationDeps,
  updateRegistration,
} from './service.ts'
import type { AuthenticateThirdParty } from './third-party.ts'

interface RegistrationRoutes extends RegistrationDeps, ClientCertificates {
  authenticate: AuthenticateThirdParty
  /** Ends the token that a request carries. */
  revokeToken: (token: string) => Promise<void>
  /** Adds to an error where a correct example is, in the sandbox. */
  withHelp: (description: string) => string
}

/** They authenticate by certificate and by the client's own token. */
const describedAs = (documented: Documented) => ({ config: { public: true, documented }, schema: { hide: true } })
const claims = { body: { ...RegistrationRequest, ...named('RegistrationClaims') }, consumes: ['application/jose'] }
const ROUTES = {
  create: describedAs({
    id: 'registerClient',
    summary: 'Register a third party',
    description:
      'Takes a request signed by the software, with its software statement of an accepted directory. Returns the client id, and the claims as registered.',
    answers: { 201: Registration },
    ...claims,
  }),
  read: describedAs({
    id: 'getClient',
    summary: 'Get a registration',
    description: 'Returns the registered claims, with those of the software statement beside them.',
    answers: { 200: Registration },
  }),
  replace: describedAs({
    id: 'replaceClient',
    summary: 'Replace a registration',
    description:
      'Takes a signed request with `client_id` and all claims. Tokens and consents whose scope is no longer registered end.',
    answers: { 200: Registration },
    ...claims,
  }),
  delete: describedAs({
    id: 'deleteClient',
    summary: 'Delete a registration',
    description: 'Deletes the registration. All tokens and consents of the client end with it.',
    answers: { 204: null },
  }),
}
const MOST_BYTES = 128 * 1024
const JOSE = /^application\/(jose|jwt|json)\s*(;|$)/i

/**
 * Registers POST, GET, PUT and DELETE of registrations (DCR 3.4) in a separate scope: bodies are JWS, errors follow RFC
 * 7591.
 */
export function registrationRoutes(app: App, deps: RegistrationRoutes): void {
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(JOSE, { parseAs: 'string', bodyLimit: MOST_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) => sendRegistrationError(deps, error, request, reply))
    scope.addHook('preHandler', async (request, reply) => {
      certificateOf(deps, request)
      const description = errorOfOAuthQuery(request)
      if (description === undefined) return
      return sendOAuthError(reply, { status: 400, error: 'invalid_request', description })
    })

    scope.post('/register', ROUTES.create, async (request, reply) => {
      const certificate = certificateOf(deps, request)
      const row = await registerClient(deps, bodyOf(request), certificate, originOf(request))
      return neverStored(reply).code(201).send(present(row))
    })

    scope.get<ByClient>('/register/:clientId', ROUTES.read, async (request, reply) => {
      const { row } = await ownRegistration(deps, request)
      return neverStored(reply).send(present(row))
    })

    scope.put<ByClient>('/register/:clientId', ROUTES.replace, async (request, reply) => {
      const { row, certificate } = await ownRegistration(deps, request)
      const change = { body: bodyOf(request), certificate, ...originOf(request) }
      return neverStored(reply).send(present(await updateRegistration(deps, row, change)))
    })

    scope.delete<ByClient>('/register/:clientId', ROUTES.delete, async (request, reply) => {
      const { row } = await ownRegistration(deps, request)
      await endRegistration(deps, row, originOf(request))
      return neverStored(reply).code(204).send()
    })
  })
}

interface ByClient {
  Params: { clientId: string }
}

function certificateOf(deps: RegistrationRoutes, request: FastifyRequest): ClientCertificate {
  const certificate = deps.certificateOf(request.raw)
  if (certificate) return certificate
  const reason = deps.certificateErrorOf(request.raw)
  throw reason === undefined
    ? refuse.registration_certificate_missing()
    : refuse.registration_certificate_rejected({ reason })
}

function bodyOf(request: FastifyRequest): string {
  if (typeof request.body === 'string' && request.body !== '') return request.body
  throw refuse.invalid_client_metadata({
    reason: 'Send the registration request as a compact JWS with Content-Type application/jose.',
  })
}

/**
 * The registration of the address, for a client_credentials token of that very client over its certificate. A client that
 * does not exist is answered 401, and the token that asked for it ends.
 */
async function ownRegistration(
  deps: RegistrationRoutes,
  request: FastifyRequest<ByClient>,
): Promise<{ row: ClientRow; certificate: ClientCertificate }> {
  const certificate = certificateOf(deps, request)
  const admission = await deps.authenticate(request)
  if (!admission.admitted || admission.thirdParty.grant !== 'client_credentials')
    throw refuse.registration_token_invalid()
  const row = await findRegistration(deps, request.params.clientId)
  if (!row) {
    await deps.revokeToken((request.headers.authorization ?? '').replace(/^Bearer +/i, ''))
    throw refuse.registration_token_invalid()
  }
  if (admission.thirdParty.clientId !== row.clientId) throw refuse.registration_of_another_client()
  return { row, certificate }
}

const SHOWN = ['software_id', ...Object.keys(FLATTENED)]

/** The registered claims, those of the statement flattened beside them. */
function present(row: ClientRow): object {
  const statement = decodeJwt(row.softwareStatement) as Record<string, unknown>
  const flattened = SHOWN.filter((claim) => statement[claim] !== undefined && statement[claim] !== null)
  return {
    ...Object.fromEntries(flattened.map((claim) => [claim, statement[claim]])),
    ...row.metadata,
    client_id: row.clientId,
    client_id_issued_at: Math.floor(row.registeredAt.getTime() / 1000),
    software_statement: row.softwareStatement,
  }
}

const neverStored = (reply: FastifyReply) => reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })

function sendRegistrationError(
  { withHelp }: RegistrationRoutes,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error, requestId: request.id }, 'defect')
  else if (refusal !== error && refusal.status >= 500) noteOutage(request, error, refusal.code)
  const status = refusal?.status ?? 500
  return sendOAuthError(reply, {
    status,
    error: refusal && KNOWN.has(refusal.code) ? refusal.code : nameOf(status, refusal),
    description: refusal ? descriptionOf(refusal, withHelp) : 'Something failed on our side; try again.',
    headers: { ...refusal?.headers, ...(status === 401 && { 'www-authenticate': 'Bearer realm="open-banking"' }) },
  })
}

const isOfBodiless = (refusal: Refusal | undefined): boolean => refusal?.code === 'ob_body_unexpected'

const nameOf = (status: number, refusal: Refusal | undefined): string =>
  NAMES[status] ?? (isOfBodiless(refusal) ? 'invalid_request' : 'invalid_client_metadata')

const descriptionOf = (refusal: Refusal, withHelp: (description: string) => string): string =>
  isOfBodiless(refusal) || refusal.status >= 500 ? refusal.message : withHelp(messageOf(refusal))

/** A body of a registration may be smaller than those of other operations, and has a type of its own. */
function messageOf({ code, message }: Refusal): string {
  if (code === 'media_type_not_supported') return 'Send the body as application/jose.'
  return code === 'body_too_large' ? `The body is too large: at most ${MOST_BYTES / 1024} KiB.` : message
}

const KNOWN = new Set([
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'invalid_software_statement',
  'unapproved_software_statement',
])
const NAMES: Record<number, string> = {
  401: 'invalid_token',
  403: 'invalid_token',
  500: 'server_error',
  503: 'temporarily_unavailable',
}
