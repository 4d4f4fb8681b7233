import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import type { Credentials } from '../../src/sim/seed/credentials.ts'
import { hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../support/chromium.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

let server: Awaited<ReturnType<typeof startFreshServer>>
beforeAll(async () => {
  if (hasChromium) server = await startFreshServer()
})
afterAll(() => server?.stop())

/** Credentials of an API client. */
interface Named {
  clientId: string
  clientSecret: string
}

async function withConsole<T>(
  { clientId, clientSecret }: Named,
  use: (page: Awaited<ReturnType<typeof openWindow>>['page']) => Promise<T>,
): Promise<T> {
  const browser = await openChromium()
  try {
    const { page } = await openWindow(browser, { baseURL: server.credentials.baseUrl })
    await page.goto('/console/')
    await page.getByLabel('Client id').fill(clientId)
    await page.getByLabel('Client secret').fill(clientSecret)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.locator('button.account').first().waitFor()
    return await use(page)
  } finally {
    await browser.close()
  }
}

test.skipIf(!hasChromium)(
  'the console of a client of two entities shows and deals for the entity that is chosen',
  async () => {
    const { group } = JSON.parse(readFileSync(server.credentialsFile, 'utf8')) as Credentials
    await withConsole(group!, async (page) => {
      const choice = page.getByLabel('Entity', { exact: true })
      expect(await choice.locator('option').count()).toBe(2)
      const accountsOf = async (entityId: string) => {
        const answer = page.waitForResponse((response) => response.url().includes(`/v1/balances?entityId=${entityId}`))
        await choice.selectOption(entityId)
        const { data } = (await (await answer).json()) as { data: { accountId: string }[] }
        await page.locator(`#${data[0]!.accountId}`).waitFor()
        const shown = await page.locator('button.account').evaluateAll((cards) => cards.map(({ id }) => id))
        expect(shown.toSorted()).toEqual(data.map(({ accountId }) => accountId).toSorted())
        return shown
      }
      const { rm, abs } = group!.entityIds
      const first = await choice.inputValue()
      const [other, again] = first === rm ? [abs, rm] : [rm, abs]
      const accounts = [await accountsOf(other), await accountsOf(again)]
      expect(accounts[0]!.filter((id) => accounts[1]!.includes(id))).toEqual([])

      await choice.selectOption(other)
      await page.getByRole('link', { name: 'Deals' }).click()
      await page.locator('select[name=buyCurrency] option').nth(1).waitFor({ state: 'attached' })
      const estimated = page.waitForResponse((response) => response.url().includes('/v1/fx/quotes/estimate?'))
      await page.getByLabel('Amount', { exact: true }).fill('10.00')
      expect(new URL((await estimated).url()).searchParams.get('entityId')).toBe(other) // its own price
      const quoted = page.waitForResponse((response) => response.url().endsWith('/v1/fx/quotes/spot'))
      await page.getByRole('button', { name: 'Get a quote' }).click()
      expect(await (await quoted).json()).toMatchObject({ entityId: other })
      await page.getByRole('button', { name: 'Book it' }).waitFor()
    })
  },
)

test.skipIf(!hasChromium)('the console of a client of one entity names it and offers no choice', async () => {
  await withConsole(server.credentials.clients.abs, async (page) => {
    expect(await page.locator('.who').innerText()).toContain('ABS')
    expect(await page.getByLabel('Entity', { exact: true }).count()).toBe(0)
  })
})

test.skipIf(!hasChromium)('a decimal comma multiplies no amount, and accounts of one currency have names', async () => {
  await withConsole(server.credentials.clients.abs, async (page) => {
    const names = await page.locator('button.account .name').allInnerTexts()
    expect([names.length > 1, new Set(names).size]).toEqual([true, names.length])
    await page.getByRole('link', { name: 'Deals' }).click()
    await page.locator('select[name=buyCurrency] option').nth(1).waitFor({ state: 'attached' })
    await page.getByLabel('Amount', { exact: true }).fill('12,34')
    await page.getByRole('button', { name: 'Get a quote' }).click()
    await page.getByText('a point before the decimals').first().waitFor()
    expect(await page.getByRole('button', { name: 'Book it' }).count()).toBe(0)
    await page.getByLabel('Amount', { exact: true }).fill('1,234.50')
    await page.getByRole('button', { name: 'Get a quote' }).click()
    await page.getByText('1,234.50').first().waitFor()
  })
})

test.skipIf(!hasChromium)(
  'the focus of the keyboard goes on to the next step of a deal, and is never lost',
  async () => {
    await withConsole(server.credentials.clients.rm, async (page) => {
      await page.getByRole('link', { name: 'Deals' }).click()
      await page.locator('select[name=buyCurrency] option').nth(1).waitFor({ state: 'attached' })
      const ask = page.getByRole('button', { name: 'Get a quote' })
      const hasFocus = (selector: string) => page.locator(`${selector}:focus`).waitFor()
      await page.getByLabel('Amount', { exact: true }).fill('0.001')
      await ask.press('Enter')
      await page.locator('.alert:not(:empty)').first().waitFor()
      await hasFocus('button:text-is("Get a quote")')

      await page.getByLabel('Amount', { exact: true }).fill('10.00')
      await page.route('**/v1/fx/quotes/spot', async (route) => {
        const quote = (await (await route.fetch()).json()) as { createdAt: string; expiresAt: string }
        const expiresAt = new Date(Date.parse(quote.createdAt) + 1000).toISOString()
        await route.fulfill({ status: 201, json: { ...quote, expiresAt } })
      })
      await ask.press('Enter')
      await hasFocus('button:text-is("Quote again")')
      await page.getByRole('status').getByText('Expired').waitFor()

      await page.unroute('**/v1/fx/quotes/spot')
      await page.getByRole('button', { name: 'Quote again' }).press('Enter')
      await page.getByRole('timer').getByText('Valid for').waitFor()
      await hasFocus('button:text-is("Book it")')
      await page.getByRole('button', { name: 'Book it' }).press('Enter')
      await hasFocus('.booked')
    })
  },
)

test.skipIf(!hasChromium)('signing in and out moves the focus and the title to the page that is shown', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    await page.locator('#content:focus').waitFor()
    expect(await page.title()).toMatch(/^Accounts · /)
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.locator('input[name=username]:focus').waitFor()
    expect(await page.title()).toMatch(/^Sign in · /)
  })
})

test.skipIf(!hasChromium)('a clock that cannot be moved says why', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    await page.getByRole('button', { name: '+1 day' }).waitFor()
    await page.route('**/v1/sandbox/clock', (route) => route.abort())
    await page.getByRole('button', { name: '+1 day' }).press('Enter')
    await page.locator('.clock [role=alert]:not(:empty)').waitFor()
    await page.setViewportSize({ width: 360, height: 800 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })
})

test.skipIf(!hasChromium)('trades name the pair of their rate, and IBANs are in groups of four', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    expect(await page.locator('p.id').innerText()).toMatch(/^DE\d\d( \d{4}){4} \d\d · acc_/)
    await page.getByRole('link', { name: 'Deals' }).click()
    await page.locator('select[name=buyCurrency] option').nth(1).waitFor({ state: 'attached' })
    await page.getByLabel('Amount', { exact: true }).fill('10.00')
    await page.getByRole('button', { name: 'Get a quote' }).click()
    await page.getByRole('button', { name: 'Book it' }).click()
    expect(await page.locator('td[data-title=Rate]').first().innerText()).toMatch(/^[\d.]+ EUR\/GBP$/)
  })
})

test.skipIf(!hasChromium)('the keyboard continues with the last page of a list, whose button is gone', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    const more = page.getByRole('button', { name: 'Show more' })
    const rows = page.locator('tbody > tr')
    const answerInShortPages = () =>
      page.route('**/v1/transactions?*', (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('limit', '3')
        return route.continue({ url: url.href })
      })
    await answerInShortPages()
    await page.locator('button.account').first().click()
    await more.waitFor()
    let shown = await rows.count()
    await page.unroute('**/v1/transactions?*')
    await page.route('**/v1/transactions?*', (route) => route.abort())
    await more.press('Enter')
    await page.locator('.alert:not(:empty)').waitFor()
    await page.unroute('**/v1/transactions?*')
    await answerInShortPages()
    while (await more.isVisible()) {
      shown = await rows.count()
      await more.press('Enter')
      await rows.nth(shown).waitFor()
      await page.locator('button[aria-busy]').waitFor({ state: 'detached' })
      expect(await page.locator('.alert:not(:empty)').count()).toBe(0) // the failure before is over
      expect(await page.evaluate('document.activeElement === document.body')).toBe(false)
    }
    expect(await rows.nth(shown).evaluate((row) => row === row.ownerDocument.activeElement)).toBe(true)
  })
})

/** Lists the account cards whose content is wider than they are. */
const BEYOND = `[...document.querySelectorAll('button.account')].filter((card) => {
  const range = document.createRange()
  range.selectNodeContents(card)
  return range.getBoundingClientRect().right > card.getBoundingClientRect().right
}).map((card) => card.textContent)`

test.skipIf(!hasChromium)(
  'a large amount and a long name stay inside their card, on a desk and on a phone',
  async () => {
    await withConsole(server.credentials.clients.rm, async (page) => {
      await page.route('**/v1/accounts?*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { name: string }[] }
        for (const account of answer.data)
          account.name = 'حساب التشغيل الرئيسي Donaudampfschifffahrtsgesellschaftskonto'
        await route.fulfill({ json: answer })
      })
      await page.route('**/v1/balances?*', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { available: string; booked: string }[] }
        for (const balance of answer.data) Object.assign(balance, { available: '9999999999999.99', booked: '1.00' })
        await route.fulfill({ json: answer })
      })
      await page.getByRole('link', { name: 'Deals' }).click()
      await page.getByRole('link', { name: 'Accounts' }).click()
      await page.getByText('9,999,999,999,999.99').first().waitFor()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 })
        const beyond = await page.evaluate<string[]>(BEYOND)
        expect([width, beyond]).toEqual([width, []])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    })
  },
)

const LONG_NAME =
  'Gesellschaft für internationalen Maschinenbau und Anlagentechnik Nordhafen Beteiligungsverwaltung GmbH & Co. KGaA'

test.skipIf(!hasChromium)('"Sign out" stays beside the name of the entity, however long that is', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    const rows = async (width: number) => {
      await page.setViewportSize({ width, height: 800 })
      const boxes = ['.brand', '.who', 'header button:text-is("Sign out")'].map((part) =>
        page.locator(part).boundingBox(),
      )
      const middles = (await Promise.all(boxes)).map((box) => Math.round(box!.y + box!.height / 2))
      return { brand: middles[0]!, name: middles[1]!, signOut: middles[2]! }
    }
    const short = await rows(1280)
    expect(Math.abs(short.signOut - short.brand)).toBeLessThan(4) // all in one row on a usual screen
    await page.locator('.who bdi').evaluate((element, name) => (element.textContent = name), LONG_NAME)
    for (const width of [1440, 1280, 900, 700]) {
      const { name, signOut } = await rows(width)
      expect([width, Math.abs(name - signOut) < 4]).toEqual([width, true])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    const { name, signOut } = await rows(360)
    expect(Math.abs(name - signOut)).toBeLessThan(4)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })
})

/** Lists the controls of the bar with their places, in the order of the document, which the keyboard follows. */
const CONTROLS = `[...document.querySelectorAll('header a, header select, header button')].map((control) => {
  const { left, top, height } = control.getBoundingClientRect()
  return { name: control.ariaLabel ?? control.textContent, left, middle: top + height / 2 }
})`

test.skipIf(!hasChromium)('the keyboard goes through the bar from left to right and from top to bottom', async () => {
  const { group } = JSON.parse(readFileSync(server.credentialsFile, 'utf8')) as Credentials
  await withConsole(group!, async (page) => {
    await page.getByRole('button', { name: '+1 day' }).waitFor()
    for (const width of [320, 360, 640, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const controls = await page.evaluate<{ name: string; left: number; middle: number }[]>(CONTROLS)
      const isLater = (a: (typeof controls)[0], b: (typeof controls)[0]) =>
        Math.abs(a.middle - b.middle) < 8 ? b.left > a.left : b.middle > a.middle
      const wrong = controls.slice(1).filter((control, i) => !isLater(controls[i]!, control))
      expect([width, controls.length, wrong]).toEqual([width, 5, []])
    }
  })
})

test.skipIf(!hasChromium)('a view has a heading of the first level, and its clock names the time zone', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Accounts'])
    expect(await page.locator('.clock').innerText()).toMatch(/\d{4}, \d\d:\d\d UTC/)
    await page.getByRole('columnheader', { name: 'Description' }).waitFor()
  })
})

test.skipIf(!hasChromium)('a balance of eight digits is not broken into two lines on a telephone', async () => {
  await withConsole(server.credentials.clients.rm, async (page) => {
    await page.setViewportSize({ width: 375, height: 700 })
    const card = page.locator('button.account .amount').first()
    await card.evaluate((shown) => {
      shown.innerHTML = '11,<wbr>000,<wbr>000.00'
    })
    const lines = await card.evaluate((shown) => {
      const range = shown.ownerDocument.createRange()
      range.selectNodeContents(shown)
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
  })
})
