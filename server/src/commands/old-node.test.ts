import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../kernel/values/package-directory.ts'

/** Runs the start script on this Node, which reports another version. */
function startOn(version: string) {
  const versions = `{ ...process.versions, node: '${version}' }`
  const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  const script = path.join(serverDirectory, 'start.mjs')
  return spawnSync(process.execPath, ['--import', `data:text/javascript,${pretend}`, script, '--help'], {
    encoding: 'utf8',
  })
}

test.each(['18.20.1', '20.18.3'])('on Node %s one sentence states the required version', (version) => {
  const { status, stdout, stderr } = startOn(version)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toBe(`Cambist needs Node.js 20.19 or newer; this is ${version}.\n`)
})
