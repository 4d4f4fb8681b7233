import { isTypeNode, type SourceFile, SyntaxKind as Kind } from 'typescript/unstable/ast'
import { functionName, isFunction, keyOf, type Program, type Syntax } from './program.ts'
import { registeringFunctions, type Registration, registrationOf } from './registrations.ts'

/** Code that runs together: a function, an initialiser, a route with its handler. */
export interface Unit {
  names: Reference[]
  /** Functions in an object that this unit initialises. */
  members: Unit[]
  /** Last part of the path that the unit serves, for an entry of a table of routes. */
  path?: string
}

/** A name that a unit uses. */
export interface Reference {
  name: Syntax
  /** True if the value is used, not one of its members. */
  isWhole: boolean
  mode: Mode
}

/** `collected`: a caller gathers the rejections of this code in a list. */
export type Mode = 'thrown' | 'collected'

/** The server's code as units that use each other by name. */
export interface Graph {
  units: Map<string, Unit>
  /** Exported functions of the kernel's HTTP by name. */
  functions: Map<string, Unit>
  /** Registered routes, each with the code of its scope. */
  routes: (Registration & { unit: Unit; scope: readonly Unit[] })[]
  /** Codes by their entry in a table of refusals. */
  codes: Map<string, string>
  /** Codes of each table of refusals. */
  tables: Map<string, string[]>
  /** Members of object literals that may implement a member of a declared type. */
  members: { literal: Syntax; name: string; member: Syntax }[]
  /** Arguments of each call of a function that registers routes, by the function's name. */
  calls: Map<string, Unit[][]>
  /** Parameters of functions that register routes. */
  parameters: Map<string, { of: string; index: number }>
}

/** Functions that return rejections as a list of errors. */
const COLLECTORS = new Set(['errorsAt', 'runChecks', 'fieldError'])

/** Presenters show what was stored, which has passed all checks. */
const PRESENTER = /^present[A-Z]/

/** Reads the units of the program and the names that they use. */
export function readGraph({ files }: Program): Graph {
  const graph: Graph = {
    units: new Map(),
    functions: new Map(),
    routes: [],
    codes: new Map(),
    tables: new Map(),
    members: [],
    calls: new Map(),
    parameters: new Map(),
  }
  const registering = registeringFunctions(files)
  for (const file of files) new FileReader(graph, registering).read(file)
  return graph
}

/** Declarations that no code runs in. */
const WITHOUT_CODE = new Set<Kind>([
  Kind.ImportDeclaration,
  Kind.ExportDeclaration,
  Kind.InterfaceDeclaration,
  Kind.TypeAliasDeclaration,
])

/** Place of a node: its unit, and what happens there to rejections. */
interface Place {
  unit: Unit
  mode: Mode
  /** True inside a `try` whose `catch` lets no rejection pass. */
  isCaught: boolean
}

class FileReader {
  readonly #graph: Graph
  readonly #registering: ReadonlySet<string>

  constructor(graph: Graph, registering: ReadonlySet<string>) {
    this.#graph = graph
    this.#registering = registering
  }

  read(file: SourceFile): void {
    const place: Place = { unit: { names: [], members: [] }, mode: 'thrown', isCaught: false }
    this.#visitParts(file as unknown as Syntax, place)
  }

  #visitParts(node: Syntax, place: Place): void {
    node.forEachChild((child) => this.#visit(child as Syntax, place))
  }

  #visit(node: Syntax, place: Place): void {
    if (isTypeNode(node) && node.kind !== Kind.ExpressionWithTypeArguments) return
    if (WITHOUT_CODE.has(node.kind)) return
    const visit = this.#visitors.get(node.kind)
    if (visit) visit(node, place)
    else this.#visitParts(node, place)
  }

  readonly #visitors = new Map<Kind, (node: Syntax, place: Place) => void>([
    [Kind.FunctionDeclaration, (node, place) => this.#visitFunction(node, place)],
    [Kind.MethodDeclaration, (node, place) => this.#visitFunction(node, place)],
    [Kind.VariableDeclaration, (node, place) => this.#visitVariable(node, place)],
    [Kind.PropertyAssignment, (node, place) => this.#visitProperty(node, place)],
    [Kind.ShorthandPropertyAssignment, (node, place) => this.#visitShorthand(node, place)],
    [Kind.TryStatement, (node, place) => this.#visitTry(node, place)],
    [Kind.CallExpression, (node, place) => this.#visitCall(node, place)],
    [Kind.PropertyAccessExpression, (node, place) => this.#visitAccess(node, place)],
    [Kind.Identifier, (node, place) => (isUsed(node) ? this.#note(node, place) : undefined)],
  ])

  #visitShorthand(node: Syntax, place: Place): void {
    this.#noteMember(node, this.#unitOf(node))
    this.#note(node.name!, place)
  }

  #visitTry({ tryBlock, catchClause, finallyBlock }: Syntax, place: Place): void {
    const isCaught = place.isCaught || catchesAll(catchClause)
    const keeps = isCaught && keepsError(catchClause)
    this.#visit(tryBlock!, keeps ? { ...place, mode: 'collected' } : { ...place, isCaught })
    for (const part of [catchClause, finallyBlock]) if (part) this.#visit(part, place)
  }

  #visitAccess({ expression, name }: Syntax, place: Place): void {
    this.#visit(expression!, place)
    this.#note(name!, place)
  }

  #visitFunction(node: Syntax, place: Place): void {
    const unit = this.#unitOf(node)
    if (node.parent.kind === Kind.ObjectLiteralExpression) {
      this.#noteMember(node, unit)
      if (!isService(node.parent)) this.#visitParts(node, place)
      else place.unit.members.push(unit)
    }
    const name = functionName(node)
    this.#noteParameters(node, name)
    if (name !== undefined && node.getSourceFile().fileName.includes('/kernel/http/'))
      this.#graph.functions.set(name, unit)
    this.#visitParts(node, { unit, mode: 'thrown', isCaught: false })
  }

  #visitVariable(node: Syntax, place: Place): void {
    const { initializer, name } = node
    if (initializer === undefined) return
    if (initializer.kind === Kind.CallExpression && initializer.expression?.text === 'refusals')
      return this.#noteTable(node, initializer.arguments![0]!.properties!)
    if (isFunction(initializer)) this.#noteParameters(initializer, functionName(node))
    const isTop = node.parent.parent.parent.kind === Kind.SourceFile
    const isOwn = isTop || isFunction(initializer) || hasFunctions(initializer)
    const isNamed = name?.kind === Kind.Identifier && (isOwn || makesFunction(initializer))
    if (isNamed) this.#visit(initializer, { unit: this.#unitOf(node), mode: 'thrown', isCaught: false })
    if (!isNamed || !isOwn) this.#visit(initializer, place)
  }

  #visitProperty(node: Syntax, place: Place): void {
    const initializer = node.initializer!
    const isNamed = initializer.kind === Kind.Identifier || initializer.kind === Kind.PropertyAccessExpression
    if (!isFunction(initializer) && !isNamed) return this.#visitParts(node, place)
    const unit = this.#unitOf(node)
    this.#noteMember(node, unit)
    this.#visit(initializer, { unit, mode: 'thrown', isCaught: false })
    if (isFunction(initializer) && isService(node.parent)) place.unit.members.push(unit)
    else this.#visit(initializer, place)
  }

  #visitCall(node: Syntax, place: Place): void {
    const registration = registrationOf(node)
    const { expression, arguments: given = [] } = node
    if (/^(addContentTypeParser|addHook)$/.test(expression?.name?.text ?? '')) this.#noteScope(node, given)
    if (registration) {
      const unit = this.#unitOf(node)
      const scope = /\b(body|consumes)\b/.test(node.getText()) ? [this.#scopeOf(node)] : []
      this.#graph.routes.push({ ...registration, unit, scope })
      for (const argument of given) this.#visit(argument, { unit, mode: 'thrown', isCaught: false })
      return
    }
    const called = expression?.kind === Kind.Identifier ? expression.text! : ''
    if (this.#registering.has(called)) this.#noteArguments(called, given)
    this.#visit(expression!, place)
    const mode = COLLECTORS.has(called) ? 'collected' : place.mode
    for (const argument of given) this.#visit(argument, { ...place, mode })
  }

  /** Parsers and hooks of a module run for each of its routes that takes a body. */
  #noteScope(node: Syntax, given: readonly Syntax[]): void {
    const unit = this.#scopeOf(node)
    for (const argument of given) this.#visit(argument, { unit, mode: 'thrown', isCaught: false })
  }

  #scopeOf(node: Syntax): Unit {
    const [, folder] = /\/server\/src\/((?:[^/]+\/){1,2})/.exec(node.getSourceFile().fileName) ?? []
    const key = `scope of ${folder}`
    const unit = this.#graph.units.get(key) ?? { names: [], members: [] }
    this.#graph.units.set(key, unit)
    return unit
  }

  #unitOf(node: Syntax): Unit {
    const key = keyOf(node)
    const unit = this.#graph.units.get(key) ?? { names: [], members: [] }
    this.#graph.units.set(key, unit)
    return unit
  }

  #note(name: Syntax, { unit, mode, isCaught }: Place): void {
    if (isCaught || PRESENTER.test(name.text ?? '')) return
    const { parent } = name
    const isHolder = parent.kind === Kind.PropertyAccessExpression && parent.expression === name
    unit.names.push({ name, isWhole: !isHolder, mode })
  }

  #noteMember(node: Syntax, unit: Unit): void {
    const name = node.name?.text
    if (name === undefined) return
    this.#graph.members.push({ literal: node.parent, name, member: node })
    const { initializer } = node.parent.properties!.find((each) => each.name?.text === 'path') ?? {}
    if (initializer?.kind === Kind.StringLiteral) unit.path = initializer.text!
  }

  #noteParameters({ parameters = [] }: Syntax, name: string | undefined): void {
    if (name === undefined || !this.#registering.has(name)) return
    for (const [index, parameter] of parameters.entries())
      this.#graph.parameters.set(keyOf(parameter), { of: name, index })
  }

  #noteTable(variable: Syntax, entries: readonly Syntax[]): void {
    const codes = entries.map((entry) => {
      this.#graph.codes.set(keyOf(entry), entry.name!.text!)
      return entry.name!.text!
    })
    this.#graph.tables.set(keyOf(variable), codes)
  }

  #noteArguments(called: string, given: readonly Syntax[]): void {
    const units = given.map((argument): Unit => {
      const unit: Unit = { names: [], members: [] }
      this.#graph.units.set(`${keyOf(argument)} as an argument`, unit)
      this.#visit(argument, { unit, mode: 'thrown', isCaught: false })
      return unit
    })
    this.#graph.calls.set(called, [...(this.#graph.calls.get(called) ?? []), units])
  }
}

const hasFunctions = (node: Syntax): boolean =>
  node.kind === Kind.ObjectLiteralExpression &&
  node.properties!.some((each) => each.kind === Kind.MethodDeclaration || isFunction(each.initializer))

const PASSED_THROUGH = new Set<Kind>([
  Kind.PropertyAssignment,
  Kind.ObjectLiteralExpression,
  Kind.ParenthesizedExpression,
  Kind.AsExpression,
  Kind.SatisfiesExpression,
  Kind.ConditionalExpression,
  Kind.SpreadAssignment,
  Kind.BinaryExpression,
])

/** Returns whether an object literal is a service: returned or named, so that others call its members by name. */
export function isService(literal: Syntax): boolean {
  let node = literal
  while (PASSED_THROUGH.has(node.parent.kind)) node = node.parent
  const { kind, body } = node.parent
  return (
    kind === Kind.ReturnStatement || kind === Kind.VariableDeclaration || (kind === Kind.ArrowFunction && body === node)
  )
}

/** Returns whether a `catch` throws nothing, or nothing but defects. */
function catchesAll(clause: Syntax | undefined): boolean {
  let throws = clause === undefined
  const visit = (node: Syntax): void => {
    if (isFunction(node)) return
    const isOfDefects = node.kind === Kind.IfStatement && /!\(\w+ instanceof Refusal\)/.test(node.expression!.getText())
    if (isOfDefects) return node.elseStatement && visit(node.elseStatement)
    if (node.kind === Kind.ThrowStatement) throws = true
    node.forEachChild((child) => visit(child as Syntax))
  }
  if (clause) visit(clause.block!)
  return !throws && !/\bdone\(/.test(clause?.getText() ?? '') // a callback gets the error
}

/** Returns whether a `catch` keeps or returns the error, which may be thrown later. */
const keepsError = (clause: Syntax | undefined): boolean =>
  /\.push\(|return \{? ?(refusal: )?error\b/.test(clause?.block?.getText() ?? '')

/** Returns whether a value comes from a function of the same file that returns a function. */
const makesFunction = ({ kind, expression }: Syntax): boolean =>
  kind === Kind.CallExpression && expression?.kind === Kind.Identifier && returnsFunction(expression)

const returnsFunction = (name: Syntax): boolean =>
  new RegExp(`function ${name.text}\\([^)]*\\): \\(.*=>`).test(name.getSourceFile().text)

const DECLARATIONS = new Set<Kind>([
  Kind.Parameter,
  Kind.BindingElement,
  Kind.PropertyAssignment,
  Kind.PropertyDeclaration,
  Kind.MethodDeclaration,
  Kind.FunctionDeclaration,
  Kind.FunctionExpression,
  Kind.ClassDeclaration,
  Kind.VariableDeclaration,
])

/** Returns whether a name stands for a value, and does not declare one. */
const isUsed = (name: Syntax): boolean => !DECLARATIONS.has(name.parent.kind) || name.parent.initializer === name
