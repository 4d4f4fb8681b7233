import type * as OidcProvider from 'oidc-provider'
import { invariant } from '../../kernel/values/refusals.ts'

type Library = typeof OidcProvider

let library: Library | undefined
let loading: Promise<Library> | undefined

/**
 * Loads the provider's library, at its first use only, as it takes a fifth of a second. It leaves out the library's warning
 * about the Node version: on Node 20 it prints that it prefers 22. Operators cannot act on this line, and the used features
 * are tested on both versions.
 */
export const loadOidc = (): Promise<Library> => (loading ??= load())

async function load(): Promise<Library> {
  const { warn } = console
  const filtered = (...said: unknown[]) => {
    if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
  }
  console.warn = filtered
  try {
    return (library = await import('oidc-provider'))
  } finally {
    if (console.warn === filtered) console.warn = warn
  }
}

/** Returns the loaded library. */
export function oidc(): Library {
  invariant(library, 'a provider was created, which loads its library')
  return library
}
