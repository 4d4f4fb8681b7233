import type { IncomingMessage } from 'node:http'

const heads = new WeakSet<IncomingMessage>()

/** Has a HEAD request handled as GET (RFC 9110 section 9.3.2): Node sends the headers of its response and no body. */
export function readHeadAsGet(raw: IncomingMessage): void {
  if (raw.method !== 'HEAD') return
  heads.add(raw)
  raw.method = 'GET'
}

/** Returns true for a HEAD request, which is handled as GET. */
export const isHead = (raw: IncomingMessage): boolean => heads.has(raw)

/** Returns the method that a client sent, for messages and logs. */
export const sentMethod = ({ method, raw }: { method: string; raw: IncomingMessage }): string =>
  isHead(raw) ? 'HEAD' : method

/** Returns the value of `Allow`: a path with GET has HEAD too. */
export const allowOf = (methods: readonly string[]): string =>
  methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
