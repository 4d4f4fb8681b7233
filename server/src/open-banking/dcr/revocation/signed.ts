import { verify, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { childrenOf, type Der } from '../certificates/der.ts'

const TIMES = { utc: 0x17, generalized: 0x18 }

/** Returns true for a value that `timeOf` reads. */
export const isTime = ({ tag }: Der): boolean => tag === TIMES.utc || tag === TIMES.generalized

/** Converts UTCTime (years 1950 to 2049) or GeneralizedTime, both in UTC. @throws Error for any other text */
export function timeOf({ tag, content }: Der): Date {
  const text = content.toString('latin1')
  const full = tag === TIMES.generalized ? text : `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(time.getTime())) throw new Error('a time in it cannot be read')
  return time
}

/** Hash functions by the DER content of the signature algorithm's id: RSA and ECDSA. */
const HASHES: Readonly<Record<string, string>> = {
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
}

/** A signed structure: its bytes, hash function and signature. */
export interface Signed {
  signed: Der
  hash: string
  signature: Buffer
}

/** Returns a structure with its algorithm and signature. @throws Error for an algorithm other than SHA-2 with RSA or ECDSA */
export function signedPart(signed: Der, algorithm: Der, signature: Der): Signed {
  const hash = HASHES[childrenOf(algorithm)[0]?.content.toString('hex') ?? '']
  if (hash === undefined) throw new Error('its signature algorithm is not one of SHA-2 with RSA or ECDSA')
  return { signed, hash, signature: signature.content.subarray(1) }
}

const verified = promisify(verify)

/** Returns true if the key of a certificate made the signature. */
export const isSignedBy = ({ signed, hash, signature }: Signed, { publicKey }: X509Certificate): Promise<boolean> =>
  verified(hash, signed.raw, publicKey, signature).catch(() => false)
