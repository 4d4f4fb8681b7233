import { hash } from 'node:crypto'
import {
  createLocalJWKSet,
  type CryptoKey,
  decodeJwt,
  errors,
  generateKeyPair,
  type JSONWebKeySet,
  type JWTHeaderParameters,
  type JWTPayload,
  jwtVerify,
} from 'jose'
import type { Db } from '../../kernel/db/db.ts'
import { writeAlone } from '../../kernel/db/waits/write-alone.ts'
import { jsonErrorOfJws } from '../../kernel/http/bodies/jws.ts'
import { authenticationFailed, refuse } from '../rules.ts'

/** Signatures taken for private_key_jwt. */
export const ASSERTION_ALGORITHMS = ['ES256', 'PS256', 'RS256', 'EdDSA']
const MOST_LIFE_SECONDS = 300
const SKEW_SECONDS = 10

/** Returns the unverified client of an assertion; '' if it names none. @throws invalid_client if it is not a JWT */
export function claimedClient(assertion: string): string {
  try {
    const { sub } = decodeJwt<{ sub?: unknown }>(assertion)
    return typeof sub === 'string' ? sub : ''
  } catch {
    throw authenticationFailed()
  }
}

/**
 * Verifies that the client's key signed the assertion (RFC 7523). Unknown clients and keys are checked against a decoy,
 * so that timing discloses nothing. After a valid signature, further errors are reported in detail.
 *
 * @param audiences any of them must be in `aud`
 * @returns the claims; undefined when the signature does not hold
 * @throws invalid_client with the reason, for a good signature on wrong claims, and for a repeated name
 */
export async function verifyAssertion(
  assertion: string,
  client: { id: string; jwks: JSONWebKeySet | null },
  audiences: string[],
  wall: Date,
): Promise<JWTPayload | undefined> {
  const error = jsonErrorOfJws(assertion)
  if (error !== undefined) throw refuse.invalid_client({ reason: `The client_assertion is rejected: its ${error}.` })
  try {
    const { payload } = await jwtVerify(assertion, (header, token) => keyFor(client.jwks, header, token), {
      algorithms: ASSERTION_ALGORITHMS,
      issuer: client.id,
      subject: client.id,
      audience: audiences,
      requiredClaims: ['exp', 'jti'],
      currentDate: wall,
      clockTolerance: SKEW_SECONDS,
    })
    checkTimes(payload, wall)
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw wrongClaims('it has expired')
    if (error instanceof errors.JWTClaimValidationFailed) throw wrongClaims(claimError(error.claim, audiences))
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function claimError(claim: string, audiences: string[]): string {
  if (claim === 'aud') return `its aud must be ${audiences[0]}`
  if (claim === 'iss' || claim === 'sub') return 'its iss and sub must both be the client_id'
  if (claim === 'nbf') return 'its nbf lies in the future'
  return `its claim ${claim} is missing or does not hold now`
}

const wrongClaims = (reason: string) =>
  refuse.invalid_client({ reason: `The client_assertion is signed by the right key, but ${reason}.` })

function checkTimes(payload: JWTPayload, wall: Date): void {
  const now = wall.getTime() / 1000
  const left = payload.exp! - now
  if (left > MOST_LIFE_SECONDS + SKEW_SECONDS) throw wrongClaims('it may live for five minutes at most')
  if (payload.iat !== undefined && payload.iat > now + SKEW_SECONDS) throw wrongClaims('its iat lies in the future')
  if (typeof payload.jti !== 'string' || payload.jti.length > 255)
    throw wrongClaims('its jti is not a text of 1 to 255')
}

/** @throws invalid_client when the assertion was used before */
export async function useOnce(db: Pick<Db, 'pool'>, clientId: string, payload: JWTPayload): Promise<void> {
  const inserted = await writeAlone(db, {
    name: 'use-assertion',
    text: `insert into used_assertions (client_id, jti_hash, expires_at) values ($1, $2, $3) on conflict do nothing`,
    values: [clientId, hash('sha256', payload.jti!, 'buffer'), new Date((payload.exp! + SKEW_SECONDS) * 1000)],
  })
  if (inserted.rowCount === 0) throw wrongClaims('its jti was used before; sign a new one for each request')
}

type Token = Parameters<ReturnType<typeof createLocalJWKSet>>[1]

async function keyFor(jwks: JSONWebKeySet | null, header: JWTHeaderParameters, token: Token): Promise<CryptoKey> {
  try {
    if (jwks) return await createLocalJWKSet(jwks)(header, token)
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
  }
  return decoyKey(header.alg)
}

const decoys = new Map<string, Promise<CryptoKey>>()

/** Creates a key whose private half is discarded. */
function decoyKey(algorithm: string): Promise<CryptoKey> {
  const made = decoys.get(algorithm) ?? generateKeyPair(algorithm).then(({ publicKey }) => publicKey)
  decoys.set(algorithm, made)
  return made
}
