import { constants, createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

type Json = Readonly<Record<string, unknown>>

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
const encode = (value: string | Buffer): string => Buffer.from(value).toString('base64url')
const encodeJson = (value: Json): string => encode(JSON.stringify(value))

/** Reads a private key, PEM. */
export const privateKeyOf = (pem: string): KeyObject => createPrivateKey(pem)

/** Returns a JWT of claims, signed with PS256. */
export function signJwt(claims: Json, key: KeyObject, kid: string): string {
  const signed = `${encodeJson({ alg: 'PS256', kid, typ: 'JWT' })}.${encodeJson(claims)}`
  return `${signed}.${encode(sign('sha256', Buffer.from(signed), { key, ...PSS }))}`
}

/**
 * Returns `x-jws-signature` over the exact text of a body: a detached JWS by the UK standard.
 *
 * @param iat seconds since 1970
 */
export function signMessage(
  body: string,
  {
    key,
    kid,
    issuer,
    trustAnchor,
    iat,
  }: { key: KeyObject; kid: string; issuer: string; trustAnchor: string; iat: number },
): string {
  const claim = (name: string) => `http://openbanking.org.uk/${name}`
  const header = {
    alg: 'PS256',
    kid,
    [claim('iat')]: iat,
    [claim('iss')]: issuer,
    [claim('tan')]: trustAnchor,
    crit: [claim('iat'), claim('iss'), claim('tan')],
  }
  const protectedPart = encodeJson(header)
  const signature = sign('sha256', Buffer.from(`${protectedPart}.${encode(body)}`), { key, ...PSS })
  return `${protectedPart}..${encode(signature)}`
}

/** Claims of an id token that a third party checks. */
export interface IdTokenClaims {
  iss: string
  aud: string | string[]
  exp: number
  nonce: string
  c_hash?: string
  s_hash?: string
  openbanking_intent_id?: string
}

/** Public keys of the service, by RFC 7517. */
export interface JsonWebKeys {
  keys: (Json & { kid?: string })[]
}

/** Values that an id token must match. */
export interface Expected {
  issuer: string
  clientId: string
  nonce: string
  state: string
  code: string
  consentId: string
  /** Seconds since 1970. */
  now: number
}

/** Seconds by which two clocks may differ. */
const CLOCK_SKEW_SECONDS = 60

/** Verifies an id token: signature, issuer, audience, time, and its ties to this request. @throws Error with the first difference */
export function verifyIdToken(token: string, { keys }: JsonWebKeys, expected: Expected): IdTokenClaims {
  const [head = '', payload = '', signature = ''] = token.split('.')
  const { alg, kid } = decode(head) as { alg?: string; kid?: string }
  const key = keys.find((each) => each.kid === kid)
  if (alg !== 'PS256' || !key) throw new Error('The id token is signed by an unknown key.')
  const publicKey = { key: createPublicKey({ key, format: 'jwk' }), ...PSS }
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url')))
    throw new Error('The signature of the id token is wrong.')
  const claims = decode(payload) as unknown as IdTokenClaims
  const differences = {
    iss: claims.iss === expected.issuer,
    aud: [claims.aud].flat().includes(expected.clientId),
    exp: claims.exp > expected.now - CLOCK_SKEW_SECONDS,
    nonce: claims.nonce === expected.nonce,
    c_hash: claims.c_hash === halfHash(expected.code),
    s_hash: claims.s_hash === halfHash(expected.state),
    openbanking_intent_id: claims.openbanking_intent_id === expected.consentId,
  }
  for (const [name, isRight] of Object.entries(differences))
    if (!isRight) throw new Error(`The id token is not for this request: ${name} differs.`)
  return claims
}

/** Returns the left half of the SHA-256 hash, as c_hash and s_hash have it. */
const halfHash = (text: string): string => encode(createHash('sha256').update(text).digest().subarray(0, 16))

const decode = (part: string): Json => JSON.parse(Buffer.from(part, 'base64url').toString()) as Json
