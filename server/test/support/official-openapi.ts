import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Compile } from 'typebox/schema'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'

/** The official OpenAPI files of the standard, which are not part of this repository: beside it where they are at hand. */
const folder = path.join(serverDirectory, '..', '..', 'shared', 'specs', 'obie')
export const officialFilesAtHand = existsSync(folder)

/** Returns the codes of a set of the standard. */
export function officialCodes(name: string): Set<string> {
  const text = readFileSync(path.join(folder, 'derived', 'codesets.json'), 'utf8')
  const { codesets } = JSON.parse(text) as { codesets: Record<string, { values: { code: string }[] }> }
  return new Set(codesets[name]!.values.map(({ code }) => code))
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { $ref: string }> }>>
  components: { schemas: Record<string, object>; responses: Record<string, Response> }
}
interface Response {
  headers?: Record<string, unknown>
  content?: Record<string, { schema: object }>
}

/** An answer to be held against the official file. */
export interface Told {
  method: string
  /** Path below the base path, without query. */
  path: string
  status: number
  headers: Record<string, unknown>
  body: string
}

const documents = new Map<string, Document>()
const compiled = new Map<string, ReturnType<typeof Compile>>()

function documentOf(version: '3.1' | '4.0', family: 'aisp' | 'pisp'): Document {
  const name = family === 'aisp' ? 'account-info-openapi.json' : 'payment-initiation-openapi.json'
  const file = path.join(folder, `v${version}`, name)
  if (!documents.has(file)) documents.set(file, JSON.parse(readFileSync(file, 'utf8')) as Document)
  return documents.get(file)!
}

/**
 * Returns the errors of a response against the official file; empty if valid, or if the files are not available. A
 * status that an operation does not list is an error. If the file has no body for an error, any JSON error body passes.
 */
export function officialErrors(version: '3.1' | '4.0', family: 'aisp' | 'pisp', told: Told): string[] {
  if (!officialFilesAtHand) return []
  const document = documentOf(version, family)
  const template = templateOf(document, told.path)
  if (template === undefined) return told.status === 404 ? [] : [`no such path: ${told.path}`]
  const operation = document.paths[template]![told.method.toLowerCase()]
  if (!operation) return told.status === 405 ? [] : [`no such operation: ${told.method} ${template}`]
  const listed = operation.responses[String(told.status)]
  if (!listed) return [`${told.method} ${template} does not list ${told.status}`]
  const name = listed.$ref.split('/').at(-1)!
  return [...headerErrors(document.components.responses[name]!, told), ...bodyErrors(document, name, told, version)]
}

function templateOf({ paths }: Document, asked: string): string | undefined {
  const exact = Object.keys(paths).find((template) => template === asked)
  const fits = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(asked)
  return exact ?? Object.keys(paths).find(fits)
}

function headerErrors({ headers }: Response, told: Told): string[] {
  const needed = Object.keys(headers ?? {}).filter((name) =>
    ['x-fapi-interaction-id', 'x-jws-signature'].includes(name),
  )
  return needed.filter((name) => told.headers[name] === undefined).map((name) => `the header ${name} is missing`)
}

function bodyErrors(document: Document, name: string, { headers, body }: Told, version: string): string[] {
  const content = document.components.responses[name]!.content
  const type = (headers['content-type'] as string | undefined) ?? ''
  if (!content) return body === '' || type.startsWith('application/json') ? [] : [`a body of type ${type}`]
  if (!type.startsWith('application/json')) return [`the content type is "${type}"`]
  const { schema } = content['application/json']!
  const key = `${version} ${name} ${Object.keys(document.paths)[0]}`
  if (!compiled.has(key)) compiled.set(key, Compile(inline(document, schema) as never))
  const [passes, errors] = compiled.get(key)!.Errors(JSON.parse(body))
  return passes
    ? []
    : (errors as { instancePath: string; message: string }[]).map((e) => `${e.instancePath} ${e.message}`)
}

/** Returns the errors of a value against a schema of the official registration file; empty without the files. */
export function officialRegistrationErrors(version: '3.3' | '3.4', schema: string, value: unknown): string[] {
  if (!officialFilesAtHand) return []
  const file = path.join(folder, 'dcr', `client-registration-openapi-v${version}.json`)
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const [passes, errors] = Compile(inline(document, document.components.schemas[schema]) as never).Errors(value)
  return passes
    ? []
    : (errors as { instancePath: string; message: string }[]).map((e) => `${e.instancePath} ${e.message}`)
}

/** The schema with its references put in place; the official files have no cycles. */
function inline(document: Document, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => inline(document, item))
  if (typeof node !== 'object' || node === null) return node
  const { $ref } = node as { $ref?: string }
  if ($ref !== undefined) return inline(document, document.components.schemas[$ref.split('/').at(-1)!])
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, inline(document, value)]))
}
