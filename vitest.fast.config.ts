import { defineConfig } from 'vitest/config'
import { SOURCES } from './sdk/sources.ts'
import { importsOf, listTests, testCodeOf } from './server/test/architecture/test-imports.ts'

/** Imports of a test, direct or through test code, that make it need a database, the whole API, a server, a browser or a process. */
const NEEDS_MORE = [
  /support\/(?:database|global-setup|chromium)\.ts$/,
  /kernel\/postgres\//,
  /\/composition\//,
  /^node:(?:child_process|http|https|net|tls|worker_threads)$/,
  /^(?:pg|playwright-core)$/,
]

/** Returns whether a test file runs on Node alone, by its imports and those of its test code. */
const isPure = (file: string): boolean =>
  [...testCodeOf(file)].flatMap(importsOf).every((imported) => !NEEDS_MORE.some((pattern) => pattern.test(imported)))

// The pure tests (`npm run test:fast`): rules, arithmetic, formats and the shape of the code.
export default defineConfig({
  resolve: { alias: SOURCES },
  test: {
    include: listTests().filter(isPure),
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
