import type { IncomingMessage } from 'node:http'
import { exportJWK } from 'jose'
import type { Configuration, KoaContextWithOIDC, Provider as ProviderType } from 'oidc-provider'
import { cellMark } from '../../kernel/values/ids.ts'
import { oauthText } from '../../kernel/text/oauth-text.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import type { CertificateReader } from '../dcr/index.ts'
import { CLIENT_ALGORITHMS, isSameName, OUR_ALGORITHM } from '../dcr/index.ts'
import { type Consent, consentForApproval } from '../consents/index.ts'
import { createStore, type StoreDeps } from './adapter.ts'
import { ERROR_EVENTS, explainErrors } from './errors/explain.ts'
import { announceOutages, asUnavailable } from './errors/unavailable.ts'
import { loadOidc, oidc } from './oidc.ts'
import {
  ACR_CA,
  ACR_SCA,
  acrOf,
  checkScope,
  INTENT_CLAIM,
  intentOf,
  JOURNEY_SECONDS,
  MOST_JOURNEY_SECONDS,
  REFRESH_EXPIRY_CLAIM,
  TOKEN_SECONDS,
} from './rules.ts'
import { pageHeaders } from './pages/layout.ts'
import { noteProviderError } from './requests/hand-over.ts'
import { PATHS } from './requests/paths.ts'
import { adjustRequestReading, SCOPES } from './requests/request-context.ts'
import { checkAssertionTimes, checkRequestTimes, CLOCK_TOLERANCE_SECONDS } from './requests/token-times.ts'
import type { SigningKey } from './signing-keys.ts'

interface ProviderDeps extends StoreDeps {
  issuer: string
  certificateOf: CertificateReader
  /** Signs cookies. */
  cookieKey: string
  /** Receives internal errors; the caller gets server_error. */
  onDefect: (error: Error) => void
  /** Sandbox only: origin of the help pages that error descriptions link to. */
  helpOrigin?: string
  /** HTML of an error that cannot be sent to the third party. */
  renderError: (ctx: KoaContextWithOIDC, error: Error) => void
}

/** The FAPI 1.0 Advanced authorisation server, signing with one key. */
export async function createProvider(deps: ProviderDeps, key: SigningKey): Promise<ProviderType> {
  const { Provider } = await loadOidc()
  const jwk = { ...(await exportJWK(key.privateKey)), kid: key.kid, use: 'sig', alg: OUR_ALGORITHM }
  const provider = new Provider(deps.issuer, {
    ...SETTINGS,
    adapter: createStore(deps),
    jwks: { keys: [jwk as never] },
    cookies: {
      keys: [deps.cookieKey],
      short: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true },
    },
    interactions: { url: (_ctx, { uid }) => `${PATHS.consent}/${uid}`, policy: askAlways(deps) },
    features: { ...FEATURES, mTLS: mutualTls(deps.certificateOf) },
    renderError: (ctx, _out, error) => deps.renderError(ctx, error),
  })
  markWithCell(provider)
  provider.proxy = true // the headers it then believes are set by us, on every request
  adjustRequestReading(provider)
  protectForms(provider)
  announceOutages(provider)
  if (deps.helpOrigin !== undefined) explainErrors(provider, deps.helpOrigin)
  for (const event of ERROR_EVENTS)
    provider.on(event as 'grant.error', ({ req }: { req: IncomingMessage }, error: object) =>
      noteProviderError(req, error),
    )
  provider.on('server_error', (_ctx, error) => deps.onDefect(error))
  return provider
}

/**
 * Gives answers that a form sends to the third party the headers of our pages. The provider adds its script's hash to the
 * policy; we add that the form leads to the third party.
 */
function protectForms(provider: ProviderType): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith(PATHS.authorization)) return void (await next())
    const { 'content-type': _type, ...headers } = pageHeaders()
    ctx.set(headers)
    await next()
    const script = /'sha256-[^']+'/.exec(ctx.response.get('content-security-policy'))?.[0]
    if (script === undefined) return
    ctx.status = 200 // also of an error: the page does its work, and is kept for a repeated request like any answer
    const { 'content-security-policy': policy } = pageHeaders(true)
    ctx.set('content-security-policy', policy!.replace("script-src 'self'", `script-src 'self' ${script}`))
  })
}

/** Codes and tokens, which third parties hold. */
const MARKED = [
  'AccessToken',
  'AuthorizationCode',
  'ClientCredentials',
  'PushedAuthorizationRequest',
  'RefreshToken',
] as const

/** Has codes and tokens begin with the name of this cell, as the tokens of the main interface do. */
function markWithCell(provider: ProviderType): void {
  for (const kind of MARKED) {
    const { prototype } = provider[kind] as unknown as { prototype: { generateTokenId: () => string } }
    const generate = prototype.generateTokenId
    prototype.generateTokenId = function generateTokenId() {
      return `${cellMark()}${generate.call(this)}`
    }
  }
}

const FEATURES: NonNullable<Configuration['features']> = {
  devInteractions: { enabled: false },
  userinfo: { enabled: false },
  rpInitiatedLogout: { enabled: false },
  resourceIndicators: { enabled: false },
  dPoP: { enabled: false },
  claimsParameter: { enabled: true },
  clientCredentials: { enabled: true },
  fapi: { enabled: true, profile: '1.0 Final' },
  requestObjects: {
    enabled: true,
    requireSignedRequestObject: true,
    assertJwtClaimsAndHeader: async (_ctx, claims) => checkRequestTimes(claims),
  },
  pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: false },
  jwtResponseModes: { enabled: true },
  introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
}

const SETTINGS: Configuration = {
  routes: {
    authorization: PATHS.authorization,
    token: PATHS.token,
    jwks: PATHS.jwks,
    introspection: PATHS.introspection,
    revocation: PATHS.revocation,
    pushed_authorization_request: PATHS.pushed_authorization_request,
  },
  acrValues: [ACR_SCA, ACR_CA],
  scopes: SCOPES,
  claims: {
    acr: null,
    auth_time: null,
    iss: null,
    [INTENT_CLAIM]: null,
    openid: ['sub', INTENT_CLAIM, REFRESH_EXPIRY_CLAIM],
  },
  conformIdTokenClaims: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  responseTypes: ['code id_token', 'code'],
  subjectTypes: ['public'],
  clientAuthMethods: ['private_key_jwt', 'tls_client_auth'],
  clientDefaults: { id_token_signed_response_alg: OUR_ALGORITHM },
  enabledJWA: {
    clientAuthSigningAlgValues: CLIENT_ALGORITHMS as never,
    requestObjectSigningAlgValues: CLIENT_ALGORITHMS as never,
    idTokenSigningAlgValues: [OUR_ALGORITHM],
    authorizationSigningAlgValues: [OUR_ALGORITHM],
  },
  clockTolerance: CLOCK_TOLERANCE_SECONDS,
  assertJwtClientAuthClaimsAndHeader: async (_ctx, claims) => checkAssertionTimes(claims),
  clientBasedCORS: () => false, // pages of others cannot read our answers
  enableHttpPostMethods: false,
  expiresWithSession: () => false,
  rotateRefreshToken: false, // FAPI: a client that loses the answer must not lose its access
  issueRefreshToken: async (_ctx, client, source) =>
    client.grantTypeAllowed('refresh_token') && source.scopes.has('accounts'),
  loadExistingGrant: (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
  },
  // The subject of a journey is its consent: it names nobody, and is the same for whoever asks again.
  findAccount: (ctx, sub) => ({
    accountId: sub,
    claims: () => ({
      sub,
      [INTENT_CLAIM]: sub,
      [REFRESH_EXPIRY_CLAIM]: (ctx.oidc.entities.RefreshToken as { exp?: number } | undefined)?.exp,
    }),
  }),
  ttl: {
    AccessToken: TOKEN_SECONDS,
    ClientCredentials: TOKEN_SECONDS,
    AuthorizationCode: 60,
    IdToken: TOKEN_SECONDS,
    Interaction: MOST_JOURNEY_SECONDS, // its stored end is earlier, and moves when the user asks for more time
    Session: JOURNEY_SECONDS,
    Grant: JOURNEY_SECONDS, // each says its own; this is for none
    // Ends with the grant, to the second: the id token tells it.
    RefreshToken: (ctx, token) => {
      const { exp } = ctx.oidc.entities.Grant as unknown as { exp: number }
      token.exp = exp
      return Math.max(1, exp - Math.floor(Date.now() / 1000))
    },
  },
}

function mutualTls(certificateOf: CertificateReader): NonNullable<Configuration['features']>['mTLS'] {
  const held = (ctx: KoaContextWithOIDC) => certificateOf(ctx.req)
  return {
    enabled: true,
    certificateBoundAccessTokens: true,
    tlsClientAuth: true,
    selfSignedTlsClientAuth: false,
    getCertificate: (ctx) => held(ctx)?.pem,
    certificateAuthorized: (ctx) => held(ctx) !== undefined, // read only when its chain holds
    certificateSubjectMatches: (ctx, property, expected) =>
      property === 'tls_client_auth_subject_dn' && isSameName(held(ctx)?.subject ?? '', expected),
  }
}

/** Every authorisation asks its user anew, for a log-in and a decision, about a consent that can be decided. */
function askAlways(deps: ProviderDeps) {
  const { Check, Prompt } = oidc().interactionPolicy
  const decided = new Check('decision', 'the user must decide', async (ctx) => {
    const { result } = ctx.oidc
    if (result?.login && result.consent) return Check.NO_NEED_TO_PROMPT
    await checkRequest(deps, ctx)
    return Check.REQUEST_PROMPT
  })
  return [new Prompt({ name: 'login', requestable: true }, decided), new Prompt({ name: 'consent', requestable: true })]
}

/** @throws InvalidRequest, InvalidScope: reported to the third party through its redirect */
async function checkRequest(deps: StoreDeps, ctx: KoaContextWithOIDC): Promise<Consent> {
  acrOf(ctx)
  const name = { clientId: ctx.oidc.client!.clientId, consentId: intentOf(ctx) }
  const consent = await consentForApproval(deps.db.pool, name, deps.clock.now()).catch((error: unknown) => {
    throw error instanceof Refusal ? new (oidc().errors.InvalidRequest)(oauthText(error.message)) : asUnavailable(error)
  })
  checkScope(ctx, consent)
  return consent
}
