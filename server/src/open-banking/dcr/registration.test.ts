import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { officialFilesAtHand, officialRegistrationErrors } from '../../../test/support/official-openapi.ts'
import {
  call,
  openListeners,
  openThirdParty,
  REDIRECT,
  registrationClaims,
  signed,
  subjectOf,
} from '../../../test/support/third-party.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const software = await listeners.newSoftware()
const stranger = await listeners.newSoftware()
const JOSE = { 'content-type': 'application/jose' }

const register = async (
  change: Record<string, unknown> = {},
  { by = software, alg = 'PS256', certificate = software.transport, headers = JOSE } = {},
) =>
  call(listeners, '/register', {
    headers,
    certificate,
    body: await signed(by, registrationClaims(software, change), alg),
  })

describe('a third party registers', () => {
  test('from a signed statement over its own certificate, and gets the registered values', async () => {
    const answer = await register()
    expect(answer.status).toBe(201)
    expect(answer.headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.body).toMatchObject({
      client_id: expect.stringMatching(/^.{36}$/),
      client_id_issued_at: expect.any(Number),
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'private_key_jwt',
      scope: 'openid accounts payments',
      software_id: software.softwareId,
      software_client_name: 'Ledgerly',
      org_id: software.organisationId,
      software_statement: software.softwareStatement,
    })
    for (const claim of ['iss', 'iat', 'exp', 'aud', 'jti']) expect(answer.body).not.toHaveProperty(claim)
  })

  test.each([
    ['3.3: a mobile application', { application_type: 'mobile' }],
    ['no response_types: code id_token', { response_types: undefined }],
    ['our issuer as aud', { aud: [listeners.issuer] }],
    ['tls_client_auth', { token_endpoint_auth_method: 'tls_client_auth', token_endpoint_auth_signing_alg: undefined }],
    ['a jti in capitals', { jti: randomUUID().toUpperCase() }],
    [
      'a grant we do not offer, which is left out',
      { grant_types: ['client_credentials', 'urn:openid:params:grant-type:ciba'] },
    ],
  ])('with %s', async (_what, change: Record<string, unknown>) => {
    const dn = change['token_endpoint_auth_method'] ? { tls_client_auth_subject_dn: subjectOf(software) } : {}
    const answer = await register({ ...change, ...dn })
    expect([answer.status, answer.body.response_types]).toEqual([201, ['code id_token']])
    expect(answer.body.grant_types).not.toContain('urn:openid:params:grant-type:ciba')
  })

  test.each(['application/jwt', 'application/json', 'application/jose; charset=utf-8'])('as %s', async (type) => {
    const jwt = await signed(software, registrationClaims(software))
    const body = type === 'application/json' ? JSON.stringify(jwt) : jwt
    const headers = { 'content-type': type }
    expect((await call(listeners, '/register', { headers, body, certificate: software.transport })).status).toBe(201)
  })

  test('more than once for one software: each has a client of its own', async () => {
    const [first, second] = [await register(), await register()]
    expect(first.body.client_id).not.toBe(second.body.client_id)
  })
})

test.skipIf(!officialFilesAtHand).each(['3.3', '3.4'] as const)(
  'requests and answers are those of the official file of %s (skipped where it is not at hand)',
  async (version) => {
    const claims = registrationClaims(software)
    expect(officialRegistrationErrors(version, 'OBClientRegistration1', claims)).toEqual([])
    const answer = await register()
    expect(officialRegistrationErrors(version, 'OBRegistrationProperties1', answer.body)).toEqual([])
    const byCertificate = await register({
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: subjectOf(software),
    })
    expect(byCertificate.status).toBe(201)
    expect(officialRegistrationErrors(version, 'OBRegistrationProperties1', byCertificate.body)).toEqual([])
    const refused = await register({ scope: 'x' })
    expect(officialRegistrationErrors(version, 'RegistrationError', refused.body)).toEqual([])
  },
)

test('an unknown scope is not registered, and the response names the registered scopes', async () => {
  const { status, body } = await register({ scope: 'openid accounts mortgages' })
  expect([status, body.scope]).toEqual([201, 'openid accounts'])
})

test('a registration of another type gives the type that it needs', async () => {
  const headers = { 'content-type': 'text/plain' }
  const answer = await call(listeners, '/register', { headers, body: 'x', certificate: software.transport })
  expect(answer.status).toBe(415)
  expect(answer.body.error_description).toMatch(/^Send the body as application\/jose\./)
})

const seconds = () => Math.floor(Date.now() / 1000)

test('the description of an error names what was sent in the characters of RFC 6749 alone', async () => {
  const { status, body } = await register({ redirect_uris: ['https://third-party.example/café?a="b"'] })
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  expect(body.error_description).toContain("https://third-party.example/caf??a='b'")
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/)
})

describe('a registration is refused', () => {
  const cases: [string, string, Record<string, unknown>, object?][] = [
    ['signed with RS256', 'invalid_client_metadata', {}, { alg: 'RS256' }],
    ["signed with another software's key", 'invalid_client_metadata', {}, { by: stranger }],
    [
      'over the certificate of another organisation',
      'unapproved_software_statement',
      {},
      { certificate: stranger.transport },
    ],
    ['that has expired', 'invalid_client_metadata', { iat: seconds() - 900, exp: seconds() - 600 }],
    ['that lives for a day', 'invalid_client_metadata', { exp: seconds() + 86_400 }],
    ['from the future', 'invalid_client_metadata', { iat: seconds() + 600, exp: seconds() + 900 }],
    ['for another bank', 'invalid_client_metadata', { aud: 'OtherBank' }],
    ['of another issuer than the software', 'invalid_client_metadata', { iss: 'another' }],
    ['of another software_id', 'invalid_client_metadata', { software_id: 'another' }],
    ['with a jti that is no UUID', 'invalid_client_metadata', { jti: '1' }],
    ['that names its own client_id', 'invalid_client_metadata', { client_id: randomUUID() }],
    ['with a redirect the statement does not list', 'invalid_redirect_uri', { redirect_uris: [`${REDIRECT}/more`] }],
    ['with a redirect over http', 'invalid_redirect_uri', { redirect_uris: ['http://third-party.example/callback'] }],
    ['with a redirect to this machine', 'invalid_redirect_uri', { redirect_uris: ['https://localhost/callback'] }],
    ['with a redirect that has a fragment', 'invalid_redirect_uri', { redirect_uris: [`${REDIRECT}#a`] }],
    ['with a shared secret', 'invalid_client_metadata', { token_endpoint_auth_method: 'client_secret_basic' }],
    [
      "with another certificate's name",
      'invalid_client_metadata',
      { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'CN=x,OU=y,O=z,C=GB' },
    ],
    [
      'without the name of its certificate',
      'invalid_client_metadata',
      { token_endpoint_auth_method: 'tls_client_auth' },
    ],
    ['with id tokens by RS256', 'invalid_client_metadata', { id_token_signed_response_alg: 'RS256' }],
    ['with request objects by none', 'invalid_client_metadata', { request_object_signing_alg: 'none' }],
    ['with assertions by RS256', 'invalid_client_metadata', { token_endpoint_auth_signing_alg: 'RS256' }],
    ['for scopes we do not have', 'invalid_client_metadata', { scope: 'openid fundsconfirmations' }],
    ['without client_credentials', 'invalid_client_metadata', { grant_types: ['authorization_code'] }],
    ['with a response type of its own', 'invalid_client_metadata', { response_types: ['token'] }],
    ['without a statement', 'invalid_software_statement', { software_statement: 'nonsense' }],
    ['with an unknown application type', 'invalid_client_metadata', { application_type: 'desktop' }],
  ]
  test.each(cases)('%s: %s', async (_what, error, change, options = {}) => {
    const answer = await register(change, options)
    expect([answer.status, answer.body?.error]).toEqual([400, error])
    expect(answer.body.error_description.length).toBeLessThanOrEqual(500)
  })

  const statements: [string, string, Record<string, unknown>][] = [
    ['of a withdrawn organisation', 'unapproved_software_statement', { org_status: 'Withdrawn' }],
    ['without the role for payments', 'invalid_client_metadata', { software_roles: ['AISP'] }],
    ['that has expired', 'invalid_software_statement', { exp: seconds() - 60 }],
    ['without a key set', 'invalid_software_statement', { software_jwks_endpoint: undefined }],
    ['whose key set cannot be read', 'invalid_client_metadata', { software_jwks_endpoint: 'http://127.0.0.1:1/keys' }],
  ]
  test.each(statements)('with a statement %s: %s', async (_what, error, change) => {
    const answer = await register({ software_statement: await listeners.statement(software, change) })
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  test('with a statement that the directory did not sign', async () => {
    const [header, payload] = software.softwareStatement.split('.')
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, unknown>
    const own = await signed(software, claims)
    const unsigned = `${Buffer.from('{"alg":"none","kid":"x"}').toString('base64url')}.${payload}.`
    const symmetric = Buffer.from('{"alg":"HS256","kid":"x"}').toString('base64url')
    const mac = createHmac('sha256', 'x').update(`${symmetric}.${payload}`).digest('base64url')
    const changed = Buffer.from(JSON.stringify({ ...claims, org_id: 'other' })).toString('base64url')
    const tampered = `${header}.${changed}.${software.softwareStatement.split('.')[2]}`
    for (const statement of [own, unsigned, `${symmetric}.${payload}.${mac}`, tampered]) {
      const answer = await register({ software_statement: statement })
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_software_statement'])
    }
  })

  test('a second time, as the same bytes', async () => {
    const body = await signed(software, registrationClaims(software))
    const send = () => call(listeners, '/register', { headers: JOSE, body, certificate: software.transport })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
  })

  test('without a certificate (401 in HTTP), and as a body that is no JWS', async () => {
    const bare = await call(listeners, '/register', { headers: JOSE, body: 'x' })
    expect([bare.status, bare.headers['www-authenticate']]).toEqual([401, 'Bearer realm="open-banking"'])
    for (const body of ['x', '{}', 'a.b.c', '"']) {
      const answer = await call(listeners, '/register', { headers: JOSE, body, certificate: software.transport })
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata'])
    }
  })
})

describe('a registration is managed with the client’s own token', () => {
  test('it is read, updated without ending tokens, and deleted with its tokens and consents', async () => {
    const third = await openThirdParty(listeners)
    const token = await third.token('accounts')
    const path = `/register/${third.clientId}`
    expect((await third.api(path, token)).body.client_id).toBe(third.clientId)
    const claims = registrationClaims(third.software, { client_id: third.clientId, scope: 'openid accounts' })
    const put = await third.api(path, token, {
      method: 'PUT',
      headers: JOSE,
      body: await signed(third.software, claims),
    })
    expect([put.status, put.body.scope, put.body.client_id]).toEqual([200, 'openid accounts', third.clientId])
    expect((await third.api(path, token)).body.scope).toBe('openid accounts')
    const consentId = await third.consent()
    expect((await third.api(path, token, { method: 'DELETE' })).status).toBe(204)
    expect((await third.api(path, token)).status).toBe(401)
    expect((await third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' })).body.error).toBe(
      'invalid_client',
    )
    const { rows } = await db.pool.query('select deleted_at from open_banking_consents where client_id = $1', [
      third.clientId,
    ])
    expect(rows).toEqual([{ deleted_at: expect.any(Date) }])
    expect(consentId).toMatch(/^obc_/)
  })

  test('another client’s token is 403; an unknown client is 401 and the token that asked for it ends', async () => {
    const [one, other] = [await openThirdParty(listeners), await openThirdParty(listeners)]
    const token = await one.token()
    expect((await one.api(`/register/${other.clientId}`, token)).status).toBe(403)
    const unknown = await one.api(`/register/${randomUUID()}`, token)
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, 'Bearer realm="open-banking"'])
    expect((await one.api(`/register/${one.clientId}`, token)).status).toBe(401)
  })

  test.each(['%00', `${'a'.repeat(35)}%00`, 'a%E2%80%AEb'])(
    'an id that the database cannot store (%s) is unknown, not a defect',
    async (id) => {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const third = await openThirdParty(listeners)
        const sent = method === 'PUT' ? { body: 'x.y.z', headers: JOSE } : {}
        const answer = await third.api(`/register/${id}`, await third.token(), { method, ...sent })
        expect([method, answer.status]).toEqual([method, 401])
      }
      expect(listeners.complaints).toEqual([])
    },
  )

  test('a token over another certificate, or none, is 401', async () => {
    const third = await openThirdParty(listeners)
    const token = await third.token()
    const path = `/register/${third.clientId}`
    expect((await third.api(path, token, { certificate: stranger.transport })).status).toBe(401)
    expect((await third.api(path, token, { certificate: undefined })).status).toBe(401)
    expect((await third.api(path, 'x'.repeat(43))).status).toBe(401)
  })

  test('an update to another software, or with another client_id, is refused', async () => {
    const third = await openThirdParty(listeners)
    const token = await third.token()
    const put = async (by: typeof third.software, change: Record<string, unknown>) =>
      third.api(`/register/${third.clientId}`, token, {
        method: 'PUT',
        headers: JOSE,
        body: await signed(by, registrationClaims(by, change)),
      })
    expect((await put(third.software, { client_id: randomUUID() })).status).toBe(400)
    expect((await put(stranger, {})).status).toBe(400)
  })
})
