import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { writeThirdParty } from '../../src/open-banking/dcr/index.ts'
import { freePort } from '../support/free-port.ts'
import { testDatabase } from '../support/database.ts'
import { openListeners, REDIRECT } from '../support/third-party.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const run = promisify(execFile)
const directory = temporaryDirectory()
const listeners = await openListeners(await testDatabase(), {
  OPEN_BANKING_SCRIPTED_CONSENT: 'nordhafen',
  OPEN_BANKING_PAGES_PORT: String(await freePort()),
})
afterAll(async () => {
  await listeners.close()
  rmSync(directory, { recursive: true })
})

test('the sample third party goes from its folder to account data, and leaves nothing behind', async () => {
  const folder = path.join(directory, 'third-party')
  writeThirdParty(folder, await listeners.newSoftware(), listeners.ca, {
    issuer: listeners.issuer,
    audience: 'CambistSandbox0001',
    redirectUris: [REDIRECT],
    roles: ['AISP', 'PISP'],
  })
  const sample = path.join(serverDirectory, '..', 'docs', 'samples', 'third-party.mjs')
  const { stdout } = await run(process.execPath, [sample, folder])
  expect(stdout).toMatch(/^registered as [0-9a-f-]{36}$/m)
  expect(stdout).toMatch(/^consent obc_\w+ awaits its user$/m)
  expect(stdout).toContain('500000.00 EUR')
  expect(stdout).toContain('consent and registration deleted')
  const { rows } = await listeners.db.pool.query('select count(*)::int as left from open_banking_clients')
  expect(rows).toEqual([{ left: 0 }])
}, 240_000)
