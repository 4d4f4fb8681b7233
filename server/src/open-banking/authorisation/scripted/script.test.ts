import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { answerIn, approveAs, openListeners, openThirdParty, signed } from '../../../../test/support/third-party.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { findUserByName, setUserStatus } from '../../../users/index.ts'
import type { SandboxClock } from '../../../sim/clock/index.ts'
import { isScript, readScript } from './script.ts'

describe('a login hint', () => {
  test('orders user, decision, number of accounts and delay, in any order', () => {
    const afterMs = 20 * 60_000
    expect(readScript('nordhafen;decision=refuse;accounts=2;after=PT20M')).toEqual({
      username: 'nordhafen',
      decision: 'refuse',
      accounts: 2,
      afterMs,
    })
    expect(readScript('nordhafen; after=PT20M')).toEqual({ username: 'nordhafen', decision: 'approve', afterMs })
  })

  test('without a semicolon names a user and orders nothing', () => {
    expect([isScript('nordhafen'), isScript(undefined), isScript('nordhafen;')]).toEqual([false, false, true])
  })

  test.each([
    [';decision=refuse', /begin with a username/],
    ['nordhafen;decision=maybe', /approve or refuse/],
    ['nordhafen;decision', /approve or refuse/],
    ['nordhafen;accounts=0', /from 1 to 99/],
    ['nordhafen;accounts=2.5', /from 1 to 99/],
    ['nordhafen;after=20', /ISO 8601 duration/],
    ['nordhafen;after=-PT1M', /ISO 8601 duration/],
    ['nordhafen;after=P2Y', /at most 366 days/],
    ['nordhafen;decison=refuse', /'decison=refuse' is not one of/],
    ['nordhafen;constructor=1', /is not one of/],
    ['nordhafen;', /is not one of/],
    ['nordhafen;accounts=1;accounts=2', /twice/],
    ['nordhafen;accounts=1=2', /is not one of/],
  ])('%s is rejected with the error and a correct example', (hint, error) => {
    const answer = readScript(hint) as string
    expect(answer).toMatch(error)
    expect(answer).toContain('nordhafen;decision=refuse;accounts=2;after=PT20M')
    expect(answer).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) // RFC 6749: the characters of error_description
  })
})

describe('a third party without a browser', async () => {
  const db = await testDatabase()
  const listeners = await openListeners(db)
  afterAll(() => listeners.close())
  const third = await openThirdParty(listeners)
  const ask = async (link: string) => {
    const answer = await fetch(link, { redirect: 'manual' })
    const location = answer.headers.get('location')
    return { status: answer.status, location, given: location?.startsWith('https:') ? answerIn(location) : {} }
  }
  const statusOf = async (consentId: string) => {
    const path = `/open-banking/v4.0/aisp/account-access-consents/${consentId}`
    return (await third.api(path, await third.token())).body.Data.Status as string
  }
  const accountsWith = async (code: string) => {
    const { access_token: token } = (await third.redeem(code)).body
    return (await third.api('/open-banking/v4.0/aisp/accounts', token)).body.Data.Account as object[]
  }

  test('gets the approval of as many accounts as its request orders', async () => {
    const consentId = await third.consent()
    const { status, given } = await ask(await third.link(consentId, { login_hint: 'nordhafen;accounts=2' }))
    expect([status, given]).toMatchObject([303, { state: 'state-1', code: expect.any(String) }])
    expect(await accountsWith(given['code']!)).toHaveLength(2)
    expect(await statusOf(consentId)).toBe('AUTH')
  })

  test('gets a refusal that its request orders', async () => {
    const consentId = await third.consent()
    const { given } = await ask(await third.link(consentId, { login_hint: 'alzette;decision=refuse' }))
    expect(given).toMatchObject({ error: 'access_denied', error_description: 'The user refused.' })
    expect(await statusOf(consentId)).toBe('RJCT')
  })

  test.each([
    ['an unusable request', { redirect_uri: 'https://elsewhere.example/callback' }],
    ['an answer that a form sends', { response_mode: 'form_post.jwt' }],
  ])('gets a page with the headers of every other page, for %s', async (_what, change) => {
    const consent = await third.consent()
    const claims = third.requestClaims(consent, { scope: 'openid accounts', login_hint: 'nordhafen;decision=refuse' })
    const request = await signed(third.software, { ...claims, ...change })
    const answer = await fetch(third.authorizeUrl(request, { scope: 'openid accounts' }), { redirect: 'manual' })
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
  })

  test('gets the login page with a hint that names a user only', async () => {
    const { location } = await ask(await third.link(await third.consent(), { login_hint: 'nordhafen' }))
    expect(location).toMatch(/^\/open-banking\/consent\//)
  })

  test('gets the approval that a pushed request orders', async () => {
    const challenge = hash('sha256', 'v'.repeat(64), 'base64url')
    const claims = { code_challenge: challenge, code_challenge_method: 'S256', login_hint: 'nordhafen;accounts=1' }
    const request = await signed(third.software, third.requestClaims(await third.consent(), claims))
    const { request_uri: uri } = (await third.post('/par', { request })).body
    const query = new URLSearchParams({ client_id: third.clientId, request_uri: uri })
    const { status, given } = await ask(`${listeners.pages}/open-banking/authorize?${query.toString()}`)
    expect([status, given]).toMatchObject([303, { state: 'state-1', code: expect.any(String) }])
  })

  test('gets a login page that works, with a hint outside the signed request', async () => {
    const link = `${await third.link(await third.consent())}&login_hint=nordhafen%3Bdecision%3Drefuse`
    const { browser, answer } = await approveAs(listeners, link, listeners.credentials.psus[0]!)
    expect(answer).toMatchObject({ state: 'state-1', code: expect.any(String) })
    expect(browser.jar.size).toBeGreaterThan(0)
  })

  test.each([
    ['nobody;decision=refuse', /No user nobody/],
    ['nordhafen;decision=yes', /approve or refuse/],
    ['nordhafen;accounts=50', /at most 10/],
  ])('learns what is wrong with %s, and may ask again', async (hint, description) => {
    const consentId = await third.consent()
    const { given } = await ask(await third.link(consentId, { login_hint: hint }))
    expect(given).toMatchObject({ error: 'invalid_request', error_description: expect.stringMatching(description) })
    expect(await statusOf(consentId)).toBe('AWAU')
  })

  test.each(['approve', 'refuse'])('cannot order a blocked user to %s', async (decision) => {
    const psu = listeners.credentials.psus[1]!
    const user = (await findUserByName(db.pool, psu.username))!
    const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
    const set = (status: 'Active' | 'Blocked') => inTransaction(db, (tx) => setUserStatus(tx, user, status, act))
    const consentId = await third.consent()
    await set('Blocked')
    const { given } = await ask(await third.link(consentId, { login_hint: `${psu.username};decision=${decision}` }))
    await set('Active')
    const error_description = `The user ${psu.username} is blocked.`
    expect(given).toMatchObject({ error: 'access_denied', error_description })
    expect(await statusOf(consentId)).toBe('AWAU')
  })

  const moveClock = (ms: number) => {
    const clock = listeners.services.clock as SandboxClock
    const { version, offsetMs, ...state } = clock.state()
    clock.take({ ...state, version: version + 1n, offsetMs: offsetMs + ms })
  }
  const impatiently = () => Object.assign(listeners.openBanking.settings.scripts!, { mostWaitMs: 300 })

  test.each([
    ['3.1', 'approve', { code: expect.any(String) }, 'AUTH'],
    ['4.0', 'approve', { code: expect.any(String) }, 'AUTH'],
    ['3.1', 'refuse', { error: 'access_denied', error_description: 'The user refused.' }, 'RJCT'],
    ['4.0', 'refuse', { error: 'access_denied', error_description: 'The user refused.' }, 'RJCT'],
  ])(
    'gets a later decision though its request object has expired meanwhile: v%s, %s',
    async (version, decision, expected, status) => {
      impatiently()
      const consentId = await third.consent(undefined, version)
      const exp = Math.floor(Date.now() / 1000) - 8 // ten seconds are tolerated
      const hint = `nordhafen;decision=${decision};accounts=2;after=PT20M`
      const times = { exp, iat: exp - 60, nbf: exp - 60 }
      const link = await third.link(consentId, { login_hint: hint, ...times })
      const early = await ask(link)
      expect([early.status, early.given]).toEqual([303, {}])
      await pause(3_000)
      expect((await ask(link)).given).toMatchObject({ error: 'invalid_request_object' }) // asked anew
      const later = await ask(new URL(early.location!, link).href)
      expect([later.status, await statusOf(consentId)]).toEqual([303, 'AWAU'])
      moveClock(20 * 60_000)
      expect((await ask(new URL(later.location!, link).href)).given).toMatchObject({ state: 'state-1', ...expected })
      expect(await statusOf(consentId)).toBe(status)
    },
    60_000,
  )

  test('gets a later decision that a pushed request orders, which is used up at its first use', async () => {
    impatiently()
    const challenge = hash('sha256', 'v'.repeat(64), 'base64url')
    const login_hint = 'nordhafen;accounts=1;after=PT5M'
    const claims = { code_challenge: challenge, code_challenge_method: 'S256', login_hint }
    const request = await signed(third.software, third.requestClaims(await third.consent(), claims))
    const { request_uri: uri } = (await third.post('/par', { request })).body
    const query = new URLSearchParams({ client_id: third.clientId, request_uri: uri })
    const link = `${listeners.pages}/open-banking/authorize?${query.toString()}`
    const early = await ask(link)
    moveClock(5 * 60_000)
    const { given } = await ask(new URL(early.location!, link).href)
    expect(given).toMatchObject({ state: 'state-1', code: expect.any(String) })
  })

  test('gets a decision after the fifteen minutes that a user at the page has', async () => {
    impatiently()
    const consentId = await third.consent()
    const link = await third.link(consentId, { login_hint: 'nordhafen;after=PT20M' })
    const early = await ask(link)
    await db.pool.query(
      `update open_banking_artifacts set expires_at = now() + interval '1 second' where kind = 'Interaction'`,
    )
    const later = await ask(new URL(early.location!, link).href)
    await pause(1_500)
    moveClock(20 * 60_000)
    expect((await ask(new URL(later.location!, link).href)).given).toMatchObject({ code: expect.any(String) })
  })

  test('is redirected immediately when the service is asked to stop, and holds no connection', async () => {
    const scripts = Object.assign(listeners.openBanking.settings.scripts!, { mostWaitMs: 60_000 })
    const { isStopping } = listeners.app
    try {
      const link = await third.link(await third.consent(), { login_hint: 'nordhafen;after=PT20M' })
      const waiting = ask(link)
      await pause(1_000)
      Object.assign(listeners.app, { isStopping: () => true })
      expect(await waiting).toMatchObject({ status: 303, given: {} })
    } finally {
      Object.assign(listeners.app, { isStopping })
      Object.assign(scripts, { mostWaitMs: 300 })
    }
  })

  test('leaves no trace of a page in log and sessions', async () => {
    const count = async () =>
      (await db.pool.query<{ count: string }>('select count(*) from open_banking_psu_sessions')).rows[0]!.count
    const before = await count()
    listeners.complaints.length = 0
    for (const decision of ['approve', 'refuse'])
      await ask(await third.link(await third.consent(), { login_hint: `nordhafen;decision=${decision}` }))
    await pause(200)
    expect([listeners.complaints, await count()]).toEqual([[], before])
  })

  test('gets an error page with an address of another sandbox, and with one that was changed', async () => {
    const answer = await fetch(`${listeners.pages}/open-banking/authorize?waiting=AAAA`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, expect.stringContaining('text/html')])
  })
})
