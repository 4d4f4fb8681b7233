import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet } from 'jose'
import { fetchKeySet, type KeySetReader, parseKeySet } from './keys.ts'
import { fetchLogo, type LogoReader } from './logos/fetch.ts'

/** Directory whose software statements are trusted. */
export interface TrustedDirectory {
  /** `iss` of its statements. */
  issuer: string
  /** Its public keys. */
  keys: () => Promise<JSONWebKeySet>
  /** Reads the key sets that its statements point to. */
  readKeySet: KeySetReader
  /** Reads the logos that its statements point to. */
  readLogo: LogoReader
}

/** The directory that the configuration names. @param jwks file or https address of its key set */
export function configuredDirectory(issuer: string, jwks: string): TrustedDirectory {
  const keys = jwks.startsWith('https://')
    ? () => fetchKeySet(jwks)
    : async () => parseKeySet(await readFile(jwks, 'utf8'))
  return { issuer, keys, readKeySet: fetchKeySet, readLogo: fetchLogo }
}
