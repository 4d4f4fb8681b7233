import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { testDatabase } from '../support/database.ts'
import { dumpSchema } from './dump.ts'

const db = await testDatabase()

const HEADER = `-- The schema that the migrations in db/migrations make, dumped for readers and reviewers. Nothing runs this file.
-- Refresh it after a new migration: npm run -w server schema
`

test('db/schema.sql is the schema of the migrations; refresh it with npm run -w server schema', async () => {
  const schema = `${HEADER}\n${await dumpSchema(db.pool)}`
  await expect(schema).toMatchFileSnapshot(path.join(serverDirectory, 'db', 'schema.sql'))
})
