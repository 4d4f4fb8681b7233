import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** True if a browser for tests exists; skipped tests report it. */
export const hasChromium = existsSync(EXECUTABLE)
export const NO_CHROMIUM = `no browser at ${EXECUTABLE}: install Debian's chromium to run the tests of the pages`

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] })

/** Opens a user's browser window with timeouts suitable for a busy machine. */
export async function openWindow(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(120_000)
  return { context, page: await context.newPage() }
}
