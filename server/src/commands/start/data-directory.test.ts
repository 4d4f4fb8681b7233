import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { readConfig } from '../../settings/config.ts'
import { dataDirectoryErrors, makeDataDirectory } from './data-directory.ts'

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => path.join(folder, name)
writeFileSync(at('file'), '')
symlinkSync(at('missing'), at('dangling'))
symlinkSync(folder, at('link'))

/** Runs a command of the server. It is killed after two minutes: a start that never ends must not stop the tests. */
function run(command: string, dataDir: string, account = {}) {
  const { status, signal, stderr } = spawnSync(process.execPath, [path.join(serverDirectory, 'start.mjs'), command], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', OPEN_BANKING_PORT: '0', OPEN_BANKING_PAGES_PORT: '0' },
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
    ...account,
  })
  return { status, signal, stderr }
}

test.skipIf(process.platform !== 'linux').each(['serve', 'migrate'])(
  '%s with a DATA_DIR below /proc ends with a reason instead of never',
  (command) => {
    expect(run(command, '/proc/cambist')).toEqual({
      status: 1,
      signal: null,
      stderr: 'DATA_DIR is /proc/cambist, which cannot be created (ENOENT). Choose another directory.\n',
    })
  },
)

test.each([
  ['file', 'which is a file'],
  ['file/below', 'which is below a file'],
  ['dangling', 'a link to a directory that does not exist'],
  ['n'.repeat(300), 'with a name that is too long'],
])('a DATA_DIR that cannot be used is named with the reason: %s', (name, reason) => {
  expect(() => makeDataDirectory(at(name))).toThrow(`DATA_DIR is ${at(name)}, ${reason}`)
})

test.each(['two words', 'größer/日本', 'link/below', 'deep/er/and/deeper'])('%s can be a DATA_DIR', (name) => {
  makeDataDirectory(at(name))
  makeDataDirectory(at(name))
  expect(statSync(at(name)).mode & 0o777).toBe(0o711)
})

test.runIf(process.getuid?.() === 0)('a DATA_DIR of another account is named instead of a file in it', () => {
  mkdirSync(at('of-root'))
  chmodSync(at('of-root'), 0o755)
  const { status, stderr } = run('migrate', at('of-root'), { uid: 65_534, gid: 65_534 })
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `DATA_DIR is ${at('of-root')}, where this account (uid 65534) may not write. Change its owner, or choose another directory.\n`,
  })
})

/** Settings of a start in production whose DATA_DIR cannot be used. */
const unusable = (given: Record<string, string> = {}, DATA_DIR = at('file/below')) =>
  readConfig({ DATA_DIR, SANDBOX: 'false', OPEN_BANKING: 'false', ...given })
const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
const DATABASE_URL = 'postgres://cambist@db.example.com/cambist'

test('a start that writes nothing to DATA_DIR works with one that cannot be written', () => {
  expect(dataDirectoryErrors(unusable({ DATABASE_URL, SECRETS_KEY }), true)).toEqual([])
})

test.runIf(process.getuid?.() === 0)('a key for secrets in a DATA_DIR of another account is enough', async () => {
  mkdirSync(at('with-key'), { mode: 0o755 })
  writeFileSync(at('with-key/secrets.key'), SECRETS_KEY)
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await once(taken, 'listening')
  const env = { PATH: process.env.PATH, PORT: String(port), SANDBOX: 'false', OPEN_BANKING: 'false' }
  const inUse = `Port ${port} is in use. Choose another: PORT=${port + 1} npm start`
  const start = (given: object) =>
    run('serve', at('with-key'), { uid: 65_534, gid: 65_534, env: { ...env, DATA_DIR: at('with-key'), ...given } })
      .stderr
  expect(start({ DATABASE_URL })).toBe(`${inUse}\n`)
  expect(start({ SECRETS_KEY })).toContain(`${inUse}\n  DATA_DIR is ${at('with-key')}, where this account (uid 65534)`)
  taken.close()
})

test.each([
  ['its own database', { SECRETS_KEY }],
  ['a key for secrets', { DATABASE_URL }],
  ['the sandbox', { DATABASE_URL, SECRETS_KEY, SANDBOX: 'true' }],
])('a start that writes %s there names a DATA_DIR that cannot be used', (_what, given) => {
  for (const mayCreate of [true, false])
    expect(dataDirectoryErrors(unusable(given), mayCreate)).toEqual([
      `DATA_DIR is ${at('file/below')}, which is below a file. Choose another directory.`,
    ])
})

test('a start that something else prevents creates no DATA_DIR, and still names one that is a file', () => {
  expect(dataDirectoryErrors(unusable({}, at('not-yet/there')), false)).toEqual([])
  expect(existsSync(at('not-yet'))).toBe(false)
  expect(dataDirectoryErrors(unusable({}, at('file')), false)).toEqual([
    `DATA_DIR is ${at('file')}, which is a file. Choose another directory.`,
  ])
})
