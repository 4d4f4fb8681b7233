/**
 * Loads the provider's library without its Node version warning: on Node 20 it prints that it prefers 22. Operators
 * cannot act on this line, and the used features are tested on both versions.
 */
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
}
const library = await import('oidc-provider')
console.warn = warn

export const { errors, interactionPolicy, Provider } = library
