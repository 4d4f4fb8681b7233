import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../values/clock.ts'
import { formatId } from '../../values/ids.ts'
import { type App, createHttp } from '../http.ts'
import type { Principal } from '../principal.ts'
import { Input, Output } from '../wire.ts'
import { REQUEST_TIMEOUT_MS, serverLimits } from './limits.ts'

const principal: Principal = {
  clientId: '0198f000-0000-7000-8000-000000000001',
  entityId: '0198f000-0000-7000-8000-000000000002',
  serviceKind: 'RM',
  scopes: new Set(['fx:quote']),
  roles: new Set(['maker' as const]),
}
let app: App
afterEach(() => app?.close())

async function open(release?: Promise<unknown>) {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  app = createHttp(
    {
      clock: systemClock,
      authenticate: (token) => (token === 'good' ? principal : undefined),
      operationId: (method, route) => (`${method} ${route}` === 'GET /data/:id' ? 'getData' : undefined),
    },
    log,
  )
  const response = { 200: Output({ ok: Type.Boolean() }) }
  app.get('/data', { config: { scope: 'fx:quote' }, schema: { response } }, async () => {
    await release
    return { ok: true }
  })
  app.get('/data/:id', { config: { scope: 'fx:quote' }, schema: { response } }, () => ({ ok: true }))
  app.get('/health/live', { config: { public: true }, schema: { response } }, () => ({ ok: true }))
  app.post('/form', { config: { public: true }, schema: { body: Input({}), response } }, () => ({ ok: true }))
  app.get('/other', { config: { scope: 'fx:trade' }, schema: { response } }, () => ({ ok: true }))
  await app.ready()
  return lines
}
const ask = (url: string, token = 'good') =>
  app.inject({
    url,
    headers: { authorization: `Bearer ${token}`, 'x-request-id': `id-${url.slice(1, 5).replace('%', ':')}-${token}` },
  })

test('each request is one line of the log, without the values of its path and query', async () => {
  const lines = await open()
  await ask('/data/secret')
  await ask('/data?token=secret', 'bad')
  await ask('/other')
  await ask('/secret')
  await ask('/%secret')
  await ask('/health/live')
  await expect.poll(() => lines.length).toBe(5)
  const client = formatId('cli', principal.clientId)
  expect(
    lines.map((line) => ['requestId', 'status', 'code', 'operation', 'route', 'client'].map((name) => line[name])),
  ).toEqual([
    ['id-data-good', 200, undefined, 'getData', '/data/:id', client],
    ['id-data-bad', 401, 'token_invalid', undefined, '/data', undefined],
    ['id-othe-good', 403, 'scope_missing', undefined, '/other', client],
    ['id-secr-good', 404, 'not_found', undefined, undefined, undefined],
    ['id-:sec-good', 404, 'not_found', undefined, undefined, undefined],
  ])
  const entity = formatId('ent', principal.entityId)
  expect(lines[0]).toMatchObject({ msg: 'request', method: 'GET', entity, address: '127.0.0.1' })
  expect(lines[0]!.durationMs).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain('secret')
})

test('a request whose client goes away is in the log, with the status that proxies give it', async () => {
  const lines = await open(new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('GET /data HTTP/1.1\r\nhost: a\r\nauthorization: Bearer good\r\n\r\n')
  await new Promise((resolve) => setTimeout(resolve, 100))
  socket.destroy()
  const requests = () => lines.filter(({ msg }) => msg === 'request')
  await expect.poll(() => requests().map(({ status, route }) => [status, route])).toEqual([[499, '/data']])
})

test('client data is neither stored by caches nor guessed by browsers', async () => {
  await open()
  for (const url of ['/data', '/other'])
    expect((await ask(url)).headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
})

test('while it stops, a new request gets Retry-After, and one under way gets its response', async () => {
  let release = () => {}
  await open(new Promise<void>((resolve) => (release = resolve)))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const request = 'GET /data HTTP/1.1\r\nhost: a\r\nauthorization: Bearer good\r\n\r\n'
  const [early, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  const read = (socket: typeof early) => {
    const state = { text: '' }
    socket.on('data', (chunk) => (state.text += chunk.toString()))
    return state
  }
  const [first, second] = [read(early), read(late)]
  early.write(request)
  late.write(request.slice(0, -2)) // its headers end while the service stops
  await expect.poll(() => app.server.connections ?? 2).toBe(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const closing = app.close()
  await new Promise((resolve) => setTimeout(resolve, 50))
  late.write('\r\n')
  await expect.poll(() => second.text).toContain('shutting_down')
  expect(second.text).toMatch(/^HTTP\/1\.1 503 /)
  expect(second.text.toLowerCase()).toContain('retry-after: 5')
  expect(second.text.toLowerCase()).toContain('content-type: application/problem+json')
  release()
  await expect.poll(() => first.text).toContain('{"ok":true}')
  early.destroy()
  late.destroy()
  await closing
})

/** Sends bytes on a connection of their own; returns the answer. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => {})
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

test.each([
  [
    'headers of 17 KiB',
    431,
    'headers_too_large',
    `GET /data HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(17 * 1024)}\r\n\r\n`,
  ],
  ['no HTTP', 400, 'request_malformed', 'HELLO\r\n\r\n'],
])('%s are answered with a problem, and logged with its id', async (_case, status, code, bytes) => {
  const lines = await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head).toContain('content-type: application/problem+json')
  const requestId = /x-request-id: (\S+)/.exec(head)![1]
  expect(JSON.parse(body)).toMatchObject({ status, code, requestId })
  expect(lines.filter(({ msg }) => msg === 'request')).toMatchObject([
    { requestId, status, code, address: '127.0.0.1' },
  ])
})

test('a request whose body does not arrive is ended after a minute or so', { timeout: 30_000 }, async () => {
  await open()
  expect(app.server.requestTimeout).toBe(REQUEST_TIMEOUT_MS)
  expect(REQUEST_TIMEOUT_MS + serverLimits.connectionsCheckingInterval).toBeLessThan(130_000)
  app.server.requestTimeout = 200
  app.server.headersTimeout = 200
  await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await answerTo(
    'POST /form HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  expect(answer).toContain('HTTP/1.1 408 ')
  expect(answer).toContain('"code":"request_timeout"')
})

test('a connection that never sends a request does not delay a stop by its time limit', async () => {
  await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const silent = connect((app.server.address() as AddressInfo).port)
  const ended = new Promise((resolve) => silent.on('error', () => {}).once('close', resolve))
  await new Promise((resolve) => app.server.once('connection', resolve))
  const begun = performance.now()
  await app.close()
  await ended
  expect(performance.now() - begun).toBeLessThan(15_000) // headers may take 20 s, a request 65 s
})

test('a client that leaves its side open after an error does not keep the connection: many would use up all of them', async () => {
  await open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect({ port: (app.server.address() as AddressInfo).port, allowHalfOpen: true })
  try {
    const ended = new Promise((resolve) => socket.on('end', resolve))
    socket.resume().write('no request\r\n\r\n')
    await ended
    const count = () => new Promise((resolve) => app.server.getConnections((_error, number) => resolve(number)))
    await expect.poll(count, { timeout: 15_000 }).toBe(0)
  } finally {
    socket.destroy()
  }
})
