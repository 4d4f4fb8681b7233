import type { X509Certificate } from 'node:crypto'
import type { ClientCertificate } from '../certificates/certificate.ts'
import { readRevocationList, type RevocationList, serialOf } from './list.ts'

/** Treatment of certificates whose authority has no valid list: `reject` is safe, `accept` keeps the service open. */
type UnknownStanding = 'accept' | 'reject'

interface StandingOptions {
  /** Files or http addresses of certificate revocation lists; none: certificates are not checked. */
  sources: readonly string[]
  authorities: readonly X509Certificate[]
  whenUnknown: UnknownStanding
  wall: () => Date
  /** Reads the bytes of a source. */
  read: (source: string) => Promise<Buffer>
  /** Receives each list that could not be read or is out of date; the one read before stays until its end. */
  onFault: (source: string, reason: string) => void
}

/** The one place that decides whether a client certificate is still good. */
interface CertificateStanding {
  /** Returns why a certificate is rejected now: a sentence; undefined if it is in good standing. */
  faultOf: (certificate: Pick<ClientCertificate, 'x509'>) => string | undefined
  /** Reads all lists again. Never throws. */
  refresh: () => Promise<void>
}

/**
 * Decides by the authorities' revocation lists, kept in memory. A list that cannot be read, or is older than the one held,
 * changes nothing; after its `nextUpdate` a list counts as absent.
 */
export function createStanding(options: StandingOptions): CertificateStanding {
  const { sources, authorities, whenUnknown, wall, read, onFault } = options
  const lists = new Map<string, RevocationList>()

  async function readSource(source: string): Promise<void> {
    try {
      const list = await readRevocationList(await read(source), authorities)
      const held = lists.get(source)
      if (held && list.thisUpdate < held.thisUpdate) throw new Error('it is older than the one read before')
      lists.set(source, list)
      if (list.nextUpdate <= wall()) onFault(source, `it ended at ${list.nextUpdate.toISOString()}`)
    } catch (error) {
      onFault(source, error instanceof Error ? error.message : String(error))
    }
  }

  return {
    faultOf({ x509 }) {
      if (sources.length === 0) return undefined
      const now = wall()
      const own = [...lists.values()].filter(({ authority }) => x509.checkIssued(authority))
      // A revocation counts even if its list is out of date: it is final.
      if (own.some(({ serials }) => serials.has(serialOf(x509)))) return 'It is revoked.'
      if (own.some(({ nextUpdate }) => now < nextUpdate) || whenUnknown === 'accept') return undefined
      return 'Its authority has no valid revocation list here.'
    },
    refresh: async () => void (await Promise.all(sources.map(readSource))),
  }
}
