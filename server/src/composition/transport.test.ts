import { connect as connectTcp } from 'node:net'
import { connect, getCiphers, type ConnectionOptions } from 'node:tls'
import { once } from 'node:events'
import { createServer } from 'node:https'
import { KeyObject, webcrypto } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { call, openListeners } from '../../test/support/third-party.ts'
import { serverLimits } from '../kernel/http/listener/limits.ts'
import { createUnreadableHandler } from '../kernel/http/listener/unreadable.ts'
import { browserTls, mutualTls } from './transport.ts'

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const port = listeners.config.openBankingPort

/** Returns protocol and suite of a handshake with the listener; undefined if either side rejects it. */
function handshake(options: ConnectionOptions, at = port): Promise<string | undefined> {
  return new Promise((resolve) => {
    let socket: ReturnType<typeof connect>
    try {
      socket = connect({ port: at, host: '127.0.0.1', rejectUnauthorized: false, ...options })
    } catch {
      return resolve(undefined) // our OpenSSL cannot offer it
    }
    socket.once('error', () => resolve(undefined))
    socket.once('secureConnect', () => {
      resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
      socket.destroy()
    })
  })
}

/** Returns a key on an elliptic curve with a certificate by itself. */
async function ofEllipticCurve(): Promise<{ key: string; cert: string }> {
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as never)
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const made = await x509.X509CertificateGenerator.createSelfSigned({ name: 'CN=bank.example', signingAlgorithm, keys })
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string
  return { key, cert: made.toString('pem') }
}
const TLS12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const
const weakest = (suite: string) => `${suite}:@SECLEVEL=0`

describe('the open-banking listener', () => {
  const allowed = ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES256-GCM-SHA384']

  test.each(allowed)('accepts %s over TLS 1.2', async (suite) => {
    expect(await handshake({ ...TLS12, ciphers: suite })).toBe(`TLSv1.2 ${suite}`)
  })

  test('accepts no other suite of TLS 1.2 that OpenSSL knows', async () => {
    const others = getCiphers()
      .map((name) => name.toUpperCase())
      .filter((name) => !name.startsWith('TLS_') && !allowed.includes(name))
    expect(others.length).toBeGreaterThan(30)
    const accepted = await Promise.all(others.map((name) => handshake({ ...TLS12, ciphers: weakest(name) })))
    expect(accepted.filter((each) => each !== undefined)).toEqual([])
    const all = weakest(others.join(':'))
    expect(await handshake({ ...TLS12, ciphers: all })).toBeUndefined()
  })

  test.each(['TLSv1', 'TLSv1.1'] as const)('rejects %s', async (version) => {
    const old = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' } as const
    expect(await handshake(old)).toBeUndefined()
  })

  test.each(['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'])(
    'accepts %s over TLS 1.3',
    async (suite) => {
      expect(await handshake({ minVersion: 'TLSv1.3', ciphers: suite })).toBe(`TLSv1.3 ${suite}`)
    },
  )

  test('negotiates TLS 1.3 with a caller that knows it', async () => {
    expect(await handshake({})).toMatch(/^TLSv1\.3 /)
  })

  test('with a key on an elliptic curve accepts the two ECDSA suites, and no RSA ones', async () => {
    const server = createServer({ ...mutualTls, ...(await ofEllipticCurve()) }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const at = (server.address() as AddressInfo).port
    for (const suite of ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384'])
      expect(await handshake({ ...TLS12, ciphers: suite }, at)).toBe(`TLSv1.2 ${suite}`)
    for (const suite of [...allowed, 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-CCM'])
      expect(await handshake({ ...TLS12, ciphers: weakest(suite) }, at)).toBeUndefined()
    await new Promise((resolve) => server.close(resolve))
  })
})

describe('Strict-Transport-Security', () => {
  const ONE_YEAR = 'max-age=31536000'

  test.each(['/.well-known/openid-configuration', '/token', '/nowhere', '/open-banking/v4.0/aisp/accounts', '/%E0%A4'])(
    'is in the response of the open-banking listener to %s',
    async (path) => {
      expect((await call(listeners, path)).headers['strict-transport-security']).toBe(ONE_YEAR)
    },
  )

  test('is in every response of the main interface at an https address, and in none at an http one', async () => {
    const secure = await openListeners(await testDatabase(), { BASE_URL: 'https://bank.example' })
    const own = `http://127.0.0.1:${secure.config.port}`
    const paths = ['/health/live', '/open-banking/connections', '/open-banking/authorize', '/v1/entities', '/%E0%A4']
    for (const path of paths) {
      const withHttps = await fetch(`${own}${path}`)
      expect([path, withHttps.headers.get('strict-transport-security')]).toEqual([path, ONE_YEAR])
      const without = await fetch(`${listeners.pages}${path}`)
      expect([path, without.headers.get('strict-transport-security')]).toEqual([path, null])
    }
    await secure.close()
  })
})

describe('a client that does not complete its TLS handshake', () => {
  /** Beginning of a ClientHello. */
  const HELLO = Buffer.from('1603010200010001fc0303', 'hex')

  test('has the time of the headers', () => {
    expect(serverLimits.handshakeTimeout).toBe(serverLimits.headersTimeout)
  })

  test.each([
    ['silent', Buffer.alloc(0)],
    ['slow', HELLO],
  ])('is disconnected: %s', async (_what, sent) => {
    const limits = { ...serverLimits, handshakeTimeout: 50 }
    const server = createServer({ ...browserTls, ...limits, ...(await ofEllipticCurve()) })
    const lines: unknown[] = []
    server.on('clientError', createUnreadableHandler({ info: (...line: unknown[]) => void lines.push(line) } as never))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connectTcp((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(sent)
    await once(socket.resume(), 'close')
    expect(lines).toEqual([[{ code: 'ERR_TLS_HANDSHAKE_TIMEOUT', address: '127.0.0.1' }, 'TLS handshake failed']])
    await new Promise((resolve) => server.close(resolve))
  })
})
