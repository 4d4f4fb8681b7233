import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { FORM, readForms } from '../kernel/http/bodies/forms.ts'
import { errorOfOAuthQuery } from '../kernel/http/bodies/oauth-query.ts'
import { type App, SCOPES } from '../kernel/http/http.ts'
import { formatId } from '../kernel/values/ids.ts'
import { noteOutage } from '../kernel/http/listener/outages.ts'
import { noteClient, noteRejection } from '../kernel/http/listener/request-log.ts'
import { isRepeated } from '../kernel/http/routing/repeated-headers.ts'
import { oauthText } from '../kernel/text/oauth-text.ts'
import { asRefusal } from '../kernel/http/problems.ts'
import type { Refusal } from '../kernel/values/refusals.ts'
import { ASSERTION_ALGORITHMS } from './credentials/assertion.ts'
import type { Auth } from './auth.ts'
import { membersOf } from '../kernel/http/principal.ts'
import { allGrants, type ApiClient } from './clients.ts'
import { parseForm, required } from './form.ts'
import { grantScopes, refuse, TOKEN_LIFE_SECONDS } from './rules.ts'
import { Introspection, Metadata, OAuthError, TokenAnswer, TokenReference, TokenRequest } from './schema.ts'

/** A client assertion with its keys' names takes a few kilobytes. */
const MOST_BYTES = 64 * 1024
const open = { public: true }
/** They authenticate clients themselves. */
const config = {
  ...open,
  errorForm: { schema: 'OAuthError', property: 'error', sentAs },
}
const errors = { default: OAuthError }

const CREATE_TOKEN = {
  summary: 'Request an access token',
  description:
    'Takes a form. Authenticate by HTTP Basic, by `client_id` and `client_secret`, or by a signed assertion. Without `scope` the token has every scope of the client. It is valid for one hour.',
  consumes: [FORM],
  body: TokenRequest,
  response: { 200: TokenAnswer, ...errors },
}

const INTROSPECT = {
  summary: 'Introspect a token (RFC 7662)',
  description: 'Returns `active: false` for a token that is unknown, expired, revoked or of another client.',
  consumes: [FORM],
  body: TokenReference,
  response: { 200: Introspection, ...errors },
}

/** Registers the OAuth endpoints in a separate scope: they read forms instead of JSON and return errors of RFC 6749. */
export function oauthRoutes(app: App, auth: Auth): void {
  const { tokens } = auth
  void app.register(async (plain) => {
    const scope = plain as unknown as App
    readTokenForms(scope)
    scope.setErrorHandler((error, request, reply) => sendOAuthError(error, request, reply, auth.baseUrl))

    scope.post(
      '/v1/oauth2/token',
      {
        config,
        schema: CREATE_TOKEN,
      },
      async (request, reply) => {
        const { form, client } = await identify(auth, request, reply, { fields: TOKEN_FIELDS, check: checkGrantType })
        const scopes = grantScopes(form.get('scope'), allGrants(client))
        const token = await tokens.issue(client, scopes)
        return neverStored(reply).send({
          access_token: token,
          token_type: 'Bearer',
          expires_in: TOKEN_LIFE_SECONDS,
          scope: scopes.join(' '),
        })
      },
    )

    scope.post(
      '/v1/oauth2/revoke',
      {
        config,
        schema: {
          summary: 'Revoke a token (RFC 7009)',
          description: 'Every process rejects the token within a second. An unknown token also returns 200.',
          consumes: [FORM],
          body: TokenReference,
          response: { 200: Type.Null({ description: 'The token is revoked, or was not valid before.' }), ...errors },
        },
      },
      async (request, reply) => {
        const { form, client } = await identify(auth, request, reply, { fields: REFERENCE_FIELDS })
        await tokens.revoke(client, required(form, 'token'))
        return neverStored(reply).send()
      },
    )

    scope.post(
      '/v1/oauth2/introspect',
      {
        config,
        schema: INTROSPECT,
      },
      async (request, reply) => {
        const { form, client } = await identify(auth, request, reply, { fields: REFERENCE_FIELDS })
        return neverStored(reply).send(await introspect(auth, client, required(form, 'token')))
      },
    )
  })

  app.get(
    '/.well-known/oauth-authorization-server',
    {
      config: open,
      schema: {
        summary: 'Get OAuth server metadata (RFC 8414)',
        description:
          'Returns the addresses of the token operations, the supported ways of authentication, and the scopes.',
        response: { 200: Metadata },
      },
    },
    () => metadata(auth.baseUrl),
  )
}

/** Handlers read forms from text; the schemas are for the reference. */
function readTokenForms(scope: App): void {
  readForms(scope, MOST_BYTES)
  scope.setValidatorCompiler(() => (value) => ({ value }))
}

const TOKEN_FIELDS = Object.keys(TokenRequest.properties)
const REFERENCE_FIELDS = Object.keys(TokenReference.properties)

interface Expected {
  /** Parameters of the form, which the error of a query names. */
  fields: readonly string[]
  /** Runs before the client is authenticated. */
  check?: (form: Map<string, string>) => void
}

async function identify(auth: Auth, request: FastifyRequest, reply: FastifyReply, { fields, check }: Expected) {
  const reason = errorOfOAuthQuery(request, fields)
  if (reason !== undefined) throw refuse.invalid_request({ reason })
  const form = parseForm((request.body as string | undefined) ?? '')
  check?.(form)
  const { clientAddress, headers } = request
  if (isRepeated(request.raw, 'authorization'))
    throw refuse.invalid_request({ reason: 'Send the Authorization header once.' })
  await request.server.limits?.admit(auth.requesterOf(form, headers.authorization, clientAddress), 'token', reply)
  const client = await auth.authenticateClient(form, headers.authorization, clientAddress)
  noteClient(request, client.clientId)
  return { form, client }
}

function checkGrantType(form: Map<string, string>): void {
  if (required(form, 'grant_type') !== 'client_credentials') throw refuse.unsupported_grant_type()
}

/** Another client's token is answered like an unknown one. */
async function introspect({ tokens, baseUrl }: Auth, client: ApiClient, token: string) {
  const held = await tokens.read(token)
  if (held?.caller.clientId !== client.clientId) return { active: false }
  const members = membersOf(held.caller)
  return {
    active: true,
    scope: [...new Set(members.flatMap(({ scopes }) => [...scopes]))].join(' '),
    client_id: formatId('cli', client.clientId),
    sub: formatId('ent', client.entityId),
    entity_ids: members.map(({ entityId }) => formatId('ent', entityId)),
    iss: baseUrl,
    token_type: 'Bearer',
    iat: Math.floor(held.issuedAt.getTime() / 1000),
    exp: Math.floor(held.expiresAt / 1000),
  }
}

const neverStored = (reply: FastifyReply) => reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })

function sendOAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply, baseUrl: string): FastifyReply {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error, requestId: request.id }, 'defect')
  else if (refusal !== error && refusal.status >= 500) noteOutage(request, error, refusal.code)
  const { status, name, description } = oauthError(refusal, request.headers['content-type'])
  noteRejection(request, name)
  if (status === 401) void reply.header('www-authenticate', 'Basic realm="cambist"')
  return neverStored(reply)
    .code(status)
    .headers(refusal?.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        error: name,
        error_description: oauthText(description),
        error_uri: `${baseUrl}/docs/errors#${name}`,
      }),
    )
}

function oauthError(refusal: Refusal | undefined, contentType: string | undefined) {
  if (!refusal) return { ...sentAs('internal_error', 500), description: 'Something failed on our side; try again.' }
  const { code, status, message } = refusal
  return {
    ...sentAs(code, status),
    description: code === 'media_type_not_supported' ? wrongType(contentType) : message,
  }
}

/** Returns the OAuth error of a code; a body that cannot be read is an invalid request. */
function sentAs(code: string, status: number): { status: number; name: string } {
  switch (code) {
    case 'internal_error':
      return { status, name: 'server_error' }
    case 'media_type_not_supported':
      return { status: 400, name: 'invalid_request' }
    case 'content_encoding_not_supported':
    case 'charset_not_supported':
    case 'body_too_large':
    case 'body_not_utf8':
    case 'body_not_json':
    case 'query_not_utf8':
    case 'host_missing':
    case 'expectation_not_supported':
    case 'form_invalid':
      return { status, name: 'invalid_request' }
    default:
      return { status, name: code }
  }
}

const wrongType = (sent: string | undefined): string =>
  `Send the parameters as ${FORM}, not as ${(sent ?? 'nothing').slice(0, 60).replace(/[^ -~]|["\\]/g, '?')}: grant_type=client_credentials&client_id=...&client_secret=...`

const METHODS = ['client_secret_post', 'client_secret_basic', 'private_key_jwt']

const metadata = (baseUrl: string) => ({
  issuer: baseUrl,
  token_endpoint: `${baseUrl}/v1/oauth2/token`,
  revocation_endpoint: `${baseUrl}/v1/oauth2/revoke`,
  introspection_endpoint: `${baseUrl}/v1/oauth2/introspect`,
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  scopes_supported: [...SCOPES],
  token_endpoint_auth_methods_supported: METHODS,
  token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
  revocation_endpoint_auth_methods_supported: METHODS,
  introspection_endpoint_auth_methods_supported: METHODS,
  service_documentation: `${baseUrl}/docs`,
})
