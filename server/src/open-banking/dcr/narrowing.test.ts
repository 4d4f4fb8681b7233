import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  approveAs,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
  registrationClaims,
  signed,
  type TestThirdParty,
} from '../../../test/support/third-party.ts'
import { findConsent } from '../consents/index.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
beforeEach(() => forgetCodes(db))
const [psu, otherPsu] = listeners.credentials.psus
const { clock } = listeners.services
const JOSE = { 'content-type': 'application/jose' }
const ACCOUNTS = '/open-banking/v4.0/aisp/accounts'
const INTENTS = '/open-banking/v4.0/pisp/domestic-payment-consents/obc_00000000000000000000000000'

/** Registers the third party's data again, with these claims. */
async function put(third: TestThirdParty, change: Record<string, unknown>, by = 'accounts') {
  const token = await third.token(by)
  const claims = registrationClaims(third.software, { client_id: third.clientId, ...change })
  const body = await signed(third.software, claims)
  const answer = await third.api(`/register/${third.clientId}`, token, { method: 'PUT', headers: JOSE, body })
  expect(answer.status).toBe(200)
  return answer.body
}

async function given(third: TestThirdParty, consentId: string, claim = {}, who = psu!) {
  const { answer } = await approveAs(listeners, await third.link(consentId, claim), who, (ids) => ids.slice(0, 1))
  return (await third.redeem(answer['code']!)).body as { access_token: string; refresh_token: string }
}
const refresh = (third: TestThirdParty, { refresh_token: token }: { refresh_token: string }) =>
  third.post('/token', { grant_type: 'refresh_token', refresh_token: token })

const isActive = async (third: TestThirdParty, token: string) =>
  (await third.post('/token/introspection', { token })).body.active as boolean

const statusOf = async (third: TestThirdParty, consentId: string) =>
  (await findConsent(db.pool, { clientId: third.clientId, consentId }, clock.now()))!.status

describe('a registration without account access any more', async () => {
  const third = await openThirdParty(listeners)
  const [mine, others, awaiting] = [await third.consent(), await third.consent(), await third.consent()]
  const tokens = await given(third, mine)
  const theirs = await given(third, others, {}, otherPsu!)
  const payment = await third.paymentConsent()
  const paying = await given(third, payment, { scope: 'openid payments' })
  const own = { accounts: await third.token('accounts'), payments: await third.token('payments') }
  expect((await third.api(ACCOUNTS, tokens.access_token)).status).toBe(200)
  await put(third, { scope: 'openid payments' })

  test('ends the tokens for accounts immediately, of all users, and those for payments stay valid', async () => {
    for (const { access_token: token } of [tokens, theirs]) {
      await expect.poll(async () => (await third.api(ACCOUNTS, token)).status).toBe(401)
      expect((await third.api(ACCOUNTS.replace('v4.0', 'v3.1'), token)).status).toBe(401)
      expect(await isActive(third, token)).toBe(false)
    }
    expect(await isActive(third, own.accounts)).toBe(false)
    expect(await isActive(third, own.payments)).toBe(true)
    expect((await third.api(INTENTS, own.payments)).status).toBe(400) // admitted: there is no such consent
    expect(await isActive(third, paying.access_token)).toBe(true)
  })

  test('refreshes nothing and gets no token for accounts', async () => {
    expect((await refresh(third, tokens)).body.error).toBe('invalid_grant')
    const asked = await third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' })
    expect(asked.body.error).toBe('invalid_scope')
  })

  test('has its authorised consents cancelled, those that await a user rejected, and payments as they were', async () => {
    expect(await statusOf(third, mine)).toBe('CANC')
    expect(await statusOf(third, others)).toBe('CANC')
    expect(await statusOf(third, awaiting)).toBe('RJCT')
    expect(await statusOf(third, payment)).toBe('AUTH')
  })

  test('gets nothing back with a wider registration until the user approves again', async () => {
    await put(third, { scope: 'openid accounts payments' }, 'payments')
    expect((await third.api(ACCOUNTS, tokens.access_token)).status).toBe(401)
    expect((await refresh(third, tokens)).body.error).toBe('invalid_grant')
    const again = await given(third, mine)
    expect((await third.api(ACCOUNTS, again.access_token)).status).toBe(200)
  })
})

test('a registration without payments any more: a user’s token pays nothing, the consent cannot be authorised', async () => {
  const third = await openThirdParty(listeners)
  const [paid, awaiting] = [await third.paymentConsent(), await third.paymentConsent()]
  const { access_token: token } = await given(third, paid, { scope: 'openid payments' })
  const pay = async (version: string) =>
    (await third.signedPost(`/open-banking/${version}/pisp/domestic-payments`, token, { Data: {}, Risk: {} })).status
  const funds = async (version: string) =>
    (await third.api(`/open-banking/${version}/pisp/domestic-payment-consents/x/funds-confirmation`, token)).status
  expect([await pay('v4.0'), await funds('v4.0'), await pay('v3.1'), await funds('v3.1')]).toEqual([400, 400, 400, 400])
  await put(third, { scope: 'openid accounts' })
  for (const version of ['v3.1', 'v4.0']) {
    await expect.poll(() => pay(version)).toBe(401)
    expect(await funds(version)).toBe(401)
  }
  expect(await statusOf(third, awaiting)).toBe('RJCT')
})

/** Logs a user in and returns what presses the approving button. */
async function untilDecision(link: string) {
  await forgetCodes(db)
  const browser = createBrowser(listeners.pages)
  const page = await browser.follow(link)
  const path = new URL(page.url).pathname
  const { username, password, totpSecret } = psu!
  const fields = { csrf: page.csrf!, username, password, code: codeNow(totpSecret) }
  const { csrf, text } = await browser.follow(`${path}/log-in`, browser.form(fields))
  const account = /name="account" value="([^"]+)"/.exec(text)![1]!
  return () => browser.follow(`${path}/decision`, browser.form({ csrf: csrf!, decision: 'approve', account }))
}

test('a page that was open while the registration was narrowed approves nothing', async () => {
  const third = await openThirdParty(listeners)
  const consentId = await third.consent()
  const press = await untilDecision(await third.link(consentId))
  await put(third, { scope: 'openid payments' })
  const back = await press()
  expect(back.location ?? '').not.toContain('code=')
  expect(await statusOf(third, consentId)).toBe('RJCT')
})

test('an approval during the narrowing waits for it, and is rejected', async () => {
  const third = await openThirdParty(listeners)
  const consentId = await third.consent()
  const press = await untilDecision(await third.link(consentId))
  const changed = await db.pool.connect()
  await changed.query('begin')
  await changed.query(`update open_banking_clients set scopes = '{openid,payments}' where client_id = $1`, [
    third.clientId,
  ])
  const pressed = press()
  await untilWaiting(db)
  await changed.query('commit')
  changed.release()
  expect((await pressed).status).toBe(422)
  expect(await statusOf(third, consentId)).toBe('AWAU')
})

describe('a redirect URI that is not registered any more', () => {
  const SECOND = 'https://third-party.example/second'

  test('redeems no code, and gets no answer of a user who is still deciding', async () => {
    const software = await listeners.newSoftware({ redirectUris: [REDIRECT, SECOND] })
    const third = await openThirdParty(listeners, { redirect_uris: [REDIRECT, SECOND] }, software)
    const claim = { redirect_uri: SECOND }
    const link = async () => {
      const request = await signed(third.software, third.requestClaims(await third.consent(), claim))
      return third.authorizeUrl(request, claim)
    }
    const { answer } = await approveAs(listeners, await link(), psu!)
    const press = await untilDecision(await link())
    await put(third, { redirect_uris: [REDIRECT] })
    const form = { grant_type: 'authorization_code', code: answer['code']!, redirect_uri: SECOND }
    expect((await third.post('/token', form)).body.error).toBe('invalid_grant')
    const back = await press()
    expect([back.location, back.status]).toEqual([null, 410])
  })
})

describe('a grant type that is not registered any more', () => {
  test('refresh_token: nothing is refreshed, also after it was registered again', async () => {
    const third = await openThirdParty(listeners)
    const tokens = await given(third, await third.consent())
    await put(third, { grant_types: ['client_credentials', 'authorization_code'] })
    expect((await refresh(third, tokens)).status).toBe(400)
    expect((await third.api(ACCOUNTS, tokens.access_token)).status).toBe(200)
    await put(third, {})
    expect((await refresh(third, tokens)).body.error).toBe('invalid_grant')
  })

  test('authorization_code: users’ tokens end, the client’s own stay good', async () => {
    const third = await openThirdParty(listeners)
    const tokens = await given(third, await third.consent())
    const own = await third.token()
    await put(third, { grant_types: ['client_credentials'] })
    await expect.poll(async () => (await third.api(ACCOUNTS, tokens.access_token)).status).toBe(401)
    expect((await refresh(third, tokens)).status).toBe(400)
    expect(await isActive(third, own)).toBe(true)
  })
})

test('an update that narrows nothing ends nothing', async () => {
  const third = await openThirdParty(listeners)
  const tokens = await given(third, await third.consent())
  const press = await untilDecision(await third.link(await third.consent()))
  await put(third, {})
  expect((await third.api(ACCOUNTS, tokens.access_token)).status).toBe(200)
  expect((await refresh(third, tokens)).status).toBe(200)
  expect((await press()).location).toContain('code=')
})

test('a software of another organisation is another registration', async () => {
  const third = await openThirdParty(listeners)
  const { softwareId, organisationId } = third.software
  const moved = await listeners.statement(third.software, { org_id: 'another', org_jwks_endpoint: undefined })
  const token = await third.token()
  const claims = registrationClaims(third.software, { software_statement: moved })
  const body = await signed(third.software, claims)
  const answer = await third.api(`/register/${third.clientId}`, token, { method: 'PUT', headers: JOSE, body })
  expect([answer.status, softwareId === organisationId]).toEqual([400, false])
})

test('deleting a registration ends the consents of users of several entities', async () => {
  const third = await openThirdParty(listeners)
  const [mine, others] = [await third.consent(), await third.consent()]
  await given(third, mine)
  const { access_token: token } = await given(third, others, {}, otherPsu!)
  const own = await third.token()
  expect((await third.api(`/register/${third.clientId}`, own, { method: 'DELETE' })).status).toBe(204)
  await expect.poll(async () => (await third.api(ACCOUNTS, token)).status).toBe(401)
  const left = await db.pool.query('select from open_banking_consents where client_id = $1 and deleted_at is null', [
    third.clientId,
  ])
  expect(left.rowCount).toBe(0)
})
