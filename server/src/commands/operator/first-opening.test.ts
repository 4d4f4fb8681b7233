import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { urlOf } from '../../../test/days/stage/database.ts'
import { claimMode } from '../../sim/seed/index.ts'
import { operatorCommand } from '../operator.ts'

const db = await testDatabase()
afterEach(() => vi.unstubAllEnvs())

async function createEntity(mode: string): Promise<void> {
  vi.stubEnv('SANDBOX', undefined)
  vi.stubEnv('BASE_URL', 'http://localhost:8080')
  vi.stubEnv('NODE_ENV', mode)
  vi.stubEnv('DATABASE_URL', urlOf(db.connection))
  const words = ['--kind', 'RM', '--country', 'DE', '--base-currency', 'EUR', '--time-zone', 'Europe/Berlin']
  const command = operatorCommand(undefined, () => {})
  await command.parseAsync(['create-entity', '--name', 'Example GmbH', ...words], { from: 'user' })
}

test('a sandbox that an operator fills before its first start is still opened as a sandbox', async () => {
  await createEntity('development')
  await claimMode(db, true)
  await expect(createEntity('production')).rejects.toThrow('The database is that of a sandbox')
})
