import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { SOURCES } from './sdk/sources.ts'

/** Imports of a test, direct or through test code, that make it need a database, the whole API, a server, a browser or a process. */
const NEEDS_MORE = [
  /support\/(?:database|global-setup|chromium)\.ts$/,
  /kernel\/postgres\//,
  /\/composition\//,
  /^node:(?:child_process|http|https|net|tls|worker_threads)$/,
  /^(?:pg|playwright-core)$/,
]

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)]
    .map(([, specifier = '']) => specifier)
    .map((specifier) => (specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier))

const isTestCode = (file: string): boolean => /\.test\.ts$|^server\/test\/.*\.ts$/.test(file) && existsSync(file)

/** Returns whether a test file runs on Node alone, by its imports and those of its test code. */
function isPure(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return true
  seen.add(file)
  return importsOf(file).every(
    (imported) =>
      !NEEDS_MORE.some((pattern) => pattern.test(imported)) && (!isTestCode(imported) || isPure(imported, seen)),
  )
}

const tests = ['server', 'sdk', 'cli'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.crash.test.ts') && !name.includes('node_modules'))
    .map((name) => path.join(folder, name)),
)

// The pure tests (`npm run test:fast`): rules, arithmetic, formats and the shape of the code.
export default defineConfig({
  resolve: { alias: SOURCES },
  test: {
    include: tests.filter((file) => isPure(file)),
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
