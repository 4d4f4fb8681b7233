import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { endStalledConnections } from './stalled.ts'

let server: Server
let socket: Socket
afterEach(() => {
  socket.destroy()
  server.closeAllConnections()
  server.close()
})

/** Sends requests to a listener whose connections may stall for a moment only; the client does not read yet. */
async function send(answer: RequestListener, requests = 1, stallMs = 300): Promise<void> {
  server = createServer(answer)
  endStalledConnections(server, stallMs)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  socket = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true })
  socket.on('error', () => {}).pause()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(requests))
}

const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))

const LARGE = Buffer.alloc(32 * 1024 * 1024, 'a')

test.each([
  ['one large response', 1, (_request, response) => response.end(LARGE)],
  ['many responses that it asked for at once', 300, (_request, response) => response.end(LARGE.subarray(0, 1 << 20))],
  ['a response that is written in parts', 1, (_request, response) => void response.write(LARGE)],
] satisfies [string, number, RequestListener][])(
  'a client that does not read %s does not keep its connection: many would use up all of them',
  async (_what, requests, answer) => {
    const answered = new Promise<void>((resolve) => void send((...call) => (resolve(), answer(...call)), requests))
    await answered
    expect(await connections()).toBe(1)
    await expect.poll(connections, { timeout: 15_000 }).toBe(0)
  },
)

test('a stream of events is not cut while it has none to send', async () => {
  await send((_request, response) => {
    response.setHeader('connection', 'close').write(': connected')
    setTimeout(() => response.end('event'), 1500)
  })
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text).toContain('event')
})

test('a client that reads a large response slowly receives all of it', async () => {
  await send((_request, response) => response.end(LARGE), 1, 2000)
  let received = 0
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  socket.resume()
  await expect.poll(() => received).toBeGreaterThan(LARGE.length)
})

test('a request that takes long is answered, and its connection is kept', async () => {
  await send((_request, response) => void setTimeout(() => response.end('done'), 1500))
  const [text] = (await once(socket.resume(), 'data')) as [Buffer]
  expect(text.toString()).toContain('done')
})
