import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { parseAst } from 'rolldown/parseAst'
import { afterAll, expect, test } from 'vitest'

const { buildProgram, hasSlowSpreads, withoutLeadingSpreads } = (await import('../../build.mjs' as string)) as {
  buildProgram: (name: string, entry: string) => Promise<string>
  hasSlowSpreads: boolean
  withoutLeadingSpreads: (code: string) => string
}
const main = path.join(import.meta.dirname, '..', '..', 'src', 'main.ts')
const bundle = await buildProgram('checked', main)
afterAll(() => {
  for (const file of [bundle, `${bundle}.map`]) rmSync(file)
})

interface Node {
  type?: string
  start: number
  properties?: Node[]
}

/** Returns all object literals below a node. */
function literalsOf(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const own = (node as Node).type === 'ObjectExpression' ? [node as Node] : []
  return [...own, ...Object.values(node).flatMap(literalsOf)]
}

const ADDED = '{ __proto__: Object.prototype,'
const built = readFileSync(bundle, 'utf8')
const code = hasSlowSpreads ? built : withoutLeadingSpreads(built)
const literals = literalsOf(parseAst(code).body)

test('no object literal of the bundle begins with a spread, which makes Node 20 slow', () => {
  const slow = literals.filter(({ properties }) => properties?.[0]?.type === 'SpreadElement')
  expect(slow.map(({ start }) => code.slice(start, start + 80))).toEqual([])
})

test('the bundler changes object literals alone: no text, pattern or block', () => {
  const starts = new Set(literals.map(({ start }) => start))
  const added = [...code.matchAll(new RegExp(ADDED, 'g'))].map(({ index }) => index)
  expect(added.length).toBeGreaterThan(1000)
  expect(added.filter((start) => !starts.has(start)).map((start) => code.slice(start - 40, start + 80))).toEqual([])
})

test('a newer Node, whose spreads are fast, gets the code as it is', () => {
  expect(built.includes(ADDED)).toBe(hasSlowSpreads)
})

test.each([
  'const made = { ...given, b: 3 }',
  'const made = {\n  ...given,\n  ...other,\n  get c() {\n    return 4;\n  }\n}',
  'const make = (...list) => ({ ...list[0], list: [{ ...other }] })\nconst made = make(given)',
  'const { a, ...rest } = given\nconst made = a ? { ...rest } : [{ ...null, a }]',
  'function make(copy) {\n  return { ...copy, d: 5 };\n}\nconst made = make(given)',
])('the objects of this code stay the same: %s', (code) => {
  const run = (text: string): unknown =>
    vm.runInNewContext(
      `const given = { a: 1, b: 2 }, other = { b: 6, e: 7 }; ${text}; [made, made.__proto__ === Object.prototype, JSON.stringify(made)]`,
    )
  const changed = withoutLeadingSpreads(code)
  expect(changed).not.toBe(code)
  expect(JSON.stringify(run(changed))).toBe(JSON.stringify(run(code)))
})
