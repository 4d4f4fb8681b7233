import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  answerIn,
  approveAs,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../test/support/third-party.ts'
import { html } from './pages/html.ts'
import { permissionsInWords } from './pages/words.ts'
import { PERMISSION_CODES } from '../consents/permission-codes.ts'

const db = await testDatabase()
const listeners = await openListeners(db)
afterAll(() => listeners.close())
const [psu] = listeners.credentials.psus
const third = await openThirdParty(listeners)
beforeEach(async () => {
  await forgetCodes(db)
  await db.pool.query('delete from user_failures')
})

async function begin() {
  const browser = createBrowser(listeners.pages)
  const page = await browser.follow(await third.link(await third.consent()))
  return { browser, page, path: new URL(page.url).pathname }
}
type Begun = Awaited<ReturnType<typeof begin>>
const fieldsOf = (csrf: string, change: Record<string, string> = {}) => ({
  csrf,
  username: psu!.username,
  password: psu!.password,
  code: codeNow(psu!.totpSecret),
  ...change,
})
const logIn = ({ browser, page, path }: Begun, change: Record<string, string> = {}) =>
  browser.follow(`${path}/log-in`, browser.form(fieldsOf(page.csrf!, change)))

describe('every page', () => {
  test('forbids frames, foreign content, caching and referrers', async () => {
    const { page } = await begin()
    const policy = page.headers.get('content-security-policy')!
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
      expect(policy).toContain(rule)
    expect(policy).toContain("form-action 'self' https:;")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    expect(page.text).not.toMatch(/<script>|style="|onclick/)
  })

  test('keeps its cookies from scripts and from other sites', async () => {
    const { page } = await begin()
    const cookies = page.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/HttpOnly; SameSite=Lax/i)
  })

  test('escapes the texts that it is given', () => {
    expect(html`<p>${'<script>"&\''}</p>`.text).toBe('<p>&lt;script&gt;&quot;&amp;&#39;</p>')
    expect(html`${[html`<i>${'<'}</i>`, html`${1}`]}${false}${undefined}`.text).toBe('<i>&lt;</i>1')
  })

  test('describes every permission of the standard', () => {
    for (const code of PERMISSION_CODES) expect(permissionsInWords([code])).toHaveLength(1)
    expect(permissionsInWords(['ReadAccountsBasic', 'ReadAccountsDetail'])).toHaveLength(1)
    const transactions = ['ReadTransactionsDetail', 'ReadTransactionsCredits']
    expect(permissionsInWords(transactions)).toHaveLength(2)
    expect(permissionsInWords([...transactions, 'ReadTransactionsDebits'])).toHaveLength(1)
  })
})

describe('a form is accepted only from our page in the same browser', () => {
  test.each([
    ['without a token', () => ''],
    ["with another browser's token", async () => (await begin()).page.csrf!],
    ['with a token changed', (csrf: string) => csrf.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ])('with %s the user is not logged in', async (_what, tokenOf) => {
    const journey = await begin()
    const csrf = await tokenOf(journey.page.csrf!)
    const answer = await journey.browser.follow(`${journey.path}/log-in`, journey.browser.form(fieldsOf(csrf)))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('Please log in again')
  })

  test.each([
    ['another origin', { origin: 'https://evil.test' }],
    ['no origin that can be told', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('a decision posted from %s is rejected', async (_what, headers) => {
    const journey = await begin()
    const page = await logIn(journey)
    const form = journey.browser.form({ csrf: page.csrf!, decision: 'approve' })
    const answer = await journey.browser.go(`${journey.path}/decision`, {
      ...form,
      headers: { ...(form.headers as Record<string, string>), ...headers },
    })
    expect([answer.status, answer.location]).toEqual([403, null])
  })

  test('a decision without a login is rejected', async () => {
    const { browser, page, path } = await begin()
    const form = browser.form({
      csrf: page.csrf!,
      decision: 'approve',
      account: '01900000-0000-7000-8000-00000000011a',
    })
    expect((await browser.go(`${path}/decision`, form)).status).toBe(401)
  })
})

describe('a session that an attacker set beforehand is useless (session fixation)', () => {
  /** The victim continues, in their own browser, with the attacker's cookies. */
  async function planted() {
    const attacker = await begin()
    const before = new Map(attacker.browser.jar)
    const victimPage = await logIn(attacker)
    const thief = createBrowser(listeners.pages)
    for (const [name, cookie] of before) thief.jar.set(name, cookie)
    return { victim: attacker, victimPage, thief }
  }

  test('the attacker sees the login page, not the decision', async () => {
    const { victim, victimPage, thief } = await planted()
    expect(victimPage.text).toContain('Share your account information')
    const seen = await thief.follow(victim.path)
    expect(seen.text).toContain('<h1>Log in</h1>')
  })

  test('the attacker cannot take the answer to the third party', async () => {
    const { victim, victimPage, thief } = await planted()
    const account = /name="account" value="([^"]+)"/.exec(victimPage.text)![1]!
    const form = victim.browser.form({ csrf: victimPage.csrf!, decision: 'approve', account })
    const decided = await victim.browser.go(`${victim.path}/decision`, form)
    const stolen = await thief.go(decided.location!)
    expect([stolen.status, stolen.location]).toEqual([403, null])
    expect(answerIn((await victim.browser.follow(decided.location!)).location)).toHaveProperty('code')
  })

  test('the login changes the cookie, and the address alone opens nothing', async () => {
    const journey = await begin()
    const before = [...journey.browser.jar].find(([name]) => name.startsWith('cambist_psu_'))![1].value
    await logIn(journey)
    const after = [...journey.browser.jar].find(([name]) => name.startsWith('cambist_psu_'))![1].value
    expect(after).not.toBe(before)
    const elsewhere = await createBrowser(listeners.pages).follow(journey.path)
    expect([elsewhere.status, elsewhere.text.includes('another browser')]).toEqual([404, true])
  })
})

describe('a user who returns to an ended request reads how it ended', () => {
  const decide = async (decision: 'approve' | 'refuse') => {
    const journey = await begin()
    const page = await logIn(journey)
    const account = /name="account" value="([^"]+)"/.exec(page.text)![1]!
    const form = journey.browser.form({ csrf: page.csrf!, decision, account })
    const decided = await journey.browser.go(`${journey.path}/decision`, form)
    await journey.browser.follow(decided.location!)
    // A moment later, the answer is not given again.
    await db.pool.query(`update open_banking_answers set answered_at = answered_at - interval '1 minute'`)
    return { ...journey, returnTo: new URL(decided.location!, listeners.pages).pathname }
  }

  test('after an approval: that it was approved, at the page and at the step after it', async () => {
    const { browser, path, returnTo } = await decide('approve')
    for (const address of [path, returnTo]) {
      const seen = await browser.follow(address)
      expect([seen.status, seen.text.includes('This request was approved')]).toEqual([410, true])
      expect(seen.text).not.toMatch(/no money|nothing was agreed/i)
      expect(seen.text).toContain('href="/open-banking/connections"')
    }
  })

  test('after a refusal: that it was refused', async () => {
    const { browser, path, returnTo } = await decide('refuse')
    for (const address of [path, returnTo]) {
      const seen = await browser.follow(address)
      expect([seen.status, seen.text.includes('This request was refused')]).toEqual([410, true])
      expect(seen.text).toContain('it moved no money')
    }
  })

  test('after an end of another kind, or one that is not known: neither', async () => {
    const { browser, path } = await decide('approve')
    await db.pool.query(
      `update open_banking_artifacts set payload = '{"result":{"error":"server_error"}}' where kind = 'Interaction'`,
    )
    for (const [address, status] of [
      [path, 410],
      ['/open-banking/consent/nowhere', 404],
    ] as const) {
      const seen = await browser.follow(address)
      expect([seen.status, /approved|refused|money|nothing was agreed/i.test(seen.text)]).toEqual([status, false])
      expect(seen.text).toContain('href="/open-banking/connections"')
    }
  })
})

describe('a log-in', () => {
  test.each([
    ['a wrong password', { password: 'not the password' }],
    ['a wrong code', { code: '000000' }],
    ['no code', { code: '' }],
    ['an unknown name', { username: 'nobody' }],
  ])('with %s is rejected with the same message', async (_what, change) => {
    const answer = await logIn(await begin(), change)
    expect(answer.status).toBe(401)
    expect(/role="alert">([^<]+)/.exec(answer.text)![1]).toContain('The username, password or code is wrong.')
  })

  test('after five failures has to wait for a stated time, even with the right secrets; other users do not', async () => {
    const journey = await begin()
    for (let i = 0; i < 5; i++) await logIn(journey, { password: 'not the password' })
    const early = await logIn(journey)
    expect([early.status, Number(early.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect(early.text).toContain('Too many attempts failed. Try again in')
    const other = listeners.credentials.psus[1]!
    const { username, password } = other
    expect((await logIn(journey, { username, password, code: codeNow(other.totpSecret) })).status).toBe(200)
  })

  test('accepts a code once, in this journey and in any other', async () => {
    const code = codeNow(psu!.totpSecret)
    expect((await logIn(await begin(), { code })).status).toBe(200)
    expect((await logIn(await begin(), { code })).status).toBe(401)
  })

  test('accepts the name in capitals and with spaces around it', async () => {
    expect((await logIn(await begin(), { username: ` ${psu!.username.toUpperCase()} ` })).text).toContain('Share your')
  })
})

describe('the user’s own pages', () => {
  const path = '/open-banking/connections'
  async function openOwn(who = psu!) {
    await forgetCodes(db)
    const browser = createBrowser(listeners.pages)
    const page = await browser.follow(path)
    const { username, password, totpSecret } = who
    const form = browser.form({ csrf: page.csrf!, username, password, code: codeNow(totpSecret) })
    return { browser, page: await browser.follow(`${path}/log-in`, form) }
  }

  test('show nothing before a log-in, and another entity’s consents never', async () => {
    await approveAs(listeners, await third.link(await third.consent()), psu!)
    expect((await createBrowser(listeners.pages).follow(path)).text).not.toContain('Ledgerly')
    expect((await openOwn(listeners.credentials.psus[1])).page.text).not.toContain('Ledgerly')
    expect((await openOwn()).page.text).toContain('Ledgerly')
  })

  test('a consent of another user cannot be withdrawn by its id', async () => {
    const consentId = await third.consent()
    await approveAs(listeners, await third.link(consentId), psu!)
    const { browser, page } = await openOwn(listeners.credentials.psus[1])
    const answer = await browser.follow(`${path}/revoke`, browser.form({ csrf: page.csrf!, consent: consentId }))
    expect(answer.text).not.toContain('was withdrawn')
    const { rows } = await db.pool.query(
      `select status from open_banking_consents where authorised_at is not null order by consent_id desc limit 1`,
    )
    expect(rows).toEqual([{ status: 'AUTH' }])
  })

  test('a withdrawal posted from another site is rejected', async () => {
    const consentId = await third.consent()
    await approveAs(listeners, await third.link(consentId), psu!)
    const { browser } = await openOwn()
    const answer = await browser.follow(`${path}/revoke`, browser.form({ consent: consentId }))
    expect(answer.status).toBe(403)
  })
})
