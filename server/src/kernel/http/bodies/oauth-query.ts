import type { FastifyRequest } from 'fastify'

const MOST_NAMES = 5

/**
 * Returns the error of a request to an OAuth address with query parameters; undefined without any.
 *
 * OAuth has two rules for what a server does not know. Parameters of a form are ignored (RFC 6749 3.2), and so are those
 * of a link to the authorisation endpoint (3.1). Credentials must not be in an address (2.3.1), where logs keep them: our other
 * OAuth addresses take no query and reject any.
 *
 * @param fields parameters that the body of the operation takes; none if it has no body
 */
export function errorOfOAuthQuery(request: FastifyRequest, fields: readonly string[] = []): string | undefined {
  const names = Object.keys(request.query as object)
  if (names.length === 0) return undefined
  const shown = names.slice(0, MOST_NAMES).map(printable).join(', ')
  const valid = fields.length === 0 ? 'It takes none.' : `Send parameters in the body: ${fields.join(', ')}.`
  return `The address has query parameters: ${shown}. ${valid}`
}

/** RFC 6749 allows only printable ASCII, without quotation marks and backslashes, in error_description. */
export const printable = (text: string): string => text.slice(0, 40).replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?')
