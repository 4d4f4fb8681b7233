import { createHash, timingSafeEqual } from 'node:crypto'
import { cellMark, newSecret } from '../../kernel/values/ids.ts'

/**
 * Secrets and tokens are 256 random bits of ours, never chosen by people. No dictionary reaches them, so a slow hash (as
 * for passwords) would add nothing but load at the token endpoint: one SHA-256, compared in constant time, is right.
 */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const NOTHING = Buffer.alloc(32)

/**
 * Compares a secret with the stored ones. Always compares two hashes, so that timing does not distinguish unknown
 * clients.
 */
export function matchesSecret(secret: string, stored: readonly Buffer[]): boolean {
  const given = hashSecret(secret)
  let matches = false
  for (const i of [0, 1]) {
    const equal = timingSafeEqual(given, stored[i] ?? NOTHING)
    matches = (equal && stored[i] !== undefined) || matches
  }
  return matches
}

export const newClientSecret = (): string => `cbs_${newSecret()}`
/** Makes an access token: the cell in two characters, then 256 random bits. */
export const newToken = (): string => `cbt_${cellMark()}${newSecret()}`

/** Anything of another form was not made by us. */
export const isTokenShaped = (text: string): boolean => /^cbt_[0-9A-Z]{2}[A-Za-z0-9_-]{43}$/.test(text)
