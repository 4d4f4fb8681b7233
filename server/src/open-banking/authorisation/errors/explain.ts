import type Provider from 'oidc-provider'
import { HELP_PATHS } from './help.ts'

interface Caught {
  error?: string
  error_description?: string
  error_detail?: string
}

type Context = Parameters<Parameters<Provider['use']>[0]>[0]

const EVENTS = [
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
  for (const event of EVENTS)
    provider.on(event as 'grant.error', (ctx: object, error: Caught) => void caught.set(ctx, error))
  provider.use(async (ctx, next) => {
    await next()
    const error = caught.get(ctx)
    if (error && error.error !== 'access_denied') explain(ctx, describe(error, origin))
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

/** Returns the description with its reason and the address of the help page, in the characters of RFC 6749. */
function describe({ error, error_description: short = '', error_detail: detail }: Caught, origin: string): string {
  const reason = detail === undefined ? '' : `: ${reasonOf(detail)}`
  const page = error === 'invalid_client' ? HELP_PATHS.clientAssertion : HELP_PATHS.requestObject
  return `${short}${reason}. See ${origin}${page}`.replaceAll('"', "'").replace(/[^\x20-\x7e]|\\/g, '?')
}

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
