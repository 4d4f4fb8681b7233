import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canReach, isRoot } from '../../src/kernel/postgres/account.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { shellEnvironment } from './shell-blocks.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const NOBODY = { uid: 65_534, gid: 65_534 }
const account = isRoot() ? NOBODY : undefined
const isReachable = account === undefined || canReach(path.join(root, 'node_modules'), account)
if (!isReachable) console.warn(`${root} is closed to other users: the test of a read-only build is skipped`)

const place = temporaryDirectory()
const installed = path.join(place, 'cambist')
const dataDir = path.join(place, 'data')
let child: ChildProcess | undefined

/** Copies what `npm run build` leaves as an image would: later than the build, for reading only. */
beforeAll(async () => {
  if (!isReachable) return
  const { buildServer } = (await import('../../build.mjs' as string)) as { buildServer: () => Promise<string> }
  const { buildConsole } = (await import('../../../console/build.mjs' as string)) as {
    buildConsole: () => Promise<void>
  }
  await Promise.all([buildServer(), buildConsole()])
  mkdirSync(installed)
  for (const part of ['package.json', 'CHANGELOG.md', 'server', 'console', 'sdk']) copyPart(part)
  const pause = 1100 // the copied sources are newer than the copied build by more than a file system's resolution
  await sleep(pause)
  cpSync(path.join(root, 'server', 'src'), path.join(installed, 'server', 'src'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(installed, 'node_modules'))
  close(installed)
  mkdirSync(dataDir, { mode: 0o700 })
  if (account) chownSync(dataDir, account.uid, account.gid)
})

afterAll(async () => {
  if (child?.exitCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  open(installed)
  rmSync(place, { recursive: true, force: true })
})

test.skipIf(!isReachable)(
  'a build runs from a directory that its account cannot write, with its data elsewhere',
  async () => {
    const [port, openBankingPort] = await Promise.all([freePort(), freePort()])
    let output = ''
    child = spawn(process.execPath, [path.join(installed, 'server', 'start.mjs'), 'serve'], {
      cwd: '/',
      env: shellEnvironment({
        PORT: String(port),
        OPEN_BANKING_PORT: String(openBankingPort),
        OPEN_BANKING_PAGES_PORT: '0',
        DATA_DIR: dataDir,
        SANDBOX_HISTORY: 'false',
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
      ...account,
    })
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text: Buffer) => (output += text.toString()))
    const base = `http://127.0.0.1:${port}`
    await expect.poll(() => answers(`${base}/health/ready`, child!, () => output), { timeout: 120_000 }).toBe(200)
    expect(await (await fetch(`${base}/console/`)).text()).toContain('console.js')
    expect(existsSync(path.join(dataDir, 'sandbox-credentials.json'))).toBe(true)
    expect(readdirSync(path.join(installed, 'server', 'dist')).filter((name) => /\.\d+$/.test(name))).toEqual([])
  },
)

/** Returns the status of an address, 0 while nothing listens. @throws Error with the server's output once it has ended */
async function answers(url: string, server: ChildProcess, output: () => string): Promise<number> {
  if (server.exitCode !== null) throw new Error(`the server ended:\n${output()}`)
  return (await fetch(url).catch(() => undefined))?.status ?? 0
}

function copyPart(part: string): void {
  const filter = (file: string) => path.basename(file) !== 'node_modules' && !file.endsWith(`${path.sep}test`)
  cpSync(path.join(root, part), path.join(installed, part), { recursive: true, filter })
}

const close = (file: string): void => forEach(file, (each, isDirectory) => chmodSync(each, isDirectory ? 0o555 : 0o444))
const open = (file: string): void => forEach(file, (each, isDirectory) => void (isDirectory && chmodSync(each, 0o755)))

/** Visits a directory and what is in it, links aside. */
function forEach(file: string, visit: (file: string, isDirectory: boolean) => void): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || path.basename(file) === 'node_modules') return
  visit(file, found.isDirectory())
  if (found.isDirectory()) for (const name of readdirSync(file)) forEach(path.join(file, name), visit)
}
