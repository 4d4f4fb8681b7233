import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { serverDirectory } from '../kernel/values/package-directory.ts'

const root = path.join(serverDirectory, '..')
const run = (...command: string[]) => {
  const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: '/nonexist' },
  })
  return { status, stdout, stderr }
}
const service = (...args: string[]) => run(process.execPath, path.join(serverDirectory, 'start.mjs'), ...args)
const tool = (file: string, ...args: string[]) => run('npx', 'tsx', file, ...args)

describe('a command line that cannot be understood ends with 2, so that a script can tell it from books that differ:', () => {
  test.each([
    ['nonsense', 'Unknown command "nonsense"'],
    ['--bogus', "unknown option '--bogus'"],
    ['audit --bogus', "unknown option '--bogus'"],
    ['operator nonsense', "unknown command 'nonsense'"],
    ['operator reconcile --date yesterday', '--date: "yesterday" is not a day like 2027-06-30.'],
    ['operator create-account --currency EUR', '--entity: missing.'],
    ['clusters remove', 'Name the directories to remove'],
  ])('%s', (args, reason) => {
    const { status, stderr } = service(...args.split(' '))
    expect(stderr).toContain(reason)
    if (/^unknown/i.test(reason)) expect(stderr).toContain('--help')
    expect(stderr).not.toMatch(/^ +at /m)
    expect(status).toBe(2)
  })

  test.each([
    ['server/test/days/simulate.ts', '--days many', '--days is "many"; it must be a whole number from 0.'],
    ['server/test/fuzz/fuzz.ts', '--bogus', "Unknown option '--bogus'"],
    ['server/test/conformance/conformance.ts', '--once', 'Name a folder with --folder.'],
    ['server/test/language/count.ts', '--bogus', "Unknown option '--bogus'"],
    ['server/test/samples/write.ts', '--bogus', "Unknown option '--bogus'"],
    ['bench/run.ts', '--rounds few', "argument 'few' is invalid. It must be a whole number from 1."],
  ])('%s %s', (file, args, reason) => {
    const { status, stderr } = tool(file, ...args.split(' '))
    expect(stderr).toContain(reason)
    expect(stderr).not.toMatch(/^ +at /m)
    expect(status).toBe(2)
  })
})

test('the help of a tool that writes files writes none', () => {
  const { status, stdout } = tool('server/test/samples/write.ts', '--help')
  expect(stdout).toContain('npm run samples\n')
  expect(stdout).not.toContain('bytes')
  expect(status).toBe(0)
})
