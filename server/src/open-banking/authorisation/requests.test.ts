import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  call,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
  signed,
} from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
const other = await openThirdParty(listeners)
const consentId = await third.consent()
beforeEach(() => forgetCodes(db))

const seconds = () => Math.floor(Date.now() / 1000)
const visit = (url: string) => createBrowser(listeners.pages).follow(url)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('an authorisation request is refused', () => {
  const claims = (change: Record<string, unknown> = {}) => third.requestClaims(consentId, change)

  test('without a request object, whatever its parameters say', async () => {
    const url = new URL(third.authorizeUrl('x'))
    url.searchParams.delete('request')
    url.searchParams.set('state', 's')
    const back = await visit(url.href)
    expect(answerIn(back.location)).toMatchObject({ error: 'invalid_request', state: 's' })
  })

  test.each([
    ['with alg none', async () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
    ['signed with RS256', () => signed(third.software, claims(), 'RS256')],
    ["signed with another client's key", () => signed(other.software, claims())],
    [
      'signed with a key of its own under a registered kid',
      () => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
        return new SignJWT(claims()).setProtectedHeader({ alg: 'PS256', kid: third.software.kid }).sign(privateKey)
      },
    ],
    ['that has expired', () => signed(third.software, claims({ nbf: seconds() - 600, exp: seconds() - 300 }))],
    ['without exp', () => signed(third.software, claims({ exp: undefined }))],
    ['without nbf', () => signed(third.software, claims({ nbf: undefined }))],
    ['that lives for more than an hour', () => signed(third.software, claims({ exp: seconds() + 7200 }))],
    ['not valid yet', () => signed(third.software, claims({ nbf: seconds() + 600, exp: seconds() + 900 }))],
    ['issued in the future', () => signed(third.software, claims({ iat: seconds() + 30 }))],
    ['for another bank', () => signed(third.software, claims({ aud: 'https://other.example' }))],
    ['of another issuer', () => signed(third.software, claims({ iss: other.clientId }))],
    ['of another client', () => signed(third.software, claims({ client_id: other.clientId }))],
    [
      'changed on the way',
      async () => {
        const [header, , signature] = (await signed(third.software, claims())).split('.')
        return `${header}.${encode(claims({ scope: 'openid payments' }))}.${signature}`
      },
    ],
    ['that is no JWT', async () => 'nonsense'],
  ])('%s', async (_what, make) => {
    const back = await visit(third.authorizeUrl(await make()))
    const { error, code } = answerIn(back.location)
    expect([error, code]).toEqual(['invalid_request_object', undefined])
  })

  test('without a nonce, without openid, or with a response type that leaves the code unbound', async () => {
    for (const [change, more] of [
      [{ nonce: undefined }, {}],
      [{ scope: 'accounts' }, {}],
      [{ response_type: 'code' }, { response_type: 'code' }],
      [{ response_type: 'token' }, { response_type: 'token' }],
    ] as [Record<string, unknown>, Record<string, string>][]) {
      const back = await visit(third.authorizeUrl(await signed(third.software, claims(change)), more))
      expect(answerIn(back.location)).toHaveProperty('error')
      expect(answerIn(back.location)).not.toHaveProperty('code')
    }
  })

  test.each([
    ['a longer one', `${REDIRECT}/more`],
    ['one with a query', `${REDIRECT}?a=b`],
    ["another host's", 'https://third-party.example.evil.test/callback'],
    ['a shorter one', 'https://third-party.example/'],
    ['one over http', REDIRECT.replace('https', 'http')],
  ])('with a redirect that is not registered (%s), on a page of ours and nowhere else', async (_what, redirect) => {
    const request = await signed(third.software, claims({ redirect_uri: redirect }))
    const page = await visit(third.authorizeUrl(request, { redirect_uri: redirect }))
    expect([page.status, page.location]).toEqual([400, null])
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.text).toContain('This link cannot be used')
    expect(page.text).toContain('Nothing was shared or paid.')
  })

  test('of a client that does not exist, on a page of ours', async () => {
    const page = await visit(third.authorizeUrl('x', { client_id: randomUUID() }))
    expect([page.status, page.location]).toEqual([400, null])
    expect(page.text).not.toContain('<script>')
  })

  test('of a client whose id no database stores, before anybody is known: a page, not a defect', async () => {
    const page = await visit(third.authorizeUrl('x', { client_id: `${'a'.repeat(35)}\0` }))
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('This link cannot be used')])
    expect(listeners.complaints).toEqual([])
  })
})

describe('valid requests', () => {
  test('that were pushed, with PKCE', async () => {
    const verifier = 'v'.repeat(64)
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url')
    const mine = await third.consent()
    const request = await signed(
      third.software,
      third.requestClaims(mine, { code_challenge: challenge, code_challenge_method: 'S256' }),
    )
    const pushed = await third.post('/par', { request })
    expect([pushed.status, pushed.body]).toEqual([201, { request_uri: expect.stringMatching(/^urn:/), expires_in: 60 }])
    const url = new URL(`${listeners.pages}/open-banking/authorize`)
    url.search = new URLSearchParams({ client_id: third.clientId, request_uri: pushed.body.request_uri }).toString()
    const { answer } = await approveAs(listeners, url.href, psu!)
    const form = { grant_type: 'authorization_code', code: answer['code']!, redirect_uri: REDIRECT }
    expect((await third.post('/token', { ...form, code_verifier: verifier })).status).toBe(200)
    expect(
      (
        await call(listeners, '/par', {
          body: 'request=x',
          certificate: third.certificate,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(400)
  })

  test('for a code alone, answered in a signed JWT', async () => {
    const jarm = await openThirdParty(listeners, { response_types: ['code', 'code id_token'] })
    const claim = { response_type: 'code', response_mode: 'jwt' }
    const request = await signed(jarm.software, jarm.requestClaims(await jarm.consent(), claim))
    const { answer } = await approveAs(listeners, jarm.authorizeUrl(request, { response_type: 'code' }), psu!)
    const payload = decodeJwt(answer['response']!)
    expect([decodeProtectedHeader(answer['response']!).alg, payload]).toMatchObject([
      'PS256',
      { aud: jarm.clientId, state: 'state-1', code: expect.any(String) },
    ])
    expect((await jarm.redeem(payload['code'] as string)).status).toBe(200)
  })

  test('of a client that proves itself by its certificate', async () => {
    const byCertificate = await openThirdParty(listeners, { token_endpoint_auth_method: 'tls_client_auth' })
    const { answer } = await approveAs(listeners, await byCertificate.link(await byCertificate.consent()), psu!)
    expect((await byCertificate.redeem(answer['code']!)).status).toBe(200)
    const stolen = await byCertificate.post('/token', { grant_type: 'client_credentials' }, other.certificate)
    expect([stolen.status, stolen.body.error]).toEqual([401, 'invalid_client'])
    const bare = await call(listeners, '/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: byCertificate.clientId, grant_type: 'client_credentials' }).toString(),
    })
    expect([bare.status, bare.body.error]).toEqual([401, 'invalid_client'])
  })
})
