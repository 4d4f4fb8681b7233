import { decodeJwt } from 'jose'
import type Provider from 'oidc-provider'
import { oidc } from '../oidc.ts'

/** Scopes that open something of ours. */
export const RESOURCE_SCOPES = ['accounts', 'payments']
export const SCOPES = ['openid', ...RESOURCE_SCOPES]

/** A request as the provider reads it. */
interface RequestContext {
  readonly route: string
  readonly params?: { scope?: string; request?: string }
  readonly issuer: string
  readonly requestParamOIDCScopes: Set<string>
  clientJwtAuthExpectedAudience: () => Set<string>
}

/**
 * Has the provider reject requests whose scopes are all unknown, and accept our addresses with a trailing slash as audience.
 * It offers no setting for either (decision 95).
 */
export function adjustRequestReading(provider: Provider): void {
  const context = provider.OIDCContext.prototype as unknown as RequestContext
  rejectUnknownScopes(context)
  acceptTrailingSlashes(context, provider.issuer)
}

/** The provider drops unknown scopes. A request that then asks for nothing is rejected; for authorisation, openid alone is nothing. */
function rejectUnknownScopes(context: RequestContext): void {
  const known = Object.getOwnPropertyDescriptor(context, 'requestParamOIDCScopes')!
  redefine(context, 'requestParamOIDCScopes', function (this: RequestContext) {
    const scopes = known.get!.call(this) as Set<string>
    const offered = this.route === 'token' ? SCOPES : RESOURCE_SCOPES
    const sent = this.params?.scope
    if (sent && !offered.some((scope) => scopes.has(scope)))
      throw new (oidc().errors.InvalidScope)(`scope must name at least one of ${offered.join(', ')}`, sent)
    return scopes
  })
}

function acceptTrailingSlashes(context: RequestContext, issuer: string): void {
  const audience = context.clientJwtAuthExpectedAudience
  context.clientJwtAuthExpectedAudience = function (this: RequestContext) {
    return new Set([...audience.call(this)].map(withoutSlash).flatMap((address) => [address, `${address}/`]))
  }
  // The provider compares the audience of a request object with this name of ours.
  redefine(context, 'issuer', function (this: RequestContext) {
    const audiences = audiencesIn(this.params?.request)
    return !audiences.includes(issuer) && audiences.includes(`${issuer}/`) ? `${issuer}/` : issuer
  })
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '')

/** Returns the audiences of a request object, unverified. A text that is not a JWT has an empty list. */
function audiencesIn(request: string | undefined): string[] {
  if (request === undefined) return []
  try {
    return [decodeJwt(request).aud ?? []].flat()
  } catch {
    return []
  }
}

const redefine = <K extends keyof RequestContext>(
  context: RequestContext,
  name: K,
  get: (this: RequestContext) => RequestContext[K],
): object => Object.defineProperty(context, name, { configurable: true, get })
