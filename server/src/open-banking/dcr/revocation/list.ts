import type { X509Certificate } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { childrenOf, type Der, readDer, valuesIn } from '../certificates/der.ts'
import { isSignedBy, isTime, type Signed, signedPart, timeOf } from './signed.ts'

/** A certificate revocation list (RFC 5280, section 5) whose signature was verified. */
export interface RevocationList {
  /** The authority that signed it. */
  authority: X509Certificate
  /** Serial numbers of its revoked certificates, see `serialOf`. */
  serials: ReadonlySet<string>
  thisUpdate: Date
  /** End of the list: it proves nothing from then on. */
  nextUpdate: Date
}

const TAG = { integer: 0x02, sequence: 0x30, extensions: 0xa0 }

/** Id of the extension that marks a list of changes (2.5.29.27). */
const DELTA = Buffer.from('0603551d1b', 'hex')

/** Entries that are read before other work has its turn. */
const AT_ONCE = 5000

/**
 * Reads a list, DER or PEM, and verifies that one of the authorities signed it.
 *
 * @throws Error with the reason: malformed, another signer, an unknown algorithm, a list of changes, or without an end
 */
export async function readRevocationList(
  bytes: Buffer,
  authorities: readonly X509Certificate[],
): Promise<RevocationList> {
  const [signed, algorithm, signature] = childrenOf(readDer(derOf(bytes))) as [Der, Der?, Der?]
  if (!algorithm || !signature) throw new Error('it is not a certificate revocation list')
  const authority = await signerOf(signedPart(signed, algorithm, signature), authorities)
  if (!authority) throw new Error('no authority of OPEN_BANKING_CLIENT_CA signed it')
  const parts = childrenOf(signed)
  const times = parts.filter(isTime).map(timeOf)
  const [thisUpdate, nextUpdate] = times
  if (!thisUpdate || !nextUpdate) throw new Error('it does not name the time of the next list')
  if (parts.at(-1)?.tag === TAG.extensions && parts.at(-1)!.content.includes(DELTA))
    throw new Error('it is a list of changes; configure the complete list')
  const lastTime = parts.findLastIndex(isTime)
  const revoked = parts[lastTime + 1]
  const serials = revoked?.tag === TAG.sequence ? await serialsIn(revoked) : new Set<string>()
  return { authority, serials, thisUpdate, nextUpdate }
}

/** The DER of a list that may be PEM. */
function derOf(bytes: Buffer): Buffer {
  if (bytes[0] === TAG.sequence) return bytes
  const [, base64] = /-----BEGIN X509 CRL-----([^-]+)-----END X509 CRL-----/.exec(bytes.toString('latin1')) ?? []
  if (base64 === undefined) throw new Error('it is neither DER nor PEM of a certificate revocation list')
  return Buffer.from(base64, 'base64')
}

async function signerOf(part: Signed, authorities: readonly X509Certificate[]): Promise<X509Certificate | undefined> {
  for (const authority of authorities) if (await isSignedBy(part, authority)) return authority
  return undefined
}

async function serialsIn(revoked: Der): Promise<Set<string>> {
  const serials = new Set<string>()
  for (const entry of valuesIn(revoked)) {
    const [serial] = childrenOf(entry)
    if (serial?.tag !== TAG.integer) throw new Error('an entry lacks its serial number')
    serials.add(canonical(serial.content.toString('hex')))
    if (serials.size % AT_ONCE === 0) await nextTurn()
  }
  return serials
}

/** Returns a certificate's serial number as lists hold it: small hexadecimal digits without leading zeros. */
export const serialOf = ({ serialNumber }: Pick<X509Certificate, 'serialNumber'>): string => canonical(serialNumber)

const canonical = (hex: string): string => hex.toLowerCase().replace(/^0+(?=.)/, '')
