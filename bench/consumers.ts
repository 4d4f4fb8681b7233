import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { BenchContext } from './context.ts'
import { httpRequest } from './load.ts'
import type { BenchEntity } from './population.ts'

/** A receiver of webhooks that accepts everything. It counts requests and parses nothing, so that it costs little. */
export interface Receiver {
  url: string
  count(): number
  close(): void
}

const ACCEPTED = 'HTTP/1.1 204 No Content\r\n\r\n'

export async function openReceiver(): Promise<Receiver> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    socket.setEncoding('latin1')
    let held = ''
    socket.on('data', (chunk: string) => {
      held += chunk
      for (
        let length = requestLength(held);
        length !== undefined && held.length >= length;
        length = requestLength(held)
      ) {
        held = held.slice(length)
        count++
        socket.write(ACCEPTED)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    count: () => count,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function requestLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  return head + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
}

/** A consumer of the event stream of an entity. It counts events and parses nothing. */
export interface StreamConsumer {
  count(): number
  close(): void
}

export function openStream(
  { server }: Pick<BenchContext, 'server'>,
  { token }: BenchEntity,
  after: number,
): StreamConsumer {
  let count = 0
  const socket = connect({ port: server.port, host: '127.0.0.1' })
  socket.on('error', () => {})
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'last-event-id': String(after) }
  socket.write(httpRequest('GET', '/v1/events', headers))
  let rest = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    const text = rest + chunk
    for (let at = text.indexOf(DATA); at >= 0; at = text.indexOf(DATA, at + DATA.length)) count++
    rest = text.slice(-(DATA.length - 1))
  })
  return { count: () => count, close: () => socket.destroy() }
}

const DATA = '\ndata:'
