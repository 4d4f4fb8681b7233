import type Provider from 'oidc-provider'
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

/**
 * Sandbox only: has the provider's error descriptions name the claim that failed, and link to a page with a correct
 * example. A refusal by the user has no claim that failed. Answers that are signed or sent by a form keep the short description.
 */
export function explainErrors(provider: Provider, origin: string): void {
  const caught = new WeakMap<object, Caught>()
  for (const event of ERROR_EVENTS)
    provider.on(event as 'grant.error', (ctx: object, error: Caught) => void caught.set(ctx, error))
  provider.use(async (ctx, next) => {
    await next()
    const error = caught.get(ctx)
    if (error && error.error !== 'access_denied') explain(ctx, describe(error, pageOf(ctx, error), origin))
  })
}

function explain(ctx: Context, description: string): void {
  const body = ctx.body as Caught | undefined
  if (typeof body === 'object' && body !== null && 'error' in body) {
    ctx.body = { ...body, error_description: description }
    return
  }
  const location = ctx.response.get('location') as string | undefined
  if (!location?.includes('error_description=')) return
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
  const description = withHelp(`${descriptionOf(error)}${reason}`, page, origin)
  return description.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, '?')
}

/** Errors that the provider does not describe. */
const DESCRIPTIONS: Record<string, string> = {
  request_not_supported: 'request is not accepted here',
  request_uri_not_supported: 'request_uri must be one that the pushed authorization request endpoint returned',
  registration_not_supported: 'registration is not accepted here; register the client beforehand',
}

/** Returns the sentence of an OAuth error, for an error page too. */
export const descriptionOf = ({ error, error_description: short }: Caught): string | undefined =>
  short || DESCRIPTIONS[error ?? ''] || error

const REASONS: Record<string, string> = {
  'jwt expired': 'exp has passed; use at most 60 minutes after nbf',
  'jwt not active yet': 'nbf lies in the future',
  'jwt issued in the future': 'iat lies in the future',
  'jwt issuer invalid': 'iss must be your client_id',
  'alg mismatch': 'alg in the header must be the registered one, PS256 or ES256',
  'no applicable key found in the JSON Web Key Set': 'kid in the header names no key that your directory publishes',
  'signature verification failed': 'the signature is not by the key that kid in the header names',
}

/** Returns a sentence that names the claim. */
function reasonOf(detail: string): string {
  const known = REASONS[detail]
  if (known !== undefined) return known
  const value = /^invalid (\w+) value$/.exec(detail)
  if (value) return `${value[1]} has the wrong type`
  const audience = /^jwt audience missing (.*)$/.exec(detail)
  return audience ? `aud must be ${audience[1]}` : detail
}
