import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

const script = path.join(serverDirectory, '..', '.ci', 'subjects.mjs')

function check(subject: string) {
  const { status, stderr } = spawnSync(process.execPath, [script, '--stdin'], {
    input: `${subject}\n`,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test.each([
  'payments: cap error collection on oversized bodies',
  'docs, sdk: regenerate the references',
  'payments/rails: process reports of unknown payments',
  'kernel: seed the clock of tests',
  'Merge branch "x"',
])('%s passes', (subject) => {
  expect(check(subject)).toEqual({ status: 0, stderr: '' })
})

test.each([
  ['kernel: what is left of a faulty object reads plainly', 'imperative'],
  ['ci: the last lines name what failed', 'imperative'],
  ['docs: figures of the simulated days', 'imperative'],
  ['docs: added a page', 'imperative'],
  ['docs: adding a page', 'imperative'],
  ['docs: adds a page', 'imperative'],
  ['add a page', 'area: change'],
  [`docs: add ${'a'.repeat(64)}`, '74 characters'],
])('%s fails', (subject, reason) => {
  const { status, stderr } = check(subject)
  expect(status).toBe(1)
  expect(stderr).toContain(reason)
})
