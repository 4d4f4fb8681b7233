import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../../../../test/support/chromium.ts'
import { paymentAbroad } from '../../../../test/support/payment-order.ts'
import { institutionFile } from '../../../../test/support/institution.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import {
  answerIn,
  codeNow,
  createBrowser,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
} from '../../../../test/support/third-party.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { parseId } from '../../../kernel/values/ids.ts'
import { createPaymentConsent, findApproval, findConsent } from '../../consents/index.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

const db = await testDatabase()
const listeners = await openListeners(db, { INSTITUTION_FILE: institutionFile({ timeZone: 'America/New_York' }) })
afterAll(() => listeners.close())
const psu = listeners.credentials.psus[0]!
const third = await openThirdParty(listeners)
beforeEach(() => forgetCodes(db))

type Shown = Awaited<ReturnType<ReturnType<typeof createBrowser>['follow']>>

/** A journey up to its decision page. */
async function begin(consentId: string, claim: Record<string, unknown> = {}) {
  const browser = createBrowser(listeners.pages)
  const logInPage = await browser.follow(await third.link(consentId, claim))
  const path = new URL(logInPage.url).pathname
  const { username, password } = psu
  const fields = { csrf: logInPage.csrf!, username, password, code: codeNow(psu.totpSecret) }
  const page = await browser.follow(`${path}/log-in`, browser.form(fields))
  return { browser, path, logInPage, page }
}
type Journey = Awaited<ReturnType<typeof begin>>

const beginPayment = async (consentId: string) => begin(consentId, { scope: 'openid payments' })
const again = ({ browser, path }: Journey, page: Shown, fields: [string, string][], headers = {}) =>
  browser.go(`${path}/again`, {
    ...browser.form({}),
    body: new URLSearchParams([['csrf', page.csrf!], ['again', 'more-time'], ...fields]).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
const accountsIn = (text: string) => [...text.matchAll(/name="account" value="([^"]+)"/g)].map(([, id]) => id!)
const tickedIn = (text: string) => [...text.matchAll(/name="account" value="([^"]+)" checked/g)].map(([, id]) => id!)
const secondsIn = (text: string) => Number(/data-seconds="(\d+)"/.exec(text)?.[1])

/** Moves begin and end of all journeys. */
const moveJourneys = (beganSecondsAgo: number, secondsLeft: number) =>
  db.pool.query(
    `update open_banking_artifacts set issued_at = now() - $1 * interval '1 second',
      expires_at = now() + $2 * interval '1 second' where kind = 'Interaction' and revoked_at is null`,
    [beganSecondsAgo, secondsLeft],
  )
const statusOf = async (consentId: string) =>
  (await findConsent(db.pool, { clientId: third.clientId, consentId }, listeners.services.clock.now()))!.status

describe.each(['3.1', '4.0'])('v%s: the time to decide', (version) => {
  const consent = () => third.consent(['ReadAccountsDetail'], version)

  test('is shown as its local end, and no page reloads or leaves by itself', async () => {
    const { logInPage, page } = await begin(await consent())
    for (const { text } of [logInPage, page]) expect(text).not.toContain('http-equiv')
    expect(logInPage.text).toMatch(/You have until <strong id="time-end">\d\d:\d\d GMT-[45]</) // the institution's zone
    expect(page.text).toMatch(/You have until <strong id="time-end">\d\d:\d\d (CET|CEST)</) // that of the user's entity
  })

  test('is extended without script: the page comes again with the accounts that were ticked', async () => {
    const journey = await begin(await consent())
    await moveJourneys(840, 60)
    const chosen = accountsIn(journey.page.text).slice(1, 3)
    const longer = await again(
      journey,
      journey.page,
      chosen.map((id) => ['account', id]),
    )
    expect([longer.status, tickedIn(longer.text)]).toEqual([200, chosen])
    expect(secondsIn(longer.text)).toBeGreaterThan(890)
    const fields = new URLSearchParams([
      ['csrf', longer.csrf!],
      ['decision', 'approve'],
      ['account', chosen[0]!],
    ])
    const form = { ...journey.browser.form({}), body: fields.toString() }
    expect(answerIn((await journey.browser.follow(`${journey.path}/decision`, form)).location)).toHaveProperty('code')
  })

  test('cannot be extended once it has ended, and the third party gets the error', async () => {
    const consentId = await consent()
    const journey = await begin(consentId)
    await moveJourneys(960, -1)
    const ended = await again(journey, journey.page, [])
    const back = await journey.browser.follow(ended.location!)
    expect([back.status, answerIn(back.location)]).toMatchObject([303, { error: 'access_denied', state: 'state-1' }])
    expect(await statusOf(consentId)).toBe('RJCT')
    const { rows } = await db.pool.query(
      `select from open_banking_artifacts where kind = 'Interaction' and revoked_at is null and expires_at > now()`,
    )
    expect(rows).toHaveLength(0)
  })

  test('ends with an error in the response mode that the third party requested', async () => {
    const endOf = async (mode: string) => {
      const journey = await begin(await consent(), { response_mode: mode })
      await moveJourneys(960, -1) // all journeys: one at a time
      return journey.browser.follow(journey.path)
    }
    expect((await endOf('form_post')).text).toContain('value="The user did not decide in time."')
    expect(answerIn((await endOf('jwt')).location)).toEqual({ response: expect.any(String) })
  })

  test.each([
    [{ response_mode: 'form_post' }, false],
    [{ response_mode: 'jwt' }, false],
    [{ response_mode: 'fragment' }, true],
    [{}, true],
  ])('ends in another browser with no error in another response mode: %o', async (mode, isSent) => {
    const consentId = await consent()
    const journey = await begin(consentId, mode)
    await moveJourneys(960, -1)
    const elsewhere = await createBrowser(listeners.pages).go(journey.path)
    expect([elsewhere.status, elsewhere.location?.startsWith(REDIRECT) ?? false]).toEqual([isSent ? 303 : 410, isSent])
    expect(await statusOf(consentId)).toBe('RJCT')
  })

  test('ends at the latest eleven times fifteen minutes after its begin', async () => {
    const journey = await begin(await consent())
    await moveJourneys(11 * 900 - 60, 30)
    const longer = await again(journey, journey.page, [])
    expect(secondsIn(longer.text)).toBeGreaterThan(50)
    expect(secondsIn(longer.text)).toBeLessThanOrEqual(60)
    expect(longer.text).toContain('This time cannot be extended.')
    expect(longer.text).not.toContain('Get more time')
  })
})

test.each(['3.1', '4.0'])(
  'v%s: the end of an access and its period are in the zone of the user’s entity',
  async (version) => {
    const consentId = await third.consent(
      ['ReadAccountsDetail', 'ReadTransactionsDetail', 'ReadTransactionsCredits'],
      version,
    )
    await db.pool.query(
      `update open_banking_consents set expires_at = '2027-07-01T22:30:00Z', transactions_from = '2026-12-31T23:30:00Z'
      where consent_id = $1`,
      [parseId('obc', consentId)],
    )
    const { page } = await begin(consentId)
    expect(page.text).toContain('Until 2 July 2027 at 00:30 CEST')
    expect(page.text).toContain('From 1 January 2027 at 00:30 CET on')
  },
)

test('a held rate ends at a local time, on the page and in what is approved', async () => {
  const { clock } = listeners.services
  const act = { actor: { type: 'client' as const }, at: clock.now(), wall: clock.wall() }
  const { consentId } = await inTransaction(db, (tx) => createPaymentConsent(tx, paymentAbroad(third.clientId), act))
  const journey = await beginPayment(consentId)
  expect(journey.page.text).toContain('held until 1 January 2027 at 10:30 CET')
  const fields = {
    csrf: journey.page.csrf!,
    decision: 'approve',
    account: accountsIn(journey.page.text)[0]!,
    code: codeNow(psu.totpSecret),
  }
  await journey.browser.follow(`${journey.path}/decision`, journey.browser.form(fields))
  const { statement } = (await findApproval(db.pool, parseId('obc', consentId)!))!
  expect(statement).toContain('held until 1 January 2027 at 10:30 CET')
})

test('the cookies of a journey outlive every extension', async () => {
  const link = await third.link(await third.consent())
  const sent = (await fetch(link, { redirect: 'manual' })).headers.getSetCookie()
  const ages = sent
    .filter((cookie) => cookie.startsWith('_interaction'))
    .map((cookie) => /expires=([^;]+)/.exec(cookie)![1]!)
  expect(ages).not.toHaveLength(0)
  for (const age of ages) expect(Date.parse(age) - Date.now()).toBeGreaterThan((11 * 900 - 60) * 1000)
})

test('a payment is not extended past its consent, and keeps the account that was chosen', async () => {
  const consentId = await third.paymentConsent()
  const journey = await beginPayment(consentId)
  const { clock } = listeners.services
  const soon = new Date(clock.now().getTime() + 300_000)
  const change = 'update open_banking_consents set authorise_by = $2 where consent_id = $1'
  await db.pool.query(change, [parseId('obc', consentId), soon])
  const [first] = accountsIn(journey.page.text)
  const longer = await again(journey, journey.page, [['account', first!]])
  expect([longer.status, tickedIn(longer.text)]).toEqual([200, [first]])
  expect(secondsIn(longer.text)).toBeLessThanOrEqual(300)
  expect(longer.text).toContain('This time cannot be extended.')
})

test('a form that was not sent from the page extends nothing', async () => {
  const journey = await begin(await third.consent())
  await moveJourneys(840, 60)
  const forged = await again(journey, { ...journey.page, csrf: 'forged' }, [])
  expect(forged.status).toBe(403)
  expect(secondsIn(forged.text)).toBeLessThanOrEqual(60)
})

test('the script gets the new time alone', async () => {
  const journey = await begin(await third.consent())
  await moveJourneys(840, 60)
  const { status, text } = await again(journey, journey.page, [], { accept: 'application/json' })
  const { seconds, ...rest } = JSON.parse(text) as { seconds: number }
  expect([status, rest]).toEqual([200, { mayExtend: true, end: expect.stringMatching(/^\d\d:\d\d CES?T$/) }])
  expect(seconds).toBeGreaterThan(890)
  expect(seconds).toBeLessThanOrEqual(900)
})

describe.skipIf(!hasChromium)('with script', { timeout: 120_000 }, () => {
  let chromium: Browser
  beforeAll(async () => void (chromium = await openChromium()))
  afterAll(() => chromium?.close())

  /** Opens the decision page of a new consent in a browser whose clock the test moves. */
  async function open(consentId: string) {
    const { context, page } = await openWindow(chromium, {})
    await context.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'back', contentType: 'text/html' }))
    await page.clock.install()
    await page.goto(await third.link(consentId))
    await page.getByLabel('Username').fill(psu.username)
    await page.getByLabel('Password').fill(psu.password)
    await page.getByLabel('Code', { exact: true }).fill(codeNow(psu.totpSecret))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
    return { context, page }
  }

  test('the page warns two minutes before the end and gets more time, and what is ticked stays', async () => {
    const { context, page } = await open(await third.consent())
    await page.getByLabel('Sterling account').check()
    const warning = page.locator('#time-warning')
    await page.clock.runFor('12:30')
    expect(await warning.textContent()).toBe('')
    await page.clock.runFor('00:45')
    expect(await warning.textContent()).toMatch(/^Your time ends in two minutes, at \d\d:\d\d CES?T\.$/)
    expect(await warning.getAttribute('aria-live')).toBe('assertive')
    await page.locator('#more-time-now').click()
    await page.getByText(/^You now have until/).waitFor({ state: 'attached' })
    expect([await warning.textContent(), await page.locator('#more-time-now').isVisible()]).toEqual(['', false])
    expect(await page.getByLabel('Sterling account').isChecked()).toBe(true)
    await page.clock.runFor('12:30')
    expect(await warning.textContent()).toBe('')
    await context.close()
  })

  test('at the end the user returns to the third party', async () => {
    const consentId = await third.consent()
    const { context, page } = await open(consentId)
    await moveJourneys(960, -1)
    const back = page.waitForResponse((response) => response.headers()['location']?.startsWith(REDIRECT) ?? false)
    await page.clock.runFor('14:55') // the end itself comes in real time: a page that leaves cannot answer the clock
    expect(answerIn((await back).headers()['location']!)).toMatchObject({ error: 'access_denied' })
    expect(await statusOf(consentId)).toBe('RJCT')
    await context.close()
  })

  test('a warning stays when the time cannot be extended', async () => {
    const { context, page } = await open(await third.consent())
    await page.clock.runFor('13:30')
    await context.route('**/again', (route) => route.abort())
    await page.locator('#more-time-now').click()
    await page.getByText('You did not get more time.').waitFor()
    expect(await page.locator('#more-time-now').isVisible()).toBe(true)
    await context.close()
  })
})
