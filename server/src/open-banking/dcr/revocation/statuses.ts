import { randomBytes, type X509Certificate } from 'node:crypto'
import { statusRequest } from './status-request.ts'
import { readStatusResponse, type StatusResponse } from './status-response.ts'

interface StatusOptions {
  /** A responder is asked about their certificates alone. */
  authorities: readonly X509Certificate[]
  /** Address of the responder; absent: the one that each certificate names. */
  address?: string
  wall: () => Date
  /** Posts a request to an address and returns the bytes of the response. */
  send: (address: string, request: Buffer) => Promise<Buffer>
  /** Receives each response that could not be had or used; the one held stays until its end. */
  onError: (address: string, reason: string) => void
}

/** Statuses of client certificates by OCSP responders (RFC 6960). */
export interface CertificateStatuses {
  /** Returns the status as known now; `Silent` without a valid response. */
  statusOf: (certificate: X509Certificate) => StatusResponse['status'] | 'Silent'
  /** Asks the responder, unless its response is new enough. Never throws. */
  ask: (certificate: X509Certificate) => Promise<void>
}

/** Knowledge about a certificate. Times are milliseconds of wall time. */
interface Known {
  response?: StatusResponse
  /** Time from which the responder is asked again. */
  askAgainAt: number
  underWay?: Promise<void> | undefined
}

/** A response is renewed after this time, as lists are; a failed request is repeated after the other. */
const RENEW_MS = 5 * 60_000
const RETRY_MS = 10_000
/** Certificates that are remembered; beyond it the oldest are asked about again. */
const MOST_KNOWN = 10_000

/**
 * Remembers the responses of responders. An address is taken from a certificate only if one of the authorities signed it, so that
 * a stranger cannot make this process call an address. A failure, or a response older than the one held, changes nothing.
 */
export function createStatuses({ authorities, address, wall, send, onError }: StatusOptions): CertificateStatuses {
  const known = new Map<string, Known>()

  async function renew(certificate: X509Certificate, entry: Known): Promise<void> {
    const authority = authorities.find((each) => certificate.checkIssued(each) && certificate.verify(each.publicKey))
    const responder = authority && (address ?? responderOf(certificate))
    if (!responder) return
    try {
      const request = statusRequest(certificate, authority, randomBytes(32))
      const response = await readStatusResponse(await send(responder, request.bytes), request, authority, wall())
      if (entry.response && response.thisUpdate < entry.response.thisUpdate)
        throw new Error('it is older than the one read before')
      entry.response = response
      entry.askAgainAt = Math.min(wall().getTime() + RENEW_MS, response.nextUpdate.getTime())
    } catch (error) {
      onError(responder, error instanceof Error ? error.message : String(error))
    }
  }

  function remember(certificate: X509Certificate): Known {
    const key = certificate.fingerprint256
    const held = known.get(key)
    if (held) return held
    const entry = { askAgainAt: 0 }
    const [oldest] = known.size < MOST_KNOWN ? [] : known.keys()
    if (oldest !== undefined) known.delete(oldest)
    known.set(key, entry)
    return entry
  }

  return {
    statusOf(certificate) {
      const response = known.get(certificate.fingerprint256)?.response
      // A revocation counts even if the response is out of date.
      if (!response || (response.status !== 'Revoked' && wall() >= response.nextUpdate)) return 'Silent'
      return response.status
    },
    async ask(certificate) {
      const entry = remember(certificate)
      const now = wall().getTime()
      if (entry.underWay || now < entry.askAgainAt) return entry.underWay
      entry.askAgainAt = now + RETRY_MS
      entry.underWay = renew(certificate, entry).finally(() => (entry.underWay = undefined))
      return entry.underWay
    },
  }
}

/** Returns the http address of the responder that a certificate names (RFC 5280, section 4.2.2.1). */
function responderOf({ infoAccess }: X509Certificate): string | undefined {
  const named = [...(infoAccess ?? '').matchAll(/^OCSP - URI:(.+)$/gm)].map(([, text]) => text!)
  return named.find((text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol))
}
