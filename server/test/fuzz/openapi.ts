import { Compile } from 'typebox/schema'
import type { Schema } from './from-schema.ts'

interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema?: Schema
  $ref?: string
}
interface Content {
  content?: Record<string, { schema?: Schema }>
  $ref?: string
}
interface Described {
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content>
}
export interface Document {
  paths: Record<string, Record<string, Described>>
  components?: object
}

/** An operation of an OpenAPI document, with its references resolved. */
export interface Operation {
  method: string
  /** Parameters are in braces. */
  path: string
  parameters: Parameter[]
  /** Schema of the request's body; absent: it has none. */
  body?: Schema
  /** Returns the errors of an answer against the document. */
  errorsOf(answer: { status: number; type: string; body: string }): string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Reads the operations of a document. */
export function operationsOf(document: Document, prefix = ''): Operation[] {
  const resolve = (node: unknown): unknown => resolved(document, node, 0)
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): Operation => {
      const { parameters = [], requestBody, responses } = item[method]!
      const shared = (item['parameters'] as unknown as Parameter[] | undefined) ?? []
      const body = (resolve(requestBody) as Content | undefined)?.content
      return {
        method: method.toUpperCase(),
        path: prefix + path,
        parameters: [...shared, ...parameters].map((parameter) => resolve(parameter) as Parameter),
        ...(body && { body: Object.values(body)[0]?.schema ?? {} }),
        errorsOf: checkerOf(() => resolve(responses) as Record<string, Content>),
      }
    }),
  )
}

function checkerOf(responsesOf: () => Record<string, Content>): Operation['errorsOf'] {
  let responses: Record<string, Content> | undefined
  const compiled = new Map<string, ReturnType<typeof Compile>>()
  return ({ status, type, body }) => {
    responses ??= responsesOf()
    const name = responses[status] ? `${status}` : 'default'
    if (name === 'default' && status < 400) return [`${status} is not documented`]
    const { content } = responses[name] ?? {}
    if (!content) return body === '' || status >= 400 ? [] : [`a body that is not documented: ${body.slice(0, 80)}`]
    const media = Object.keys(content).find((candidate) => type.startsWith(candidate))
    if (media === undefined) return [`the content type ${type} is not documented for ${status}`]
    const { schema } = content[media]!
    if (!schema || !media.endsWith('json')) return []
    const key = `${name} ${media}`
    const check = compiled.get(key) ?? Compile((status < 400 ? closed(schema) : schema) as never)
    compiled.set(key, check)
    const [passes, errors] = check.Errors(JSON.parse(body))
    return passes ? [] : (errors as { instancePath: string; message: string }[]).map(lineOf)
  }
}

/** Schemas of one value each, whose objects are closed on their own. */
const PARTS = ['items', 'anyOf', 'oneOf', 'prefixItems', 'additionalProperties']

/**
 * Returns the schema of an answer that has the documented fields only. The document leaves answers open, because clients must accept new
 * fields; ours must still be documented.
 */
function closed(schema: unknown, isWhole = true): unknown {
  if (Array.isArray(schema)) return schema.map((part) => closed(part))
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Record<string, unknown> = { ...schema }
  for (const name of PARTS) if (name in copy) copy[name] = closed(copy[name])
  const { properties, allOf } = copy as { properties?: object; allOf?: unknown[] }
  if (properties)
    copy['properties'] = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, closed(each)]))
  if (allOf) copy['allOf'] = allOf.map((part) => closed(part, false))
  if (isWhole && allOf) copy['unevaluatedProperties'] = false
  else if (isWhole && properties && !copy['anyOf'] && !copy['oneOf']) copy['additionalProperties'] ??= false
  return copy
}

const lineOf = ({ instancePath, message }: { instancePath: string; message: string }) => `${instancePath} ${message}`

/** Deepest nesting that is resolved: the documents have no longer chain, and a cycle ends. */
const MOST_LEVELS = 40

function resolved(document: Document, node: unknown, level: number): unknown {
  if (level > MOST_LEVELS || typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map((item) => resolved(document, item, level + 1))
  const { $ref, ...narrowed } = node as { $ref?: unknown }
  if (typeof $ref === 'string') {
    const target = resolved(document, targetOf(document, $ref), level + 1)
    return Object.keys(narrowed).length === 0 ? target : { allOf: [target, resolved(document, narrowed, level + 1)] }
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolved(document, value, level + 1)]))
}

const targetOf = (document: Document, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((held, step) => (held as Record<string, unknown>)[step], document)
