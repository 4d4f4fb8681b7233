import { KeyObject, webcrypto } from 'node:crypto'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { certificateLibrary } from '../../../test/support/certificates.ts'
import { closeAfterFile } from '../../../test/support/database.ts'
import { openReceiver } from '../../../test/support/webhooks.ts'
import { openLine } from './post.ts'
import { createWebhookTargets, type WebhookTargets } from './targets.ts'

const limits = { timeoutMs: 2000, signal: new AbortController().signal }
const request = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
/** Sends one request on a line of its own. */
async function post(targets: WebhookTargets, { url, ...sent }: ReturnType<typeof request>, within: typeof limits) {
  const line = openLine(targets, url)
  const outcome = await line.post(sent, within)
  line.close()
  return outcome
}
const loopback = { address: '127.0.0.1', family: 4 }
const anywhere = createWebhookTargets({ allowsPrivate: true })

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'https://0x7f.1/',
  'https://2130706433/',
])('%s gets no request', async (url) => {
  const outcome = await post(createWebhookTargets({ allowsPrivate: false }), request(url), limits)
  expect(outcome.failure).toBe('AddressNotAllowed')
})

test('a name with one private address among public ones gets no request', async () => {
  const targets = createWebhookTargets({ allowsPrivate: false }, async () => [
    { address: '8.8.8.8', family: 4 },
    loopback,
  ])
  expect((await post(targets, request('https://example.com/'), limits)).failure).toBe('AddressNotAllowed')
})

test('the request goes to the checked address only: it is resolved once, so a second answer of DNS cannot redirect it', async () => {
  const receiver = await openReceiver()
  let asked = 0
  const targets = createWebhookTargets({ allowsPrivate: true }, async () =>
    asked++ === 0 ? [loopback] : [{ address: '192.0.2.1', family: 4 }],
  )
  const port = new URL(receiver.url).port
  const outcome = await post(targets, request(`http://rebinding.test:${port}/`), limits)
  expect(outcome).toMatchObject({ responseStatus: 204 })
  expect([asked, receiver.received[0]!.headers.host]).toEqual([1, `rebinding.test:${port}`])
})

test('http gets no request unless the operator allows it', async () => {
  const receiver = await openReceiver()
  const outcome = await post(createWebhookTargets({ allowsPrivate: false }), request(receiver.url), limits)
  expect([outcome.failure, receiver.received]).toEqual(['UrlNotAllowed', []])
})

async function selfSigned() {
  const x509 = await certificateLibrary()
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=127.0.0.1',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  })
  return {
    certificate: made.toString('pem'),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }),
  }
}

test('a certificate that no authority signed is rejected, with any environment', async () => {
  const { certificate, key } = await selfSigned()
  const received: string[] = []
  const server = createServer({ cert: certificate, key }, (asked, response) => {
    received.push(asked.url!)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const outcome = await post(anywhere, request(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`), limits)
  expect([outcome.failure, received]).toEqual(['CertificateInvalid', []])
})

test.each([
  ['never answers', () => {}, 'Timeout'],
  ['closes the connection', (_: unknown, response: { destroy(): void }) => response.destroy(), 'ConnectionFailed'],
])('a receiver that %s fails the attempt: %#', async (_what, answer, failure) => {
  const receiver = await openReceiver(answer as never)
  const outcome = await post(anywhere, request(receiver.url), { ...limits, timeoutMs: 300 })
  expect(outcome.failure).toBe(failure)
  expect(outcome.durationMs).toBeLessThan(2000)
})

test('an endless response is cut off; its status counts', async () => {
  const receiver = await openReceiver((_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('x'.repeat(4096)), 1)
    response.on('close', () => clearInterval(timer))
    response.on('error', () => {})
  })
  const outcome = await post(anywhere, request(receiver.url), limits)
  expect(outcome).toMatchObject({ responseStatus: 200 })
  expect(outcome.failure).toBeUndefined()
})

test('a port without a listener and an unknown host fail the attempt', async () => {
  const none = createWebhookTargets({ allowsPrivate: true }, async () => [])
  expect((await post(none, request('http://nowhere.test/'), limits)).failure).toBe('HostNotFound')
  expect((await post(anywhere, request('http://127.0.0.1:1/'), limits)).failure).toBe('ConnectionFailed')
})

test.each([
  ['switches protocols', 'HTTP/1.1 101 Moved\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', 'HttpStatus'],
  ['sends headers without end', `HTTP/1.1 200 OK\r\n${'x-filler: 1\r\n'.repeat(5000)}`, 'ConnectionFailed'],
  ['sends no HTTP', 'hello\r\n\r\n', 'ConnectionFailed'],
  ['breaks off in the headers', 'HTTP/1.1 200 OK\r\ncontent-', 'ConnectionFailed'],
])('a receiver that %s fails the attempt', async (_what, bytes, failure) => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {}).resume()
    socket.write(bytes, () => setTimeout(() => socket.destroy(), 100))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const port = (server.address() as AddressInfo).port
  const outcome = await Promise.race([post(anywhere, request(`http://127.0.0.1:${port}/`), limits), delay(4000)])
  expect(outcome).toMatchObject({ failure })
})

test('requests of one line share a connection; one that the receiver closed in between is replaced', async () => {
  const ports: (number | undefined)[] = []
  let closes = false
  const receiver = await openReceiver((asked, response) => {
    ports.push(asked.socket.remotePort)
    response.writeHead(204).end()
    if (closes) response.on('close', () => asked.socket.destroy())
  })
  const line = openLine(anywhere, receiver.url)
  const send = async () => (await line.post({ headers: {}, body: '{}' }, limits)).responseStatus
  expect([await send(), await send()]).toEqual([204, 204])
  closes = true
  expect(await send()).toBe(204)
  closes = false
  expect(await send()).toBe(204)
  line.close()
  expect(new Set(ports.slice(0, 3)).size).toBe(1)
  expect(ports[3]).not.toBe(ports[0])
})

test('a request on a kept connection that breaks before the response is sent again on a new one, once', async () => {
  let connections = 0
  let requests = 0
  const server = createTcpServer((socket) => {
    const isFirst = connections++ === 0
    let seen = 0
    socket
      .on('error', () => {})
      .on('data', () => {
        requests++
        if (isFirst && seen++ > 0) socket.resetAndDestroy()
        else socket.write('HTTP/1.1 204 No Content\r\nconnection: keep-alive\r\n\r\n')
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closeAfterFile(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const line = openLine(anywhere, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const send = () => line.post({ headers: {}, body: '{}' }, limits)
  expect((await send()).failure).toBeUndefined()
  expect((await send()).failure).toBeUndefined()
  line.close()
  expect([connections, requests]).toEqual([2, 3])
})
