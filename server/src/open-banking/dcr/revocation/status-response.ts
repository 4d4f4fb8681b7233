import { X509Certificate } from 'node:crypto'
import { childrenOf, contextTag, type Der, extensionsIn, oidOf, readDer, valuesIn } from '../certificates/der.ts'
import { isSignedBy, type Signed, signedPart, timeOf } from './signed.ts'
import type { StatusRequest } from './status-request.ts'

/** Status of a certificate as its authority's responder reports it. */
export interface StatusResponse {
  status: 'Good' | 'Revoked' | 'Unknown'
  thisUpdate: Date
  /** End of the response: it proves nothing from then on. */
  nextUpdate: Date
}

const OID = { basic: '1.3.6.1.5.5.7.48.1.1', nonce: '1.3.6.1.5.5.7.48.1.2', signsResponses: '1.3.6.1.5.5.7.3.9' }
const TAG = { octets: 0x04, generalizedTime: 0x18, sequence: 0x30 }
const STATUSES: Readonly<Record<number, StatusResponse['status']>> = { 0x80: 'Good', 0xa1: 'Revoked', 0x82: 'Unknown' }
/** Response statuses without a response (RFC 6960, section 4.2.1). */
const FAILURES: Readonly<Record<number, string>> = {
  1: 'it could not read the request',
  2: 'it had an internal error',
  3: 'it is busy',
  5: 'it wants signed requests',
  6: 'it does not serve this authority',
}

/** Time for which a response without `nextUpdate` is used, and difference between clocks. */
const FRESH_MS = 5 * 60_000
/** Certificates of the responder that are tried. */
const MOST_CERTIFICATES = 4

/**
 * Reads the response to a request. The authority signed it, or a responder that the authority certified for this.
 *
 * @throws Error with the reason: malformed, a failure of the responder, another signer, another certificate or nonce, out of date
 */
export async function readStatusResponse(
  bytes: Buffer,
  request: Pick<StatusRequest, 'certificateId' | 'nonce'>,
  authority: X509Certificate,
  now: Date,
): Promise<StatusResponse> {
  const [data, algorithm, signature, certificates] = childrenOf(readDer(basicResponseIn(bytes)))
  if (!data || !algorithm || !signature) throw new Error('the response is cut off')
  await checkSigner(signedPart(data, algorithm, signature), certificates, authority, now)
  const parts = [...valuesIn(data)]
  checkNonce(
    parts.find(({ tag }) => tag === contextTag(1)),
    request.nonce,
  )
  const found = parts
    .filter(({ tag }) => tag === TAG.sequence)
    .flatMap(childrenOf)
    .map(childrenOf)
    .find(([id]) => id && isSameCertificate(id, readDer(request.certificateId)))
  if (!found) throw new Error('it does not contain the certificate')
  return checkTimes(statusIn(found), now)
}

/** Returns the DER of the signed part's structure. */
function basicResponseIn(bytes: Buffer): Buffer {
  const [status, wrapped] = childrenOf(readDer(bytes))
  const code = status?.content[0] ?? -1
  if (code !== 0) throw new Error(FAILURES[code] ?? 'it sent no status')
  const [type, value] = wrapped ? childrenOf(childrenOf(wrapped)[0] ?? { content: Buffer.alloc(0) }) : []
  if (!type || value?.tag !== TAG.octets || oidOf(type) !== OID.basic) throw new Error('it is not a basic response')
  return value.content
}

async function checkSigner(
  part: Signed,
  certificates: Der | undefined,
  authority: X509Certificate,
  now: Date,
): Promise<void> {
  if (await isSignedBy(part, authority)) return
  const sent = certificates ? [...valuesIn(childrenOf(certificates)[0]!)].slice(0, MOST_CERTIFICATES) : []
  for (const { raw } of sent) {
    const responder = new X509Certificate(raw)
    if (maySign(responder, authority, now) && (await isSignedBy(part, responder))) return
  }
  throw new Error('neither the authority nor a responder of the authority signed it')
}

/** Returns true if the authority certified a responder for this, and the certificate is valid now. */
function maySign(responder: X509Certificate, authority: X509Certificate, now: Date): boolean {
  if (!responder.checkIssued(authority) || !responder.verify(authority.publicKey)) return false
  if (now < new Date(responder.validFrom) || now >= new Date(responder.validTo)) return false
  return (responder.keyUsage ?? []).includes(OID.signsResponses)
}

/** A responder may leave the nonce out, as it does with responses made in advance: then their times count. */
function checkNonce(extensions: Der | undefined, nonce: Buffer): void {
  if (!extensions) return
  for (const [id, { isCritical, value }] of extensionsIn(childrenOf(extensions)[0]!)) {
    if (id === OID.nonce && !readDer(value).content.equals(nonce)) throw new Error('it answers another request')
    if (id !== OID.nonce && isCritical) throw new Error(`it has an unknown critical extension, ${id}`)
  }
}

/** Compares ids by algorithm, hashes and serial number; responders write the algorithm's parameters in two ways. */
function isSameCertificate(one: Der, other: Der): boolean {
  const partsOf = (id: Der) => {
    const [algorithm, ...rest] = childrenOf(id)
    return Buffer.concat([...(algorithm ? childrenOf(algorithm).slice(0, 1) : []), ...rest].map(({ raw }) => raw))
  }
  return partsOf(one).equals(partsOf(other))
}

function statusIn([, state, thisUpdate, ...optional]: Der[]): StatusResponse {
  const status = STATUSES[state?.tag ?? 0]
  if (!status || thisUpdate?.tag !== TAG.generalizedTime) throw new Error('the status in it cannot be read')
  const [first] = optional
  const end = first?.tag === contextTag(0) ? childrenOf(first)[0] : undefined
  const extensions = optional.find(({ tag }) => tag === contextTag(1))
  for (const [id, { isCritical }] of extensions ? extensionsIn(childrenOf(extensions)[0]!) : [])
    if (isCritical) throw new Error(`it has an unknown critical extension, ${id}`)
  const from = timeOf(thisUpdate)
  return { status, thisUpdate: from, nextUpdate: end ? timeOf(end) : new Date(from.getTime() + FRESH_MS) }
}

/** @throws Error unless the response is valid now */
function checkTimes(response: StatusResponse, now: Date): StatusResponse {
  const { thisUpdate, nextUpdate } = response
  if (thisUpdate.getTime() > now.getTime() + FRESH_MS) throw new Error('it is from the future')
  if (nextUpdate <= now) throw new Error(`it ended at ${nextUpdate.toISOString()}`)
  return response
}
