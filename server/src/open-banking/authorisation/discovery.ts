import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorOfOAuthQuery } from '../../kernel/http/bodies/oauth-query.ts'
import type { App } from '../../kernel/http/http.ts'
import { CLIENT_ALGORITHMS, OUR_ALGORITHM, sendOAuthError } from '../dcr/index.ts'
import { PATHS } from './requests/paths.ts'
import { SCOPES } from './requests/request-context.ts'
import { ACR_CA, ACR_SCA, INTENT_CLAIM, REFRESH_EXPIRY_CLAIM } from './rules.ts'
import type { SigningKeys } from './signing-keys.ts'

/** Registers discovery and our public keys, accessible without certificate or token. */
export function discoveryRoutes(app: App, deps: { issuer: string; pagesOrigin: string; keys: SigningKeys }): void {
  const open = { config: { public: true }, schema: { hide: true }, preHandler: rejectQuery }
  const document = JSON.stringify(metadata(deps.issuer, deps.pagesOrigin))
  for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'])
    app.get(path, open, (_request, reply) => reply.type('application/json; charset=utf-8').send(document))
  app.get(PATHS.jwks, open, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/jwk-set+json; charset=utf-8')
      .send(JSON.stringify(deps.keys.published())),
  )
}

async function rejectQuery(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const description = errorOfOAuthQuery(request)
  return description === undefined
    ? undefined
    : sendOAuthError(reply, { status: 400, error: 'invalid_request', description })
}

function metadata(issuer: string, pagesOrigin: string) {
  const endpoints = {
    token_endpoint: `${issuer}${PATHS.token}`,
    introspection_endpoint: `${issuer}${PATHS.introspection}`,
    revocation_endpoint: `${issuer}${PATHS.revocation}`,
    pushed_authorization_request_endpoint: `${issuer}${PATHS.pushed_authorization_request}`,
    registration_endpoint: `${issuer}/register`,
  }
  const methods = ['private_key_jwt', 'tls_client_auth']
  return {
    issuer,
    authorization_endpoint: `${pagesOrigin}${PATHS.authorization}`,
    ...endpoints,
    mtls_endpoint_aliases: endpoints,
    jwks_uri: `${issuer}${PATHS.jwks}`,
    scopes_supported: SCOPES,
    response_types_supported: ['code id_token', 'code'],
    response_modes_supported: ['fragment', 'query', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    acr_values_supported: [ACR_SCA, ACR_CA],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [OUR_ALGORITHM],
    authorization_signing_alg_values_supported: [OUR_ALGORITHM],
    request_object_signing_alg_values_supported: CLIENT_ALGORITHMS,
    request_parameter_supported: true,
    request_uri_parameter_supported: false,
    require_signed_request_object: true,
    require_pushed_authorization_requests: false,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: methods,
    introspection_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: CLIENT_ALGORITHMS,
    claim_types_supported: ['normal'],
    claims_parameter_supported: true,
    claims_supported: ['sub', 'iss', 'acr', 'auth_time', INTENT_CLAIM, REFRESH_EXPIRY_CLAIM],
    code_challenge_methods_supported: ['S256'],
    tls_client_certificate_bound_access_tokens: true,
    authorization_response_iss_parameter_supported: true,
  }
}
