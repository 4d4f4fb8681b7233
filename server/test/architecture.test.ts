import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serverDirectory } from '../src/kernel/values/package-directory.ts'
import { unitOf, units } from './support/modules.ts'

const source = path.join(serverDirectory, 'src')

/** Returns the error of one file importing another, both as paths in src; undefined without one. */
function error(file: string, imported: string): string | undefined {
  if (imported.startsWith('../test/')) return isTest(file) ? undefined : `${file} imports test code: ${imported}`
  const [from, to] = [unitOf(file), unitOf(imported)]
  if (from === to || to === 'kernel') return undefined
  if (isTest(file)) return undefined // front doors hold what the product uses; a test opens what it tests
  if (units.indexOf(to) > units.indexOf(from)) return `${file} imports ${to}, which comes after ${from}`
  return imported === `${to}/index.ts` || from === 'app' ? undefined : `${file} imports ${imported}, not ${to}/index.ts`
}

const isTest = (file: string) => file.endsWith('.test.ts')

/** Rooms of large units in order: a room imports only rooms before it. The unit's other files import any. */
const rooms: Record<string, readonly string[]> = {
  kernel: ['values', 'text', 'db', 'http', 'jobs', 'postgres'],
  ledger: ['book', 'posting', 'batching'],
  payments: ['record', 'orders', 'lifecycle', 'reports', 'surface'],
  'fx/forwards': ['record', 'closing', 'booking', 'drawdowns', 'amendments', 'surface'],
}

/** The room of a file, by its place among the unit's rooms; -1 outside them. */
const placeOf = (unit: string, file: string): number =>
  rooms[unit]!.findIndex((room) => file.startsWith(`${unit}/${room}/`))

test('each room of a unit imports only rooms before it', () => {
  const wrong = files.flatMap((file) => {
    const unit = Object.keys(rooms).find((known) => file.startsWith(`${known}/`))
    if (unit === undefined || isTest(file) || placeOf(unit, file) === -1) return []
    return importsOf(readFileSync(path.join(source, file), 'utf8'))
      .map((specifier) => path.join(path.dirname(file), specifier))
      .filter((imported) => placeOf(unit, imported) > placeOf(unit, file))
      .map((imported) => `${file} imports ${imported}`)
  })
  expect(wrong).toEqual([])
})

/** The relative imports of a text, type imports included. */
function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+\.ts)'/g)].map((match) => match[1] ?? '')
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

test('each unit imports only units before it, through their front door', () => {
  expect(files.length).toBeGreaterThan(10)
  const errors = files.flatMap((file) =>
    importsOf(readFileSync(path.join(source, file), 'utf8'))
      .map((specifier) => path.join(path.dirname(file), specifier))
      .map((imported) => error(file, imported)),
  )
  expect(errors.filter(Boolean)).toEqual([])
})

test('every folder is a unit or leads to one', () => {
  const known = (folder: string) =>
    ['commands', 'composition', 'settings'].includes(folder) ||
    units.some((unit) => `${unit}/`.startsWith(`${folder}/`))
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map((entry) => entry.name).filter((folder) => !known(folder))).toEqual([])
})

test.each([
  ['accounts/service.ts', 'ledger/index.ts', undefined],
  ['payments/rails/sim.ts', 'kernel/values/money.ts', undefined],
  ['payments/service.ts', 'payments/rails/index.ts', undefined],
  ['accounts/routes.test.ts', 'app.ts', undefined],
  ['accounts/routes.test.ts', '../test/support/database.ts', undefined],
  ['accounts/service.ts', '../test/support/database.ts', 'imports test code'],
  ['accounts/service.ts', 'ledger/posting.ts', 'not ledger/index.ts'],
  ['ledger/posting.ts', 'accounts/index.ts', 'comes after ledger'],
  ['payments/rails/rail.ts', 'payments/index.ts', 'comes after payments/rails'],
  ['fx/quotes/service.ts', 'app.ts', 'comes after fx/quotes'],
])('%s importing %s: %s', (file, imported, expected) => {
  if (expected) expect(error(file, imported)).toContain(expected)
  else expect(error(file, imported)).toBeUndefined()
})

test('imports are found in every spelling', () => {
  const text = `import './a.ts'\nimport type { B } from '../b.ts'\nexport {\n  c,\n} from './c.ts'\nawait import('./d.ts')\nimport x from 'y'`
  expect(importsOf(text)).toEqual(['./a.ts', '../b.ts', './c.ts', './d.ts'])
})
