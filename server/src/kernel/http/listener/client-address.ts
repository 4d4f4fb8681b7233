import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { isTrustedPeer } from './address-range.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the client: allow-lists, lock-outs, limits and logs use it. Never use `ip`, which is the proxy's. */
    clientAddress: string
  }
}

/** Returns the address of the client that sent a request. */
type ClientAddressReader = (raw: Pick<IncomingMessage, 'headers' | 'socket'>) => string

const HEADER = 'x-forwarded-for'

/**
 * Creates the reader of clients' addresses. `X-Forwarded-For` counts only on connections from a trusted proxy. Each proxy
 * appends the address that it got the request from, so the header is read from its end: the first address outside the
 * trusted proxies is the client's. Earlier entries can be forged and are ignored, and so are malformed ones.
 *
 * @param proxies addresses or CIDR ranges; without any, the address is that of the connection
 */
export function clientAddressReader(proxies: readonly string[] = []): ClientAddressReader {
  if (proxies.length === 0) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = isTrustedPeer(proxies)
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? ''
    const hops = String(headers[HEADER] ?? '').split(',')
    while (isTrusted(address)) {
      const hop = addressOf(hops.pop())
      if (hop === undefined) break
      address = hop
    }
    return address
  }
}

/** Returns the address of an entry, which some proxies write with a port. */
function addressOf(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? ''
  const address = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return isIP(address) === 0 ? undefined : address
}
