import { createPublicKey, type JsonWebKey } from 'node:crypto'
import type { JSONWebKeySet, JWK } from 'jose'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { fetchBytes } from './fetch-bytes.ts'

const KeySet = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) })

/** Reads a published key set. @throws Error when it cannot be had */
export type KeySetReader = (address: string) => Promise<JSONWebKeySet>

const MOST_BYTES = 256 * 1024

/**
 * Fetches a key set over the network: https only, no redirects, limited time and size. The addresses come from
 * statements signed by the trusted directory.
 */
export const fetchKeySet: KeySetReader = async (address) => {
  if (!address.startsWith('https://')) throw new Error('the address of a key set begins with https://')
  const bytes = await fetchBytes(address, 'application/json, application/jwk-set+json', MOST_BYTES)
  return parseKeySet(bytes.toString('utf8'))
}

/** @throws Error when the text is no key set, or holds a private or symmetric key */
export function parseKeySet(text: string): JSONWebKeySet {
  const set = jsonIn(text)
  if (!Check(KeySet, set)) throw new Error('it is not a JSON Web Key Set')
  const keys = (set.keys as JWK[]).filter((key) => key.kty === 'RSA' || key.kty === 'EC')
  if (keys.some((key) => PRIVATE.some((member) => member in key))) throw new Error('it publishes a private key')
  return { keys }
}

/** Members of private and symmetric keys (RFC 7518, section 6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Reads JSON and does not quote it in an error, which the third party that named its address receives. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
}

const usable = new WeakMap<JWK, boolean>()

/** Returns the keys that can verify signatures, RSA of 2048 bits or more and P-256: one that cannot must not shut out the others. */
export const usableKeys = ({ keys }: JSONWebKeySet): JSONWebKeySet => ({
  keys: keys.filter((key) => {
    const known = usable.get(key) ?? isUsable(key)
    usable.set(key, known)
    return known
  }),
})

function isUsable(jwk: JWK): boolean {
  const members: unknown[] = [jwk.kid, jwk.alg, jwk.use]
  if (members.some((member) => member !== undefined && (typeof member !== 'string' || member === ''))) return false
  if (jwk.x5c !== undefined && !(Array.isArray(jwk.x5c) && jwk.x5c.every((each) => typeof each === 'string' && each)))
    return false
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
    return jwk.kty === 'RSA' ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048 : jwk.crv === 'P-256'
  } catch {
    return false
  }
}

interface Kept {
  set: JSONWebKeySet
  readAt: number
}

const FRESH_MS = 5 * 60_000
const REREAD_MS = 10_000
const STALE_MS = 24 * 3_600_000
const MOST_KEPT = 10_000

export interface KeySets {
  /**
   * Returns a published key set at most five minutes old. If it lacks the requested key, it is fetched again, at most
   * every ten seconds; if fetching fails, a set read within the last day remains in use, and the next attempt is ten seconds
   * later: requests must not wait for an address that does not respond.
   *
   * @param most age in milliseconds that is good enough
   * @throws Error when it was never read and cannot be
   */
  get: (address: string, kid?: string, most?: number) => Promise<JSONWebKeySet>
}

/** Key sets of third parties, kept in memory. @param now milliseconds of wall time */
export function createKeySets(read: KeySetReader, now: () => number): KeySets {
  const kept = new Map<string, Kept>()
  const reading = new Map<string, Promise<Kept>>()
  const failures = new Map<string, { error: unknown; at: number }>()

  function readAgain(address: string): Promise<Kept> {
    const running = reading.get(address)
    if (running) return running
    const started = read(address)
      .then((set) => {
        if (kept.size >= MOST_KEPT) kept.clear()
        const made = { set, readAt: now() }
        kept.set(address, made)
        failures.delete(address)
        return made
      })
      .catch((error: unknown) => {
        if (failures.size >= MOST_KEPT) failures.clear()
        failures.set(address, { error, at: now() })
        throw error
      })
      .finally(() => reading.delete(address))
    reading.set(address, started)
    return started
  }

  return {
    async get(address, kid, most = FRESH_MS) {
      const known = kept.get(address)
      const age = known ? now() - known.readAt : Infinity
      const isWanted = known !== undefined && (kid === undefined || known.set.keys.some((key) => key.kid === kid))
      if (age < (isWanted ? most : REREAD_MS)) return known!.set
      const failed = failures.get(address)
      const again = failed && now() - failed.at < REREAD_MS ? Promise.reject(failed.error as Error) : readAgain(address)
      if (!known || age > STALE_MS) return (await again).set
      return again.then(
        ({ set }) => set,
        () => known.set,
      )
    },
  }
}
