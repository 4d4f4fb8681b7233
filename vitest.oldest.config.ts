import { defineConfig, mergeConfig } from 'vitest/config'
import { coverStatements, readRecord } from './server/test/architecture/statement-cover.ts'
import {
  isOfTheDatabase,
  listTests,
  opensBrowser,
  repeatsStatements,
  startsOurs,
  usesDatabase,
} from './server/test/architecture/test-imports.ts'
import base from './vitest.config.ts'

// The tests that run again on the oldest PostgreSQL that we support, which TEST_DATABASE_URL names: those that use its databases.
// Others need none or start the PostgreSQL that we bring. Pages in a browser and some long tests send statements that other tests send too.
// COVER_STATEMENTS names what another run recorded (RECORD_STATEMENTS): then few tests run that together send each of its statements.
const candidates = listTests().filter(
  (file) => usesDatabase(file) && !startsOurs(file) && !opensBrowser(file) && !repeatsStatements(file),
)

export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: { include: coverStatements(candidates, readRecord(process.env.COVER_STATEMENTS), isOfTheDatabase) },
  }),
)
