import { createHash } from 'node:crypto'

/**
 * Replaces what differs in each run, ids and secrets, by values of the same form that depend on the order of their first use
 * only. Time is frozen in the examples, so all other values are equal in each run.
 *
 * @param fixed replacements of texts that have no form of their own, the longer ones first
 */
export function createStabiliser(fixed: readonly (readonly [found: string, shown: string])[] = []) {
  const known = new Map<string, string>()
  const replace = (found: string, make: (seed: string) => string): string => {
    if (!known.has(found)) known.set(found, make(createHash('sha256').update(String(known.size)).digest('hex')))
    return known.get(found)!
  }
  const text = (given: string): string => {
    const value = fixed.reduce((all, [found, shown]) => all.replaceAll(found, shown), given)
    if (JWS.test(value)) return replace(value, (seed) => jws(value, seed))
    if (SECRET.test(value) && !WHOLE_ID.test(value)) return replace(value, (seed) => lettersLike(value, seed))
    return value
      .replace(ID, (id) =>
        FIXED_ID.test(id) ? id : replace(id, (seed) => `${id.slice(0, -26)}01KA5M${base32(seed, 20)}`),
      )
      .replace(HASH, (hash) => replace(hash, (seed) => seed))
      .replace(UUID, (id) => replace(id, (seed) => uuidOf(seed)))
  }
  /** A signed message with stable contents and a signature of the same length. */
  const jws = (value: string, seed: string): string => {
    const [header, payload, signature] = value.split('.') as [string, string, string]
    const part = (encoded: string) =>
      encoded &&
      Buffer.from(JSON.stringify(stable(JSON.parse(Buffer.from(encoded, 'base64url').toString())))).toString(
        'base64url',
      )
    return [part(header), part(payload), lettersLike(signature, seed)].join('.')
  }
  const stable = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(stable)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, part]) => [name, CHANGING[name]?.(part) ?? stable(part)])
    return Object.fromEntries(entries) as unknown
  }
  return stable
}

const ID = /\b[a-z]{3}_?[0-9A-HJKMNP-TV-Z]{26}\b/g
/** Ids of the sandbox's entities, clients and accounts. */
const FIXED_ID = /^[a-z]{3}_01J0000000/
/** Bytes of a file, which contains ids, and the place in a chain of records, of which some are made in the background. */
const CHANGING: Record<string, (part: unknown) => unknown> = {
  size: () => 32_448,
  position: (part) => (typeof part === 'string' ? '120' : typeof part === 'number' ? 120 : undefined),
}
const WHOLE_ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/
const HASH = /\b[0-9a-f]{64}\b/g
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
/** Tokens and keys: long, of letters and digits of both cases. */
const SECRET =
  /^(whsec_)?(?=[A-Za-z0-9_+/=-]*[a-z])(?=[A-Za-z0-9_+/=-]*[A-Z])(?=[A-Za-z0-9_+/=-]*\d)[A-Za-z0-9_+/=-]{30,}$/

/** A message signed by its key, or a signature without its message. */
const JWS = /^eyJ[A-Za-z0-9_-]+\.([A-Za-z0-9_-]*)\.[A-Za-z0-9_-]{86,}$/

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const base32 = (seed: string, length: number): string =>
  Array.from({ length }, (_, i) => BASE32[Number.parseInt(seed.slice(2 * i, 2 * i + 2), 16) % 32]).join('')

const uuidOf = (seed: string): string =>
  `${seed.slice(0, 8)}-${seed.slice(8, 12)}-4${seed.slice(13, 16)}-8${seed.slice(17, 20)}-${seed.slice(20, 32)}`

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const lettersLike = (value: string, seed: string): string => {
  const start = /^(cbs|cbt|evt|txn|whsec)_/.exec(value)?.[0] ?? ''
  const drawn = createHash('sha512').update(seed).digest()
  return start + Array.from(value.slice(start.length), (_, i) => LETTERS[drawn[i % 64]! % 62]).join('')
}
