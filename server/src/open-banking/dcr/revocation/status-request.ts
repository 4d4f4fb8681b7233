import { createHash, type X509Certificate } from 'node:crypto'
import { childrenOf, contextTag, type Der, readDer, valuesIn } from '../certificates/der.ts'

/** DER of "nonce" (1.3.6.1.5.5.7.48.1.2) and of "SHA-1 without parameters", with tag and length. */
const NONCE = Buffer.from('06092b0601050507300102', 'hex')
const SHA1 = Buffer.from('300906052b0e03021a0500', 'hex')

/** A request for the status of one certificate (RFC 6960, section 4.1). */
export interface StatusRequest {
  bytes: Buffer
  /** DER of the certificate's id as the response repeats it: hashes of its authority's name and key, and its serial number. */
  certificateId: Buffer
  nonce: Buffer
}

/**
 * Returns the request for the status of a certificate.
 *
 * @param nonce 1 to 32 random bytes
 * @throws Error at malformed certificates
 */
export function statusRequest(
  { raw }: Pick<X509Certificate, 'raw'>,
  authority: Pick<X509Certificate, 'raw'>,
  nonce: Buffer,
): StatusRequest {
  // Names the authority; responders know it by this hash. The signature is by another algorithm.
  const hash = (bytes: Buffer) => octets(createHash('sha1').update(bytes).digest())
  const { serialNumber, issuer } = partsOf(raw)
  const { publicKey } = partsOf(authority.raw)
  const certificateId = sequence(SHA1, hash(issuer.raw), hash(publicKey.content.subarray(1)), serialNumber.raw)
  const extension = sequence(NONCE, octets(octets(nonce)))
  const extensions = encoded(contextTag(2), sequence(extension))
  return { bytes: sequence(sequence(sequence(sequence(certificateId)), extensions)), certificateId, nonce }
}

/** Reads the serial number, the issuer's name and the public key (a BIT STRING) of a certificate. */
function partsOf(certificate: Buffer): { serialNumber: Der; issuer: Der; publicKey: Der } {
  const [signed] = childrenOf(readDer(certificate))
  const fields = [...valuesIn(signed!)].filter(({ tag }) => tag !== contextTag(0)) // the version may be absent
  const [serialNumber, , issuer, , , key] = fields
  const publicKey = key && childrenOf(key)[1]
  if (!serialNumber || !issuer || !publicKey) throw new Error('the certificate is cut off')
  return { serialNumber, issuer, publicKey }
}

const sequence = (...parts: Buffer[]): Buffer => encoded(0x30, ...parts)
const octets = (bytes: Buffer): Buffer => encoded(0x04, bytes)

/** Returns a value of DER with a content below 64 KiB. */
function encoded(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
