import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import '../../src/commands/print-errors.ts' // loads the error tables of every module
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { allRefusals } from '../../src/kernel/values/refusals.ts'
import { apiTextsOf, blocksOf, docstringsOf, plain } from './prose.ts'

/** One text with the place a finding is reported at. */
export interface Text {
  place: string
  text: string
}

const root = path.join(serverDirectory, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Files below a folder, as paths from the root; installed packages, generated and built files are left out. */
function filesBelow(folder: string, extension: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'generated', 'dist', 'data', 'samples', 'cache', '.temp'].includes(name))
    .flatMap((entry) => {
      const file = path.posix.join(folder, entry.name)
      if (entry.isDirectory()) return filesBelow(file, extension)
      return extension.test(entry.name) ? [file] : []
    })
    .sort()
}

const PAGES_OUTSIDE_DOCS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'sdk/README.md',
  'cli/README.md',
  'sdk-python/README.md',
]

const pages = (names: string[]): Text[] =>
  names.flatMap((place) => blocksOf(read(place)).map((text) => ({ place, text })))

/** Areas of prose. The error reference is left out of the pages: the error tables contain its text. */
export function proseAreas(): Record<'docs' | 'decisions' | 'errors' | 'api', Text[]> {
  const isDecision = (name: string) => name.startsWith('docs/decisions/')
  const names = [...PAGES_OUTSIDE_DOCS, ...filesBelow('docs', /\.md$/)].filter((name) => name !== 'docs/errors.md')
  return {
    docs: pages(names.filter((name) => !isDecision(name))),
    decisions: pages(names.filter(isDecision)),
    errors: allRefusals().map(({ code, message }) => ({ place: code, text: plain(message) })),
    api: ['types', 'resources']
      .flatMap((name) => apiTextsOf(read(`sdk/src/generated/${name}.ts`)))
      .map((text) => ({ place: 'OpenAPI', text: plain(text) })),
  }
}

/** Docstrings by area: the folders of server/src, then the tests and the other packages. */
export function docstringAreas(): Record<string, Text[]> {
  const areas: Record<string, Text[]> = {}
  for (const place of ['server', 'sdk', 'cli', 'console', 'site', 'bench'].flatMap((folder) =>
    filesBelow(folder, /\.m?ts$|\.mjs$/),
  )) {
    const texts = docstringsOf(read(place)).map((text) => ({ place, text: plain(text) }))
    const area = /^server\/(?:src\/[^/.]+(?=\/)|src|test)/.exec(place)?.[0] ?? place.split('/')[0]!
    ;(areas[area] ??= []).push(...texts)
  }
  return areas
}
