/**
 * The provider's library. On Node 20 it says when it is loaded that it wants 22: that one line is left out of the operator's
 * terminal, since nothing is to be done about it (what we use of it is tested on both).
 */
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
}
const library = await import('oidc-provider')
console.warn = warn

export const { errors, interactionPolicy, Provider } = library
