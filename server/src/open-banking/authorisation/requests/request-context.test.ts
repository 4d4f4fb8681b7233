import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  call,
  createBrowser,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../../../../test/support/third-party.ts'

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)

describe('an unknown scope', () => {
  const PKCE = { code_challenge: 'v'.repeat(43), code_challenge_method: 'S256' }
  const named = (scopes: string) => expect.stringContaining(`scope must name at least one of ${scopes}`)
  const ask = async (scope: string) => (await third.post('/token', { grant_type: 'client_credentials', scope })).body

  test('gives no token alone; beside known ones it is left out of the token, which names its scopes', async () => {
    for (const scope of ['mortgages', 'mortgages insurance', 'Accounts'])
      expect(await ask(scope)).toMatchObject({
        error: 'invalid_scope',
        error_description: named('openid, accounts, payments'),
        scope,
      })
    expect(await ask('mortgages')).not.toHaveProperty('access_token')
    expect((await ask('accounts mortgages')).scope).toBe('accounts')
  })

  test('is not enough to push or to begin an authorisation', async () => {
    const consentId = await third.consent()
    for (const scope of ['mortgages', 'openid mortgages', 'openid']) {
      const request = await signed(third.software, third.requestClaims(consentId, { scope, ...PKCE }))
      const pushed = await third.post('/par', { request })
      // Without openid the id token that was asked for is impossible, which is said first.
      const error = scope.includes('openid') ? 'invalid_scope' : 'invalid_request'
      expect([pushed.status, pushed.body.error]).toEqual([400, error])
    }
    const request = await signed(third.software, third.requestClaims(consentId, { scope: 'openid mortgages', ...PKCE }))
    const { body } = await third.post('/par', { request })
    expect(body.error_description).toEqual(named('accounts, payments'))
    const back = await createBrowser(listeners.pages).follow(await third.link(consentId, { scope: 'openid mortgages' }))
    expect(answerIn(back.location)).toMatchObject({ error: 'invalid_scope', error_description: named('accounts') })
  })

  test('beside a known one is not in the tokens of an approval, nor is it refreshed', async () => {
    const link = await third.link(await third.consent(), { scope: 'openid accounts mortgages' })
    const { answer } = await approveAs(listeners, link, psu!)
    const { body } = await third.redeem(answer['code']!)
    expect(body.scope).toBe('openid accounts')
    const refresh = (scope: string) =>
      third.post('/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token, scope })
    for (const scope of ['mortgages', 'accounts mortgages', 'payments'])
      expect((await refresh(scope)).body).toMatchObject({ error: 'invalid_scope' })
    expect((await refresh('accounts')).body.scope).toBe('accounts')
  })
})

test('a scope that does not fit the consent is refused', async () => {
  const payment = await createBrowser(listeners.pages).follow(await third.link(await third.paymentConsent()))
  expect(answerIn(payment.location)).toMatchObject({ error: 'invalid_scope' })
  const accounts = await third.link(await third.consent(), { scope: 'openid payments' })
  expect(answerIn((await createBrowser(listeners.pages).follow(accounts)).location)).toMatchObject({
    error: 'invalid_scope',
  })
})

describe('a trailing slash of our address as the audience', () => {
  const slashed = (path: string) => `${listeners.issuer}${path}/`

  test.each([
    ['', '/token'],
    ['/token', '/token'],
    ['', '/token/introspection'],
    ['/token', '/token/introspection'],
    ['/token/introspection', '/token/introspection'],
    ['/token/revocation', '/token/revocation'],
    ['/par', '/par'],
  ])('of issuer%s/ is accepted in a client assertion at %s, and another path is rejected', async (path, at) => {
    const send = async (aud: string | string[]) =>
      (await third.post(at, { ...FORMS[at], client_assertion: await third.assertion({ aud }) })).body?.error
    for (const aud of [slashed(path), [slashed(path), 'https://other.example/']])
      expect(await send(aud)).not.toBe('invalid_client')
    for (const aud of [`${slashed(path)}/`, slashed('/tokens'), 'https://other.example/'])
      expect(await send(aud)).toBe('invalid_client')
  })

  test('is accepted in a request object, sent or pushed', async () => {
    const consentId = await third.consent()
    const open = async (url: string) => (await createBrowser(listeners.pages).follow(url)).text
    const object = (aud: unknown) =>
      signed(
        third.software,
        third.requestClaims(consentId, { aud, code_challenge: 'v'.repeat(43), code_challenge_method: 'S256' }),
      )
    for (const aud of [slashed(''), ['https://other.example', slashed('')]]) {
      expect(await open(third.authorizeUrl(await object(aud)))).toContain('Ledgerly')
      const { status, body } = await third.post('/par', { request: await object(aud) })
      expect(status).toBe(201)
      const address = new URL('/open-banking/authorize', listeners.pages)
      address.search = new URLSearchParams({ client_id: third.clientId, request_uri: body.request_uri }).toString()
      expect(await open(address.href)).toContain('Ledgerly')
    }
    for (const aud of [`${slashed('')}/`, slashed('/token'), 'https://other.example/'])
      expect((await third.post('/par', { request: await object(aud) })).body.error).toBe('invalid_request_object')
  })

  test('is accepted in a registration', async () => {
    const register = async (aud: string) => {
      const body = await signed(third.software, registrationClaims(third.software, { aud }))
      const headers = { 'content-type': 'application/jose' }
      return call(listeners, '/register', { headers, body, certificate: third.certificate })
    }
    expect((await register(slashed(''))).status).toBe(201)
    expect((await register(slashed('/register'))).body.error_description).toContain(
      `aud must be CambistSandbox0001 or ${listeners.issuer}.`,
    )
  })
})

/** Forms of the endpoints, without authentication. */
const FORMS: Record<string, Record<string, string>> = {
  '/token': { grant_type: 'client_credentials', scope: 'accounts' },
  '/token/introspection': { token: 'x'.repeat(43) },
  '/token/revocation': { token: 'x'.repeat(43) },
  '/par': { request: 'x' },
}
