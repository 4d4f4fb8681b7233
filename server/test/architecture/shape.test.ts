import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { MODULES } from '../../src/composition/modules.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { unitOf, units } from '../support/modules.ts'
import { importCycles, isTest, readSource, readSources, type SourceFile, unusedExports } from './files.ts'
import { readRatchet } from './ratchet.ts'

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 70
const MAX_PARAMETERS = 5
const MAX_FILES_IN_FOLDER = 15

/** Tests that create a listener or a worker themselves, and why. */
const OPEN_PARTS = [
  'src/kernel/', // knows no module
  'src/ledger/', // knows no module
  'test/support/process.ts', // opens the process of all other tests
  'test/support/open-banking.ts', // mounts the resources of open banking alone, with a token of the test
  'src/open-banking/resources/routes.test.ts', // the same
  'src/open-banking/authorisation/forms.test.ts', // mounts a form alone, beside a route without forms
  'src/service/site.test.ts', // mounts the documentation alone, over a folder of the test
  'src/monitoring/', // watches a listener and a worker, without modules
  'test/crash/crossing-worker.ts', // a program that is killed while it posts house crossings
  'test/architecture/',
]

const root = path.join(serverDirectory, '..')
const sources = readSources(root, ['server/src', 'server/test', 'sdk/src', 'cli/src', 'console/src', 'bench'])
const files = [...sources.values()].filter(({ file }) => !/^(sdk|cli)\/src\/generated\//.test(file))
const product = files.filter(({ file }) => !isTest(file))
const ratchet = readRatchet()

test('no file imports a file that imports it back', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(importCycles(sources)).toEqual([])
})

test('an export of the server is used by another file that is not a test', () => {
  expect(unusedExports(sources).filter((name) => name.startsWith('server/src/'))).toEqual([])
})

test('no further file has over 400 lines, and none of the long ones grows', () => {
  const long = files.filter(({ lines }) => lines > MAX_FILE_LINES).map(({ file, lines }) => [file, lines] as const)
  expect(grown(Object.fromEntries(long), ratchet.longFiles)).toEqual([])
})

test('no further function has over 70 lines, and none of the long ones grows', () => {
  const long = product.flatMap(({ file, functions }) =>
    functions
      .filter(({ lines }) => lines > MAX_FUNCTION_LINES)
      .map(({ name, lines }) => [`${file} ${name}`, lines] as const),
  )
  expect(grown(Object.fromEntries(long), ratchet.longFunctions)).toEqual([])
})

test('no function has more than five parameters', () => {
  const wide = product.flatMap(({ file, functions }) =>
    functions.filter(({ parameters }) => parameters > MAX_PARAMETERS).map(({ name }) => `${file} ${name}`),
  )
  expect(wide).toEqual([])
})

test('no folder of a unit has over 15 files besides tests', () => {
  const counts = new Map<string, number>()
  for (const { file } of product.filter(({ file }) => file.startsWith('server/src/')))
    counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_FOLDER)).toEqual([])
})

test('a test opens the server as the product composes it', () => {
  const opensItself = files
    .filter(({ file }) => isTest(file) && !OPEN_PARTS.some((part) => file.startsWith(`server/${part}`)))
    .filter(({ file }) =>
      /\b(create(OpenBanking)?Http|createWorker)\(/.test(readFileSync(path.join(root, file), 'utf8')),
    )
  expect(opensItself.map(({ file }) => file)).toEqual([])
})

test('the server reads the address of clients, never that of the proxy', () => {
  const wrong = product
    .filter(({ file }) => file.startsWith('server/src/'))
    .filter(({ file }) => /\brequest\.ips?\b/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(wrong.map(({ file }) => file)).toEqual([])
})

test('every connection to the database can find the host that accepts writes', () => {
  const own = ['server/src/kernel/db/client.ts', 'server/src/kernel/db/hosts.ts', 'server/src/kernel/db/db.ts']
  const direct = product
    .filter(({ file }) => file.startsWith('server/src/') && !file.startsWith('server/src/kernel/postgres/'))
    .filter(({ file }) => /\bnew pg\.(Client|Pool)\b/.test(readFileSync(path.join(root, file), 'utf8')))
  expect(direct.map(({ file }) => file).filter((file) => !own.includes(file))).toEqual([])
})

describe('modules', () => {
  const names = MODULES.map(({ name }) => name)

  test('every manifest is listed in composition/modules.ts, under the name of its unit', () => {
    const manifests = product
      .filter(({ exports }) => [...exports].some(([name, from]) => /^[a-z]\w*Module$/.test(name) && from === undefined))
      .map(({ file }) => unitOf(file.replace('server/src/', '')))
      .filter((unit) => unit !== 'kernel')
    expect(manifests.length).toBeGreaterThan(20)
    expect(names.toSorted()).toEqual(manifests.toSorted())
  })

  test('manifests are listed in the order of their units', () => {
    expect(names).toEqual(units.filter((unit) => names.includes(unit)))
  })

  test('every unit has a manifest, but for those that add nothing to a process', () => {
    expect(units.filter((unit) => !names.includes(unit))).toEqual(['kernel', 'institution', 'monitoring', 'app'])
  })
})

/** Lists entries above the ratchet's limit, and allowed ones that are within the normal limit now. */
function grown(found: Record<string, number>, allowed: Record<string, number>): string[] {
  const over = Object.keys(found).filter((key) => found[key]! > (allowed[key] ?? 0))
  return [
    ...over.map((key) => `${key} has ${found[key]}, the ratchet allows ${allowed[key] ?? 'none'}`),
    ...Object.keys(allowed)
      .filter((key) => found[key] === undefined)
      .map((key) => `${key} is within the limit now: take it out of the ratchet`),
  ]
}

describe('the reader of sources', () => {
  const source = (file: string, text: string): [string, SourceFile] => [file, readSource(file, text)]

  test('finds imports in every spelling', () => {
    const text = `import './a.ts'\nimport type { B } from '../b.ts'\nexport { c } from './c.ts'\nawait import('./d.ts')\nimport x from 'y'`
    const { imports } = readSource('s/x.ts', text)
    expect(imports.map(({ from, name }) => `${from} ${name}`)).toEqual(['s/a.ts ', 'b.ts B', 's/c.ts c', 's/d.ts *'])
  })

  test('measures functions', () => {
    const text = 'export const f = (a: 1, b: 2) => {\n  return a\n}\nclass C { m(x: 1) { return x } }\nfunction g() {}'
    expect(readSource('x.ts', text).functions.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'f', lines: 3, parameters: 2 },
      { name: 'g', lines: 1, parameters: 0 },
      { name: 'm', lines: 1, parameters: 1 },
    ])
  })

  test('finds a circle of three files, and none in a line', () => {
    const line = [source('a.ts', `import './b.ts'`), source('b.ts', `import './c.ts'`)]
    expect(importCycles(new Map([...line, source('c.ts', '')]))).toEqual([])
    const circle = new Map([source('z.ts', `import './a.ts'`), ...line, source('c.ts', `export { a } from './a.ts'`)])
    expect(importCycles(circle)).toEqual([['a.ts', 'b.ts', 'c.ts']])
  })

  test('takes neither a test nor a front door for a user of an export', () => {
    const sources = new Map([
      source('a/x.ts', 'export const used = 1\nexport const tested = 2\nexport const passed = 3'),
      source('a/index.ts', `export { used, passed as other } from './x.ts'`),
      source('a/x.test.ts', `import { tested } from './x.ts'`),
      source('b.ts', `import { used } from './a/index.ts'`),
    ])
    expect(unusedExports(sources)).toEqual(['a/x.ts tested', 'a/x.ts passed', 'a/index.ts other'])
  })
})
