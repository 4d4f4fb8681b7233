import { createHash, X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { oneLine } from './distinguished-name.ts'
import { purposeError } from './purpose.ts'

/** The certificate that a caller proved to hold. */
export interface ClientCertificate {
  x509: X509Certificate
  pem: string
  /** Base64url SHA-256 of its DER: `x5t#S256`. */
  thumbprint: string
  /** RFC 4514. */
  subject: string
}

/** Certificate that a caller showed, issued by a trusted authority. */
interface ShownCertificate {
  certificate: ClientCertificate
  /** Reason why it does not authenticate a third party: a sentence. */
  error?: string
}

type ShownReader = (raw: IncomingMessage) => ShownCertificate | undefined

/** Reads the caller's certificate; undefined when there is none that may be used now. */
export type CertificateReader = (raw: IncomingMessage) => ClientCertificate | undefined

/** The client certificates of the listener's callers. */
export interface ClientCertificates {
  /** Every endpoint that needs a certificate takes it from here. */
  certificateOf: CertificateReader
  /** Returns why the certificate that a caller showed is rejected: a sentence. */
  certificateErrorOf: (raw: IncomingMessage) => string | undefined
  /** Asks for the status of the certificate that a caller shows, before the request is handled; absent if nothing is to be asked. */
  askStatusOf?: (raw: IncomingMessage) => Promise<void>
}

/**
 * Accepts transport certificates that are in good standing, for connections and proxies alike.
 *
 * @param standing decides whether a certificate is revoked or of unknown status, at the time of the request
 */
export function acceptedCertificates(
  shown: ShownReader,
  { errorOf: standingError, ask }: Standing,
): ClientCertificates {
  const errorOf = ({ certificate, error }: ShownCertificate) => error ?? standingError(certificate)
  return {
    certificateOf(raw) {
      const found = shown(raw)
      return found && errorOf(found) === undefined ? found.certificate : undefined
    },
    certificateErrorOf(raw) {
      const found = shown(raw)
      return found && errorOf(found)
    },
    ...(ask && {
      async askStatusOf(raw: IncomingMessage) {
        const found = shown(raw)
        if (found && found.error === undefined) await ask(found.certificate)
      },
    }),
  }
}

interface Standing {
  errorOf: (certificate: ClientCertificate) => string | undefined
  ask?: (certificate: ClientCertificate) => Promise<void>
}

const read = new WeakMap<object, ShownCertificate>()

/**
 * Reads the certificate of the TLS connection: the handshake proved possession, and the chain leads to one of our
 * authorities. One whose only defect is its purpose is reported with that.
 */
export const fromConnection: ShownReader = (raw) => {
  const socket = raw.socket as TLSSocket
  const error = socket.authorizationError as unknown as string | null | undefined
  if (!socket.authorized && error !== 'INVALID_PURPOSE') return undefined
  const known = read.get(socket)
  if (known) return known
  const held = socket.getPeerX509Certificate?.()
  if (!held) return undefined
  const found = describe(held)
  const shown = socket.authorized ? found : { error: 'It is not a certificate of TLS clients.', ...found }
  read.set(socket, shown)
  return shown
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
): ShownReader {
  return (raw) => {
    const sent = raw.headers[header]
    if (typeof sent !== 'string' || sent === '' || !isTrusted(raw.socket.remoteAddress)) return undefined
    const held = parseCertificate(sent)
    return held && isIssuedBy(held, authorities, wall()) ? describe(held) : undefined
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

function describe(held: X509Certificate): ShownCertificate {
  const error = purposeError(held)
  const certificate = {
    x509: held,
    pem: held.toString(),
    thumbprint: createHash('sha256').update(held.raw).digest('base64url'),
    subject: oneLine(held.subject),
  }
  return { certificate, ...(error !== undefined && { error }) }
}
