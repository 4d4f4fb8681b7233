import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** Whether there is a browser to test with; say so where a test is skipped for want of it. */
export const hasChromium = existsSync(EXECUTABLE)
export const NO_CHROMIUM = `no browser at ${EXECUTABLE}: install Debian's chromium to run the tests of the pages`

export const openChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
