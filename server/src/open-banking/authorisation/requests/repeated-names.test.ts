import { constants, type KeyLike, sign } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { call, openListeners, openThirdParty, registrationClaims } from '../../../../test/support/third-party.ts'

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const { software } = third

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** Signs a header and a payload byte by byte, as a library would not. */
function signedTexts(key: KeyLike, header: string, payload: string): string {
  const input = `${encode(header)}.${encode(payload)}`
  const options = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return `${input}.${sign('sha256', Buffer.from(input), options as never).toString('base64url')}`
}

type Where = 'nowhere' | 'header' | 'payload'
/** Repeats a member, with another value before the right one. */
const repeated = (text: string, name: string) => text.replace('{', `{"${name}":"other",`)

/** Makes a valid token, except for a repeated member. */
function token(claims: object, where: Where, key = software.signing.privateKey, kid = software.kid): string {
  const [header, payload] = [JSON.stringify({ alg: 'PS256', kid }), JSON.stringify(claims)]
  return signedTexts(
    key,
    where === 'header' ? repeated(header, 'kid') : header,
    where === 'payload' ? repeated(payload, 'iss') : payload,
  )
}

const now = () => Math.floor(Date.now() / 1000)
const assertionClaims = () => ({
  iss: third.clientId,
  sub: third.clientId,
  aud: listeners.issuer,
  jti: crypto.randomUUID(),
  iat: now(),
  exp: now() + 60,
})
const JOSE = { 'content-type': 'application/jose' }
const PKCE = { code_challenge: encode('x'.repeat(32)), code_challenge_method: 'S256' }
const TWICE = /contains the member \/(kid|iss) more than once/

describe.each(['header', 'payload'] as const)('a member twice in the %s', (where) => {
  test('of a client assertion is invalid_client', async () => {
    const post = (at: Where) =>
      third.post('/token', {
        grant_type: 'client_credentials',
        scope: 'accounts',
        client_assertion: token(assertionClaims(), at),
      })
    expect((await post('nowhere')).status).toBe(200)
    const { status, body } = await post(where)
    expect([status, body.error, body.error_description]).toEqual([401, 'invalid_client', expect.stringMatching(TWICE)])
  })

  test('of a request object leads to a page, and of a pushed one to invalid_request_object', async () => {
    const consentId = await third.consent()
    const open = (at: Where) =>
      listeners.askPages(third.authorizeUrl(token(third.requestClaims(consentId), at)), { redirect: 'manual' })
    expect((await open('nowhere')).status).toBe(303)
    const page = await open(where)
    expect([page.status, await page.text()]).toEqual([400, expect.stringMatching(TWICE)])
    const push = (at: Where) => third.post('/par', { request: token(third.requestClaims(consentId, PKCE), at) })
    expect((await push('nowhere')).status).toBe(201)
    const { status, body } = await push(where)
    expect([status, body.error]).toEqual([400, 'invalid_request_object'])
  })

  test('of a registration is invalid_client_metadata', async () => {
    const register = (at: Where) =>
      call(listeners, '/register', {
        headers: JOSE,
        body: token(registrationClaims(software), at),
        certificate: software.transport,
      })
    expect((await register('nowhere')).status).toBe(201)
    const { status, body } = await register(where)
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'invalid_client_metadata',
      expect.stringMatching(TWICE),
    ])
  })

  test('of a software statement is invalid_software_statement', async () => {
    const { statementKey, statementJwk } = listeners.openBanking.sandbox!
    const claims = JSON.parse(Buffer.from(software.softwareStatement.split('.')[1]!, 'base64url').toString())
    const register = (at: Where) =>
      call(listeners, '/register', {
        headers: JOSE,
        body: token(
          registrationClaims(software, { software_statement: token(claims, at, statementKey, statementJwk.kid) }),
          'nowhere',
        ),
        certificate: software.transport,
      })
    expect((await register('nowhere')).status).toBe(201)
    const { status, body } = await register(where)
    expect([status, body.error, body.error_description]).toEqual([
      400,
      'invalid_software_statement',
      expect.stringMatching(TWICE),
    ])
  })
})

test('a member twice in the header of a message signature is Signature.Malformed, in both versions', async () => {
  for (const [version, code] of [
    ['3.1', 'UK.OBIE.Signature.Malformed'],
    ['4.0', 'U018'],
  ]) {
    const body = '{}'
    const [header, , signature] = (await third.messages.sign(Buffer.from(body))).split('.')
    const twice = encode(repeated(Buffer.from(header!, 'base64url').toString(), 'kid'))
    const answer = await third.api(
      `/open-banking/v${version}/pisp/domestic-payment-consents`,
      await third.token('payments'),
      {
        body,
        headers: {
          'content-type': 'application/json',
          'x-idempotency-key': `repeated-${version}`,
          'x-jws-signature': `${twice}..${signature}`,
        },
      },
    )
    expect([answer.status, answer.body.Errors[0].ErrorCode]).toEqual([400, code])
  }
})
