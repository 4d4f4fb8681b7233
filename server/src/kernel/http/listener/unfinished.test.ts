import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../values/clock.ts'
import { type App, createHttp } from '../http.ts'
import { Input, Output } from '../wire.ts'
import { MAX_BODY_BYTES } from './limits.ts'

let app: App
afterEach(() => app.close())

async function open(): Promise<number> {
  app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
  const schema = { body: Input({}), response: { 200: Output({ ok: Type.Boolean() }) } }
  app.post('/data', { config: { public: true }, schema }, () => ({ ok: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Sends a request whose body follows after the response began, and returns all that the client reads. */
async function sendSlowly(port: number, path: string, bytes: number, headers = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const closed = once(socket, 'close')
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${bytes}\r\n${headers}\r\n`,
  )
  const chunk = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += chunk.length) {
    if (!socket.write(chunk.subarray(0, Math.min(chunk.length, bytes - sent))))
      await Promise.race([once(socket, 'drain'), closed])
    await new Promise((resolve) => setImmediate(resolve))
  }
  await closed
  return text
}

test.each([
  ['a body beyond the limit', '/data', 413, 'body_too_large'],
  ['an unknown path', '/unknown', 404, 'not_found'],
])(
  'a client that requests the end of the connection gets the early response to %s',
  async (_what, path, status, code) => {
    const port = await open()
    const text = await sendSlowly(port, path, 4 * MAX_BODY_BYTES)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toContain(code)
    expect(text.toLowerCase()).toContain('connection: close')
  },
)

test('a client that never completes its body keeps the connection for a few seconds only', async () => {
  const port = await open()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => {})
  socket.write('POST /unknown HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9\r\n\r\n1')
  await once(socket, 'close')
  expect(text).toContain('not_found')
})
