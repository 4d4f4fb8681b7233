import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Consent, scopeOf } from '../consents/index.ts'
import { oidc } from './oidc.ts'

/** Errors that the provider sends to the third party. */
const errors = () => oidc().errors

export const ACR_SCA = 'urn:openbanking:psd2:sca'
export const ACR_CA = 'urn:openbanking:psd2:ca'
export const INTENT_CLAIM = 'openbanking_intent_id'
export const REFRESH_EXPIRY_CLAIM = 'http://openbanking.org.uk/refresh_token_expires_at'

/** Time for a user's decision, in seconds; the user can ask for it again. */
export const JOURNEY_SECONDS = 900
/** Latest end of a journey after its begin, in seconds: the user can extend the time at least ten times (WCAG 2.2.1). */
export const MOST_JOURNEY_SECONDS = 11 * JOURNEY_SECONDS
export const TOKEN_SECONDS = 3600
/** Longest time from now in which a client assertion expires. */
export const ASSERTION_SECONDS = 3600
/** Lifetime of grants for a consent without expiry. */
const OPEN_ENDED_SECONDS = 5 * 365 * 86_400
const PAYMENT_SECONDS = 86_400

interface ClaimsRequest {
  id_token?: {
    openbanking_intent_id?: { value?: unknown } | null
    acr?: { value?: unknown; values?: unknown } | null
  } | null
}

const claimsOf = (ctx: KoaContextWithOIDC): ClaimsRequest =>
  JSON.parse((ctx.oidc.params?.['claims'] as string | undefined) ?? '{}') as ClaimsRequest

/** The consent that an authorisation request is about. @throws InvalidRequest */
export function intentOf(ctx: KoaContextWithOIDC): string {
  const value = claimsOf(ctx).id_token?.openbanking_intent_id?.value
  if (typeof value !== 'string' || value.length === 0 || value.length > 128)
    throw new (errors().InvalidRequest)('claims.id_token.openbanking_intent_id.value must name the consent')
  return value
}

/**
 * Returns the authentication level of the id token, always two factors: `sca`, or `ca` if only that was requested.
 *
 * @throws InvalidRequest when neither is asked for
 */
export function acrOf(ctx: KoaContextWithOIDC): string {
  const asked = claimsOf(ctx).id_token?.acr
  const wanted = [asked?.value ?? asked?.values ?? ctx.oidc.params?.['acr_values'] ?? ACR_SCA]
    .flat()
    .flatMap((value) => (typeof value === 'string' ? value.split(' ') : []))
  const given = [ACR_SCA, ACR_CA].find((acr) => wanted.includes(acr))
  if (given === undefined) throw new (errors().InvalidRequest)(`the acr can be ${ACR_SCA} or ${ACR_CA}`)
  return given
}

/** @throws InvalidScope unless the request asks for the scope of the consent's kind */
export function checkScope(ctx: KoaContextWithOIDC, consent: Consent): void {
  const scope = scopeOf(consent)
  if (!ctx.oidc.requestParamScopes.has(scope))
    throw new (errors().InvalidScope)(`this consent needs the scope ${scope}`, scope)
}

/**
 * Returns the lifetime of an approved grant in seconds from now.
 *
 * @param now business time, by which consents expire
 */
export function grantSeconds(consent: Pick<Consent, 'kind' | 'expiresAt'>, now: Date): number {
  if (consent.kind !== 'accountAccess') return PAYMENT_SECONDS
  if (!consent.expiresAt) return OPEN_ENDED_SECONDS
  const left = Math.floor((consent.expiresAt.getTime() - now.getTime()) / 1000)
  return Math.max(1, Math.min(left, OPEN_ENDED_SECONDS))
}
