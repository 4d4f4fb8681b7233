import type Provider from 'oidc-provider'
import { oauthText } from '../../../kernel/text/oauth-text.ts'
import { html } from '../pages/html.ts'
import { PATHS } from '../requests/paths.ts'
import { type HELP_PATHS, withHelp } from './help.ts'

interface Caught {
  error?: string
  error_description?: string
  error_detail?: string
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

/** Events with which the provider reports the error of a request. */
export const ERROR_EVENTS = [
  'authorization.error',
  'grant.error',
  'introspection.error',
  'pushed_authorization_request.error',
  'revocation.error',
] as const

/** Errors without a claim that failed: the user refused, or the database is unavailable. */
const UNEXPLAINED = new Set(['access_denied', 'temporarily_unavailable'])

/** Sandbox only: has the provider's error descriptions name the claim that failed, and link to a page with a correct example. */
export function explainErrors(provider: Provider, origin: string): void {
  const caught = new WeakMap<object, Caught>()
  for (const event of ERROR_EVENTS)
    provider.on(event as 'grant.error', (ctx: object, error: Caught) => void caught.set(ctx, error))
  const explained = (ctx: Context): string | undefined => {
    const error = caught.get(ctx)
    return error && !UNEXPLAINED.has(error.error ?? '') ? describe(error, pageOf(ctx, error), origin) : undefined
  }
  explainSigned(provider, explained)
  provider.use(async (ctx, next) => {
    await next()
    const description = explained(ctx)
    if (description !== undefined) explain(ctx, description)
  })
}

/** A signed response (JARM) before it is signed. */
interface SignedResponse {
  readonly ctx: Context
  extra?: Caught
  issue: (options: { use: string }) => Promise<string>
}

/** Explains errors in signed responses, which cannot be changed later. */
function explainSigned(provider: Provider, explained: (ctx: Context) => string | undefined): void {
  const { prototype } = provider.IdToken as unknown as { prototype: SignedResponse }
  const { issue } = prototype
  prototype.issue = function (this: SignedResponse, options) {
    const description = options.use === 'authorization' && this.extra?.error ? explained(this.ctx) : undefined
    if (description !== undefined) this.extra = { ...this.extra, error_description: description }
    return issue.call(this, options)
  }
}

/** Input of a form that sends the error to the third party. */
const FORM_INPUT = /(name="error_description" value=")[^"]*"/

function explain(ctx: Context, description: string): void {
  const body = ctx.body as Caught | string | undefined
  if (typeof body === 'string' && FORM_INPUT.test(body)) {
    ctx.body = body.replace(FORM_INPUT, (_input, start: string) => `${start}${html`${description}`.text}"`)
    return
  }
  if (typeof body === 'object' && body !== null && 'error' in body) {
    ctx.body = { ...body, error_description: description }
    return
  }
  const location = ctx.response.get('location') as string | undefined
  if (location === undefined || !/[?#&]error=/.test(location)) return
  const address = new URL(location)
  const parameters = new URLSearchParams(address.hash === '' ? address.search : address.hash.slice(1))
  parameters.set('error_description', description)
  if (address.hash === '') address.search = parameters.toString()
  else address.hash = parameters.toString()
  ctx.set('location', address.href)
}

/** Returns the page that shows how to do it right: until the client is known, how it authenticates. */
function pageOf(ctx: Context, { error }: Caught): keyof typeof HELP_PATHS {
  if (ctx.path === PATHS.authorization || ctx.path.startsWith(`${PATHS.authorization}/`)) return 'requestObject'
  if (error === 'invalid_client' || !ctx.oidc?.client) return 'clientAssertion'
  return ctx.path === PATHS.pushed_authorization_request ? 'requestObject' : 'tokenRequest'
}

/** Returns the description with its reason and the address of the help page, in the characters of RFC 6749. */
function describe(error: Caught, page: keyof typeof HELP_PATHS, origin: string): string {
  const { error_detail: detail } = error
  const reason = detail === undefined ? '' : `: ${reasonOf(detail)}`
  return oauthText(withHelp(`${descriptionOf(error)}${reason}`, page, origin))
}

/** Errors that the provider does not describe. */
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    request_not_supported: 'request is not accepted here',
    request_uri_not_supported: 'request_uri must be one that the pushed authorization request endpoint returned',
    registration_not_supported: 'registration is not accepted here; register the client beforehand',
  }),
)

/** Valid values instead of descriptions of the provider that name none. */
const VALID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'client is invalid': 'client_id must be the id from your registration',
    'could not parse Request Object': 'The request object cannot be read',
    'no client authentication mechanism provided':
      'Send client_assertion and client_assertion_type; a client of tls_client_auth sends client_id',
    'not supported value of code_challenge_method': 'code_challenge_method must be S256',
    'openid scope must be requested for this response_type': 'scope must contain openid for this response_type',
    'refresh token missing requested scope':
      'scope must be within that of the refresh token; omit it to keep that scope',
    'requested response_mode is not allowed for the requested response_type':
      'With response_type code id_token, response_mode must be fragment, form_post or jwt, or absent',
    'requested response_mode is not allowed for this client or request':
      'Use response_type code id_token, or response_type code with response_mode jwt, as registered',
    'unsupported grant_type requested': 'grant_type must be client_credentials, authorization_code or refresh_token',
    'unsupported prompt value requested': 'prompt must be login, consent or absent',
    'unsupported signed request alg': 'alg in the header of the request object must be PS256 or ES256',
    'Authorization Server policy requires PKCE to be used for this request':
      'A pushed request object must contain code_challenge, and code_challenge_method S256',
    "Request Object 'exp' claim too far from 'nbf' claim":
      'exp of the request object must be at most 60 minutes after nbf',
    'Request Object must be used by this client': 'Send a signed request object as the parameter request',
  }),
)

/** Returns the sentence of an OAuth error, for an error page too. */
export function descriptionOf({ error, error_description: short }: Caught): string | undefined {
  if (short) return VALID.get(short) ?? short
  return DESCRIPTIONS.get(error ?? '') || error
}

const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Invalid Token or Protected Header formatting': 'send a compact JWS whose payload is a JSON object',
    'jwt expired': 'exp has passed; use at most 60 minutes after nbf',
    'jwt not active yet': 'nbf lies in the future',
    'jwt issued in the future': 'iat lies in the future',
    'jwt issuer invalid': 'iss must be your client_id',
    'alg mismatch': 'alg in the header must be the registered one, PS256 or ES256',
    'no applicable key found in the JSON Web Key Set':
      'kid in the header names no usable key at software_jwks_endpoint; publish an RSA key of 2048 bits or more, or a P-256 key',
    'signature verification failed': 'the signature is not by the key that kid in the header names',
  }),
)

/** Returns a sentence that names the claim. */
function reasonOf(detail: string): string {
  const known = REASONS.get(detail)
  if (known !== undefined) return known
  const value = /^invalid (\w+) value$/.exec(detail)
  if (value) return `${value[1]} has the wrong type`
  const audience = /^jwt audience missing (.*)$/.exec(detail)
  return audience ? `aud must be ${audience[1]}` : detail
}
