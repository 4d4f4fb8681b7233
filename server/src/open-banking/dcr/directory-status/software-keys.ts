import { decodeJwt, type JSONWebKeySet, type JWK } from 'jose'
import type { KeySets } from '../keys.ts'
import type { SoftwareStatement } from '../schema.ts'
import type { WhenUnknown } from './queries.ts'

/** Addresses of the key sets of a software. */
interface KeyAddresses {
  jwksUri: string
  /** Sets of revoked keys. */
  revokedUris: string[]
}

/** Public keys of third parties, without those that the directory revoked. */
export interface SoftwareKeys {
  /** Returns the keys of a software; the other arguments and the errors are those of `KeySets.get`. */
  get: (at: KeyAddresses, kid?: string, most?: number) => Promise<JSONWebKeySet>
}

/** Reading of the directory's sets of revoked keys. */
interface RevokedKeysOptions {
  /** Treatment of keys while a set of revoked ones cannot be read. */
  whenUnknown: WhenUnknown
  /** Milliseconds of wall time. */
  now: () => number
  /** Receives each set of revoked keys that cannot be read. */
  onError: (address: string, reason: string) => void
}

/** A set that could not be read is asked for again after this time. */
const RETRY_MS = 60_000
const MOST_FAILURES = 10_000

/**
 * Keys of third parties by the directory's key sets. A key counts as revoked if its id or its public part is in a set of revoked
 * keys, of the software or of its organisation. These sets are kept for five minutes, and for a day if they cannot be read.
 *
 * @param revoked absent: sets of revoked keys are not read
 */
export function createSoftwareKeys(keySets: KeySets, revoked?: RevokedKeysOptions): SoftwareKeys {
  const failures = new Map<string, { at: number; reason: string }>()

  /** @throws Error if the set cannot be read and unknown keys are rejected */
  async function revokedAt(address: string, { whenUnknown, now, onError }: RevokedKeysOptions): Promise<JWK[]> {
    const failed = failures.get(address)
    if (!failed || now() - failed.at >= RETRY_MS) {
      try {
        const { keys } = await keySets.get(address)
        failures.delete(address)
        return keys
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        if (failures.size >= MOST_FAILURES) failures.clear()
        failures.set(address, { at: now(), reason })
        onError(address, reason)
      }
    }
    if (whenUnknown === 'accept') return []
    throw new Error(`the set of revoked keys cannot be read: ${failures.get(address)?.reason}`)
  }

  return {
    async get({ jwksUri, revokedUris }, kid, most) {
      const set = await keySets.get(jwksUri, kid, most)
      if (!revoked) return set
      const lists = await Promise.all(revokedUris.map((address) => revokedAt(address, revoked)))
      const bad = lists.flat()
      return bad.length === 0 ? set : { keys: set.keys.filter((key) => !bad.some((each) => isSameKey(key, each))) }
    },
  }
}

const isSameKey = (one: JWK, other: JWK): boolean =>
  (one.kid !== undefined && one.kid === other.kid) ||
  (one.kty === other.kty && one.n === other.n && one.e === other.e && one.x === other.x && one.y === other.y)

/** Returns the addresses that a verified software statement names. */
export const keyAddressesIn = (statement: SoftwareStatement): KeyAddresses => ({
  jwksUri: statement.software_jwks_endpoint,
  revokedUris: [statement.software_jwks_revoked_endpoint, statement.org_jwks_revoked_endpoint].filter(
    (address): address is string => address !== undefined && address !== '',
  ),
})

/** Returns the addresses of a registration, by the statement that it was registered with. */
export const keyAddressesOf = ({ softwareStatement }: { softwareStatement: string }): KeyAddresses =>
  keyAddressesIn(decodeJwt<SoftwareStatement>(softwareStatement))
