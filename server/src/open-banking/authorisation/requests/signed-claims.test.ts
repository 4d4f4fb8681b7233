import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { call, createBrowser, openListeners, openThirdParty, signed } from '../../../../test/support/third-party.ts'
import { errorOfAssertion, errorOfRequest } from './signed-claims.ts'

const jwt = (payload: unknown) => `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.AA`

test.each([
  [{ sub: 7 }, 'The claim sub must be a text.'],
  [{ exp: 1e308 }, 'The claim exp must be a whole number of seconds since 1970.'],
  [{ iat: '1' }, 'The claim iat must be a whole number of seconds since 1970.'],
  [{ aud: [1] }, 'The claim aud must be a text or a list of texts.'],
  [[], 'The payload of the token must be a JSON object.'],
  [{ iss: 'a\u0000' }, 'The claim iss contains unsupported characters, or is nested too deeply.'],
  [{ iss: 'a', aud: ['a', 'b'], exp: 1 }, undefined],
])('an assertion with %j: %s', (payload, error) => expect(errorOfAssertion(jwt(payload))).toBe(error))

test.each([
  [{ response_type: 'code', claims: 'x' }, 'The claim claims must be an object.'],
  [{ response_type: 'code', max_age: { toString: 1 } }, 'The claim max_age must be a text or a whole number.'],
  [{ response_type: ['code'] }, 'The claim response_type must be a text.'],
  [{ state: 'a' }, 'The claim response_type is missing.'],
  [{ response_type: 'code' }, 'The claim redirect_uri is missing.'],
  [{ response_type: '', redirect_uri: 'https://a.test' }, 'The claim response_type is missing.'],
  [{ response_type: 'code', redirect_uri: 'https://a.test', max_age: 900, claims: {} }, undefined],
])('a request object with %j: %s', (payload, error) => expect(errorOfRequest(jwt(payload))).toBe(error))

test.each([
  ['{"iss":"a","iss":"b"}', 'Its payload contains the member /iss more than once.'],
  [
    '{"claims":{"id_token":{"acr":1,"\\u0061cr":2}}}',
    'Its payload contains the member /claims/id_token/acr more than once.',
  ],
])('a token with the payload %s: %s', (payload, error) => {
  const token = `e30.${Buffer.from(payload).toString('base64url')}.AA`
  expect([errorOfAssertion(token), errorOfRequest(token)]).toEqual([error, error])
})

test('any text is inspected without an exception', () => {
  fc.assert(fc.property(fc.string(), (text) => void errorOfRequest(text)))
  fc.assert(fc.property(fc.jsonValue(), (value) => void errorOfRequest(jwt(value))))
})

describe('over the wire', async () => {
  const listeners = await openListeners(await testDatabase())
  afterAll(() => listeners.close())
  const third = await openThirdParty(listeners)

  test.each(['/token', '/token/introspection', '/token/revocation', '/par'])(
    'a client assertion whose sub is a number is rejected at %s, not a defect',
    async (path) => {
      const assertion = await third.assertion({ sub: 7 })
      const answer = await third.post(path, { client_assertion: assertion, grant_type: 'client_credentials' })
      expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
      expect(answer.body.error_description).toContain('The claim sub must be a text.')
    },
  )

  test('a request object whose claims are of the wrong type gets a page, and the journey can begin again', async () => {
    const consentId = await third.consent()
    const claims = third.requestClaims(consentId, { login_hint: { toString: 1 } })
    const browser = createBrowser(listeners.pages)
    const page = await browser.go(third.authorizeUrl(await signed(third.software, claims)))
    expect(page.status).toBe(400)
    expect(page.text).toContain('The claim login_hint must be a text.')
    expect((await browser.follow(await third.link(consentId))).status).toBe(200)
  })

  test.each(
    [
      'client_id redirect_uri response_type response_mode scope state nonce prompt display login_hint id_token_hint',
      'acr_values ui_locales claims_locales code_challenge code_challenge_method max_age resource',
    ].flatMap((names) => names.split(' ')),
  )('a pushed request whose claim %s is empty is no defect', async (name) => {
    const pkce = { code_challenge: 'v'.repeat(43), code_challenge_method: 'S256' }
    const claims = third.requestClaims(await third.consent(), { ...pkce, [name]: '' })
    const { status, body } = await third.post('/par', { request: await signed(third.software, claims) })
    expect([201, 400]).toContain(status)
    expect([name, body, listeners.complaints.splice(0)]).toEqual([name, expect.anything(), []])
  })

  test('a redirect outside the signed request object is not used, though the third party has registered no other', async () => {
    const claims = third.requestClaims(await third.consent(), { redirect_uri: undefined })
    const browser = createBrowser(listeners.pages)
    const page = await browser.go(third.authorizeUrl(await signed(third.software, claims)))
    expect([page.status, page.location]).toEqual([400, null])
    expect(page.text).toContain('The claim redirect_uri is missing.')
  })

  test('a form that is not text, or is too large, is rejected in the form of OAuth', async () => {
    const { certificate } = third
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const bad = await call(listeners, '/token', { headers: form, body: 'grant_type=%ff', certificate })
    expect([bad.status, bad.body.error]).toEqual([400, 'invalid_request'])
    const large = await call(listeners, '/token', { headers: form, body: `a=${'a'.repeat(60_000)}`, certificate })
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request'])
    const json = await call(listeners, '/token', {
      headers: { 'content-type': 'application/json' },
      body: '{}',
      certificate,
    })
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request'])
    expect(listeners.complaints).toEqual([])
  })
})
