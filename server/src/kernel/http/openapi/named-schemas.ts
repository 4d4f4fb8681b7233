import { STATUS_CODES } from 'node:http'
import { openObjects } from './closed-objects.ts'
import { nameParts } from './named-parts.ts'
import { isObject, mapObjects, type Schema } from './schemas.ts'

/**
 * Gives every body of the API document and every object within one a name, so that a generated client has one type for each.
 * Names come from `named`; other bodies are named after their operation, other objects after their place. Equal schemas of one
 * name become one.
 */

const NAME = 'x-name'
/** Description of a named schema at one of its uses. */
const USE = 'x-use'

interface Operation {
  operationId?: string
  requestBody?: { content?: Content }
  responses?: Responses
}
type Responses = Record<string, { content?: Content }>
type Content = Record<string, { schema?: Schema }>

interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, object> }
}

interface Naming {
  /** Returns the error responses of an operation by its id; equal ones are shared. */
  errorsOf?: (operationId: string) => object
  /** True if objects within a body stay where they are, as in a published standard. */
  hasInlineParts?: boolean
}

/**
 * Returns the document with all named schemas, and all bodies, under `components.schemas`, in the order of their names, and with
 * the error responses of each operation.
 *
 * @throws Error when one name stands for two schemas
 */
export function nameSchemas<T extends ApiDocument>(document: T, { errorsOf, hasInlineParts }: Naming = {}): T {
  const named = new Map<string, Schema>()
  const refer = (name: string, schema: Schema): Schema => {
    const known = named.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas of the API document are named ${name}.`)
    named.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  const hoist = (copy: Schema): Schema => {
    const { [NAME]: name, [USE]: use, ...schema } = withNamedMap(withPlainList(withPlainNull(copy)), refer)
    const description = use === undefined ? {} : { description: use }
    return typeof name === 'string' ? { ...refer(name, schema), ...description } : { ...schema, ...description }
  }
  const result = mapObjects(document, hoist) as T
  const operations = Object.values(result.paths ?? {}).flatMap((methods) => Object.values(methods))
  for (const operation of operations) nameBodies(operation, refer)
  const shared = errorsOf && { responses: shareErrors(operations, errorsOf) }
  const whole = { ...result.components?.schemas, ...Object.fromEntries(named) }
  const schemas = hasInlineParts ? whole : nameParts(whole)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return openObjects({ ...result, components: { ...result.components, schemas: sorted, ...shared } })
}

/** Names the bodies of an operation that have no name: its request, its answer, the answer of its dry run. */
function nameBodies(operation: Operation, refer: (name: string, schema: Schema) => Schema): void {
  const { operationId, requestBody, responses = {} } = operation
  if (operationId === undefined) return
  const base = operationId[0]!.toUpperCase() + operationId.slice(1)
  nameContent(requestBody?.content, `${base}Request`, refer)
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
  for (const status of successes) {
    const isDryRun = status === '200' && successes.length > 1
    nameContent(responses[status]?.content, `${base}${isDryRun ? 'DryRun' : 'Response'}`, refer)
  }
}

function nameContent(content: Content | undefined, name: string, refer: (name: string, schema: Schema) => Schema) {
  for (const body of Object.values(content ?? {})) {
    if (!body.schema || !isNamable(body.schema)) continue
    body.schema = refer(listName(body.schema) ?? name, body.schema)
  }
}

const SHARED_FROM = 2

/** Gives each operation its error responses. Returns those that several operations have, by name. */
function shareErrors(operations: readonly Operation[], errorsOf: (operationId: string) => object): Responses {
  const all = operations.map((operation) => [operation, errorsOf(operation.operationId ?? '') as Responses] as const)
  const uses = new Map<string, number>()
  for (const [, errors] of all)
    for (const entry of Object.entries(errors)) {
      const key = JSON.stringify(entry)
      uses.set(key, (uses.get(key) ?? 0) + 1)
    }
  const names = new Map<string, string>()
  const shared: Responses = {}
  const counts = new Map<string, number>()
  const refer = (status: string, response: Responses[string]): object => {
    const key = JSON.stringify([status, response])
    if (uses.get(key)! < SHARED_FROM) return response
    if (!names.has(key)) {
      const base = (STATUS_CODES[status] ?? 'OtherError').replaceAll(/\W/g, '')
      const number = (counts.get(base) ?? 0) + 1
      counts.set(base, number)
      names.set(key, number === 1 ? base : `${base}${number}`)
      shared[names.get(key)!] = response
    }
    return { $ref: `#/components/responses/${names.get(key)}` }
  }
  for (const [operation, errors] of all) {
    const successes = Object.entries(operation.responses ?? {}).filter(([status]) => /^[23]/.test(status))
    const failures = Object.entries(errors).map(([status, response]) => [status, refer(status, response)] as const)
    operation.responses = Object.fromEntries([...successes, ...failures]) as Responses
  }
  return shared
}

/** Plain text, files and references need no name. */
const isNamable = (schema: Schema): boolean => schema['properties'] !== undefined || schema['anyOf'] !== undefined

/** `{ data, nextCursor }` of a named item is a page of it: `TradePage`. */
function listName({ properties }: Schema): string | undefined {
  if (!isObject(properties) || Object.keys(properties).join() !== 'data,nextCursor') return undefined
  const { items } = properties['data'] as { items?: { $ref?: string } }
  return items?.$ref && `${items.$ref.slice(items.$ref.lastIndexOf('/') + 1)}Page`
}

/** Writes a nullable value as a list of types unless it is a reference: generators read this form correctly. */
function withPlainNull(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isObject(anyOf[0]) || anyOf[1]?.type !== 'null') return schema
  const [value] = anyOf as [Schema]
  if (typeof value['type'] !== 'string' || value[NAME] !== undefined) return schema
  const values = Array.isArray(value['enum']) ? { enum: [...value['enum'], null] } : {}
  return { ...value, ...rest, ...values, type: [value['type'], 'null'] }
}

/** Writes members of any name and kind, or null, as a reference: generated Java of them has no type otherwise. */
function withNamedMap(schema: Schema, refer: (name: string, schema: Schema) => Schema): Schema {
  const { type, properties, additionalProperties = {}, ...rest } = schema
  const isOpen = additionalProperties === true || JSON.stringify(additionalProperties) === '{}'
  if (String(type) !== 'object,null' || properties !== undefined || !isOpen) return schema
  return { ...rest, anyOf: [refer('FreeForm', { type: 'object', additionalProperties: true }), { type: 'null' }] }
}

/** Writes a value or a list of such values, as repeated query parameters are read, as the list: Java has no type for both. */
function withPlainList(schema: Schema): Schema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || !isObject(anyOf[1]) || anyOf[1]['type'] !== 'array') return schema
  const [one, list] = anyOf as [Schema, Schema]
  return JSON.stringify(list['items']) === JSON.stringify(one) ? { ...list, ...rest } : schema
}
