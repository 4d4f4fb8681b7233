import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { playOpenBanking } from '../examples/open-banking.ts'
import { createStabiliser } from '../examples/stable.ts'
import { testDatabase } from '../support/database.ts'
import { moveToNextMonth } from '../support/next-month.ts'
import { type Listeners, openListeners, openThirdParty, type TestThirdParty } from '../support/third-party.ts'

/** All times of the examples count from here. A proxy ends TLS, which would reject certificates of another time. */
const MONDAY = new Date('2026-11-16T09:00:00.000Z')
const BEHIND_PROXY = {
  OPEN_BANKING_CERTIFICATE_HEADER: 'X-Client-Cert',
  OPEN_BANKING_TRUSTED_PROXIES: '127.0.0.1',
}

let listeners: Listeners
let third: TestThirdParty
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: MONDAY })
  listeners = await openListeners(await testDatabase(), BEHIND_PROXY)
  await moveToNextMonth(listeners) // whose predecessor has a statement
  third = await openThirdParty(listeners)
})
afterAll(async () => {
  await listeners?.close()
  vi.useRealTimers()
})

/** Ids of the directory, which have no prefix, and addresses with ports that were free. */
const replacements = () => {
  const { softwareId, organisationId, kid } = third.software
  return [
    [listeners.issuer, 'https://localhost:8443'],
    [listeners.pages, 'http://localhost:8080'],
    [kid, 'kHn3Vd0zOBq9Lw2PfTgYxR5sUa8JmCi1EeNbKt7Wv4o'],
    [listeners.openBanking.sandbox!.statementJwk.kid, 'Zs6rJx1QmWc8TyLb3HfPuKd5NvGo0EaRi9XtVj2Cq7w'],
    [softwareId, '4tKq0Zr8WbYc6Nx2LmPd3E'],
    [organisationId, '0015800001041REAAY'],
    [`Sandbox-${organisationId.slice(-6)}`, 'Sandbox-1REAAY'],
  ] as const
}

test('the examples of open banking run in order and answer what the documents show; `-u` records them anew', async () => {
  const recorded = createStabiliser(replacements())(await playOpenBanking(listeners, third))
  const text = `${JSON.stringify(recorded, null, 1)}\n`
  const file = path.join(serverDirectory, 'src', 'open-banking', 'http', 'document', 'examples.json')
  await expect(text).toMatchFileSnapshot(file)
}, 120_000)
