import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../../../../test/support/chromium.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { codeNow, forgetCodes, openListeners, openThirdParty } from '../../../../test/support/third-party.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

describe.skipIf(!hasChromium)('the pages of a decision', { timeout: 120_000 }, () => {
  let listeners: Awaited<ReturnType<typeof openListeners>>
  let third: Awaited<ReturnType<typeof openThirdParty>>
  let chromium: Browser
  beforeAll(async () => {
    listeners = await openListeners(await testDatabase())
    third = await openThirdParty(listeners)
    chromium = await openChromium()
  }, 240_000)
  afterAll(async () => {
    await chromium?.close()
    await listeners?.close()
  })
  beforeEach(() => forgetCodes(listeners.db))

  async function openDecision(link: string, options: Parameters<typeof openWindow>[1] = {}) {
    const { context, page } = await openWindow(chromium, options)
    const { username, password, totpSecret } = listeners.credentials.psus[0]!
    await page.goto(link)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill(password)
    const code = page.getByLabel('Code', { exact: true }) // a payment asks for it later
    if ((await code.count()) > 0) await code.fill(codeNow(totpSecret))
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.locator('#decide').waitFor()
    await forgetCodes(listeners.db)
    return { context, page, code: () => codeNow(totpSecret) }
  }
  const openAccess = async (options: Parameters<typeof openWindow>[1] = {}) =>
    openDecision(await third.link(await third.consent()), options)
  const openPayment = async (payee: string) =>
    openDecision(await third.link(await third.paymentConsent('12.00', payee), { scope: 'openid payments' }))

  /** Presses Enter where the focus is; returns what the form would send: the value of its button, or nothing. */
  async function sentOnEnter(page: Page): Promise<string | null> {
    await page.evaluate(`document.body.removeAttribute('data-sent')
      document.addEventListener('submit', (event) => {
        event.preventDefault()
        document.body.dataset.sent = event.submitter?.value ?? ''
      })`)
    await page.keyboard.press('Enter')
    return page.locator('body').getAttribute('data-sent')
  }

  const selected = (page: Page) => page.locator('input[name=account]:checked').count()

  test('Enter on one account does not select all the others', async () => {
    const { context, page } = await openAccess()
    await page.getByLabel('Sterling account').focus()
    await page.keyboard.press('Space')
    expect(await sentOnEnter(page)).toBeNull()
    expect(await selected(page)).toBe(1)
    await context.close()
  })

  test('Enter on one account keeps the choice without script, too', async () => {
    const { context, page } = await openAccess({ javaScriptEnabled: false })
    await page.getByLabel('Sterling account').focus()
    await page.keyboard.press('Space')
    const again = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.keyboard.press('Enter')
    expect((await again).status()).toBe(200)
    expect(await page.getByLabel('Sterling account').isChecked()).toBe(true)
    expect(await selected(page)).toBe(1)
    await context.close()
  })

  test('Enter does not refuse a payment whose payee’s name does not match', async () => {
    const { context, page, code } = await openPayment('Another Name Ltd #NOMATCH')
    await page.getByText('I was warned that the name does not match').click()
    expect(await sentOnEnter(page)).toBeNull()
    await page.getByLabel('Code', { exact: true }).fill(code())
    expect(await sentOnEnter(page)).toBeNull()
    await context.close()
  })

  test('the button that Enter presses is drawn for all browsers, and neither reached by Tab nor read out', async () => {
    const { context, page } = await openAccess()
    const stay = page.locator('#stay')
    expect(await stay.boundingBox()).toMatchObject({ width: 1, height: 1 }) // Safari has passed over one that is not drawn
    expect(await page.getByRole('button', { name: 'Stay on this page' }).count()).toBe(0)
    expect(await stay.getAttribute('tabindex')).toBe('-1')
    await context.close()
  })

  test('Enter after the code approves a payment without a warning', async () => {
    const { context, page, code } = await openPayment('Brightwater Ltd')
    await page.getByLabel('Code', { exact: true }).fill(code())
    expect(await sentOnEnter(page)).toBe('approve')
    await context.close()
  })

  test('a user without a passkey is not offered to approve with one', async () => {
    const { context, page } = await openPayment('Brightwater Ltd')
    expect(await page.getByRole('button', { name: 'Approve the payment' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Approve with a passkey' }).count()).toBe(0)
    await context.close()
  })

  test('at a zoom of 200 % the frame of the page does not touch the edges of the window', async () => {
    const { context, page } = await openAccess({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
    for (const width of [640, 672, 704, 1280]) {
      await page.setViewportSize({ width, height: 450 })
      const box = (await page.locator('main').boundingBox())!
      expect(box.x, `left at ${width} px`).toBeGreaterThanOrEqual(16)
      expect(box.x + box.width, `right at ${width} px`).toBeLessThanOrEqual(width - 16)
    }
    await context.close()
  })
})
