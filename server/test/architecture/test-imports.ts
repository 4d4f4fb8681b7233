import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

// What test files import, themselves or through test code. The configurations of vitest choose files by it, from the root of the repository.

/** Returns all test files by their paths from the root. */
export const listTests = (): string[] =>
  ['server', 'sdk', 'cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.crash.test.ts') && !name.includes('node_modules'))
      .map((name) => path.join(folder, name)),
  )

/** Returns the specifiers that a file imports; those of files as paths from the root. */
export const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)]
    .map(([, specifier = '']) => specifier)
    .map((specifier) => (specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : specifier))

export const isTestCode = (file: string): boolean => /\.test\.ts$|^server\/test\/.*\.ts$/.test(file) && existsSync(file)

/** Returns a test file and the test code that it imports, directly or through other test code. */
export function testCodeOf(file: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(file)) {
    seen.add(file)
    for (const imported of importsOf(file)) if (isTestCode(imported)) testCodeOf(imported, seen)
  }
  return seen
}

/** Returns whether a test uses a database of the run's PostgreSQL; others need none or start their own. */
export const usesDatabase = (file: string): boolean =>
  [...testCodeOf(file)].some((each) => /\binject\('testServer'\)/.test(readFileSync(each, 'utf8')))

/** Returns whether a test starts the PostgreSQL that we bring beside that of the run, which must then be of the same version. */
export const startsOurs = (file: string): boolean => importsOf(file).includes('server/src/kernel/postgres/index.ts')

/** Returns whether a test opens pages in a browser. */
export const opensBrowser = (file: string): boolean =>
  [...testCodeOf(file)].some((each) => each.endsWith('/support/chromium.ts'))

/** Returns whether a test is long and only sends statements that tests of the modules send too. */
export const repeatsStatements = (file: string): boolean =>
  /^server\/test\/(?:contract|days|fuzz|long-statement)\//.test(file)

/** Returns whether a test is of the access to the database, its schema, the ledger, or what happens at the same time. */
export const isOfTheDatabase = (file: string): boolean =>
  /^server\/(?:src\/(?:kernel\/(?:db|jobs)|ledger)|test\/(?:schema|simulation))\//.test(file)
