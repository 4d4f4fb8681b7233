/**
 * Gives every body of the API document a name, so that a generated client has one type for each. Names come from
 * `named`; other bodies are named after their operation. Equal schemas become one.
 */

type Schema = Record<string, unknown>

const NAME = 'x-name'

interface Operation {
  operationId?: string
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
type Content = Record<string, { schema?: Schema }>

interface ApiDocument {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a copy of plain data, with each object replaced by what `change` makes of its copy, innermost first. */
function mapObjects(value: unknown, change: (copy: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isObject(value)) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapObjects(part, change)])))
}

/**
 * Returns the document with all named schemas, and all bodies, under `components.schemas`, in the order of their names.
 *
 * @throws Error when one name stands for two schemas
 */
export function nameSchemas<T extends ApiDocument>(document: T): T {
  const named = new Map<string, Schema>()
  const refer = (name: string, schema: Schema): Schema => {
    const known = named.get(name)
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas of the API document are named ${name}.`)
    named.set(name, schema)
    return { $ref: `#/components/schemas/${name}` }
  }
  const hoist = (copy: Schema): Schema => {
    const { [NAME]: name, ...schema } = withPlainNull(copy)
    return typeof name === 'string' ? refer(name, schema) : schema
  }
  const result = mapObjects(document, hoist) as T
  for (const operation of Object.values(result.paths ?? {}).flatMap((methods) => Object.values(methods)))
    nameBodies(operation, refer)
  const schemas = { ...result.components?.schemas, ...Object.fromEntries(named) }
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...result, components: { ...result.components, schemas: sorted } }
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
