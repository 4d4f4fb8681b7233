import path from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Symbol } from 'typescript/unstable/sync'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

/** A node of a syntax tree with the parts that this analysis reads. */
export interface Syntax extends Node {
  readonly parent: Syntax
  readonly name?: Syntax
  readonly propertyName?: Syntax
  readonly text?: string
  readonly initializer?: Syntax
  readonly expression?: Syntax
  readonly elseStatement?: Syntax
  readonly arguments?: readonly Syntax[]
  readonly properties?: readonly Syntax[]
  readonly parameters?: readonly Syntax[]
  readonly body?: Syntax
  readonly block?: Syntax
  readonly tryBlock?: Syntax
  readonly catchClause?: Syntax
  readonly finallyBlock?: Syntax
  readonly head?: Syntax
  readonly literal?: Syntax
  readonly templateSpans?: readonly Syntax[]
}

/** The server's sources, with the declarations that names and types lead to. */
export interface Program {
  files: readonly SourceFile[]
  /** Returns the declarations of each name, imports followed. */
  declarationsOf(names: readonly Syntax[]): (readonly Syntax[])[]
  /** Returns the declarations of a member in the type that an object literal must have. */
  expectedMember(literal: Syntax, name: string): readonly Syntax[]
  /** Returns the declarations of a member in the type of an expression or pattern. */
  memberOf(node: Syntax, name: string): readonly Syntax[]
  /** Returns the declarations of the value in `{ name }`. */
  shorthandValue(node: Syntax): readonly Syntax[]
  close(): void
}

/** SymbolFlags.Alias: an imported name. */
const ALIAS = 1 << 21

/** Names that the compiler looks up at once. */
const LOOKED_UP = 5000

/** Opens the repository's sources with the TypeScript compiler. */
export function openProgram(): Program {
  const root = path.dirname(serverDirectory)
  const source = path.join(serverDirectory, 'src') + path.sep
  const api = new API({ cwd: root })
  const config = path.join(root, 'tsconfig.json')
  const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
  const declared = (symbol: Symbol | undefined): readonly Syntax[] => {
    if (symbol === undefined) return []
    const meant = symbol.flags & ALIAS ? checker.getAliasedSymbol(symbol) : symbol
    const own = meant.declarations.filter((handle) => handle.path.includes('/server/src/'))
    return own.flatMap((handle) => (handle.resolve() as Syntax | undefined) ?? [])
  }
  return {
    files: program
      .getSourceFileNames()
      .filter((name) => name.startsWith(source) && !name.endsWith('.test.ts'))
      .map((name) => program.getSourceFile(name)!),
    declarationsOf(names) {
      const found: (readonly Syntax[])[] = []
      for (let i = 0; i < names.length; i += LOOKED_UP)
        found.push(...checker.getSymbolAtLocation(names.slice(i, i + LOOKED_UP)).map(declared))
      return found
    },
    expectedMember(literal, name) {
      const type = checker.getContextualType(literal as never)
      const present = type && (checker.getNonNullableType(type) ?? type)
      return present ? declared(checker.getPropertyOfType(present, name)) : []
    },
    memberOf(node, name) {
      const type = checker.getTypeAtLocation(node)
      return type ? declared(checker.getPropertyOfType(type, name)) : []
    },
    shorthandValue: (node) => declared(checker.getShorthandAssignmentValueSymbol(node)),
    close: () => api.close(),
  }
}

/** Returns a key of a node that is stable within a program. */
export const keyOf = (node: Syntax): string => `${node.getSourceFile().fileName}:${node.pos}:${node.kind}`

export const isFunction = (node: Node | undefined): boolean =>
  node?.kind === SyntaxKind.ArrowFunction || node?.kind === SyntaxKind.FunctionExpression

/** Returns the name of a declared function. */
export function functionName(node: Syntax): string | undefined {
  if (node.kind === SyntaxKind.FunctionDeclaration) return node.name?.text
  return node.kind === SyntaxKind.VariableDeclaration && isFunction(node.initializer) ? node.name?.text : undefined
}
