import { once } from 'node:events'
import type { Server } from 'node:http'
import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { createPagesListener } from '../../src/composition/pages/listener.ts'
import { REQUEST_TIMEOUT_MS, serverLimits } from '../../src/kernel/http/listener/limits.ts'
import { testDatabase } from '../support/database.ts'
import { openListeners } from '../support/third-party.ts'

const listeners = await openListeners(await testDatabase(), { MAX_CONNECTIONS: '10' })
const { app, obApp, openBanking, ca } = listeners
const { transport } = await listeners.newSoftware()
const { server: pages } = createPagesListener(app, openBanking.tls!, 'https://localhost:1')
await once(pages.listen(0, '127.0.0.1'), 'listening')
afterAll(async () => {
  pages.closeAllConnections()
  pages.close()
  await listeners.close()
})

/** Each with a path that reads a form, and one that rejects a request without reading its body. */
const SERVERS: [name: string, server: Server, path: string, rejected: [path: string, status: number]][] = [
  ['the main interface', app.server, '/v1/oauth2/token', ['/v1/payments', 401]],
  ['open banking', obApp.server, '/token', ['/open-banking/v4.0/aisp/account-access-consents', 401]],
  ['the pages of users', pages as unknown as Server, '/open-banking/connections/log-in', ['/v1/payments', 404]],
]

const statusesIn = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

describe.each(SERVERS)('%s', (_name, server, path, rejected) => {
  const { port } = server.address() as AddressInfo
  const isSecure = server !== app.server
  const isPages = server === (pages as unknown as Server)
  const open = async () => {
    const socket = isSecure
      ? tls.connect({
          port,
          host: '127.0.0.1',
          ca,
          cert: transport.certificate,
          key: transport.privateKey,
          checkServerIdentity: () => undefined,
        })
      : net.connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    await once(socket, isSecure ? 'secureConnect' : 'connect')
    return socket
  }
  const answerTo = async (text: string) => {
    const socket = await open()
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.write(text)
    await once(socket, 'close')
    return answer
  }

  /** Runs a step with time limits of the listener that are over at once, and fails if it takes longer than a few checks. */
  const impatiently = async (step: () => Promise<void>) => {
    const usual = { request: server.requestTimeout, headers: server.headersTimeout }
    server.requestTimeout = server.headersTimeout = 300
    const began = Date.now()
    try {
      await step()
      expect(Date.now() - began).toBeLessThan(4 * serverLimits.connectionsCheckingInterval)
    } finally {
      server.requestTimeout = usual.request
      server.headersTimeout = usual.headers
    }
  }

  test('ends a request whose body does not arrive, and one whose headers do not', async () => {
    expect(server.requestTimeout).toBe(REQUEST_TIMEOUT_MS)
    expect(server.headersTimeout).toBe(serverLimits.headersTimeout)
    await impatiently(async () => {
      const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 100'
      const answers = await Promise.all([
        answerTo(`POST ${path} HTTP/1.1\r\nhost: a\r\n${form}\r\n\r\na`),
        answerTo(`POST ${path} HTTP/1.1\r\nhost: a\r\n`),
      ])
      for (const answer of answers) expect(statusesIn(answer)).toEqual([408]) // not an error in the request's form
    })
  })

  test('gives a rejected request one response, though its body never arrives, and ends its connection', async () => {
    const [to, status] = rejected
    const json = 'content-type: application/json\r\ncontent-length: 100'
    await impatiently(async () => {
      const answer = await answerTo(`POST ${to} HTTP/1.1\r\nhost: a\r\n${json}\r\n\r\n{`)
      expect(statusesIn(answer)).toEqual([status])
    })
  })

  test('keeps the connection of a rejected request whose body arrives later', async () => {
    const [to, status] = rejected
    const socket = await open()
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.write(`POST ${to} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{`)
    await expect.poll(() => statusesIn(answer)).toEqual([status])
    socket.write(`}GET ${to}/x HTTP/1.1\r\nhost: a\r\n\r\n`)
    await expect.poll(() => statusesIn(answer)).toHaveLength(2)
    socket.destroy()
  })

  test('keeps the connection of a client that is still sending a body which is too large, so that it gets the error', async () => {
    const socket = await open()
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const type = `content-type: application/${isPages || path.endsWith('token') ? 'x-www-form-urlencoded' : 'json'}`
    const bytes = 3 * 1024 * 1024
    socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\n${type}\r\ncontent-length: ${bytes}\r\n\r\na`)
    await expect.poll(() => statusesIn(answer)).toEqual([413])
    expect(answer.toLowerCase()).not.toContain('connection: close')
    socket.write(`${'a'.repeat(bytes - 1)}GET /nowhere HTTP/1.1\r\nhost: a\r\n\r\n`)
    await expect.poll(() => statusesIn(answer)).toEqual([413, 404])
    socket.destroy()
  })

  test('answers headers that are too long with an error, without reading them to their end', async () => {
    const answer = await answerTo(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-long: ${'a'.repeat(17 * 1024)}`)
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  test.each([
    ['an unknown expectation', 417, 'host: a\r\nexpect: a-miracle\r\n'],
    ['no host', 400, ''],
    ['two hosts', 400, 'host: a\r\nhost: b\r\n'],
  ])('answers a request with %s with an error, not with an empty response', async (_what, status, headers) => {
    const [to] = rejected
    for (const at of [path, isPages ? path : to]) {
      const answer = await answerTo(`POST ${at} HTTP/1.1\r\n${headers}connection: close\r\ncontent-length: 0\r\n\r\n`)
      expect(statusesIn(answer)).toEqual([status])
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head.toLowerCase()).toMatch(/content-type: (application\/(problem\+)?json|text\/html)/)
      expect(body).toMatch(isPages ? /<html/ : status === 417 ? /expect/i : /host/i)
    }
  })

  test('closes connections beyond its limit, and serves again when others have ended', async () => {
    expect(server.maxConnections).toBe(10)
    server.closeIdleConnections()
    const sockets = await Promise.all(Array.from({ length: 10 }, open))
    const refused = net.connect({ port, host: '127.0.0.1' })
    refused.on('error', () => {})
    await once(refused, 'close')
    for (const socket of sockets) socket.destroy()
    const request = `GET /open-banking/nowhere HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
    await expect.poll(() => answerTo(request).catch(() => ''), { timeout: 10_000 }).toMatch(/^HTTP\/1\.1 404 /)
  })
})

test.each([
  ['GET /v1/accounts', 'Bearer', 401, 'token_missing'],
  ['POST /v1/oauth2/token', 'Basic', 400, 'invalid_request'],
])('%s with two headers of %s credentials is not carried out for either', async (line, scheme, status, code) => {
  const { port } = app.server.address() as AddressInfo
  const socket = net.connect({ port, host: '127.0.0.1' })
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  const credentials = ['a:a', 'b:b'].map((each) => `Authorization: ${scheme} ${btoa(each)}\r\n`).join('')
  const form = 'content-type: application/x-www-form-urlencoded\r\ncontent-length: 29'
  const grant = line.startsWith('POST') ? `${form}\r\n\r\ngrant_type=client_credentials` : '\r\n'
  socket.write(`${line} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n${credentials}${grant}`)
  await once(socket, 'close')
  expect(statusesIn(answer)).toEqual([status])
  expect(answer).toContain(code)
})
