import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { refuse } from '../rules.ts'
import { isPublicAddress } from './addresses.ts'

/** Reason for which a host gets no request. */
type TargetReason = 'HostNotFound' | 'AddressNotAllowed'

/** A host that must not, or cannot, be reached. */
export class TargetError extends Error {
  readonly reason: TargetReason
  constructor(reason: TargetReason) {
    super(reason)
    this.reason = reason
  }
}

/** Returns the addresses of a host name; none if it has none. */
type Resolve = (host: string) => Promise<LookupAddress[]>

/** Rules for the addresses of webhook endpoints. */
export interface WebhookTargets {
  /**
   * Checks the form of an address, without asking anyone.
   *
   * @throws webhook_url_invalid, webhook_url_not_https
   */
  checkUrl(url: string): URL
  /**
   * Resolves the host and checks every address. Connect to the returned addresses only: a second resolution could return others.
   *
   * @throws TargetError
   */
  resolve(url: URL): Promise<LookupAddress[]>
}

/**
 * Creates the rules. Unless the operator allows private targets, addresses are https and public.
 *
 * @param resolve replaces the resolution by DNS
 */
export function createWebhookTargets(
  { allowsPrivate }: { allowsPrivate: boolean },
  resolve: Resolve = allowsPrivate ? resolveLocally : resolveByDns,
): WebhookTargets {
  return {
    checkUrl(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash)
        throw refuse.webhook_url_invalid()
      if (url.protocol !== 'https:' && !allowsPrivate) throw refuse.webhook_url_not_https()
      return url
    },
    async resolve({ hostname }) {
      const host = hostname.replace(/^\[|\]$/g, '')
      const family = isIP(host)
      const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }]
      if (found.length === 0) throw new TargetError('HostNotFound')
      if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
        throw new TargetError('AddressNotAllowed')
      return found
    },
  }
}

/**
 * Resolves a name by DNS alone. `dns.lookup` would occupy one of few threads that files and password hashes need too, for as
 * long as a slow name server likes.
 */
async function resolveByDns(host: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [v4, v6] = await Promise.all([
    resolver.resolve4(host).catch((): string[] => []),
    resolver.resolve6(host).catch((): string[] => []),
  ])
  return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))]
}

/** Resolves a name as the machine does, with its hosts file. */
const resolveLocally: Resolve = (host) => lookup(host, { all: true })
