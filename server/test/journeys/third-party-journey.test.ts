import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { hasChromium, NO_CHROMIUM, openChromium, openWindow } from '../support/chromium.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { codeNow } from '../support/third-party.ts'
import { shellEnvironment } from './shell-blocks.ts'

if (!hasChromium) console.warn(NO_CHROMIUM)

const root = path.join(import.meta.dirname, '..', '..', '..')
const guide = path.join(root, 'docs', 'guides', 'third-party-journey.md')
const REDIRECT = 'https://ledgerly.example/callback'
/** UPDATE_SCREENSHOTS=1 renews the pictures that the guide shows. */
const shots = process.env['UPDATE_SCREENSHOTS'] ? path.join(root, 'docs', 'guides', 'images') : undefined
const run = promisify(execFile)

interface Psu {
  username: string
  password: string
  totpSecret: string
}

const STEP_SECONDS = 30
const stepNow = () => Math.floor(Date.now() / 1000 / STEP_SECONDS)
const textOf = (file: string) => readFileSync(file, 'utf8')
const blocksOf = (language: string) =>
  [...textOf(guide).matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, block]) => block!)

/** Ids, amounts, rates and times differ from run to run: every word that has a digit is one. */
const pattern = (line: string) => line.replace(/\S*\d\S*/g, '#')

describe.skipIf(!hasChromium)('the guide of a third party’s journey', () => {
  const directory = temporaryDirectory()
  const folder = path.join(directory, 'third-party')
  let server: Awaited<ReturnType<typeof startFreshServer>>
  let chromium: Browser
  let program: ChildProcess | undefined
  let usedStep = 0
  beforeAll(async () => {
    server = await startFreshServer()
    chromium = await openChromium()
  }, 300_000)
  afterAll(async () => {
    program?.kill()
    await chromium?.close()
    await server?.stop()
    rmSync(directory, { recursive: true })
  })

  test('runs as written: a real browser approves, two payments are made, and all access is withdrawn', async () => {
    for (const block of blocksOf('sh')) await shell(block)
    const shown = blocksOf('text').join('').trimEnd().split('\n')
    expect((await journey()).map(pattern)).toEqual(expect.arrayContaining(shown.map(pattern)))
  }, 300_000)

  test('shows pictures that are there', () => {
    const pictures = [...textOf(guide).matchAll(/!\[[^\]]{20,}\]\((images\/[^)]+)\)/g)].map(([, file]) => file!)
    expect(pictures).toHaveLength(4)
    for (const picture of pictures) {
      const bytes = readFileSync(path.join(path.dirname(guide), picture))
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    }
  })

  async function shell(block: string): Promise<void> {
    const { port } = new URL(server.credentials.baseUrl)
    const env = shellEnvironment({
      SANDBOX: 'true',
      DATA_DIR: path.dirname(server.credentialsFile),
      PORT: port,
      BASE_URL: server.credentials.baseUrl,
    })
    const script = block
      .replaceAll('./third-party', folder)
      .replaceAll('http://localhost:8080', server.credentials.baseUrl)
      .replaceAll('.data/sandbox-credentials.json', server.credentialsFile)
    await run('bash', ['-c', `set -eo pipefail\n${script}`], { cwd: root, env })
  }

  /** Runs the guide's program; whenever it wants the user, the browser goes and the address it ends at is typed. */
  async function journey(): Promise<string[]> {
    const source = blocksOf('js').join('').replaceAll('./third-party', folder)
    program = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: root, env: shellEnvironment() })
    let complaints = ''
    program.stderr!.on('data', (text: Buffer) => void (complaints += text.toString()))
    const ended = new Promise<number | null>((resolve) => program!.once('close', resolve))
    const said: string[] = []
    const approvals = [approveAccounts, approveAtHome, approveAbroad]
    for await (const line of createInterface({ input: program.stdout! })) {
      said.push(line)
      if (!line.startsWith('open ')) continue
      const address = await inBrowser(line.slice('open '.length), approvals.shift()!)
      program.stdin!.write(`${address}\n`)
    }
    expect([await ended, complaints]).toEqual([0, ''])
    return said
  }

  async function inBrowser(link: string, decide: (page: Page) => Promise<void>): Promise<string> {
    const { context, page } = await openWindow(chromium, { viewport: { width: 760, height: 700 } })
    await context.route(`${REDIRECT}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Thank you' }))
    await page.goto(link)
    if (usedStep === 0) await snap(page, 'log-in')
    await logIn(page)
    await decide(page)
    await page.waitForURL(`${REDIRECT}**`)
    const address = page.url()
    await context.close()
    return address
  }

  const user = () => (JSON.parse(textOf(server.credentialsFile)) as { psus: Psu[] }).psus[0]!

  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('Username').fill(user().username)
    await page.getByLabel('Password').fill(user().password)
    if ((await page.getByLabel('Code', { exact: true }).count()) > 0) await typeCode(page)
    await page.getByRole('button', { name: 'Log in' }).click()
  }

  /** Types a later code than the last: the next one is already accepted, so it waits for the one after it. */
  async function typeCode(page: Page): Promise<void> {
    usedStep = Math.max(usedStep + 1, stepNow())
    while (stepNow() < usedStep - 1) await sleep(500)
    const code = codeNow(user().totpSecret, (usedStep - stepNow()) * STEP_SECONDS)
    await page.getByLabel('Code', { exact: true }).fill(code)
  }

  async function approveAccounts(page: Page): Promise<void> {
    await page.getByLabel('Operating account').check()
    await page.getByLabel('Sterling account').check()
    await snap(page, 'account-access')
    await page.getByRole('button', { name: 'Share these accounts' }).click()
  }

  async function approveAtHome(page: Page): Promise<void> {
    await page.getByLabel('Operating account').check()
    await snap(page, 'domestic-payment')
    for (const words of ['EUR 1,250.00', 'Muster Maschinenbau GmbH', 'DE89 3704 0044 0532 0130 00', 'RE-2026-118'])
      expect(await page.getByText(words, { exact: true }).count()).toBe(1)
    expect(await page.getByText('The name is that of the account.').count()).toBe(1)
    await typeCode(page)
    await page.getByRole('button', { name: 'Approve the payment' }).click()
  }

  async function approveAbroad(page: Page): Promise<void> {
    await page.getByLabel('Sterling account').check()
    await snap(page, 'international-payment')
    expect(await page.getByText('USD 1,250.00', { exact: true }).count()).toBe(1)
    for (const words of [/^GBP \d+\.\d\d$/, /^1 GBP = 1\.\d+ USD, held until .* CES?T$/, /^None$/])
      expect(await page.getByText(words).count()).toBe(1)
    expect(await page.locator('input[name=account]').count()).toBe(1) // the rate is of pounds
    await typeCode(page)
    await page.getByRole('button', { name: 'Approve the payment' }).click()
  }

  async function snap(page: Page, name: string): Promise<void> {
    if (shots === undefined) return
    // In a window as high as the page, what sticks to an edge covers nothing.
    const size = page.viewportSize()!
    const height = await page.evaluate<number>('document.documentElement.scrollHeight')
    await page.setViewportSize({ ...size, height })
    mkdirSync(shots, { recursive: true })
    await page.screenshot({ path: path.join(shots, `${name}.png`), fullPage: true })
    await page.setViewportSize(size)
  }
})
