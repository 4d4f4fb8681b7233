import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  approveAs,
  call,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
  signed,
} from '../../../test/support/third-party.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { setUserStatus } from '../../users/index.ts'
import { revokeConsent } from '../consents/index.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
const other = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

const ACCOUNTS = '/open-banking/v4.0/aisp/accounts'
const CONSENTS = '/open-banking/v4.0/aisp/account-access-consents'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const codeOf = async () => (await approveAs(listeners, await third.link(await third.consent()), psu!)).answer['code']!
const approved = async () =>
  (await third.redeem(await codeOf())).body as { access_token: string; refresh_token: string }
const opens = async (token: string, path = ACCOUNTS) => (await third.api(path, token)).status

test('codes and tokens begin with the name of the cell that knows them', async () => {
  const code = await codeOf()
  const { access_token: access, refresh_token: refresh } = (await third.redeem(code)).body
  const { body } = await third.post('/token', { grant_type: 'client_credentials', scope: 'accounts' })
  for (const given of [code, access, refresh, body.access_token]) expect(given).toMatch(/^00[A-Za-z0-9_-]{43}$/)
})

test('a request with two tokens opens nothing, whichever a proxy looked at', async () => {
  const { access_token: token } = await approved()
  const tokens = [`Bearer ${token}`, `Bearer ${(await approved()).access_token}`]
  const opening = async (authorization: string[]) =>
    (await call(listeners, ACCOUNTS, { headers: { authorization }, certificate: third.software.transport })).status
  expect(await opening(tokens.slice(0, 1))).toBe(200)
  expect(await opening(tokens)).toBe(401)
})

describe('a code', () => {
  test('is valid once: a replay is rejected, and its tokens are revoked', async () => {
    const code = await codeOf()
    const first = await third.redeem(code)
    expect(await opens(first.body.access_token)).toBe(200)
    const second = await third.redeem(code)
    expect([second.status, second.body.error]).toEqual([400, 'invalid_grant'])
    await expect.poll(() => opens(first.body.access_token)).toBe(401)
    const refresh = await third.post('/token', { grant_type: 'refresh_token', refresh_token: first.body.refresh_token })
    expect(refresh.body.error).toBe('invalid_grant')
  })

  test('redeemed concurrently leaves no valid token', async () => {
    const code = await codeOf()
    const answers = await Promise.all([third.redeem(code), third.redeem(code), third.redeem(code)])
    const given = answers.filter(({ status }) => status === 200)
    expect(given.length).toBeLessThanOrEqual(1)
    for (const { body } of given) await expect.poll(() => opens(body.access_token)).toBe(401)
  })

  test('is rejected from another client, with another redirect, or when it was made up', async () => {
    const code = await codeOf()
    expect((await other.redeem(code)).body.error).toBe('invalid_grant')
    const form = { grant_type: 'authorization_code', code }
    const elsewhere = await third.post('/token', { ...form, redirect_uri: `${REDIRECT}/more` })
    expect(elsewhere.body.error).toBe('invalid_grant')
    expect((await third.redeem('x'.repeat(43))).body.error).toBe('invalid_grant')
  })
})

describe('an access token', () => {
  test('opens nothing over another certificate, or none', async () => {
    const { access_token: token } = await approved()
    expect((await third.api(ACCOUNTS, token, { certificate: other.certificate })).status).toBe(401)
    expect((await third.api(ACCOUNTS, token, { certificate: undefined })).status).toBe(401)
    expect(await opens(token)).toBe(200)
  })

  test.each(['access', 'refresh'] as const)('is refused after the %s token’s revocation', async (which) => {
    const { access_token: token, refresh_token: refresh } = await approved()
    expect(await opens(token)).toBe(200)
    const answer = await third.post('/token/revocation', { token: which === 'access' ? token : refresh })
    expect(answer.status).toBe(200)
    await expect.poll(() => opens(token)).toBe(401)
  })

  test('is neither revoked nor introspected by another client', async () => {
    const { access_token: token } = await approved()
    await other.post('/token/revocation', { token })
    expect((await other.post('/token/introspection', { token })).body).toEqual({ active: false })
    expect(await opens(token)).toBe(200)
  })

  test('of a user who is blocked opens nothing, until the user is unblocked', async () => {
    const { access_token: token } = await approved()
    const { rows } = await db.pool.query<{ userId: string }>(
      'select user_id as "userId" from users where username = $1',
      [psu!.username],
    )
    const name = { entityId: parseId('ent', psu!.entityId)!, userId: rows[0]!.userId }
    const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
    await inTransaction(db, (tx) => setUserStatus(tx, name, 'Blocked', act))
    await expect.poll(() => opens(token)).toBe(401)
    await inTransaction(db, (tx) => setUserStatus(tx, name, 'Active', act))
    await expect.poll(() => opens(token)).toBe(200)
  })

  test('of a blocked user is inactive, and its code and refresh token are rejected until the user is unblocked', async () => {
    const code = await codeOf()
    const given = (await third.redeem(await codeOf())).body as { access_token: string; refresh_token: string }
    const refreshed = () => third.post('/token', { grant_type: 'refresh_token', refresh_token: given.refresh_token })
    const seen = async () => {
      const known = [given.access_token, given.refresh_token].map((token) =>
        third.post('/token/introspection', { token }),
      )
      const actives = (await Promise.all(known)).map(({ body }) => body.active as boolean)
      const { status, body } = await refreshed()
      return [...actives, status, body.error]
    }
    const { rows } = await db.pool.query<{ userId: string }>(
      'select user_id as "userId" from users where username = $1',
      [psu!.username],
    )
    const name = { entityId: parseId('ent', psu!.entityId)!, userId: rows[0]!.userId }
    const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
    const set = (status: 'Active' | 'Blocked') => inTransaction(db, (tx) => setUserStatus(tx, name, status, act))
    await set('Blocked')
    try {
      expect(await seen()).toEqual([false, false, 400, 'invalid_grant'])
      expect((await third.redeem(code)).body).toMatchObject({ error: 'invalid_grant' })
    } finally {
      await set('Active')
    }
    expect(await seen()).toEqual([true, true, 200, undefined])
    expect((await third.redeem(code)).status).toBe(200)
  })

  test('of client credentials opens no user’s data (401), and a user’s opens no consents (403)', async () => {
    const own = await third.token('accounts')
    const { access_token: token } = await approved()
    expect(await opens(own)).toBe(401)
    expect((await third.api(`${CONSENTS}/obc_00000000000000000000000000`, token)).status).toBe(403)
  })

  test('that has expired is 401, in v4.0 with a body', async () => {
    const { access_token: token } = await approved()
    await db.pool.query(
      `update open_banking_artifacts set expires_at = now() - interval '1 minute' where kind = 'AccessToken'`,
    )
    const v4 = await third.api(ACCOUNTS, token)
    expect([v4.status, v4.body?.Errors?.[0]?.ErrorCode]).toEqual([401, 'TKXP'])
    const v3 = await third.api(ACCOUNTS.replace('v4.0', 'v3.1'), token)
    expect([v3.status, v3.text]).toEqual([401, ''])
  })

  test('and every other secret is in the database as a hash alone', async () => {
    const code = await codeOf()
    const given = (await third.redeem(code)).body as { access_token: string; refresh_token: string }
    const { rows } = await db.pool.query<{ text: string }>(
      `select coalesce(string_agg(a::text, ''), '') as text from open_banking_artifacts a`,
    )
    for (const secret of [code, given.access_token, given.refresh_token]) expect(rows[0]!.text).not.toContain(secret)
    const { rows: users } = await db.pool.query<{ text: string }>(`select string_agg(u::text, '') as text from users u`)
    for (const secret of [psu!.password, psu!.totpSecret, Buffer.from(psu!.totpSecret).toString('hex')])
      expect(users[0]!.text).not.toContain(secret)
  })
})

describe('the end of a consent is the end of its tokens', () => {
  const { clock } = listeners.services
  const refreshed = (token: string) => third.post('/token', { grant_type: 'refresh_token', refresh_token: token })
  const isActive = async (token: string) => (await third.post('/token/introspection', { token })).body.active as boolean

  async function expectEnded(given: { access_token: string; refresh_token: string }) {
    const answer = await refreshed(given.refresh_token)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
    expect(await isActive(given.access_token)).toBe(false)
    expect(await isActive(given.refresh_token)).toBe(false)
    expect([401, 403]).toContain(await opens(given.access_token))
  }

  async function given(consentId: string) {
    const { answer } = await approveAs(listeners, await third.link(consentId), psu!)
    const tokens = (await third.redeem(answer['code']!)).body as { access_token: string; refresh_token: string }
    expect([await opens(tokens.access_token), await isActive(tokens.access_token)]).toEqual([200, true])
    expect((await refreshed(tokens.refresh_token)).status).toBe(200)
    return tokens
  }
  const withdraw = (consentId: string, meanwhile = async () => {}) =>
    inTransaction(db, async (tx) => {
      const { rows } = await tx.query<{ entityId: string; psuId: string }>(
        `select entity_id as "entityId", psu_id as "psuId" from open_banking_consents where consent_id = $1`,
        [parseId('obc', consentId)],
      )
      const act = { actor: { type: 'psu' as const }, at: clock.now(), wall: clock.wall() }
      await revokeConsent(tx, rows[0]!, consentId, act)
      await meanwhile()
    })

  test('when the third party deletes it', async () => {
    const consentId = await third.consent()
    const tokens = await given(consentId)
    expect((await third.api(`${CONSENTS}/${consentId}`, await third.token(), { method: 'DELETE' })).status).toBe(204)
    await expectEnded(tokens)
    await expect.poll(() => opens(tokens.access_token)).toBe(401)
  })

  test('when the user withdraws it; taken up again, it has new tokens and the old stay ended', async () => {
    const consentId = await third.consent()
    const tokens = await given(consentId)
    await withdraw(consentId)
    await expectEnded(tokens)
    const again = await given(consentId)
    await pause(500)
    await expectEnded(tokens)
    expect(await opens(again.access_token)).toBe(200)
  })

  test('when the user withdraws it while approving it again: earlier tokens stay ended', async () => {
    const consentId = await third.consent()
    const tokens = await given(consentId)
    const link = await third.link(consentId)
    let approved: ReturnType<typeof approveAs> | undefined
    await withdraw(consentId, async () => {
      approved = approveAs(listeners, link, psu!)
      await untilWaiting(db)
    })
    expect((await approved!).answer['code']).toBeDefined()
    await expect.poll(() => opens(tokens.access_token)).toBe(401)
    await expectEnded(tokens)
  })

  test('when it expires', async () => {
    const consentId = await third.consent()
    const tokens = await given(consentId)
    await db.pool.query('update open_banking_consents set expires_at = $2 where consent_id = $1', [
      parseId('obc', consentId),
      new Date(clock.now().getTime() - 1000),
    ])
    await expectEnded(tokens)
  })
})

describe('client authentication is refused', () => {
  const seconds = () => Math.floor(Date.now() / 1000)
  const ask = async (jwt: string, certificate = third.certificate) =>
    call(listeners, '/token', {
      headers: FORM,
      certificate,
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'accounts',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: jwt,
      }).toString(),
    })

  test.each([
    ['by another key', () => third.assertion({}, other.software)],
    [
      'with RS256',
      () =>
        signed(
          third.software,
          { iss: third.clientId, sub: third.clientId, aud: listeners.issuer, jti: randomUUID(), exp: seconds() + 60 },
          'RS256',
        ),
    ],
    ['expired', () => third.assertion({ iat: seconds() - 200, exp: seconds() - 100 })],
    ['issued in the future', () => third.assertion({ iat: seconds() + 30 })],
    ['not valid yet', () => third.assertion({ nbf: seconds() + 30 })],
    ['valid for more than 60 minutes', () => third.assertion({ exp: seconds() + 3700 })],
    ['for another audience', () => third.assertion({ aud: 'https://other.example' })],
    ['without jti', () => third.assertion({ jti: undefined })],
    ['for another issuer', () => third.assertion({ iss: other.clientId })],
  ])('%s', async (_what, make) => {
    const answer = await ask(await make())
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
  })

  test('not for an assertion of 60 minutes', async () => {
    expect((await ask(await third.assertion({ exp: seconds() + 3600 }))).status).toBe(200)
  })

  test('not for an assertion of a clock that is a few seconds ahead', async () => {
    const ahead = seconds() + 5
    expect((await ask(await third.assertion({ iat: ahead, nbf: ahead }))).status).toBe(200)
  })

  test('an assertion sent twice concurrently counts once', async () => {
    const jwt = await third.assertion()
    const answers = await Promise.all([ask(jwt), ask(jwt), ask(jwt)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('with a secret, without anything', async () => {
    const body = (form: Record<string, string>) =>
      new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString()
    const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      call(listeners, '/token', { headers: { ...FORM, ...headers }, certificate: third.certificate, body: body(form) })
    expect((await send({ client_id: third.clientId, client_secret: 'x' })).status).toBe(401)
    expect((await send({})).status).toBe(400)
  })

  test('in a form above the limit, which the error states', async () => {
    const answer = await third.post('/token', { grant_type: 'x'.repeat(67_000) })
    expect([answer.status, answer.body.error_description]).toEqual([413, 'The form is too large: at most 56 KiB.'])
  })

  test.each([
    ['/token', { grant_type: 'client_credentials', scope: 'accounts' }],
    ['/token/introspection', {}],
    ['/token/revocation', {}],
    ['/par', { request: 'x' }],
  ])('without a certificate at %s, however good the assertion', async (path, form) => {
    const token = await third.token()
    const answer = await third.post(path, { token, ...form }, null)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await third.post('/token/introspection', { token })).body.active).toBe(true)
  })

  test('a scope that was not registered', async () => {
    const aisp = await openThirdParty(listeners, { scope: 'openid accounts' })
    const answer = await aisp.post('/token', { grant_type: 'client_credentials', scope: 'payments' })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_scope'])
  })
})
