import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  call,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  signed,
} from '../../../../test/support/third-party.ts'

/** Checks of the OpenID suite for FAPI 1 Advanced that no other test has. */

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
const other = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

const seconds = () => Math.floor(Date.now() / 1000)
const linkOf = async (claim: Record<string, unknown>, outside: Record<string, string> = {}) =>
  third.authorizeUrl(await signed(third.software, third.requestClaims(await third.consent(), claim)), outside)
const visit = async (claim: Record<string, unknown>, outside?: Record<string, string>) =>
  createBrowser(listeners.pages, listeners.askPages).follow(await linkOf(claim, outside))
const half = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url')

describe('of a parameter inside and outside the signed request object, the signed one alone counts', () => {
  test('a state, a nonce and a scope outside change nothing, and the answer is bound to its code and state', async () => {
    const outside = { state: 'outside', nonce: 'outside', scope: 'openid payments' }
    const { answer } = await approveAs(listeners, await linkOf({}, outside), psu!)
    const { nonce, c_hash: code, s_hash: state } = decodeJwt(answer['id_token']!)
    expect(answer['state']).toBe('state-1')
    expect({ nonce, code, state }).toEqual({ nonce: 'nonce-1', code: half(answer['code']!), state: half('state-1') })
    expect((await third.redeem(answer['code']!)).body.scope).toBe('openid accounts')
  })

  test('a state outside alone is not returned', async () => {
    const { answer } = await approveAs(listeners, await linkOf({ state: undefined }, { state: 'outside' }), psu!)
    expect(Object.keys(answer).toSorted()).toEqual(['code', 'id_token'])
    expect(decodeJwt(answer['id_token']!)).not.toHaveProperty('s_hash')
  })

  test.each<[what: string, claim: Record<string, unknown>, outside: Record<string, string>]>([
    ['a nonce', { nonce: undefined }, { nonce: 'outside' }],
    ['a scope', { scope: undefined }, { scope: 'openid accounts' }],
    ['another response type', {}, { response_type: 'code' }],
    ['another client', {}, { client_id: other.clientId }],
    ['a second request', {}, { request_uri: 'https://third-party.example/request' }],
  ])('%s outside does not make a request usable', async (_what, claim, outside) => {
    expect(answerIn((await visit(claim, outside)).location)['error']).toMatch(/^invalid_request/)
  })
})

describe('a request object', () => {
  test.each([
    ['whose nbf lies more than an hour back', { nbf: seconds() - 4200, exp: seconds() + 300 }],
    ['with PKCE by plain text', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['without iss', { iss: undefined }],
  ])('%s is refused', async (_what, claim) => {
    expect(answerIn((await visit(claim)).location)['error']).toMatch(/^invalid_request/)
  })

  test.each([
    ['with a list of audiences', { aud: [listeners.issuer, 'https://other.example'] }],
    ['with its scopes in another order', { scope: 'accounts openid' }],
    ['with a long nonce and state', { nonce: 'n'.repeat(384), state: 's'.repeat(384) }],
  ])('%s is accepted', async (_what, claim) => {
    expect((await visit(claim)).text).toContain('name="password"')
  })
})

describe('a token', () => {
  const approved = async () => {
    const { answer } = await approveAs(listeners, await linkOf({}), psu!)
    return (await third.redeem(answer['code']!)).body as { access_token: string; refresh_token: string }
  }

  test('in the address opens nothing', async () => {
    const { access_token: token } = await approved()
    const path = `/open-banking/v4.0/aisp/accounts?access_token=${token}`
    expect((await call(listeners, path, { certificate: third.certificate })).status).toBe(401)
  })

  test('is refreshed for its own client and within its scope only', async () => {
    const { refresh_token: token } = await approved()
    const form = { grant_type: 'refresh_token', refresh_token: token }
    expect((await other.post('/token', form)).body.error).toBe('invalid_grant')
    expect((await third.post('/token', { ...form, scope: 'payments' })).body.error).toBe('invalid_scope')
    expect((await third.post('/token', form, other.certificate)).status).toBe(401)
    expect((await third.post('/token', form)).status).toBe(200)
  })
})
