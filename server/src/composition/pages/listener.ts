import { createServer, type Server } from 'node:https'
import type { App } from '../../kernel/http/http.ts'
import { endStalledConnections } from '../../kernel/http/listener/stalled.ts'
import { trackConnections } from '../../kernel/http/listener/stop.ts'
import { REQUEST_TIMEOUT_MS, serverLimits } from '../../kernel/http/listener/limits.ts'
import { endUnfinishedRequests } from '../../kernel/http/listener/unfinished.ts'
import { createUnreadableHandler } from '../../kernel/http/listener/unreadable.ts'
import { receiveExpectations } from '../../kernel/http/routing/unusable.ts'
import type { OpenBanking } from '../open-banking.ts'
import { browserTls, requireHttpsOf } from '../transport.ts'

/** Paths that the listener of the pages serves; everything else stays on the main interface. */
const PAGES = /^\/open-banking\//

/** Path without a page: its error is answered and logged like that of other unknown paths. */
const NOWHERE = '/open-banking/'

/** Names that a browser on this machine may use for one and the same sandbox. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Builds the sandbox's listener of the users' pages: HTTPS without client certificates, so that browsers ask for none. Requests
 * go to the main interface's routes. Another name of this machine redirects to the configured one, because cookies,
 * passkeys and the origin of forms are bound to a name.
 *
 * @returns the server, and its end: connections end once their running requests are answered, or after a few seconds
 */
export function createPagesListener(
  app: App,
  tls: NonNullable<OpenBanking['tls']>,
  pagesBaseUrl: string,
): { server: Server; close: () => Promise<void> } {
  const own = new URL(pagesBaseUrl)
  const isLoopback = LOOPBACK.has(own.hostname)
  const limits = { ...serverLimits, requestTimeout: REQUEST_TIMEOUT_MS }
  const server = createServer({ ...browserTls, ...limits, cert: tls.cert, key: tls.key }, (request, response) => {
    const { url = '/', method, headers } = request
    // The header binds every port of a name: on localhost it would also forbid the main interface's HTTP.
    if (!isLoopback) requireHttpsOf(response)
    if (!PAGES.test(url)) request.url = NOWHERE
    else if ((method === 'GET' || method === 'HEAD') && isOtherName(headers.host, own))
      return void response.writeHead(307, { location: `${own.origin}${url}`, 'cache-control': 'no-store' }).end()
    app.server.emit('request', request, response)
  })
  server.maxConnections = app.server.maxConnections
  server.on('clientError', createUnreadableHandler(app.log))
  endUnfinishedRequests(server)
  receiveExpectations(server)
  const endConnectionsSoon = trackConnections(server)
  endStalledConnections(server)
  const close = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve()
      server.close(() => resolve())
      server.closeIdleConnections()
      endConnectionsSoon()
    })
  return { server, close }
}

function isOtherName(host: string | undefined, own: URL): boolean {
  const asked = URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : ''
  return asked !== own.hostname && LOOPBACK.has(asked) && LOOPBACK.has(own.hostname)
}
