import { decodeJwt } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  call,
  openListeners,
  openThirdParty,
  registrationClaims,
  signed,
} from '../../../../test/support/third-party.ts'

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const third = await openThirdParty(listeners)
const other = await openThirdParty(listeners)
const both = await openThirdParty(listeners, { response_types: ['code', 'code id_token'] })
const consentId = await third.consent()
const now = () => Math.floor(Date.now() / 1000)
const at = (page: string) => `See ${listeners.pages}/open-banking/help/${page}`
const ASCII = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/ // RFC 6749

describe('the sandbox names the claim of a request object that failed', () => {
  test.each([
    ['exp', { nbf: now() - 900, exp: now() - 600 }, /exp has passed/],
    ['nbf', { nbf: now() + 600, exp: now() + 900 }, /nbf lies in the future/],
    ['iat', { iat: now() + 600 }, /iat of the request object lies in the future/],
    ['a missing nbf', { nbf: undefined }, /missing the 'nbf' claim/],
    ['a long life', { exp: now() + 7200 }, /exp of the request object must be at most 60 minutes after nbf/],
    ['prompt', { prompt: 'dance' }, /prompt must be login, consent or absent/],
    ['response_mode', { response_mode: 'query' }, /response_mode must be fragment, form_post or jwt/],
    ['the method of PKCE', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }, /must be S256/],
    ['openid', { scope: 'accounts' }, /scope must contain openid/],
    ['aud', { aud: 'https://other.example' }, /aud must be https:\/\/localhost/],
    ['iss', { iss: 'someone' }, /iss must be your client_id/],
    ['client_id', { client_id: other.clientId }, /client_id/],
    ['the type of exp', { exp: 'soon' }, /exp/],
    ['scope', { scope: 'openid payments' }, /scope accounts/],
    ['the consent', { claims: { id_token: {} } }, /openbanking_intent_id/],
  ])('%s', async (_what, change, reason) => {
    const request = await signed(third.software, third.requestClaims(consentId, change))
    const answer = await fetch(third.authorizeUrl(request), { redirect: 'manual' })
    const given = answerIn(answer.headers.get('location'))
    expect(given['error_description']).toMatch(reason)
    expect(given['error_description']).toMatch(ASCII)
    expect(given['error_description']!.endsWith(at('request-object'))).toBe(true)
    expect(given['iss']).toBe(listeners.issuer)
  })

  test.each(['fragment', 'form_post', 'jwt', 'query.jwt', 'fragment.jwt', 'form_post.jwt'])(
    'in a response of the mode %s too',
    async (mode) => {
      const flow: Record<string, string> = mode === 'query.jwt' ? { response_type: 'code' } : {}
      const change = { ...flow, response_mode: mode, claims: { id_token: {} } }
      const request = await signed(both.software, both.requestClaims(consentId, change))
      const answer = await fetch(both.authorizeUrl(request, flow), { redirect: 'manual' })
      const description = descriptionIn(answer.headers.get('location'), await answer.text())
      expect(description).toMatch(/openbanking_intent_id/)
      expect(description!.endsWith(at('request-object'))).toBe(true)
    },
  )

  test.each<[string, Record<string, string>, RegExp]>([
    ['that is no JWS', { request: 'abc' }, /request object cannot be read: send a compact JWS/],
    ['that is missing', {}, /Send a signed request object/],
    ['at an address', { request_uri: 'https://third-party.example/1' }, /pushed authorization request endpoint/],
  ])('and a request object %s', async (_what, more, reason) => {
    const address = new URL(third.authorizeUrl('', more))
    if (more['request'] === undefined) address.searchParams.delete('request')
    const answer = await fetch(address, { redirect: 'manual' })
    const given = answerIn(answer.headers.get('location'))
    expect(given['error_description']).toMatch(reason)
    expect(given['error_description']!.endsWith(at('request-object'))).toBe(true)
  })

  test('and a signature by an unknown or another key', async () => {
    const claims = third.requestClaims(consentId)
    for (const [software, reason] of [
      [other.software, /kid in the header names no usable key/],
      [{ ...other.software, kid: third.software.kid }, /not by the key that kid/],
    ] as const) {
      const answer = await fetch(third.authorizeUrl(await signed(software, claims)), { redirect: 'manual' })
      expect(answerIn(answer.headers.get('location'))['error_description']).toMatch(reason)
    }
  })
})

describe('the sandbox names the claim of a client assertion that failed', () => {
  const ask = async (claim: Record<string, unknown>) =>
    call(listeners, '/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'accounts',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await third.assertion(claim),
      }).toString(),
      certificate: third.certificate,
    })

  test.each([
    ['exp', { exp: now() - 60 }, /exp has passed/],
    ['exp, which is too late', { exp: now() + 315_360_000 }, /exp of the client assertion .* 60 minutes from now/],
    ['aud', { aud: 'https://other.example' }, /\(aud\) must equal/],
    ['jti', { jti: undefined }, /jti/],
  ])('%s', async (_what, claim, reason) => {
    const { status, body } = await ask(claim)
    expect([status, body.error]).toEqual([401, 'invalid_client'])
    expect(body.error_description).toMatch(reason)
    expect(body.error_description).toContain(at('client-assertion'))
  })
})

describe('the sandbox links to an example of what the caller sent', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
  const askedAt = async (path: string, form: Record<string, string>) =>
    (await third.post(path, form)).body.error_description as string

  test.each([
    ['a code that is not ours', '/token', { grant_type: 'authorization_code', code: 'x' }, 'token-request'],
    ['a grant that is not offered', '/token', { grant_type: 'password' }, 'token-request'],
    ['no token to introspect', '/token/introspection', {}, 'token-request'],
    ['no request object', '/par', { scope: 'openid' }, 'request-object'],
    [
      'an assertion of the wrong type',
      '/token',
      { client_assertion: `e30.${btoa('{"sub":7}')}.AA` },
      'client-assertion',
    ],
  ])('%s', async (_what, path, form, page) => expect(await askedAt(path, form)).toContain(at(page)))

  test('no authentication of the client', async () => {
    const { body } = await call(listeners, '/token', {
      headers: FORM,
      body: 'grant_type=client_credentials',
      certificate: third.certificate,
    })
    expect(body.error_description).toContain(at('client-assertion'))
  })

  test('a registration', async () => {
    const claims = registrationClaims(third.software, { aud: 'another' })
    const { body } = await call(listeners, '/register', {
      headers: { 'content-type': 'application/jose' },
      body: await signed(third.software, claims),
      certificate: third.certificate,
    })
    expect(body.error_description).toMatch(/^aud must be .*\. See /)
    expect(body.error_description).toContain(at('registration'))
  })

  test.each([
    [
      'a request_uri of its own',
      { request_uri: 'https://third-party.example/request.jwt' },
      /request_uri must be one that/,
    ],
    [
      'a pushed request that does not exist',
      { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
      /request_uri is invalid/,
    ],
    ['a claim of the wrong type', { request: `e30.${btoa('{"state":7}')}.AA` }, /claim state must be a text/],
  ])('%s, on a page of ours, which blames no error on our side', async (_what, parameters, reason) => {
    const query = new URLSearchParams({ client_id: third.clientId, ...parameters })
    const text = await (await fetch(`${listeners.pages}/open-banking/authorize?${query.toString()}`)).text()
    expect(text).toMatch(reason)
    expect(text).toContain(at('request-object'))
    expect(text).not.toContain('on our side')
  })
})

describe('the help pages', () => {
  test('show a registration that is accepted with the ids of the caller', async () => {
    const page = await (await fetch(`${listeners.pages}/open-banking/help/registration`)).text()
    const [, text] = /<h2>Claims<\/h2><pre>([^<]+)<\/pre>/.exec(page)!
    const example = JSON.parse(text!.replaceAll('&quot;', '"')) as Record<string, unknown>
    const own = registrationClaims(third.software)
    const { iss, software_id, software_statement, redirect_uris } = own
    const { status } = await call(listeners, '/register', {
      headers: { 'content-type': 'application/jose' },
      body: await signed(third.software, { ...example, iss, software_id, software_statement, redirect_uris }),
      certificate: third.certificate,
    })
    expect(status).toBe(201)
    expect(Object.keys(example).sort()).toEqual(Object.keys(own).sort())
  })

  test('show a token request that is accepted with the assertion of the caller', async () => {
    const page = await (await fetch(`${listeners.pages}/open-banking/help/token-request`)).text()
    const [, text] = /<pre>([^<]+)<\/pre>/.exec(page)!
    const example = JSON.parse(text!.replaceAll('&quot;', '"')) as Record<string, string>
    const client_assertion = await third.assertion()
    expect((await third.post('/token', { ...example, client_assertion })).status).toBe(200)
  })

  test('show a request object that is accepted with the ids of the caller', async () => {
    const page = await (await fetch(`${listeners.pages}/open-banking/help/request-object`)).text()
    const [, text] = /<h2>Claims<\/h2><pre>([^<]+)<\/pre>/.exec(page)!
    const example = JSON.parse(text!.replaceAll('&quot;', '"')) as Record<string, unknown>
    const own = third.requestClaims(consentId)
    const { client_id, iss, redirect_uri, claims } = own
    const request = await signed(third.software, { ...example, client_id, iss, redirect_uri, claims })
    const answer = await fetch(third.authorizeUrl(request), { redirect: 'manual' })
    expect(answer.headers.get('location')).toMatch(/^\/open-banking\/consent\//)
    expect(Object.keys(example).sort()).toEqual(Object.keys(own).sort())
  })

  test('show a client assertion that is accepted with the id of the caller', async () => {
    const page = await (await fetch(`${listeners.pages}/open-banking/help/client-assertion`)).text()
    const [, text] = /<h2>Claims<\/h2><pre>([^<]+)<\/pre>/.exec(page)!
    const example = JSON.parse(text!.replaceAll('&quot;', '"')) as Record<string, unknown>
    const { iss: _iss, sub: _sub, ...claims } = example
    const form = { grant_type: 'client_credentials', scope: 'accounts' }
    const client_assertion = await third.assertion(claims)
    expect((await third.post('/token', { ...form, client_assertion })).status).toBe(200)
  })
})

/** The error description of a redirect, or of a form that a page sends; signed or not. */
function descriptionIn(location: string | null, page: string): string | undefined {
  const inForm = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!] as const)
  const given = location === null ? Object.fromEntries(inForm) : answerIn(location)
  const packed = given['response']
  if (packed === undefined) return given['error_description']?.replaceAll('&#39;', "'")
  return (decodeJwt(packed) as { error_description?: string }).error_description
}
