import { rmSync } from 'node:fs'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testInstitution } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts'
import { createEntity } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { systemClock } from '../../kernel/values/clock.ts'
import { DEMOS } from './demo.ts'
import { checkMode, claimMode, seedSandbox } from './index.ts'

const filled = await testDatabase()
const seeded = await testDatabase()
const dataDir = temporaryDirectory()
afterAll(() => rmSync(dataDir, { recursive: true }))
const addresses = { baseUrl: 'http://localhost:8080', openBankingBaseUrl: 'https://localhost:8443' }

const recorded = async (db: typeof filled) =>
  (await db.pool.query<{ mode: string }>('select mode from installation_mode')).rows.map(({ mode }) => mode)

beforeEach(async () => {
  for (const db of [filled, seeded]) await db.pool.query('delete from installation_mode')
})

test('commands on an empty database decide nothing, and its first start does', async () => {
  for (const isSandbox of [true, false]) await checkMode(filled, isSandbox)
  expect(await recorded(filled)).toEqual([])
  await Promise.all([claimMode(filled, false), claimMode(filled, false)])
  expect(await recorded(filled)).toEqual(['Production'])
  await expect(claimMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  await expect(checkMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  await checkMode(filled, false)
})

test('a sandbox whose first start was interrupted can become a production database', async () => {
  await claimMode(filled, true)
  await claimMode(filled, false)
  expect(await recorded(filled)).toEqual(['Production'])
})

test('a production database of a previous release is never opened as a sandbox', async () => {
  const order = { ...DEMOS[0]!.entity, entityId: newUuid() }
  const act = { actor: { type: 'operator' as const }, at: new Date(), wall: new Date() }
  await inTransaction(filled, (tx) => createEntity(tx, order, act))
  await expect(checkMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  await checkMode(filled, false)
  await expect(claimMode(filled, true)).rejects.toThrow('Set NODE_ENV=production')
  expect(await recorded(filled)).toEqual(['Production'])
  await claimMode(filled, false)
})

test('a sandbox of a previous release is never opened in production, and stays a sandbox', async () => {
  await seedSandbox({ db: seeded, clock: systemClock, institution: testInstitution, dataDir, ...addresses })
  await expect(checkMode(seeded, false)).rejects.toThrow('set SANDBOX=true')
  await claimMode(seeded, true)
  expect(await recorded(seeded)).toEqual(['Sandbox'])
  await expect(claimMode(seeded, false)).rejects.toThrow('set SANDBOX=true')
  await checkMode(seeded, true)
})
