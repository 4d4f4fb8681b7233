import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addAuthenticator,
  hasChromium,
  NO_CHROMIUM,
  openChromium,
  openWindow,
} from '../../../../test/support/chromium.ts'
import { institutionFile } from '../../../../test/support/institution.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { inAllEntities } from '../../../../test/support/one-entity.ts'
import { paymentAbroad } from '../../../../test/support/payment-order.ts'
import {
  answerIn,
  approveAs,
  codeNow,
  forgetCodes,
  openListeners,
  openThirdParty,
} from '../../../../test/support/third-party.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { createPaymentConsent } from '../../consents/index.ts'
import { putLogo } from '../../dcr/logos/queries.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** SCREENSHOTS=<folder> stores a picture of every page. */
const shots = process.env['SCREENSHOTS']
const SIZES = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]
const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamten Ltd'
const LOGO =
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><rect width="300" height="100" fill="#00706b"/><circle cx="150" cy="50" r="40" fill="#fff"/></svg>'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const fits = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth')

const violations = (page: Page, rules: readonly string[]) =>
  page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )

describe.skipIf(!hasChromium)('every page of the users', { timeout: 300_000 }, () => {
  let listeners: Awaited<ReturnType<typeof openListeners>>
  let third: Awaited<ReturnType<typeof openThirdParty>>
  /** A third party with a logo and long names. */
  let long: Awaited<ReturnType<typeof openThirdParty>>
  let chromium: Browser
  beforeAll(async () => {
    const institution = {
      tradingName: 'Hanse Kontor Bank',
      accentColour: '#00706b',
      support: '+44 20 7946 0199, every day',
      logo: 'logo.svg',
    }
    listeners = await openListeners(await testDatabase(), { INSTITUTION_FILE: institutionFile(institution, LOGO) })
    third = await openThirdParty(listeners)
    const names = { name: 'Ledgerly Liquidity Forecasts for Growing Businesses', organisation: LONG_NAME }
    long = await openThirdParty(listeners, {}, await listeners.newSoftware(names))
    const { db, services } = listeners
    const logo = { type: 'image/png', bytes: PIXEL } as const
    await inTransaction(db, (tx) => putLogo(tx, long.clientId, logo, services.clock.wall()))
    await inAllEntities(db, `update accounts set friendly_name = '${LONG_NAME}' where name = 'Subscription account'`)
    chromium = await openChromium()
  }, 240_000)
  afterAll(async () => {
    await chromium?.close()
    await listeners?.close()
  })
  beforeEach(() => forgetCodes(listeners.db))

  const linkTo = async (consentId: string, isPayment = false) =>
    third.link(consentId, isPayment ? { scope: 'openid payments' } : {})
  const ALL = [
    'ReadAccountsDetail',
    'ReadBalances',
    'ReadTransactionsDetail',
    'ReadTransactionsCredits',
    'ReadTransactionsDebits',
  ]

  /** Logs in; the last code of the user counts again. */
  async function logIn(page: Page, who = listeners.credentials.psus[0]!): Promise<void> {
    await forgetCodes(listeners.db)
    await page.getByLabel('Username').fill(who.username)
    await page.getByLabel('Password').fill(who.password)
    const code = page.getByLabel('Code', { exact: true })
    if ((await code.count()) > 0) await code.fill(codeNow(who.totpSecret))
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  const openPayment = async (page: Page, ...order: Parameters<typeof third.paymentConsent>) => {
    await page.goto(await linkTo(await third.paymentConsent(...order), true))
    await logIn(page)
    await page.getByRole('heading', { name: 'Approve a payment' }).waitFor()
  }

  const openConnections = async (page: Page, who?: Parameters<typeof logIn>[1]) => {
    await page.goto(`${listeners.pages}/open-banking/connections`)
    await logIn(page, who)
    await page.getByRole('heading', { name: 'Connected third parties' }).waitFor()
  }

  /** Stores a picture of the whole page, in a window as high as it: what sticks to an edge covers nothing then. */
  async function snap(page: Page, width: number, name: string): Promise<void> {
    if (!shots) return
    mkdirSync(shots, { recursive: true })
    await page.setViewportSize({ width, height: await page.evaluate<number>('document.documentElement.scrollHeight') })
    await page.screenshot({ path: path.join(shots, `${name}.png`) })
  }

  /** Each opens one page. */
  const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
    'log in': async (page) => page.goto(await linkTo(await third.consent(ALL))),
    'log in rejected': async (page) => {
      await page.goto(await linkTo(await third.consent(ALL)))
      await logIn(page, { ...listeners.credentials.psus[0]!, password: 'another password' })
      await page.locator('#error').waitFor()
      expect(await page.locator('[aria-invalid]').count()).toBe(3)
    },
    'account access': async (page) => {
      await page.goto(await linkTo(await third.consent(ALL)))
      await logIn(page)
      await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
    },
    'account access without a choice': async (page) => {
      await page.goto(await linkTo(await third.consent(ALL)))
      await logIn(page)
      await page.getByRole('button', { name: 'Share these accounts' }).click()
      await page.locator('#error').waitFor()
    },
    'time warning': async (page) => {
      await page.clock.install()
      await page.goto(await linkTo(await third.consent(ALL)))
      await logIn(page)
      await page.getByRole('heading', { name: 'Share your account information' }).waitFor()
      await page.clock.runFor('13:10')
      await page.getByText('Your time ends').waitFor()
    },
    payment: (page) => openPayment(page),
    'payment in a known browser': async (page) => {
      await openConnections(page)
      await openPayment(page)
    },
    'payment abroad': async (page) => {
      const { clock } = listeners.services
      const act = { actor: { type: 'client' as const }, at: clock.now(), wall: clock.wall() }
      const { consentId } = await inTransaction(listeners.db, (tx) =>
        createPaymentConsent(tx, paymentAbroad(third.clientId), act),
      )
      await page.goto(await linkTo(consentId, true))
      await logIn(page)
      await page.getByRole('heading', { name: 'Approve a payment' }).waitFor()
    },
    'payment without enough money': (page) => openPayment(page, '600000.00'),
    'payment from another account only': async (page) => {
      await page.goto(await linkTo(await third.paymentConsent(), true))
      await logIn(page, listeners.credentials.psus[1]!)
      await page.getByText('The payment would be rejected').waitFor()
    },
    'payment to a close name': (page) => openPayment(page, '12.00', 'Brightwater Ltd #NEAR', { currency: 'GBP' }),
    'payment to an unchecked name': (page) => openPayment(page, '12.00', 'Brightwater Ltd #NA', { currency: 'GBP' }),
    'payment to another name': (page) => openPayment(page, '12.00', 'Brightwater Ltd #NOMATCH', { currency: 'GBP' }),
    'payment with a wrong code': async (page) => {
      await openPayment(page)
      await page.getByLabel('Operating account').check()
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await page.getByRole('button', { name: 'Approve the payment' }).click()
      await page.locator('#error').waitFor()
    },
    connections: openConnections,
    withdraw: async (page) => {
      await openConnections(page)
      await page.getByRole('link', { name: 'Withdraw access' }).first().click()
      await page.getByRole('heading', { name: 'Withdraw the access' }).waitFor()
    },
    'set up an authenticator app': async (page) => {
      await openConnections(page)
      await page.getByRole('link', { name: 'Set up another app' }).click()
      await page.getByLabel('Code of the new app').fill('000000')
      await page.getByRole('button', { name: 'Use this app' }).click()
      await page.locator('#error').waitFor()
    },
    ended: (page) => page.goto(`${listeners.pages}/open-banking/consent/unknown`),
    'already approved': async (page) => {
      const { browser, page: first } = await approveAs(
        listeners,
        await linkTo(await third.consent()),
        listeners.credentials.psus[0]!,
      )
      expect(browser).toBeDefined()
      await page.goto(first.url)
    },
    'a link that cannot be used': (page) => page.goto(`${listeners.pages}/open-banking/authorize?client_id=nobody`),
    'a form that cannot be read': async (page) => {
      await page.goto(await linkTo(await third.consent()))
      const action = await page.locator('#log-in').getAttribute('action')
      await page.setContent(
        `<form method="post" action="${listeners.pages}${action}" enctype="text/plain"><button>Send</button></form>`,
      )
      await page.getByRole('button').click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
    'too many attempts': async (page) => {
      await page.goto(await linkTo(await third.consent()))
      const who = { ...listeners.credentials.psus[1]!, username: 'nobody-at-all', password: 'wrong password' }
      const isDelayed = () => page.getByText('Too many attempts failed').isVisible()
      for (let i = 0; i < 15 && !(await isDelayed()); i++) await logIn(page, who)
      await page.getByText('Too many attempts failed').waitFor()
      expect(await page.locator('[aria-invalid]').count()).toBe(0)
    },
    'payment after too many attempts': async (page) => {
      await page.goto(await linkTo(await third.paymentConsent(), true))
      const who = { ...listeners.credentials.psus[1]!, username: 'nobody-who-pays', password: 'wrong password' }
      const isDelayed = () => page.getByText('Too many attempts failed').isVisible()
      for (let i = 0; i < 15 && !(await isDelayed()); i++) await logIn(page, who)
      await page.getByRole('button', { name: 'Log in with a passkey now' }).waitFor()
    },
    'payment to another name, not confirmed': async (page) => {
      await openPayment(page, '12.00', 'Brightwater Ltd #NOMATCH', { currency: 'GBP' })
      await page.evaluate("document.getElementById('decide').noValidate = true")
      await page.getByRole('button', { name: 'Approve the payment' }).click()
      await page.locator('#error').waitFor()
    },
    'payment with long names': async (page) => {
      await page.goto(
        await long.link(await long.paymentConsent('99999999.99', LONG_NAME), { scope: 'openid payments' }),
      )
      await logIn(page)
      await page.getByText('99,999,999.99').waitFor()
    },
    'account access with long names': async (page) => {
      await page.goto(await long.link(await long.consent(ALL)))
      await logIn(page, listeners.credentials.psus[1]!)
      await page.getByText(LONG_NAME).first().waitFor()
    },
    'connections of all kinds': async (page) => {
      const who = listeners.credentials.psus[1]!
      for (const by of [long, third]) {
        const { answer } = await approveAs(listeners, await by.link(await by.consent(ALL)), who)
        const { body } = await by.redeem(answer['code']!)
        await by.api('/open-banking/v4.0/aisp/accounts', body.access_token as string)
      }
      await approveAs(listeners, await linkTo(await third.paymentConsent(), true), who, (ids) => ids.slice(0, 1))
      await addAuthenticator(page)
      await openConnections(page, who)
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('The passkey was added').waitFor()
      await page.getByRole('link', { name: 'Withdraw access' }).first().click()
      await page.getByRole('button', { name: 'Withdraw access' }).click()
      await page.getByText('The access was withdrawn').waitFor()
    },
    'focus on a button': async (page) => {
      await page.goto(await linkTo(await third.consent(ALL)))
      await logIn(page)
      await page.locator('#approve').waitFor()
      const focused = () => page.evaluate('document.activeElement.id')
      for (let i = 0; i < 30 && (await focused()) !== 'approve'; i++) await page.keyboard.press('Tab')
      expect(await focused()).toBe('approve')
    },
  }

  beforeAll(async () => {
    for (const accounts of [1, 10]) {
      const link = await third.link(await third.consent(ALL))
      const { answer } = await approveAs(listeners, link, listeners.credentials.psus[0]!, (ids) =>
        ids.slice(0, accounts),
      )
      await third.redeem(answer['code']!)
    }
  }, 60_000)

  test.each(Object.keys(PAGES))('%s: readable at each width, light and dark, and axe finds nothing', async (name) => {
    const { context, page } = await openWindow(chromium, { viewport: SIZES[0]!, bypassCSP: true })
    await PAGES[name]!(page)
    await page.evaluate(axe)
    for (const size of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await snap(page, size.width, `${name} ${size.width} ${colorScheme}`)
        await page.setViewportSize(size)
        expect(await fits(page), `${name} at ${size.width} px`).toBe(true)
        const rules = colorScheme === 'light' ? RULES : COLOUR_RULES // a page has the same parts in both
        expect(await violations(page, rules), `${name} at ${size.width} px, ${colorScheme}`).toEqual([])
      }
    await context.close()
  })

  test('a focused field is never behind the buttons, at every size', async () => {
    const { context, page } = await openWindow(chromium, { viewport: SIZES[0]!, reducedMotion: 'reduce' })
    await PAGES['account access']!(page)
    for (const size of [...SIZES, { width: 320, height: 360 }]) {
      await page.setViewportSize(size)
      await page.evaluate('document.activeElement.blur(); window.scrollTo(0, 0)')
      const count = await page.locator('input[name=account]').count()
      for (let i = 0; i < count; i++) {
        await page.locator('input[name=account]').nth(i).focus()
        const isSeen = await page.evaluate(`(() => {
          const { left, top, width, height } = document.activeElement.getBoundingClientRect()
          const at = document.elementFromPoint(left + width / 2, top + height / 2)
          return at === document.activeElement
        })()`)
        expect(isSeen, `account ${i} at ${size.width} x ${size.height}`).toBe(true)
      }
    }
    await context.close()
  })

  test.each([320, 390, 1280])(
    'the buttons of a decision are in view at the top of the page at %i px',
    async (width) => {
      const { context, page } = await openWindow(chromium, { viewport: { width, height: 700 } })
      await PAGES['account access']!(page)
      await page.evaluate('window.scrollTo(0, 0)')
      for (const name of ['Share these accounts', 'Refuse']) {
        const box = (await page.getByRole('button', { name }).boundingBox())!
        expect(box.y + box.height).toBeLessThanOrEqual(700)
      }
      await context.close()
    },
  )

  test('"Select all" ticks every account with script, and none when pressed again', async () => {
    const { context, page } = await openWindow(chromium, {})
    await PAGES['account access']!(page)
    const ticked = () => page.locator('input[name=account]:checked').count()
    await page.getByRole('button', { name: 'Select all accounts' }).click()
    expect(await ticked()).toBe(10)
    await page.getByText('All 10 accounts are selected.').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Select no account' }).click()
    expect(await ticked()).toBe(0)
    await context.close()
  })

  test.each([['light'], ['dark']] as const)('without script every step works (%s)', async (colorScheme) => {
    const { context, page } = await openWindow(chromium, { viewport: SIZES[0]!, colorScheme, javaScriptEnabled: false })
    await PAGES['account access']!(page)
    await page.getByRole('button', { name: 'Select all accounts' }).click()
    expect(await page.locator('input[name=account]:checked').count()).toBe(10)
    await page.getByRole('button', { name: 'Get more time' }).click()
    expect(await page.locator('input[name=account]:checked').count()).toBe(10)
    const back = page.waitForResponse(
      (response) => response.headers()['location']?.startsWith('https://third-party') ?? false,
    )
    await page.getByRole('button', { name: 'Share these accounts' }).click()
    expect(answerIn((await back).headers()['location']!)).toHaveProperty('code')
    await context.close()
  })
})
