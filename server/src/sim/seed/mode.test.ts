import { rmSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testInstitution } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createEntity } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { createListener } from '../../kernel/db/notifications.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { openSandboxClock } from '../clock/index.ts'
import { DEMOS } from './demo.ts'
import { claimMode, seedSandbox } from './index.ts'

const filled = await testDatabase()
const seeded = await testDatabase()
const partial = await testDatabase()
const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))
const addresses = { baseUrl: 'http://localhost:8080', openBankingBaseUrl: 'https://localhost:8443' }

const recorded = async (db: typeof filled) =>
  (await db.pool.query<{ mode: string }>('select mode from installation_mode')).rows.map(({ mode }) => mode)

const addEntity = (db: typeof filled, entityId: string) => {
  const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
  return inTransaction(db, (tx) => createEntity(tx, { ...DEMOS[0]!.entity, entityId }, act))
}

beforeEach(async () => {
  for (const db of [filled, seeded, partial]) await db.pool.query('delete from installation_mode')
})

test('the first opening of an empty database decides its mode', async () => {
  await Promise.all([claimMode(filled, false), claimMode(filled, false)])
  expect(await recorded(filled)).toEqual(['Production'])
  await expect(claimMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  await claimMode(filled, false)
})

test('a sandbox whose first start was interrupted can become a production database', async () => {
  await claimMode(filled, true)
  await claimMode(filled, false)
  expect(await recorded(filled)).toEqual(['Production'])
})

test('a sandbox that an operator filled before its first start stays a sandbox', async () => {
  await claimMode(partial, true)
  await addEntity(partial, newUuid())
  await claimMode(partial, true)
  await expect(claimMode(partial, false)).rejects.toThrow('set SANDBOX=true')
  expect(await recorded(partial)).toEqual(['Sandbox'])
})

test('a filled database of a previous release with a sandbox clock has the mode of the first settings', async () => {
  await openSandboxClock(partial, createListener(partial))
  for (const isSandbox of [false, true]) {
    await partial.pool.query('delete from installation_mode')
    await claimMode(partial, isSandbox)
    expect(await recorded(partial)).toEqual([isSandbox ? 'Sandbox' : 'Production'])
    await expect(claimMode(partial, !isSandbox)).rejects.toThrow()
  }
})

test('a sandbox of a previous release that lost a client stays a sandbox', async () => {
  await addEntity(partial, DEMOS[0]!.entity.entityId)
  await claimMode(partial, true)
  expect(await recorded(partial)).toEqual(['Sandbox'])
})

test('a production database of a previous release is never opened as a sandbox', async () => {
  await addEntity(filled, newUuid())
  await expect(claimMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  expect(await recorded(filled)).toEqual(['Production'])
  await claimMode(filled, false)
})

test('a sandbox of a previous release is never opened in production, and stays a sandbox', async () => {
  await seedSandbox({ db: seeded, clock: systemClock, institution: testInstitution, dataDir, ...addresses })
  await expect(claimMode(seeded, false)).rejects.toThrow('set SANDBOX=true')
  expect(await recorded(seeded)).toEqual(['Sandbox'])
  await claimMode(seeded, true)
})
