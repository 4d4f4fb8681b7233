import { oidc } from '../oidc.ts'
import { ASSERTION_SECONDS } from '../rules.ts'

/** Seconds by which the clock of a third party may differ from ours. */
export const CLOCK_TOLERANCE_SECONDS = 10

/** Longest time from nbf to exp of a request object, in seconds (FAPI 1 Advanced 5.2.2). */
const REQUEST_SECONDS = 3600

interface Times {
  exp?: unknown
  iat?: unknown
  nbf?: unknown
}

/**
 * Limits the life of a client assertion, as RFC 7523 3 allows: its `jti` is stored until it expires, and a stolen one is
 * usable until then. The provider checks `exp` and `nbf`, and `iat` of tokens without `exp` only.
 *
 * @throws InvalidClientAuth if it expires later, or was issued in the future
 */
export function checkAssertionTimes({ exp, iat }: Times): void {
  const { InvalidClientAuth } = oidc().errors
  if ((exp as number) > latest() + ASSERTION_SECONDS)
    throw new InvalidClientAuth(
      `exp of the client assertion is too late; use at most ${ASSERTION_SECONDS / 60} minutes from now`,
    )
  if (isInFuture(iat)) throw new InvalidClientAuth('iat of the client assertion lies in the future')
}

/**
 * Checks the times of a request object as FAPI 1 Advanced 5.2.2 prescribes. The provider compares `exp` and `nbf` with the
 * clock, and `iat` of tokens without `exp` only.
 *
 * @throws InvalidRequestObject if a claim is missing, its life is too long, or it was issued in the future
 */
export function checkRequestTimes(claims: Times & { aud?: unknown }): void {
  const { InvalidRequestObject } = oidc().errors
  for (const claim of ['exp', 'aud', 'nbf'] as const)
    if (claims[claim] === undefined) throw new InvalidRequestObject(`Request Object is missing the '${claim}' claim`)
  const life = (claims.exp as number) - (claims.nbf as number)
  if (life <= 0 || life > REQUEST_SECONDS)
    throw new InvalidRequestObject("Request Object 'exp' claim too far from 'nbf' claim")
  if (isInFuture(claims.iat)) throw new InvalidRequestObject('iat of the request object lies in the future')
}

const latest = (): number => Math.floor(Date.now() / 1000) + CLOCK_TOLERANCE_SECONDS

const isInFuture = (seconds: unknown): boolean => typeof seconds === 'number' && seconds > latest()
