import type { IncomingMessage } from 'node:http'

/**
 * Returns true if a request has a header more than once. Node keeps the first of some headers and joins the values of others: it
 * would use the first of two tokens, and a key joined from two.
 *
 * @param name in lower case
 */
export function isRepeated({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name) count++
  return count > 1
}
