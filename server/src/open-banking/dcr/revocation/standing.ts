import type { X509Certificate } from 'node:crypto'
import type { ClientCertificate } from '../certificates/certificate.ts'
import { readRevocationList, type RevocationList, serialOf } from './list.ts'
import type { CertificateStatuses } from './statuses.ts'

/** Treatment of certificates about which a source knows nothing now: `reject` is safe, `accept` keeps the service open. */
type WhenUnknown = 'accept' | 'reject'

interface StandingOptions {
  /** Files or http addresses of certificate revocation lists; none: no list is read. */
  sources: readonly string[]
  authorities: readonly X509Certificate[]
  /** Treatment of certificates whose authority has no valid list. */
  whenUnlisted: WhenUnknown
  wall: () => Date
  /** Reads the bytes of a source. */
  read: (source: string) => Promise<Buffer>
  /** Receives each list that could not be read or is out of date; the one read before stays until its end. */
  onError: (source: string, reason: string) => void
  /** Responders that are asked about each certificate, and the treatment of one without a valid response; absent: none. */
  responders?: { statuses: CertificateStatuses; whenSilent: WhenUnknown }
}

type Held = Pick<ClientCertificate, 'x509'>

/** The one place that decides whether a client certificate is still good. */
interface CertificateStanding {
  /** Returns why a certificate is rejected now: a sentence; undefined if it is in good standing. */
  errorOf: (certificate: Held) => string | undefined
  /** Asks the responder about a certificate if its response is not recent; absent without responders. Never throws. */
  ask?: (certificate: Held) => Promise<void>
  /** Reads all lists again. Never throws. */
  refresh: () => Promise<void>
}

/** Report of a source about a certificate: good, silent (nothing that is valid now), or the reason of a rejection. */
type Finding = { says: 'good' } | { says: 'silent'; when: WhenUnknown; error: string } | { says: 'bad'; error: string }

const GOOD: Finding = { says: 'good' }

/**
 * Decides by the authorities' revocation lists, kept in memory, and by their responders. A list that cannot be read, or is older than
 * the one held, changes nothing; after its `nextUpdate` a list counts as absent. With both sources one rejection suffices, and so does
 * one that is valid now and does not reject.
 */
export function createStanding(options: StandingOptions): CertificateStanding {
  const { sources, authorities, whenUnlisted, wall, read, onError, responders } = options
  const lists = new Map<string, RevocationList>()

  async function readSource(source: string): Promise<void> {
    try {
      const list = await readRevocationList(await read(source), authorities)
      const held = lists.get(source)
      if (held && list.thisUpdate < held.thisUpdate) throw new Error('it is older than the one read before')
      lists.set(source, list)
      if (list.nextUpdate <= wall()) onError(source, `it ended at ${list.nextUpdate.toISOString()}`)
    } catch (error) {
      onError(source, error instanceof Error ? error.message : String(error))
    }
  }

  function listed({ x509 }: Held): Finding {
    const now = wall()
    const own = [...lists.values()].filter(({ authority }) => x509.checkIssued(authority))
    // A revocation counts even if its list is out of date: it is final.
    if (own.some(({ serials }) => serials.has(serialOf(x509)))) return { says: 'bad', error: REVOKED }
    if (own.some(({ nextUpdate }) => now < nextUpdate)) return GOOD
    return { says: 'silent', when: whenUnlisted, error: 'Its authority has no valid revocation list here.' }
  }

  return {
    errorOf(certificate) {
      const found = [
        ...(sources.length === 0 ? [] : [listed(certificate)]),
        ...(responders ? [responded(certificate, responders)] : []),
      ]
      const rejecting = found.find((finding) => finding.says === 'bad')
      if (rejecting || found.some((finding) => finding.says === 'good')) return rejecting?.error
      return found.flatMap((finding) =>
        finding.says === 'silent' && finding.when === 'reject' ? [finding.error] : [],
      )[0]
    },
    ...(responders && { ask: ({ x509 }: Held) => responders.statuses.ask(x509) }),
    refresh: async () => void (await Promise.all(sources.map(readSource))),
  }
}

const REVOKED = 'It is revoked.'

function responded({ x509 }: Held, { statuses, whenSilent }: NonNullable<StandingOptions['responders']>): Finding {
  const status = statuses.statusOf(x509)
  if (status === 'Good') return GOOD
  if (status === 'Revoked') return { says: 'bad', error: REVOKED }
  if (status === 'Unknown') return { says: 'bad', error: 'Its authority does not know it.' }
  return { says: 'silent', when: whenSilent, error: 'The responder of its authority gave no valid response about it.' }
}
