import { createHash, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { oneLine } from './distinguished-name.ts'

/** The certificate that a caller proved to hold. */
export interface ClientCertificate {
  pem: string
  /** Base64url SHA-256 of its DER: `x5t#S256`. */
  thumbprint: string
  /** RFC 4514. */
  subject: string
}

/** Reads the caller's certificate; undefined when there is none that a trusted authority issued. */
export type CertificateReader = (raw: IncomingMessage) => ClientCertificate | undefined

const read = new WeakMap<object, ClientCertificate>()

/**
 * Reads the certificate of the TLS connection: the handshake proved possession, and the chain leads to one of our
 * authorities.
 */
export const fromConnection: CertificateReader = (raw) => {
  const socket = raw.socket as TLSSocket
  if (!socket.authorized) return undefined
  const known = read.get(socket)
  if (known) return known
  const held = socket.getPeerX509Certificate?.()
  if (!held) return undefined
  const certificate = describe(held)
  read.set(socket, certificate)
  return certificate
}

/**
 * Reads the certificate from the header of our TLS-terminating proxy, only on connections from the configured
 * addresses, and verifies its chain here too. The listener rejects all other connections before HTTP, see
 * `isTrustedPeer`.
 *
 * @param header in small letters; its value is a URL-encoded PEM (nginx), base64 of the DER, or RFC 9440's `:base64:`
 */
export function fromProxyHeader(
  header: string,
  isTrusted: (address: string | undefined) => boolean,
  authorities: readonly X509Certificate[],
  wall: () => Date,
): CertificateReader {
  return (raw) => {
    const sent = raw.headers[header]
    if (typeof sent !== 'string' || sent === '' || !isTrusted(raw.socket.remoteAddress)) return undefined
    const held = parseCertificate(sent)
    return held && isIssuedBy(held, authorities, wall()) ? describe(held) : undefined
  }
}

/** Returns a check that an address belongs to the proxies (addresses or CIDR ranges). */
export function isTrustedPeer(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList()
  for (const range of proxies) {
    const [start, bits] = range.split('/') as [string, string?]
    const type = isIP(start) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(start, bits === undefined ? (type === 'ipv4' ? 32 : 128) : Number(bits), type)
  }
  return (address) => {
    const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
    return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6')
  }
}

function parseCertificate(sent: string): X509Certificate | undefined {
  try {
    const text = sent.includes('%') ? decodeURIComponent(sent) : sent
    if (text.includes('BEGIN CERTIFICATE')) return new X509Certificate(text)
    return new X509Certificate(Buffer.from(text.replaceAll(':', ''), 'base64'))
  } catch {
    return undefined
  }
}

/** Returns true if one of the authorities issued the certificate and both are valid now. */
function isIssuedBy(held: X509Certificate, authorities: readonly X509Certificate[], wall: Date): boolean {
  const isValid = (certificate: X509Certificate) =>
    new Date(certificate.validFrom) <= wall && wall < new Date(certificate.validTo)
  return (
    isValid(held) &&
    authorities.some(
      (authority) =>
        authority.ca && isValid(authority) && held.checkIssued(authority) && held.verify(authority.publicKey),
    )
  )
}

const describe = (held: X509Certificate): ClientCertificate => ({
  pem: held.toString(),
  thumbprint: createHash('sha256').update(held.raw).digest('base64url'),
  subject: oneLine(held.subject),
})
