import { type KeyObject, constants, createPublicKey, type JsonWebKey, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'
import type { JSONWebKeySet, JWK } from 'jose'
import { jsonErrorOfJws } from '../../kernel/http/bodies/jws.ts'
import { isSameName } from '../dcr/index.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { fieldErrorOf, refuseErrors, refuseOb } from './refusals.ts'

/**
 * Message signatures: a detached JWS (RFC 7515 appendix F) in x-jws-signature, PS256 over the exact bytes of the body,
 * with the three open-banking claims in its header. Signing and verification run on the thread pool: a signature takes
 * about a millisecond of CPU, and other requests continue meanwhile.
 */
const IAT = 'http://openbanking.org.uk/iat'
const ISS = 'http://openbanking.org.uk/iss'
const TAN = 'http://openbanking.org.uk/tan'
const CLAIMS = [IAT, ISS, TAN]
const MEMBERS = new Set(['alg', 'kid', 'typ', 'cty', 'crit', ...CLAIMS])
const SKEW_SECONDS = 60

const PSS = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
const signAsync = promisify(sign)
const verifyAsync = promisify(verify)

/** Signer of responses. */
export interface MessageSigner {
  /** x-jws-signature of a body, whose bytes must then be sent as they are. */
  sign(body: Uint8Array): Promise<string>
}

/** The key of a signer: of the JWKS we publish, with its certificate there. */
interface SigningKey {
  kid: string
  /** RSA, 2048 bits or more. */
  privateKey: KeyObject
}

/**
 * @param options.issuer our organisation id
 * @param options.trustAnchor host of the directory that vouches for it: "openbanking.org.uk"
 * @param options.key the present key; asked at each signature, so that it can be rotated
 */
export function createMessageSigner(options: {
  issuer: string
  trustAnchor: string
  clock: { wall(): Date }
  key: () => SigningKey | Promise<SigningKey>
}): MessageSigner {
  return {
    async sign(body) {
      const { kid, privateKey } = await options.key()
      const header = encode({
        alg: 'PS256',
        kid,
        typ: 'JOSE',
        cty: 'application/json',
        [IAT]: Math.floor(options.clock.wall().getTime() / 1000),
        [ISS]: options.issuer,
        [TAN]: options.trustAnchor,
        crit: CLAIMS,
      })
      const signature = await signAsync('sha256', signingInput(header, body), { key: privateKey, ...PSS })
      return `${header}..${signature.toString('base64url')}`
    },
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const signingInput = (header: string, body: Uint8Array): Buffer =>
  Buffer.from(`${header}.${Buffer.from(body).toString('base64url')}`)

/** Accepted signers and claims. */
interface SignatureExpectation {
  /** `iss` values that name the caller: organisation and software id, or the subject of its certificate. */
  issuers: readonly string[]
  trustAnchors: readonly string[]
  /** The caller's public signing keys; asked with the kid of the signature. */
  keys: (kid: string) => Promise<JSONWebKeySet>
  /** Wall time. */
  now: Date
}

/**
 * Checks the signature of a request.
 *
 * @throws ob_signature_malformed (U018), ob_signature_claim_missing (U017), ob_signature_claim_invalid (U016),
 *   ob_signature_invalid (U015)
 */
export async function checkSignature(signature: string, body: Uint8Array, by: SignatureExpectation): Promise<void> {
  const { encoded, header, value } = readDetached(signature)
  checkHeader(header, by)
  const kid = header['kid'] as string
  const key = await keyOf(by, kid)
  const passes = await verifies(signingInput(encoded, body), key, value)
  if (!passes) throw refuseOb.ob_signature_invalid({ kid })
}

/** Returns false for a key that is too small for the algorithm, too. */
async function verifies(input: Buffer, key: KeyObject, value: Buffer): Promise<boolean> {
  try {
    return await verifyAsync('sha256', input, { key, ...PSS }, value)
  } catch {
    return false
  }
}

function readDetached(signature: string) {
  const match = /^([A-Za-z0-9_-]+)\.\.([A-Za-z0-9_-]+)$/.exec(signature.trim())
  if (!match) throw malformed('it has two parts with two dots between them')
  const error = jsonErrorOfJws(signature)
  if (error !== undefined) throw malformed(`its ${error}`)
  const [, encoded, value] = match as unknown as [string, string, string]
  return { encoded, header: readHeader(encoded), value: Buffer.from(value, 'base64url') }
}

const malformed = (detail: string) => refuseOb.ob_signature_malformed({ detail })

function readHeader(encoded: string): Record<string, unknown> {
  let header: unknown
  try {
    header = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  } catch {
    throw malformed('its first part is base64url of a JSON object')
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    throw malformed('its first part is base64url of a JSON object')
  return header as Record<string, unknown>
}

/** Checks the header's members and reports all errors at once: missing ones before wrong ones. */
function checkHeader(header: Record<string, unknown>, by: SignatureExpectation): void {
  const missing = ['alg', 'kid', 'crit', ...CLAIMS].filter((claim) => header[claim] === undefined)
  const found: Refusal[] = [
    ...missing.map((claim) => refuseOb.ob_signature_claim_missing({ claim })),
    ...findWrong(header, by).map(invalidClaim),
  ]
  if (found.length > 0) throw refuseErrors(found.map((each) => fieldErrorOf('', each)))
}

const invalidClaim = (detail: string) => refuseOb.ob_signature_claim_invalid({ detail })

/** Returns the errors of unknown and of wrong members. */
function findWrong(header: Record<string, unknown>, by: SignatureExpectation): string[] {
  const others = Object.keys(header).filter((member) => !MEMBERS.has(member))
  const wrong = Object.entries(EXPECTED).filter(([name, { isRight }]) => {
    const value = header[name]
    return value !== undefined && !isRight(value, by)
  })
  return [
    ...others.slice(0, MOST_MEMBERS).map((name) => `${name.slice(0, MOST_NAME)} has no place in it`),
    ...wrong.map(([name, { words }]) => `${name} ${words(by)}`),
  ]
}

/** Most unknown members that an error names, and most characters of such a name. */
const MOST_MEMBERS = 10
const MOST_NAME = 64

interface Expected {
  isRight: (value: unknown, by: SignatureExpectation) => boolean
  words: (by: SignatureExpectation) => string
}

/** Valid values of the members of a JOSE header. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  alg: { isRight: (alg) => alg === 'PS256', words: () => 'must be PS256' },
  kid: { isRight: (kid) => typeof kid === 'string' && kid !== '', words: () => 'must name a signing key' },
  typ: { isRight: (typ) => typ === 'JOSE', words: () => 'is JOSE or absent' },
  cty: { isRight: (cty) => cty === 'json' || cty === 'application/json', words: () => 'is application/json or absent' },
  crit: {
    isRight: (crit) => Array.isArray(crit) && crit.length === 3 && CLAIMS.every((claim) => crit.includes(claim)),
    words: () => `must list exactly ${CLAIMS.join(', ')}`,
  },
  [IAT]: {
    isRight: (iat, { now }) => typeof iat === 'number' && iat >= 0 && iat <= now.getTime() / 1000 + SKEW_SECONDS,
    words: () => 'must be seconds since 1970, in the past',
  },
  [ISS]: { isRight: (iss, by) => isIssuer(by, iss), words: ({ issuers }) => `must be ${issuers.join(' or ')}` },
  [TAN]: {
    isRight: (tan, { trustAnchors }) => trustAnchors.includes(tan as string),
    words: ({ trustAnchors }) => `must be ${trustAnchors.join(' or ')}`,
  },
}

const isIssuer = ({ issuers }: SignatureExpectation, sent: unknown): boolean =>
  typeof sent === 'string' && issuers.some((issuer) => issuer === sent || isSameName(issuer, sent))

/** @throws ob_signature_claim_invalid for a kid that is none of the caller's RSA signing keys */
async function keyOf(by: SignatureExpectation, kid: string): Promise<KeyObject> {
  const { keys } = await by.keys(kid)
  const jwk = keys.find((key) => key.kid === kid && key.kty === 'RSA' && (key.use ?? 'sig') === 'sig')
  if (!jwk) throw invalidClaim('kid must name an RSA signing key of the software statement that is not revoked')
  return publicKeyOf(jwk)
}

const publicKeys = new WeakMap<JWK, KeyObject>()

function publicKeyOf(jwk: JWK): KeyObject {
  const known = publicKeys.get(jwk)
  if (known) return known
  const made = keyFrom(jwk)
  publicKeys.set(jwk, made)
  return made
}

/** @throws ob_signature_claim_invalid for a published key that cannot be read */
function keyFrom(jwk: JWK): KeyObject {
  try {
    return createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
  } catch {
    throw invalidClaim('kid names a key in the published key set that is not a valid RSA key')
  }
}
