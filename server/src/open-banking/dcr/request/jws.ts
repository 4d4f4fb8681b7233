import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, type JSONWebKeySet } from 'jose'
import { jsonErrorOfJws } from '../../../kernel/http/bodies/jws.ts'
import { CLIENT_ALGORITHMS, type RegistrationCode, refuseErrors } from '../rules.ts'

/** Signed part of a registration. */
interface Part {
  /** Its name in errors. */
  name: string
  code: RegistrationCode
  /** Place of the keys that may sign it. */
  signers: string
}

export const REQUEST: Part = {
  name: 'the request',
  code: 'invalid_client_metadata',
  signers: 'the key set at software_jwks_endpoint',
}
export const STATEMENT: Part = {
  name: 'software_statement',
  code: 'invalid_software_statement',
  signers: 'the key set of the directory',
}

/** Compact JWS whose form is right; its signature is not verified. */
interface Jws {
  jwt: string
  kid: string
  alg: string
  claims: Record<string, unknown>
}

/** Reads a compact JWS and reports all errors of its header at once. @throws the code of the part */
export function readJws(jwt: string, part: Part): Jws {
  const error = jsonErrorOfJws(jwt)
  if (error !== undefined) throw reject(part, [`The ${error} (${part.name}).`])
  const read = decode(jwt)
  if (!read) throw reject(part, [`Send ${part.name} as a compact JWS whose payload is a JSON object.`])
  const { header, claims } = read
  const { alg, kid } = header
  const members = OUTSIDE_KEYS.filter((member) => header[member] !== undefined)
  const found = [
    !isAlgorithm(alg) && `alg in the header of ${part.name} must be ${CLIENT_ALGORITHMS.join(' or ')}.`,
    !isText(kid) && `The header of ${part.name} must contain kid, the id of its signing key in ${part.signers}.`,
    members.length > 0 && `The header of ${part.name} must not contain ${members.join(', ')}; kid names its key.`,
  ].filter((each) => each !== false)
  if (found.length > 0) throw reject(part, found)
  return { jwt, kid: kid as string, alg: alg as string, claims }
}

/** Members of a header that would name another key, or change how it is read. */
const OUTSIDE_KEYS = ['jku', 'x5u', 'x5c', 'jwk', 'crit', 'b64'] as const

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isAlgorithm = (alg: unknown): boolean => CLIENT_ALGORITHMS.includes(alg as string)
const reject = ({ code }: Part, reasons: string[]) => refuseErrors(reasons.map((reason) => ({ code, reason })))

function decode(jwt: string) {
  try {
    const header: Record<string, unknown> = decodeProtectedHeader(jwt)
    return { header, claims: decodeJwt(jwt) as Record<string, unknown> }
  } catch {
    return undefined
  }
}

/** Verifies a signature. The keys come from outside: one that cannot be used is reported like a wrong signature. @throws the code of the part */
export async function verifySignature({ jwt, kid, alg }: Jws, keys: JSONWebKeySet, part: Part): Promise<void> {
  try {
    await compactVerify(jwt, createLocalJWKSet(keys), { algorithms: CLIENT_ALGORITHMS })
  } catch (error) {
    throw reject(part, [signatureError(error, { kid: kid.slice(0, 100), alg }, part)])
  }
}

function signatureError(error: unknown, { kid, alg }: Pick<Jws, 'kid' | 'alg'>, { name, signers }: Part): string {
  if (error instanceof errors.JWKSNoMatchingKey)
    return `The header of ${name} names the key ${kid}, but ${signers} has no key with this kid for signatures by ${alg}.`
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return `The header of ${name} names the key ${kid}, but ${signers} has several keys with this kid.`
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return `The signature of ${name} does not match its content and the key ${kid}. Sign the sent bytes with that key.`
  return `The key ${kid} in ${signers} cannot be used. ${USABLE_KEYS}`
}

const USABLE_KEYS = 'Publish an RSA key of 2048 bits or more for PS256, or a P-256 key for ES256.'
