import { readFileSync } from 'node:fs'

/** Exceptions from the rules on the shape of the code. Entries are never added; resolved ones are removed. */
export interface Ratchet {
  /** Groups of files that import each other. */
  cycles: string[][]
  /** Exports that only tests use, as "file name". */
  unusedExports: string[]
  /** Lines of files over the limit. */
  longFiles: Record<string, number>
  /** Lines of functions over the limit, by "file name". */
  longFunctions: Record<string, number>
  /** Files, tests aside, of folders over the limit. */
  fullFolders: Record<string, number>
  /** Units that add nothing to a running process. */
  unitsWithoutManifest: string[]
}

/** Reads the exceptions. */
export const readRatchet = (): Ratchet =>
  JSON.parse(readFileSync(new URL('ratchet.json', import.meta.url), 'utf8')) as Ratchet

/** Compares a list with the one that is allowed. */
export const difference = (found: readonly string[], allowed: readonly string[]) => ({
  new: found.filter((name) => !allowed.includes(name)),
  noLonger: allowed.filter((name) => !found.includes(name)),
})
