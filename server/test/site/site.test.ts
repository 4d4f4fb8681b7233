import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../support/chromium.ts'
import { ensureSite, siteDirectory } from './built-site.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

let server: Awaited<ReturnType<typeof startFreshServer>>
let browser: Awaited<ReturnType<typeof openChromium>>
beforeAll(async () => {
  await ensureSite()
  server = await startFreshServer()
  if (hasChromium) browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${server.credentials.baseUrl}${address}`, { headers, redirect: 'manual' })
const PAGE = { accept: 'text/html,application/xhtml+xml' }

describe('the site at /docs', () => {
  test('is where / sends a browser, and a program still gets a problem', async () => {
    const answer = await get('/', PAGE)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/'])
    expect((await get('/')).status).toBe(404)
    expect((await get('/docs', PAGE)).headers.get('location')).toBe('/docs/')
  })

  test('allows no script but its own files and those in its pages, by their digests', async () => {
    for (const address of ['/docs/', '/docs/start', '/docs/api/', '/docs/nowhere']) {
      const answer = await get(address, PAGE)
      expect(answer.status).toBe(address === '/docs/nowhere' ? 404 : 200)
      const policy = answer.headers.get('content-security-policy')!
      const [, scripts = ''] = /script-src ([^;]+)/.exec(policy)!
      expect(scripts).toMatch(/^'self'( 'sha256-[A-Za-z0-9+/=]+')*$/)
      expect(policy).toContain("default-src 'none'")
    }
  })

  test('has a paragraph for the type of each problem', async () => {
    const problem = (await (await get('/v1/accounts')).json()) as { type: string; code: string }
    const page = await (await get(problem.type.split('#')[0]!, PAGE)).text()
    expect(problem.type).toBe(`/docs/errors#${problem.code}`)
    expect(page).toContain(`id="${problem.code}"`)
  })

  test('has each page as Markdown, and lists them for language models', async () => {
    const list = await (await get('/docs/llms.txt')).text()
    const names = [...list.matchAll(/\]\(([\w/-]+\.md)\): \S/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(35)
    for (const name of names) expect((await get(`/docs/${name}`)).headers.get('content-type')).toContain('markdown')
    expect((await get('/llms.txt')).headers.get('location')).toBe('/docs/llms.txt')
  })

  test('is sent compressed and not sent again while it is the same', async () => {
    const answer = await get('/docs/start', { ...PAGE, 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    const again = await get('/docs/start', {
      ...PAGE,
      'accept-encoding': 'gzip',
      'if-none-match': answer.headers.get('etag')!,
    })
    expect(again.status).toBe(304)
  })

  test.each([
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/site.json',
    '/docs/start.html.gz',
  ])('reads no file outside its list: %s', async (address) => expect((await get(address)).status).toBe(404))

  test('has no link to an address or a heading that does not exist', async () => {
    const { files } = JSON.parse(readFileSync(path.join(siteDirectory, 'site.json'), 'utf8')) as { files: object }
    const read = (name: string) => readFileSync(path.join(siteDirectory, name), 'utf8')
    const names = Object.keys(files).filter((name) => name.endsWith('.html') && !name.startsWith('api/'))
    const known = new Map(names.map((name) => [name, idsOf(read(name))]))
    const dead = new Set<string>()
    const elsewhere = new Set<string>()
    for (const name of names) {
      for (const [, href] of read(name).matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href!, `http://site/docs/${name}`)
        if (origin !== 'http://site') continue
        const target = pathname.replace(/^\/docs\//, '').replace(/(^|\/)$/, '$1index') // "guides/" is guides/index.html
        const ids = known.get(target) ?? known.get(`${target}.html`)
        if (!ids) elsewhere.add(pathname)
        else if (hash && !ids.has(decodeURIComponent(hash.slice(1)))) dead.add(`${name}: ${href}`)
      }
    }
    for (const pathname of elsewhere) if ((await get(pathname, PAGE)).status >= 400) dead.add(pathname)
    expect([...dead]).toEqual([])
  })

  test('shows no marks of the source and no links to invented addresses', () => {
    const read = (page: string) => readFileSync(path.join(siteDirectory, page), 'utf8')
    expect(read('benchmarks.html')).not.toContain('&lt;!--')
    expect(read('benchmarks.html')).toMatch(/≤\u00a010\.0\u00a0s/) // on one line
    expect(read('settings.html')).toContain('https://app.example.com')
    expect(read('settings.html')).not.toContain('href="https://app.example.com')
    expect(read('payment-life-cycle.html')).toContain('Approval<wbr>Recalled')
  })

  test('loads nothing from elsewhere', () => {
    const { files } = JSON.parse(readFileSync(path.join(siteDirectory, 'site.json'), 'utf8')) as { files: object }
    const html = Object.keys(files).filter((name) => name.endsWith('.html'))
    expect(html.length).toBeGreaterThan(40)
    const outside = html.flatMap((name) =>
      [
        ...readFileSync(path.join(siteDirectory, name), 'utf8').matchAll(
          /<(?:script|link|img)[^>]*(?:src|href)="(https?:[^"]+)"/g,
        ),
      ].map(([, url]) => `${name}: ${url}`),
    )
    expect(outside).toEqual([])
  })
})

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))

/** Reads a page as a person: in a window of one width and appearance. Fails on errors in its console and on requests elsewhere. */
async function reading<T>(
  address: string,
  { width = 1280, colorScheme = 'light' as 'light' | 'dark' },
  use: (page: Awaited<ReturnType<typeof openWindow>>['page']) => Promise<T>,
): Promise<T> {
  const viewport = { width, height: 900 }
  const { context, page } = await openWindow(browser, { baseURL: server.credentials.baseUrl, viewport, colorScheme })
  const complaints: string[] = []
  // The status of the page itself is not a complaint: one of the addresses does not exist.
  page.on(
    'console',
    (message) =>
      void (message.type() === 'error' && !/status of 404/.test(message.text()) && complaints.push(message.text())),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.credentials.baseUrl))
      complaints.push(request.url())
  })
  try {
    await page.goto(address, { waitUntil: 'networkidle' })
    const result = await use(page)
    expect(complaints).toEqual([])
    return result
  } finally {
    await context.close()
  }
}

const axe = readFileSync(path.join(siteDirectory, '..', '..', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8')
const violationsOf = async (page: Awaited<ReturnType<typeof openWindow>>['page']) => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as never as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> }
      }
    ).axe.run()
    return violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`)
          .join('; ')}`,
    )
  })
}

/** The viewer of the API reference completes its parts a moment after it has drawn them. */
const POLLED = { timeout: 60_000, interval: 500 }

const READ = [
  '/docs/',
  '/docs/start',
  '/docs/concepts/quotes-and-trades',
  '/docs/payment-life-cycle',
  '/docs/errors',
  '/docs/guides/operating',
  '/docs/nowhere',
]

/** Returns the innermost parts of a page that make it scroll sideways. */
const WIDE_PARTS = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const scrolls = (part) => part && part !== document.body && (getComputedStyle(part).overflowX !== 'visible' || scrolls(part.parentElement))
  const isWide = (part) => part.getBoundingClientRect().right > clientWidth + 0.5 && !scrolls(part.parentElement)
  const parts = [...document.body.querySelectorAll('*')].filter((part) => isWide(part) && ![...part.children].some(isWide))
  return ['scrolls by ' + (scrollWidth - clientWidth), ...parts.slice(0, 3).map((part) => part.tagName + ' ' + part.textContent.slice(0, 80))]
})()`

/** Pages that are read in every window; the others in the first two. */
const FULLY_READ = ['/docs/', '/docs/concepts/quotes-and-trades']
const WINDOWS = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

describe.skipIf(!hasChromium)('a reader', () => {
  test.each(
    READ.flatMap((address) =>
      WINDOWS.slice(0, FULLY_READ.includes(address) ? 4 : 2).map((size) => ({ address, ...size })),
    ),
  )('gets $address in $colorScheme at $width pixels without a barrier', async ({ address, ...window }) => {
    await reading(address, window, async (page) => {
      expect(await violationsOf(page)).toEqual([])
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })

  test('prints the page alone, without menus', async () => {
    await reading('/docs/limits', {}, async (page) => {
      const bars = page.locator('.VPNav, .VPLocalNav, .VPSidebar, .VPDocFooter')
      expect(await bars.count()).toBeGreaterThan(2)
      await page.emulateMedia({ media: 'print' })
      for (const bar of await bars.all()) expect(await bar.isVisible()).toBe(false)
    })
  })

  test('scrolls no page sideways on a telephone', { timeout: 600_000 }, async () => {
    const { files } = JSON.parse(readFileSync(path.join(siteDirectory, 'site.json'), 'utf8')) as { files: object }
    const addresses = Object.keys(files)
      .filter((name) => name.endsWith('.html'))
      .map((name) => `/docs/${name.replace(/(?:(?<=^|\/)index)?\.html$/, '')}`)
    expect(addresses).toContain('/docs/limits')
    const viewport = { width: 390, height: 900 }
    const options = { baseURL: server.credentials.baseUrl, viewport }
    const wide: string[] = []
    const byScript = await openWindow(browser, options)
    const withoutScript = await openWindow(browser, { ...options, javaScriptEnabled: false })
    for (const address of addresses) {
      const isDrawnByScript = address === '/docs/api/' // other pages are complete without, and load much faster
      const { page } = isDrawnByScript ? byScript : withoutScript
      await page.goto(address, { waitUntil: isDrawnByScript ? 'networkidle' : 'load' })
      for (const width of [390, 320]) {
        await page.setViewportSize({ ...viewport, width })
        const parts = await page.evaluate<string[]>(WIDE_PARTS)
        if (parts.length > 0) wide.push(`${address} at ${width}: ${parts.join('; ')}`)
      }
    }
    expect(wide).toEqual([])
  })

  test('finds a page by a word in it, without a network', async () => {
    await reading('/docs/', {}, async (page) => {
      await page.keyboard.press('Control+k')
      await page.locator('.VPLocalSearchBox input').fill('drawdown')
      await page.locator('.VPLocalSearchBox .result', { hasText: 'Drawdown' }).first().waitFor()
    })
  })

  test.each(['held rate', 'consent', 'approval'])(
    'finds the guides and concepts for "%s" before the error codes',
    async (words) => {
      await reading('/docs/', {}, async (page) => {
        await page.keyboard.press('Control+k')
        await page.locator('.VPLocalSearchBox input').fill(words)
        await page.locator('.VPLocalSearchBox .result').nth(4).waitFor()
        const addresses = await page
          .locator('.VPLocalSearchBox .result')
          .evaluateAll((found) => found.slice(0, 5).map((each) => (each as unknown as { href: string }).href))
        expect(addresses.filter((address) => /\/docs\/(?:errors|changelog)\b/.test(address))).toEqual([])
      })
    },
  )

  test.each(['light', 'dark'] as const)(
    'reads an operation in the API reference in %s, with samples in three languages',
    async (colorScheme) => {
      await reading('/docs/api/', { colorScheme }, async (page) => {
        await page.getByRole('button', { name: 'FX spot' }).first().click()
        await page.getByText('Quote a spot deal').first().click()
        await page.getByText('/v1/fx/quotes/spot').first().waitFor()
        expect(await violationsOf(page)).toEqual([])
        const language = page.getByRole('button', { name: 'curl', exact: true }).first()
        await language.click()
        await page.getByRole('option', { name: 'Python' }).first().click()
        await page.locator('pre', { hasText: 'from cambist import Cambist' }).first().waitFor()
      })
    },
  )

  test('reads the operation with most error codes in the API reference without a barrier', async () => {
    await reading('/docs/api/#openapi/tag/payments/POST/v1/payments', {}, async (page) => {
      await page.locator('pre', { hasText: '/v1/payments' }).first().waitFor()
      await expect.poll(() => violationsOf(page), POLLED).toEqual([])
    })
  })

  test('sees every column of the events at 1280 pixels', async () => {
    await reading('/docs/events', {}, async (page) => {
      const hidden =
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.vp-doc table'))"
      expect(await page.evaluate<number>(hidden)).toBeLessThanOrEqual(1)
    })
  })

  test.each([
    { width: 1280, colorScheme: 'light' },
    { width: 390, colorScheme: 'dark' },
  ] as const)('reads the message of an event in the API reference at $width pixels', async (window) => {
    await reading('/docs/api/#events/tag/payment/webhook/POST/paymentcompleted', window, async (page) => {
      await page.getByText('A payment became Completed').first().waitFor()
      await page.getByText('"payment.completed"').first().waitFor() // in the example
      await expect.poll(() => violationsOf(page), POLLED).toEqual([])
    })
  })
})
