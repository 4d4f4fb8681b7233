import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** Whether there is a browser to test with; say so where a test is skipped for want of it. */
export const hasChromium = existsSync(EXECUTABLE)
export const NO_CHROMIUM = `no browser at ${EXECUTABLE}: install Debian's chromium to run the tests of the pages`

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] })

/** A user's own browser window; it waits long enough for a busy machine, since what never comes fails all the same. */
export async function openWindow(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(120_000)
  return { context, page: await context.newPage() }
}
