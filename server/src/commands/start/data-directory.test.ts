import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { makeDataDirectory } from './data-directory.ts'

const folder = temporaryDirectory()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => path.join(folder, name)
writeFileSync(at('file'), '')
symlinkSync(at('missing'), at('dangling'))
symlinkSync(folder, at('link'))

/** Runs a command of the server. It is killed after 30 seconds: a start that never ends must not stop the tests. */
function run(command: string, dataDir: string, account = {}) {
  const { status, signal, stderr } = spawnSync(process.execPath, [path.join(serverDirectory, 'start.mjs'), command], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', OPEN_BANKING_PORT: '0', OPEN_BANKING_PAGES_PORT: '0' },
    encoding: 'utf8',
    timeout: 30_000,
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
