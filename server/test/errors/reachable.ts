import { SyntaxKind as Kind } from 'typescript/unstable/ast'
import { type Graph, isService, type Mode, readGraph, type Unit } from './graph.ts'
import { keyOf, openProgram, type Program, type Syntax } from './program.ts'

interface Edge {
  to: Unit | string
  mode: Mode
}

/** Functions that throw a list of errors as one rejection. */
const THROWERS = new Set(['refuseAll', 'refuseErrors', 'checkFields'])

/** Codes of refusals that the code can throw. */
interface ReachedCodes {
  /** Codes of the steps that every request goes through. */
  everywhere: readonly string[]
  /** Codes of the routes, by method and path. */
  operations: Map<string, readonly string[]>
}

/** Functions with the steps around every operation. */
const COMMON_STEPS = ['createHttp', 'asRefusal']

/**
 * Returns the codes of refusals that the code can throw. It follows names through functions, objects and declared types, and
 * leaves out what a `catch` keeps. A code can be in a list although no request leads to it.
 *
 * @param operations as `GET /v1/accounts/:accountId`
 */
export function reachableCodes(operations: readonly string[]): ReachedCodes {
  const program = openProgram()
  try {
    const graph = readGraph(program)
    const edgesOf = connect(program, graph)
    return {
      everywhere: COMMON_STEPS.flatMap((name) => codesFrom(graph.functions.get(name)!, '', edgesOf)),
      operations: new Map(operations.map((operation) => [operation, codesOf(operation, graph, edgesOf)])),
    }
  } finally {
    program.close()
  }
}

function codesOf(operation: string, { routes }: Graph, edgesOf: (unit: Unit) => readonly Edge[]): readonly string[] {
  const [method, path] = operation.split(' ') as [string, string]
  const ofMethod = routes.filter((route) => route.method === method)
  const literal = ofMethod.filter((route) => route.path === path)
  const found =
    literal.length > 0 ? literal : ofMethod.filter((route) => route.path instanceof RegExp && route.path.test(path))
  if (found.length === 0) throw new Error(`no call registers ${operation}`)
  const last = path.slice(path.lastIndexOf('/') + 1)
  const roots = found.flatMap(({ unit, scope }) => [unit, ...scope])
  return [...new Set(roots.flatMap((unit) => codesFrom(unit, last, edgesOf)))].sort()
}

/** @param last part of the path: entries of a table of routes for another path are left out */
function codesFrom(start: Unit, last: string, edgesOf: (unit: Unit) => readonly Edge[]): string[] {
  const reached: Record<Mode, Set<Unit | string>> = { thrown: new Set([start]), collected: new Set() }
  const queue: [Unit, Mode][] = [[start, 'thrown']]
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [unit, mode] = next
    for (const edge of edgesOf(unit)) {
      const how = mode === 'collected' ? mode : edge.mode
      if (reached[how].has(edge.to)) continue
      reached[how].add(edge.to)
      if (typeof edge.to !== 'string' && (edge.to.path ?? last) === last) queue.push([edge.to, how])
    }
  }
  const units = [...reached.thrown].filter((each) => typeof each !== 'string')
  const throwsLists = units.some(({ names }) => names.some(({ name }) => THROWERS.has(name.text ?? '')))
  const found = [...reached.thrown, ...(throwsLists ? reached.collected : [])]
  return [...new Set(found.filter((each) => typeof each === 'string'))]
}

/** Longest chain of declared types and patterns between a name and its code. */
const MOST_STEPS = 8

/** Resolves the names of all units. */
function connect(program: Program, graph: Graph): (unit: Unit) => readonly Edge[] {
  const implementations = implementationsOf(program, graph)
  const resolve = (node: Syntax, isWhole: boolean, steps = 0): Edge['to'][] => {
    const key = keyOf(node)
    const code = graph.codes.get(key)
    if (code !== undefined) return [code]
    const table = graph.tables.get(key)
    if (table) return isWhole ? table : []
    if (steps > MOST_STEPS) return []
    const unit = graph.units.get(key)
    const parameter = graph.parameters.get(key)
    return [
      ...(unit ? [unit, ...(isWhole ? unit.members : [])] : []),
      ...implementations(node).flatMap((member) => resolve(member, true, steps + 1)),
      ...(parameter ? (graph.calls.get(parameter.of) ?? []).flatMap((given) => given[parameter.index] ?? []) : []),
      ...(node.kind === Kind.ShorthandPropertyAssignment ? program.shorthandValue(node) : []).flatMap((each) =>
        resolve(each, true, steps + 1),
      ),
      ...boundBy(program, node).flatMap((each) => resolve(each, isWhole, steps + 1)),
    ]
  }
  const references = [...graph.units.values()].flatMap(({ names }) => names)
  const declarations = program.declarationsOf(references.map(({ name }) => name))
  const targets = new Map(
    references.map(({ name, isWhole, mode }, i) => [
      name,
      declarations[i]!.flatMap((node) => resolve(node, isWhole)).map((to): Edge => ({ to, mode })),
    ]),
  )
  return ({ names }) => names.flatMap(({ name }) => targets.get(name)!)
}

/** Returns the declared member that a variable takes from an object, as in `{ quotes }: Deps`. */
function boundBy(program: Program, { kind, name, propertyName, parent }: Syntax): readonly Syntax[] {
  if (kind !== Kind.BindingElement || name?.kind !== Kind.Identifier) return []
  const { text } = propertyName ?? name
  return text === undefined ? [] : program.memberOf(parent, text)
}

/**
 * Returns the members of object literals that implement each member of a declared type. An object of no declared type may
 * implement a dependency of all routes: the composition passes it on.
 */
function implementationsOf(program: Program, { members }: Graph): (declared: Syntax) => readonly Syntax[] {
  const found = new Map<string, Syntax[]>()
  const untyped = new Map<string, Syntax[]>()
  const add = (to: Map<string, Syntax[]>, key: string, member: Syntax) => to.set(key, [...(to.get(key) ?? []), member])
  for (const { literal, name, member } of members) {
    const expected = program.expectedMember(literal, name)
    if (expected.length === 0 && isService(literal)) add(untyped, name, member)
    // A helper of the kernel would join all its users.
    for (const declared of expected.filter(isSignature))
      if (isService(literal) || !isOfKernel(declared)) add(found, keyOf(declared), member)
  }
  const unnamed = (declared: Syntax) =>
    declared.getSourceFile().fileName.endsWith('/kernel/http/http.ts')
      ? (untyped.get(declared.name?.text ?? '') ?? [])
      : []
  return (declared) => (isSignature(declared) ? (found.get(keyOf(declared)) ?? unnamed(declared)) : [])
}

const isOfKernel = (node: Syntax): boolean => node.getSourceFile().fileName.includes('/kernel/')

const isSignature = ({ kind }: Syntax): boolean => kind === Kind.PropertySignature || kind === Kind.MethodSignature
