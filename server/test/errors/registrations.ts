import { type SourceFile, SyntaxKind as Kind } from 'typescript/unstable/ast'
import { functionName, type Syntax } from './program.ts'

/** A call that registers a route: its method and its path, as a pattern if a part is only known when it runs. */
export interface Registration {
  method: string
  path: string | RegExp
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Returns what a call registers; undefined if it registers no route of the main interface. */
export function registrationOf(node: Syntax): Registration | undefined {
  if (node.kind !== Kind.CallExpression) return undefined
  const { expression, arguments: given = [] } = node
  if (expression?.kind === Kind.Identifier && expression.text === 'listRoute') {
    const entry = given[1]?.properties?.find(({ name }) => name?.text === 'path')
    return withPath('GET', entry?.initializer)
  }
  const method = expression?.kind === Kind.PropertyAccessExpression ? (expression.name?.text ?? '') : ''
  if (!METHODS.includes(method) || given.length < 2) return undefined
  return /^(app|scope)$/.test(expression?.expression?.text ?? '') ? withPath(method.toUpperCase(), given[0]) : undefined
}

function withPath(method: string, node: Syntax | undefined): Registration | undefined {
  if (node === undefined) return undefined
  const parts = partsOf(node)
  if (parts.every((part) => part !== undefined)) {
    const path = parts.join('')
    return path.startsWith('/') ? { method, path } : undefined
  }
  if (node.kind !== Kind.TemplateExpression) return undefined
  const pattern = parts.map((part) => part?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? '([a-z-]+)')
  return { method, path: new RegExp(`^${pattern.join('')}$`) }
}

/** Returns the parts of a text; undefined for one that is not constant. */
function partsOf(node: Syntax): (string | undefined)[] {
  const { kind } = node
  if (kind === Kind.StringLiteral || kind === Kind.NoSubstitutionTemplateLiteral) return [node.text]
  if (kind === Kind.Identifier) return [constantOf(node)]
  if (kind !== Kind.TemplateExpression) return [undefined]
  return [node.head!.text, ...node.templateSpans!.flatMap((span) => [...partsOf(span.expression!), span.literal!.text])]
}

/** Returns the text of a constant of the same file. */
function constantOf(name: Syntax): string | undefined {
  const { text } = name.getSourceFile()
  const found = new RegExp(`const ${name.text} = (?:'(/[^'$]*)'|\`\\$\\{(\\w+)\\}([^\`$]*)\`)`).exec(text)
  if (!found?.[2]) return found?.[1]
  const base = new RegExp(`const ${found[2]} = '(/[^'$]*)'`).exec(text)?.[1]
  return base === undefined ? undefined : `${base}${found[3]}`
}

/** Returns the names of functions that register routes. */
export function registeringFunctions(files: readonly SourceFile[]): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (node: Syntax, within: readonly string[]): void => {
    if (registrationOf(node)) for (const name of within) found.add(name)
    const name = functionName(node)
    node.forEachChild((child) => visit(child as Syntax, name === undefined ? within : [...within, name]))
  }
  for (const file of files) visit(file as unknown as Syntax, [])
  return found
}
