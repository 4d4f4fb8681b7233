import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { serverLimits } from '../kernel/http/listener/limits.ts'
import { endStalledConnections } from '../kernel/http/listener/stalled.ts'
import { trackConnections } from '../kernel/http/listener/stop.ts'
import { endUnfinishedRequests } from '../kernel/http/listener/unfinished.ts'
import type { DatabaseFigures } from './database-figures.ts'

/** Connections at a time: a listener for a few collectors. */
const MOST_CONNECTIONS = 64

/** Opens the listener of metrics: `GET /metrics`, and nothing else. @throws Error if the port cannot be opened */
export async function serveMetrics(
  { registry, figures }: { registry: Registry; figures: Pick<DatabaseFigures, 'refresh'> },
  { port, host }: { port: number; host: string },
): Promise<{ server: Server; close(): Promise<void> }> {
  const server = createServer(serverLimits, (request, response) => {
    void answer(request, response, async () => {
      await figures.refresh()
      return registry.metrics()
    })
  })
  server.maxConnections = MOST_CONNECTIONS
  const endConnectionsSoon = trackConnections(server)
  endStalledConnections(server)
  endUnfinishedRequests(server)
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    send(response, 417, 'Omit the header Expect.\n'),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const close = () =>
    new Promise<void>((resolve) => {
      endConnectionsSoon()
      server.close(() => resolve())
    })
  return { server, close }
}

async function answer({ url, method }: IncomingMessage, response: ServerResponse, text: () => Promise<string>) {
  if (url !== '/metrics') return send(response, 404, 'Unknown path. The metrics are at /metrics.\n')
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    return send(response, 405, 'This path supports GET and HEAD only.\n')
  }
  try {
    const body = await text()
    response.setHeader('content-type', CONTENT_TYPE)
    return send(response, 200, body)
  } catch {
    return send(response, 500, 'The metrics could not be read.\n')
  }
}

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

function send(response: ServerResponse, status: number, body: string): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain; charset=utf-8')
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cache-control', 'no-store')
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
}
