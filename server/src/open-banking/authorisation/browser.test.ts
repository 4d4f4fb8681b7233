import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../kernel/db/db.ts'
import { paymentAbroad } from '../../../test/support/payment-order.ts'
import { parseId } from '../../kernel/values/ids.ts'
import { type Confirmation, findUser, verifyConfirmation } from '../../users/index.ts'
import { createPaymentConsent, findApproval } from '../consents/index.ts'
import { addAuthenticator, hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../../../test/support/chromium.ts'
import { testDatabase } from '../../../test/support/database.ts'
import {
  answerIn,
  codeNow,
  forgetCodes,
  openListeners,
  openThirdParty,
  REDIRECT,
} from '../../../test/support/third-party.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 900 }
const shots = process.env['SCREENSHOTS']

describe.skipIf(!hasChromium)('in a real browser', { timeout: 240_000 }, () => {
  let listeners: Awaited<ReturnType<typeof openListeners>>
  let third: Awaited<ReturnType<typeof openThirdParty>>
  let chromium: Browser
  beforeAll(async () => {
    const db = await testDatabase()
    listeners = await openListeners(db)
    third = await openThirdParty(listeners)
    chromium = await openChromium()
  }, 240_000)
  afterAll(async () => {
    await chromium?.close()
    await listeners?.close()
  })
  beforeEach(() => forgetCodes(listeners.db))

  /** Opens a page, records its errors (policy violations, failed scripts), and serves the third party's address. */
  async function open(viewport = DESK, options: { javaScriptEnabled?: boolean; colorScheme?: 'dark' } = {}) {
    const { context, page } = await openWindow(chromium, { viewport, ...options })
    const complaints: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => void complaints.push(error.message))
    await context.route(`${REDIRECT}**`, (route) =>
      route.fulfill({ body: '<h1>Back at Ledgerly</h1>', contentType: 'text/html' }),
    )
    return { context, page, complaints }
  }

  const snap = async (page: Page, name: string) => {
    if (!shots) return
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true })
  }

  async function logIn(page: Page, who = listeners.credentials.psus[0]!) {
    await page.getByLabel('Username').fill(who.username)
    await page.getByLabel('Password').fill(who.password)
    const code = page.getByLabel('Code', { exact: true }) // a payment asks for it later
    if ((await code.count()) > 0) await code.fill(codeNow(who.totpSecret))
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  const fits = (page: Page) =>
    page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

  test.each([
    ['a phone', PHONE, {}],
    ['a desk', DESK, {}],
    ['a phone in the dark', PHONE, { colorScheme: 'dark' as const }],
    ['a desk without script', DESK, { javaScriptEnabled: false }],
  ])(
    'on %s a user reads the request, selects accounts and returns to the third party',
    async (name, viewport, options) => {
      const { context, page, complaints } = await open(viewport, options)
      await page.goto(await third.link(await third.consent()))
      await snap(page, `${name} 1 log in`)
      if (!('javaScriptEnabled' in options)) expect(await fits(page)).toBe(true)
      await logIn(page)
      await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
      await snap(page, `${name} 2 consent`)
      if (!('javaScriptEnabled' in options)) expect(await fits(page)).toBe(true)
      await page.getByLabel('Operating account').check()
      await page.getByLabel('Sterling account').check()
      await page.getByRole('button', { name: 'Share these accounts' }).click()
      await page.waitForURL(`${REDIRECT}**`)
      expect(answerIn(page.url())).toMatchObject({ state: 'state-1', code: expect.any(String) })
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  test.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('on %s a payment abroad shows amount, payee, fee and rate, and one account is chosen', async (name, viewport) => {
    const { context, page, complaints } = await open(viewport)
    const { clock } = listeners.services
    const act = { actor: { type: 'client' as const }, at: clock.now(), wall: clock.wall() }
    const { consentId } = await inTransaction(listeners.db, (tx) =>
      createPaymentConsent(tx, paymentAbroad(third.clientId), act),
    )
    await page.goto(await third.link(consentId, { scope: 'openid payments' }))
    await logIn(page)
    await page.getByRole('heading', { name: 'Approve a payment' }).waitFor()
    await snap(page, `${name} payment`)
    expect(await fits(page)).toBe(true)
    for (const words of ['USD 1,250.00', 'Great Lakes Tooling', 'GBP 12.50', '1 GBP = 1.31415'])
      expect(await page.getByText(words).count()).toBe(1)
    await page.getByRole('button', { name: 'Approve the payment' }).click()
    expect(new URL(page.url()).origin).toBe(listeners.pages) // no account was chosen: the browser says so
    await page.getByLabel('Sterling account').check()
    await page.getByLabel('Code', { exact: true }).fill(codeNow(listeners.credentials.psus[0]!.totpSecret))
    await page.getByRole('button', { name: 'Approve the payment' }).click()
    await page.waitForURL(`${REDIRECT}**`)
    expect(answerIn(page.url())).toHaveProperty('code')
    expect(complaints).toEqual([])
    await page.goBack()
    await page.getByRole('heading', { name: 'Already approved' }).waitFor()
    for (const words of ['it moved no money', 'start again']) expect(await page.getByText(words).count()).toBe(0)
    await page.getByRole('link', { name: 'connected third parties' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await context.close()
  })

  test.each(['fragment', 'form_post'])(
    'a user can be redirected by the third party to another origin (%s)',
    async (mode) => {
      const app = 'https://app.third-party.example'
      const server = createServer(listeners.openBanking.tls!, (request, response) => {
        if (request.headers.host === new URL(app).host)
          response.setHeader('content-type', 'text/html').end('<h1>Back at Ledgerly</h1>')
        else response.writeHead(302, { location: `${app}/` }).end()
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const { port } = server.address() as AddressInfo
      const browser = await openChromium([`--host-resolver-rules=MAP *.example:443 127.0.0.1:${port}`])
      const { page } = await openWindow(browser, { ignoreHTTPSErrors: true })
      await page.goto(await third.link(await third.consent(), { response_mode: mode }))
      await logIn(page)
      await page.getByLabel('Operating account').check()
      await page.getByRole('button', { name: 'Share these accounts' }).click()
      await page.getByRole('heading', { name: 'Back at Ledgerly' }).waitFor({ timeout: 20_000 })
      await browser.close()
      server.close()
    },
  )

  test('with the keyboard alone, in the order of the page', async () => {
    const { context, page } = await open()
    await page.goto(await third.link(await third.consent()))
    const who = listeners.credentials.psus[0]!
    const seen: string[] = []
    const tab = async () => {
      await page.keyboard.press('Tab')
      seen.push(
        await page.evaluate(
          `(document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent).trim()`,
        ),
      )
    }
    await tab()
    for (const text of [who.username, who.password, codeNow(who.totpSecret)]) {
      await tab()
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    expect(seen).toEqual(['Skip to the content', 'Username', 'Password', 'Code'])
    await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    expect(await page.locator('input[name=account]').first().isChecked()).toBe(true)
    await context.close()
  })

  test('a wrong code is reported in a sentence that is read aloud, and the name stays filled in', async () => {
    const { context, page } = await open()
    await page.goto(await third.link(await third.consent()))
    await page.getByLabel('Username').fill('nordhafen')
    await page.getByLabel('Password').fill('wrong password')
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('is wrong')
    expect(await page.getByLabel('Username').inputValue()).toBe('nordhafen')
    expect(await page.getByLabel('Password').inputValue()).toBe('')
    await snap(page, 'error')
    await context.close()
  })

  test('no address contains a secret, and no page loads anything from another origin', async () => {
    const { context, page } = await open()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await page.goto(await third.link(await third.consent()))
    await logIn(page)
    await page.getByRole('button', { name: 'Refuse' }).click()
    await page.waitForURL(`${REDIRECT}**`)
    const who = listeners.credentials.psus[0]!
    const before = asked.filter((url) => !url.startsWith(REDIRECT))
    expect(before.every((url) => url.startsWith(listeners.pages))).toBe(true)
    expect(asked.join(' ')).not.toContain(encodeURIComponent(who.password))
    expect(asked.join(' ')).not.toContain(who.totpSecret)
    await context.close()
  })

  test('a page of ours is not shown in a frame', async () => {
    const { context, page } = await open()
    const link = await third.link(await third.consent())
    await context.route('https://evil.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${link.replaceAll('&', '&amp;')}"></iframe>` }),
    )
    await page.goto('https://evil.test/')
    await page.waitForTimeout(500)
    for (const frame of page.frames().slice(1))
      expect(await frame.evaluate('document.body?.innerText ?? ""').catch(() => '')).not.toContain('Ledgerly')
    await context.close()
  })

  test('a passkey is added on the user’s own page, and then takes the place of the code', async () => {
    const { context, page, complaints } = await open()
    await addAuthenticator(page)
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added').waitFor()
    await page.goto(await third.link(await third.consent()))
    await page.getByLabel('Username').fill('nordhafen')
    await page.getByLabel('Password').fill(listeners.credentials.psus[0]!.password)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
    const { rows } = await listeners.db.pool.query(
      `select actor_type, address, operation from audit_log where action = 'user.passkeyAdded'`,
    )
    const operation = 'POST /open-banking/connections/passkeys'
    expect(rows).toEqual([{ actor_type: 'psu', address: expect.stringContaining('127.0.0.1'), operation }])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a passkey approves a payment: its signature stays with the payment and can be verified', async () => {
    const { context, page, complaints } = await open()
    await addAuthenticator(page)
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added').waitFor()
    const consentId = await third.paymentConsent()
    await page.goto(await third.link(consentId, { scope: 'openid payments' }))
    await logIn(page)
    await page.getByRole('heading', { name: 'Approve a payment' }).waitFor()
    await snap(page, 'payment with passkey')
    expect(complaints).toEqual([])
    // With a passkey the route of `open` does not always serve the redirect; the answer that redirects is enough.
    const back = page.waitForResponse((response) => response.headers()['location']?.startsWith(REDIRECT) ?? false)
    await page.getByRole('button', { name: 'Approve with a passkey' }).click()
    expect(answerIn((await back).headers()['location']!)).toHaveProperty('code')
    const approval = (await findApproval(listeners.db.pool, parseId('obc', consentId)!))!
    expect(approval.confirmation.method).toBe('Passkey')
    const { entityId, psuId, statementHash } = approval
    const user = (await findUser(listeners.db.pool, entityId, psuId))!
    const verified = (hash: Buffer) =>
      verifyConfirmation(listeners.db.pool, listeners.services.seal, user, {
        statementHash: hash,
        confirmation: approval.confirmation as Confirmation,
      })
    const reason = `The passkey signed the statement's hash at ${listeners.pages}.`
    expect(await verified(statementHash)).toEqual({ holds: true, reason })
    expect(await verified(Buffer.alloc(32, 1))).toMatchObject({ holds: false })
    await context.close()
  })

  test('a passkey opens a payment without delay, even after others guessed the password at the same address', async () => {
    const { context, page, complaints } = await open(PHONE)
    await addAuthenticator(page)
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added').waitFor()
    await context.clearCookies() // as in another browser of the same person
    const psu = listeners.credentials.psus[0]!
    await page.goto(await third.link(await third.paymentConsent(), { scope: 'openid payments' }))
    expect(await page.getByRole('button', { name: 'passkey' }).count()).toBe(0)
    for (let i = 0; i < 5; i++) await logIn(page, { ...psu, password: 'a guess of somebody' })
    // The first delay is 2 seconds, in which a busy machine does not send the next attempt.
    await listeners.db.pool.query(`update user_failures set locked_until = locked_until + interval '5 minutes'`)
    await logIn(page)
    await page.getByText('Too many attempts failed.').waitFor()
    await snap(page, 'payment log in delayed')
    expect(await fits(page)).toBe(true)
    await page.getByLabel('Password').fill(psu.password)
    await page.getByRole('button', { name: 'Log in with a passkey now' }).click()
    await page.getByRole('heading', { name: 'Approve a payment' }).waitFor()
    expect(complaints.filter((line) => !/status of (401|429)/.test(line))).toEqual([])
    await listeners.db.pool.query('delete from user_failures')
    await context.close()
  })

  test('the passkey of another user does not replace the code', async () => {
    const { context, page } = await open()
    await addAuthenticator(page)
    const [one, two] = listeners.credentials.psus
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page, two)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('The passkey was added').waitFor()
    await page.goto(await third.link(await third.consent()))
    await page.getByLabel('Username').fill(one!.username)
    await page.getByLabel('Password').fill(one!.password)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByRole('alert').waitFor()
    await context.close()
  })

  test('connected third parties are listed and withdrawn: the data stops', async () => {
    const { context, page, complaints } = await open(PHONE)
    await page.goto(await third.link(await third.consent()))
    await logIn(page)
    await page.getByLabel('Operating account').check()
    await page.getByRole('button', { name: 'Share these accounts' }).click()
    await page.waitForURL(`${REDIRECT}**`)
    const { body } = await third.redeem(answerIn(page.url())['code']!)
    const accounts = () => third.api('/open-banking/v4.0/aisp/accounts', body.access_token)
    expect((await accounts()).status).toBe(200)
    await forgetCodes(listeners.db)
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page)
    await page.getByRole('heading', { name: 'Connected third parties' }).waitFor()
    await snap(page, 'connections')
    expect(await fits(page)).toBe(true)
    for (let left = await page.getByRole('link', { name: 'Withdraw access' }).count(); left > 0; left--) {
      await page.getByRole('link', { name: 'Withdraw access' }).first().click()
      await page.getByRole('heading', { name: 'Withdraw the access of Ledgerly?' }).waitFor()
      await page.getByRole('button', { name: 'Withdraw access' }).click()
      await page.getByText('The access was withdrawn').waitFor()
    }
    await snap(page, 'withdrawn')
    expect((await accounts()).status).toBe(403)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
