import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** True if a browser for tests exists; skipped tests report it. */
export const hasChromium = existsSync(EXECUTABLE)
export const NO_CHROMIUM = `no browser at ${EXECUTABLE}: install Debian's chromium to run the tests of the pages`

export const openChromium = (args: string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] })

/** Opens a user's browser window with timeouts suitable for a busy machine. */
export async function openWindow(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(120_000)
  return { context, page: await context.newPage() }
}

/** Gives a page a software authenticator that holds passkeys and verifies its user. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
