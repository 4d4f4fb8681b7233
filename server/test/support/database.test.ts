import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const db = await testDatabase()

test('a test file gets a database of its own with the present schema', async () => {
  const { rows } = await db.pool.query('select name from schema_migrations')
  expect(rows.length).toBeGreaterThan(0)
})
