import http from 'node:http'
import type * as X509 from '@peculiar/x509'
import { afterAll, describe, expect, test } from 'vitest'
import { certificateWith } from '../../../../test/support/certificates.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  approveAs,
  call,
  openListeners,
  openThirdParty,
  REDIRECT,
  registrationClaims,
  signed,
  thumbprint,
} from '../../../../test/support/third-party.ts'
import { issueCertificate } from '../sandbox/certificates.ts'
import type { SandboxThirdParty } from '../sandbox/software.ts'
import { isOwnCertificate } from './owner.ts'

const listeners = await openListeners(await testDatabase())
const proxied = await openListeners(await testDatabase(), {
  OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
  OPEN_BANKING_TRUSTED_PROXIES: '127.0.0.1',
})
afterAll(() => Promise.all([listeners.close(), proxied.close()]))

type Library = typeof X509
const usages = (x509: Library, flags: number) => new x509.KeyUsagesExtension(flags, true)
const purposes = (x509: Library, ...oids: string[]) => new x509.ExtendedKeyUsageExtension(oids)
const CLIENT = '1.3.6.1.5.5.7.3.2'
const SERVER = '1.3.6.1.5.5.7.3.1'
const SIGNATURE = 1 // digitalSignature, as the library numbers it
/** QcStatements with QcType eSeal (0.4.0.1862.1.6.2), or with website authentication (…6.3). */
const qualified = (x509: Library, type: 2 | 3) => {
  const sequence = (...parts: string[]) =>
    `30${(parts.join('').length / 2).toString(16).padStart(2, '0')}${parts.join('')}`
  const statement = sequence('060604008e460106', sequence(`060704008e4601060${type}`))
  return new x509.Extension('1.3.6.1.5.5.7.1.3', false, Buffer.from(sequence(statement), 'hex'))
}

const cases: [string, (x509: Library) => X509.Extension[], RegExp | undefined][] = [
  ['for transport', (x) => [usages(x, SIGNATURE), purposes(x, CLIENT)], undefined],
  ['for clients and servers', (x) => [usages(x, SIGNATURE), purposes(x, SERVER, CLIENT)], undefined],
  ['without key usage', (x) => [purposes(x, CLIENT)], undefined],
  ['for website authentication (QWAC)', (x) => [purposes(x, CLIENT, SERVER), qualified(x, 3)], undefined],
  ['for signing', (x) => [usages(x, SIGNATURE | 2)], /lacks clientAuth/],
  ['for anything', () => [], /lacks clientAuth/],
  ['for any extended usage', (x) => [purposes(x, '2.5.29.37.0')], /lacks clientAuth/],
  ['for servers only', (x) => [usages(x, SIGNATURE), purposes(x, SERVER)], /lacks clientAuth/],
  ['for encryption only', (x) => [usages(x, 4), purposes(x, CLIENT)], /lacks digitalSignature/],
  ['for seals (QSEAL)', (x) => [usages(x, SIGNATURE), purposes(x, CLIENT), qualified(x, 2)], /seals or signatures/],
  [
    'of an authority',
    (x) => [new x.BasicConstraintsExtension(true), usages(x, SIGNATURE | 32), purposes(x, CLIENT)],
    /certificate of an authority/,
  ],
]

const subjectOf = ({ softwareId, organisationId }: SandboxThirdParty) =>
  `CN=${softwareId}, OU=${organisationId}, O=Ledgerly Ltd, C=GB`
const JOSE = { 'content-type': 'application/jose' }

describe('a certificate', () => {
  test.each(cases)('%s: registers over a connection as it should', async (_what, extensions, error) => {
    const software = await listeners.newSoftware()
    const { authority } = listeners.openBanking.sandbox!
    const certificate = await certificateWith(authority, subjectOf(software), extensions)
    const body = await signed(software, registrationClaims(software))
    const answer = await call(listeners, '/register', { headers: JOSE, body, certificate })
    if (!error) return expect(answer.status).toBe(201)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_token'])
    expect(answer.body.error_description).toMatch(error)
    const token = await call(listeners, '/token', { body: 'grant_type=client_credentials', certificate })
    expect([token.status, token.body.error]).toEqual([401, 'invalid_client'])
    expect(token.body.error_description).toMatch(error)
  })

  test.each(cases)('%s: registers through a proxy as it should', async (_what, extensions, error) => {
    const software = await proxied.newSoftware()
    const { authority } = proxied.openBanking.sandbox!
    const { certificate } = await certificateWith(authority, subjectOf(software), extensions)
    const body = await signed(software, registrationClaims(software))
    const answer = await overProxy('/register', { ...JOSE, 'x-client-cert': encodeURIComponent(certificate) }, body)
    if (!error) return expect(answer.status).toBe(201)
    expect([answer.status, answer.text]).toEqual([401, expect.stringMatching(error)])
  })
})

function overProxy(path: string, headers: Record<string, string>, body: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const url = new URL(path, proxied.issuer.replace('https', 'http'))
    const request = http.request(url, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode!, text }))
    })
    request.on('error', reject).end(body)
  })
}

describe('the certificate of another organisation', async () => {
  const third = await openThirdParty(listeners)
  const stranger = await openThirdParty(listeners)
  const byCertificate = await openThirdParty(listeners, { token_endpoint_auth_method: 'tls_client_auth' })
  const rejected = { status: 401, error: 'invalid_client' }
  const told = ({ status, body }: Awaited<ReturnType<typeof third.post>>) => ({ status, error: body?.error as string })

  test.each([
    ['/token', { grant_type: 'client_credentials', scope: 'accounts' }],
    ['/token', { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43) }],
    ['/token', { grant_type: 'authorization_code', code: 'x'.repeat(43), redirect_uri: 'https://third-party.example' }],
    ['/token/introspection', { token: 'x'.repeat(43) }],
    ['/token/revocation', { token: 'x'.repeat(43) }],
    ['/par', { request: 'x' }],
  ])('is rejected at %s, with a good assertion: %o', async (path, form: Record<string, string>) => {
    expect(told(await third.post(path, form, stranger.certificate))).toEqual(rejected)
    expect(told(await byCertificate.post(path, form, stranger.certificate))).toEqual(rejected)
  })

  test('is rejected for a refresh, which its own organisation gets over a renewed certificate', async () => {
    const { psus } = listeners.credentials
    const { answer } = await approveAs(listeners, await third.link(await third.consent()), psus[0]!)
    const form = { grant_type: 'authorization_code', code: answer['code']!, redirect_uri: REDIRECT }
    expect(told(await third.post('/token', form, stranger.certificate))).toEqual(rejected)
    const { body } = await third.post('/token', form)
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string }
    expect(told(await third.post('/token', refresh, stranger.certificate))).toEqual(rejected)
    const { authority } = listeners.openBanking.sandbox!
    const order = { subject: subjectOf(third.software), purpose: 'transport' } as const
    const renewed = await issueCertificate(authority, order, new Date())
    const again = await third.post('/token', refresh, renewed)
    expect(again.status).toBe(200)
    const opened = (certificate: typeof renewed) =>
      third.api('/open-banking/v4.0/aisp/accounts', again.body.access_token as string, { certificate })
    expect((await opened(renewed)).status).toBe(200)
    expect((await opened(third.certificate)).status).toBe(401)
    expect((await opened(stranger.certificate)).status).toBe(401)
  })

  test('is rejected at resources and registrations even where a token was bound to it', async () => {
    const token = await third.token()
    await listeners.db.pool.query(
      `update open_banking_artifacts set payload = replace(payload, $1, $2) where kind = 'ClientCredentials'`,
      [thumbprint(third.certificate.certificate), thumbprint(stranger.certificate.certificate)],
    )
    for (const path of [
      `/register/${third.clientId}`,
      '/open-banking/v4.0/aisp/account-access-consents/x',
      '/open-banking/v3.1/aisp/account-access-consents/x',
    ])
      expect((await third.api(path, token, { certificate: stranger.certificate })).status).toBe(401)
  })
})

describe('a certificate belongs to', () => {
  const owner = { organisationId: 'org1', softwareId: 'soft1', registration: { id: '123456', authority: 'FCAGBR' } }
  test.each([
    ['CN=soft1,OU=org1,O=A,C=GB', true],
    ['CN=org1,2.5.4.97=PSDGB-FCA-123456,O=A,C=GB', true],
    ['CN=soft1,O=A,C=GB', true],
    ['CN=soft1,OU=org2,O=A,C=GB', false],
    ['CN=a.example,2.5.4.97=PSDGB-FCA-123456,O=A,C=GB', true],
    ['CN=a.example,2.5.4.97=PSDGB-OB-Unknownorg1,O=A,C=GB', true],
    ['CN=a.example,2.5.4.97=PSDDE-BAFIN-123456,O=A,C=DE', false],
    ['CN=a.example,2.5.4.97=PSDGB-FCA-9-123456,O=A,C=GB', false],
    ['CN=a.example,O=org1,C=GB', false],
    ['CN=a.example,L=org1,O=A,C=GB', false],
    ['CN=a.example\\, OU=org1,O=A,C=GB', false],
  ])('%s: %s', (subject, isOwn) => {
    expect(isOwnCertificate({ subject }, owner)).toBe(isOwn)
  })
})
