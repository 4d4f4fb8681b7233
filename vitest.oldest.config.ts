import { defineConfig, mergeConfig } from 'vitest/config'
import {
  listTests,
  opensBrowser,
  repeatsStatements,
  startsOurs,
  usesDatabase,
} from './server/test/architecture/test-imports.ts'
import base from './vitest.config.ts'

// The tests that run again on the oldest PostgreSQL that we support, which TEST_DATABASE_URL names: those that use its databases.
// Others need none or start the PostgreSQL that we bring. Pages in a browser and some long tests send statements that other tests send too.
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      include: listTests().filter(
        (file) => usesDatabase(file) && !startsOurs(file) && !opensBrowser(file) && !repeatsStatements(file),
      ),
    },
  }),
)
