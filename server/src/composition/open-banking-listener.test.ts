import http from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import {
  answerIn,
  call,
  createBrowser,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../../test/support/third-party.ts'
import { readConfig } from '../settings/config.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { createSeal } from '../kernel/values/seal.ts'
import { rotateSigningKey } from '../open-banking/authorisation/index.ts'
import { openSigningKeys } from '../open-banking/authorisation/signing-keys.ts'
import { issueCertificate } from '../open-banking/dcr/index.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)

describe('a caller without a certificate', () => {
  test('reaches discovery and keys, from which everything else is found', async () => {
    const { body } = await call(listeners, '/.well-known/openid-configuration')
    expect(body).toMatchObject({
      issuer: listeners.issuer,
      authorization_endpoint: `${listeners.pages}/open-banking/authorize`,
      token_endpoint: `${listeners.issuer}/token`,
      jwks_uri: `${listeners.issuer}/jwks`,
      registration_endpoint: `${listeners.issuer}/register`,
      mtls_endpoint_aliases: { token_endpoint: `${listeners.issuer}/token` },
      tls_client_certificate_bound_access_tokens: true,
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth'],
      grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    })
    const { keys } = (await call(listeners, '/jwks')).body
    expect(keys[0]).toMatchObject({ kty: 'RSA', use: 'sig', alg: 'PS256', x5c: [expect.any(String)] })
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q)":/)
  })

  const id = (digits: string) => `${digits}_00000000000000000000000000`
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/open-banking/v4.0/aisp/accounts', 401],
    ['GET', `/open-banking/v4.0/aisp/accounts/${id('acc')}/balances`, 401],
    ['POST', '/open-banking/v3.1/aisp/account-access-consents', 401],
    ['GET', `/open-banking/v3.1/pisp/domestic-payment-consents/${id('obc')}`, 401],
    ['POST', '/open-banking/v4.0/pisp/domestic-payments', 401],
    ['POST', '/register', 401],
    ['GET', '/register/1', 401],
    ['DELETE', '/register/1', 401],
    ['POST', '/token', 401],
    ['POST', '/token/introspection', 401],
    ['POST', '/token/revocation', 401],
    ['POST', '/par', 401],
  ])('gets %s %s answered %i in HTTP, with an interaction id', async (method, path, status) => {
    const answer = await call(listeners, path, { method })
    expect(answer.status).toBe(status)
    expect(answer.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers['content-type'] ?? '').not.toContain('html')
  })
})

describe('a body on a request that has none is rejected in the form of its address:', () => {
  const body = '{"scope":"accounts"}'
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) }

  test.each(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server', '/jwks'])(
    'GET %s',
    async (path) => {
      const answer = await call(listeners, path, { method: 'GET', body, headers })
      expect(answer.status).toBe(400)
      const error_description = 'A GET request has no body here. Omit the body.'
      expect(answer.body).toEqual({ error: 'invalid_request', error_description })
    },
  )

  test.each(['GET', 'DELETE'])('%s of a registration, which stays', async (method) => {
    const token = await third.token()
    const answer = await third.api(`/register/${third.clientId}`, token, { method, body, headers })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
    expect(answer.body.error_description).toBe(`A ${method} request has no body here. Omit the body.`)
    expect((await third.api(`/register/${third.clientId}`, token)).status).toBe(200)
  })
})

describe('a trailing slash changes nothing', () => {
  test.each([
    ['/.well-known/openid-configuration/', 200],
    ['/jwks/', 200],
    ['/token/?x=1', 401],
    ['/par/', 401],
    ['/register/', 401],
    ['/open-banking/v3.1/aisp/accounts/', 401],
    ['/open-banking/v4.0/aisp/transactions/?page=x', 401],
  ])('on %s', async (path, status) => {
    const method = /token|par|register/.test(path) ? 'POST' : 'GET'
    expect((await call(listeners, path, { method })).status).toBe(status)
  })

  test('on resources and the registration, also for their callers', async () => {
    const token = await third.token()
    expect((await third.api(`/register/${third.clientId}/`, token)).status).toBe(200)
    const consent = `/open-banking/v4.0/aisp/account-access-consents/${await third.consent()}`
    const [plain, slashed] = [await third.api(consent, token), await third.api(`${consent}/`, token)]
    expect([slashed.status, slashed.body]).toEqual([200, plain.body])
    expect((await third.post('/token/', { grant_type: 'client_credentials', scope: 'accounts' })).status).toBe(200)
  })

  test('on the way to the pages', async () => {
    const link = (await third.link(await third.consent())).replace('/authorize?', '/authorize/?')
    expect((await createBrowser(listeners.pages).follow(link)).text).toContain('Ledgerly')
  })
})

test('our id is one of the directory: 18 letters and digits, as the official functional tool expects it', () => {
  expect(listeners.openBanking.settings.organisationId).toMatch(/^[a-zA-Z0-9]{18}$/)
})

test('the sandbox publishes the keys of its directory, its authority, and the keys of each software', async () => {
  const software = await listeners.newSoftware()
  const at = (name: string) => fetch(`${listeners.pages}/open-banking/sandbox-directory/${name}`)
  expect(await (await at('keys')).json()).toMatchObject({ keys: [{ kty: 'RSA' }] })
  expect(await (await at('ca.pem')).text()).toBe(listeners.ca)
  const keys = await at(`${software.organisationId}/${software.softwareId}.jwks`)
  expect(await keys.json()).toMatchObject({ keys: [{ use: 'sig', alg: 'PS256' }] })
  expect((await at(`${software.organisationId}/unknown.jwks`)).status).toBe(404)
})

describe('the endpoints of OAuth', () => {
  const OAUTH = { error: expect.any(String), error_description: expect.any(String) }

  test('return the interaction id too, and never answer in HTML', async () => {
    const id = '5d6f1a0e-6a1e-4b8e-9d0e-3b1f5c2a7e11'
    const headers = { 'x-fapi-interaction-id': id }
    const answer = await call(listeners, '/token', { headers, body: 'x=y', certificate: third.certificate })
    expect([answer.status, answer.headers['x-fapi-interaction-id']]).toEqual([400, id])
    expect(answer.headers['content-type']).toContain('application/json')
    expect(answer.body).toEqual(OAUTH)
  })

  test.each([
    ['GET', '/token', 'POST'],
    ['PUT', '/token/introspection', 'POST'],
    ['GET', '/token/revocation', 'POST'],
    ['GET', '/par', 'POST'],
    ['POST', '/jwks', 'GET, HEAD'],
    ['DELETE', '/.well-known/openid-configuration', 'GET, HEAD'],
    ['GET', '/register', 'POST'],
    ['POST', '/register/1', 'GET, HEAD, PUT, DELETE'],
  ])('answer another method in the form of OAuth: %s %s', async (method, path, allow) => {
    const answer = await call(listeners, path, { method, certificate: third.certificate })
    expect([answer.status, answer.headers['allow']]).toEqual([405, allow])
    expect(answer.body).toEqual({ ...OAUTH, error: 'invalid_request' })
  })

  test.each([
    ['POST', '/token', 'grant_type'],
    ['POST', '/token/introspection', 'token_type_hint'],
    ['POST', '/token/revocation', 'token_type_hint'],
    ['POST', '/par', 'request'],
    ['POST', '/register', 'takes none'],
    ['GET', `/register/${third.clientId}`, 'takes none'],
    ['DELETE', `/register/${third.clientId}`, 'takes none'],
    ['GET', '/jwks', 'takes none'],
    ['GET', '/.well-known/openid-configuration', 'takes none'],
    ['GET', '/.well-known/oauth-authorization-server', 'takes none'],
  ])('reject query parameters, and name them and the valid ones: %s %s', async (method, path, valid) => {
    const answer = await call(listeners, `${path}?client_secret=x&%22y%22=1`, {
      method,
      headers: { authorization: `Bearer ${await third.token()}` },
      certificate: third.certificate,
    })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: 'invalid_request', error_description: expect.stringContaining(valid) })
    expect(answer.body.error_description).toContain('client_secret, ?y?.')
    expect((await third.api(`/register/${third.clientId}`, await third.token())).status).toBe(200)
  })

  test('ignore unknown fields of a form, and the authorisation endpoint unknown parameters of a link (RFC 6749)', async () => {
    const form = { grant_type: 'client_credentials', scope: 'accounts', unheard_of: '1' }
    const { status, body } = await third.post('/token', form)
    expect([status, body.scope]).toEqual([200, 'accounts'])
    for (const path of ['/token/introspection', '/token/revocation'])
      expect((await third.post(path, { token: body.access_token, unheard_of: '1' })).status).toBe(200)
    const link = await third.link(await third.consent())
    expect((await createBrowser(listeners.pages).follow(`${link}&unheard_of=1`)).text).toContain('Ledgerly')
    const pkce = { code_challenge: 'v'.repeat(43), code_challenge_method: 'S256' }
    const request = await signed(third.software, third.requestClaims(await third.consent(), pkce))
    expect((await third.post('/par', { request, unheard_of: '1' })).status).toBe(201)
  })
})

test('a defect behind an endpoint of OAuth is logged, and answered as server_error', async () => {
  await db.pool.query('alter table open_banking_artifacts rename to open_banking_artifacts_away')
  const answer = await third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' })
  await db.pool.query('alter table open_banking_artifacts_away rename to open_banking_artifacts')
  expect([answer.status, answer.body.error]).toEqual([500, 'server_error'])
  expect(listeners.complaints.splice(0).join()).toContain('open_banking_artifacts')
})

test('a certificate of an authority we do not know counts as none', async () => {
  const { sandboxAuthority } = await import('../open-banking/dcr/index.ts')
  const { temporaryDirectory } = await import('../../test/support/temporary-directory.ts')
  const { rmSync } = await import('node:fs')
  const dataDir = temporaryDirectory()
  const foreign = await sandboxAuthority(dataDir, new Date())
  rmSync(dataDir, { recursive: true })
  const { softwareId, organisationId } = third.software
  const subject = `CN=${softwareId}, OU=${organisationId}, O=Ledgerly Ltd, C=GB`
  const forged = await issueCertificate(foreign.authority, { subject, purpose: 'transport' }, new Date())
  const body = await signed(third.software, registrationClaims(third.software))
  const headers = { 'content-type': 'application/jose' }
  expect((await call(listeners, '/register', { headers, body, certificate: forged })).status).toBe(401)
  const token = await third.token()
  expect((await third.api(`/register/${third.clientId}`, token, { certificate: forged })).status).toBe(401)
})

test('a header with a certificate or an address of the service is ignored', async () => {
  const headers = {
    'x-client-cert': encodeURIComponent(third.certificate.certificate),
    'ssl-client-cert': encodeURIComponent(third.certificate.certificate),
    'client-cert': `:${Buffer.from(third.certificate.certificate).toString('base64')}:`,
  }
  const token = await third.token()
  const answer = await call(listeners, `/register/${third.clientId}`, {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  expect(answer.status).toBe(401)
  const browser = createBrowser(listeners.pages)
  const forged = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', forwarded: 'host=evil.test' }
  const start = await browser.go(await third.link(await third.consent()), { headers: forged })
  expect(start.location).toMatch(/^\/open-banking\/consent\//)
  const page = await browser.go(start.location!)
  const back = await browser.go(`${start.location!}/cancel`, browser.form({ csrf: page.csrf! }))
  expect(back.location!.startsWith(listeners.pages)).toBe(true)
})

test('a key that is rotated signs the next token; the one before stays published', async () => {
  const kids = async () => ((await call(listeners, '/jwks')).body.keys as { kid: string }[]).map(({ kid }) => kid)
  const [before] = await kids()
  const { clock, seal } = listeners.services
  const certify = () =>
    issueCertificate(listeners.openBanking.sandbox!.authority, { subject: 'CN=Next', purpose: 'signing' }, new Date())
  const kid = await inTransaction(db, (tx) => rotateSigningKey(tx, { clock, seal, certify }))
  await expect.poll(kids).toEqual([kid, before])
  expect(listeners.openBanking.authorisation.keys.current().kid).toBe(kid)
})

test('concurrent key rotations by operators all succeed, and one key signs', async () => {
  const { clock, seal } = listeners.services
  const certify = () =>
    issueCertificate(listeners.openBanking.sandbox!.authority, { subject: 'CN=Next', purpose: 'signing' }, new Date())
  const rotate = () => inTransaction(db, (tx) => rotateSigningKey(tx, { clock, seal, certify }))
  const kids = await Promise.all([rotate(), rotate(), rotate()])
  const { current, published } = listeners.openBanking.authorisation.keys
  await expect.poll(() => published().keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(kids))
  expect(kids).toContain(current().kid)
})

test('a start with another SECRETS_KEY does not put a new key in place of the one clients know; the sandbox may', async () => {
  const { clock } = listeners.services
  const listener = { on: () => {} } as never
  const certify = () =>
    issueCertificate(listeners.openBanking.sandbox!.authority, { subject: 'CN=Next', purpose: 'signing' }, new Date())
  const onDefect = () => {}
  const deps = { db, clock, listener, certify, onDefect, seal: createSeal(() => Buffer.alloc(32, 9)) }
  const { kid } = listeners.openBanking.authorisation.keys.current()
  await expect(openSigningKeys({ ...deps, mayReplace: false })).rejects.toThrow(/another SECRETS_KEY/)
  expect(listeners.openBanking.authorisation.keys.current().kid).toBe(kid)
  const replaced = await openSigningKeys({ ...deps, mayReplace: true })
  expect(replaced.current().kid).not.toBe(kid)
  expect(replaced.published().keys.map((key) => key.kid)).toContain(kid)
})

describe('behind a proxy that ends TLS', async () => {
  const proxied = await openListeners(await testDatabase(), {
    OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
    OPEN_BANKING_TRUSTED_PROXIES: '127.0.0.1',
  })
  afterAll(() => proxied.close())
  const plain = { ...proxied, issuer: proxied.issuer.replace('https', 'http') }
  const ask = (headers: Record<string, string>, method = 'GET', path = '/register/x', body?: string) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request(new URL(path, plain.issuer), { method, headers, agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode!))
      })
      request.on('error', reject).end(body)
    })

  test('the certificate is that of the header, verified here too', async () => {
    const software = await proxied.newSoftware()
    const register = async (certificate: string) =>
      ask(
        { 'content-type': 'application/jose', 'x-client-cert': certificate },
        'POST',
        '/register',
        await signed(software, registrationClaims(software)),
      )
    const own = software.transport.certificate
    expect(await register(encodeURIComponent(own))).toBe(201)
    expect(await register(own.replace(/-----[A-Z ]+-----|\s/g, ''))).toBe(201)
    expect(await register(`:${own.replace(/-----[A-Z ]+-----|\s/g, '')}:`)).toBe(201)
    expect(await register('nonsense')).toBe(401)
    expect(await register('')).toBe(401)
    expect(await register(encodeURIComponent(third.certificate.certificate))).toBe(401) // of another authority
  })

  test('a connection that does not come from the proxy is closed before any HTTP', async () => {
    const outside = await openListeners(await testDatabase(), {
      OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
      OPEN_BANKING_TRUSTED_PROXIES: '192.0.2.7',
    })
    const url = outside.issuer.replace('https', 'http')
    await expect(fetch(`${url}/jwks`, { headers: { 'x-client-cert': 'x' } })).rejects.toThrow()
    await outside.close()
  })
})

describe('consent without a browser, for conformance suites', async () => {
  const scripted = await openListeners(await testDatabase(), { OPEN_BANKING_SCRIPTED_CONSENT: 'nordhafen' })
  afterAll(() => scripted.close())

  test('gets the redirect immediately', async () => {
    const suite = await openThirdParty(scripted)
    const answer = await fetch(await suite.link(await suite.consent()), { redirect: 'manual' })
    const given = answerIn(answer.headers.get('location'))
    expect([answer.status, given]).toMatchObject([303, { state: 'state-1', code: expect.any(String) }])
    expect((await suite.redeem(given['code']!)).status).toBe(200)
    const bad = await fetch(await suite.link('obc_00000000000000000000000000'), { redirect: 'manual' })
    expect(answerIn(bad.headers.get('location'))).toMatchObject({ error: 'invalid_request' })
  })

  test('refuses the authorisations of a third party with #REFUSE in its name', async () => {
    const suite = await openThirdParty(scripted, {}, await scripted.newSoftware({ name: 'Ledgerly #REFUSE' }))
    const answer = await fetch(await suite.link(await suite.consent()), { redirect: 'manual' })
    expect(answerIn(answer.headers.get('location'))).toMatchObject({ error: 'access_denied', state: 'state-1' })
  })

  test.each([{ NODE_ENV: 'production', SANDBOX: 'true' }, { SANDBOX: 'false' }, { NODE_ENV: 'production' }])(
    'is refused with %o',
    (env) => {
      expect(() => readConfig({ ...env, OPEN_BANKING_SCRIPTED_CONSENT: 'nordhafen' })).toThrow(
        /sandbox outside production/,
      )
    },
  )

  test('is off unless configured, and login hints have no effect in production', () => {
    expect(readConfig({}).openBanking!.scripts).toEqual({})
    expect(readConfig({ NODE_ENV: 'production', SANDBOX: 'true' }).openBanking).not.toHaveProperty('scripts')
  })
})
