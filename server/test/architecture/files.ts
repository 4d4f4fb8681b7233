import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'

/** A name that a file imports, `*` for all, and the file that it comes from, as paths in the repository. */
export interface Import {
  from: string
  name: string
  /** Passed on by an export, not used by the file itself. */
  isPassedOn: boolean
}

/** A function: its name as far as it has one, its lines and its parameters. */
export interface FunctionSize {
  name: string
  lines: number
  parameters: number
}

/** A file of the repository as the architecture tests see it. */
export interface SourceFile {
  file: string
  lines: number
  imports: readonly Import[]
  /** Exported names, each with the file it is passed on from, if any. */
  exports: ReadonlyMap<string, { from: string; name: string } | undefined>
  functions: readonly FunctionSize[]
}

/** Reads all TypeScript files below folders of the repository. */
export function readSources(root: string, folders: readonly string[]): ReadonlyMap<string, SourceFile> {
  const files = folders.flatMap((folder) => filesBelow(root, folder))
  return new Map(files.map((file) => [file, readSource(file, readFileSync(path.join(root, file), 'utf8'))]))
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) throw new Error(`There is no folder ${folder}.`)
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules') && !/(^|\/)dist\//.test(name))
    .map((name) => path.join(folder, name))
    .sort()
}

/** Returns whether a file is a test, by its name. */
export const isTest = (file: string): boolean => file.endsWith('.test.ts') || file.startsWith('server/test/')

/** The interfaces of other files that a file extends by `declare module`. */
const augmented = (body: Program['body'], target: (specifier: string) => string) =>
  body.flatMap((node) => {
    if (node.type !== 'TSModuleDeclaration' || !('value' in node.id) || node.body?.type !== 'TSModuleBlock') return []
    const from = target(node.id.value)
    return node.body.body.flatMap((each) =>
      each.type === 'TSInterfaceDeclaration' ? [{ from, name: each.id.name }] : [],
    )
  })

/** Reads one file's imports, exports and functions from its syntax tree. */
export function readSource(file: string, text: string): SourceFile {
  const { program, module: links, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} is no TypeScript: ${errors[0]?.message}`)
  const target = (specifier: string) => path.join(path.dirname(file), specifier)
  const imports: Import[] = []
  const exports = new Map<string, { from: string; name: string } | undefined>()
  for (const { from, name } of augmented(program.body, target)) imports.push({ from, name, isPassedOn: false })
  for (const link of links.staticImports.filter((link) => link.moduleRequest.value.startsWith('.'))) {
    const from = target(link.moduleRequest.value)
    if (link.entries.length === 0) imports.push({ from, name: '', isPassedOn: false })
    for (const entry of link.entries)
      imports.push({
        from,
        name: entry.importName.name ?? (entry.importName.kind === 'Default' ? 'default' : '*'),
        isPassedOn: false,
      })
  }
  for (const { entries } of links.staticExports)
    for (const entry of entries) {
      const from = entry.moduleRequest?.value.startsWith('.') ? target(entry.moduleRequest.value) : undefined
      const name = entry.exportName.name ?? (entry.exportName.kind === 'Default' ? 'default' : '*')
      const source = from === undefined ? undefined : { from, name: entry.importName.name ?? '*' }
      exports.set(source && name === '*' ? `* ${from}` : name, source)
      if (source) imports.push({ ...source, isPassedOn: true })
    }
  for (const { moduleRequest } of links.dynamicImports) {
    const specifier = /^['"](\..*)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (specifier) imports.push({ from: target(specifier), name: '*', isPassedOn: false })
  }
  return { file, lines: text.split('\n').length - 1, imports, exports, functions: functionsOf(program, text) }
}

type Program = ReturnType<typeof parseSync>['program']

function functionsOf(program: Program, text: string): FunctionSize[] {
  const found: FunctionSize[] = []
  const names = new Map<number, string>()
  const lineOf = lineCounter(text)
  const add = (node: { start: number; end: number; params: unknown[]; id?: { name: string } | null }) =>
    found.push({
      name: node.id?.name ?? names.get(node.start) ?? '',
      lines: lineOf(node.end) - lineOf(node.start) + 1,
      parameters: node.params.length,
    })
  new Visitor({
    VariableDeclarator(node) {
      if (node.init && node.id.type === 'Identifier') names.set(node.init.start, node.id.name)
    },
    Property(node) {
      if (node.key.type === 'Identifier') names.set(node.value.start, node.key.name)
    },
    MethodDefinition(node) {
      if (node.key.type === 'Identifier') names.set(node.value.start, node.key.name)
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program)
  return found
}

function lineCounter(text: string): (position: number) => number {
  const starts = [...text.matchAll(/\n/g)].map((match) => match.index)
  return (position) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (starts[middle]! < position) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Lists exports that no product file uses, as "file name": passing a name on through a front door does not count. */
export function unusedExports(sources: ReadonlyMap<string, SourceFile>): string[] {
  const used = new Set<string>()
  const use = (file: string, name: string): void => {
    const source = sources.get(file)
    if (!source || used.has(`${file} ${name}`)) return
    used.add(`${file} ${name}`)
    if (name === '*') for (const known of source.exports.keys()) use(file, known)
    const passedOn = source.exports.get(name)
    if (passedOn) use(passedOn.from, passedOn.name)
    if (!source.exports.has(name))
      for (const [known, origin] of source.exports) if (known.startsWith('* ') && origin) use(origin.from, name)
  }
  for (const { file, imports } of sources.values())
    if (!isTest(file)) for (const { from, name, isPassedOn } of imports) if (!isPassedOn) use(from, name)
  return [...sources.values()]
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, exports }) => [...exports.keys()].map((name) => `${file} ${name}`))
    .filter((name) => !used.has(name))
}

/** Lists groups of files that import each other in a circle. */
export function importCycles(sources: ReadonlyMap<string, SourceFile>): string[][] {
  const state = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const cycles: string[][] = []
  const visit = (file: string) => {
    const own = { index: state.size, low: state.size, isOpen: true }
    state.set(file, own)
    open.push(file)
    for (const { from } of sources.get(file)?.imports ?? []) {
      if (!sources.has(from)) continue
      const next = state.get(from) ?? visit(from)
      if (next.isOpen) own.low = Math.min(own.low, next.low)
    }
    if (own.low < own.index) return own
    const group = open.splice(open.indexOf(file))
    for (const member of group) state.get(member)!.isOpen = false
    if (group.length > 1) cycles.push(group.sort())
    return own
  }
  for (const file of sources.keys()) if (!state.has(file)) visit(file)
  return cycles
}
