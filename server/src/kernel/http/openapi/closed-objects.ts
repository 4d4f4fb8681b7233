import { isObject, mapObjects, type Schema } from './schemas.ts'

interface ApiDocument {
  paths?: Record<string, Record<string, { requestBody?: unknown }>>
  components?: { schemas?: Record<string, Schema> }
}

/**
 * Writes objects without other members in a form that generators of clients read as classes. In OpenAPI 3.1, the Java generator
 * takes `additionalProperties: false` for a map with any members: its getters return null and its requests are empty.
 *
 * The named schemas of requests keep their rule as `unevaluatedProperties: false`, which means the same for them. Answers lose
 * it, because later versions of the service add members to them.
 */
export function openObjects<T extends ApiDocument>(document: T): T {
  const schemas = document.components?.schemas ?? {}
  const asked = new Set<string>()
  for (const methods of Object.values(document.paths ?? {}))
    for (const { requestBody } of Object.values(methods)) addNames(requestBody, schemas, asked)
  const opened = mapObjects(document, withoutRule) as T
  const requests = [...asked].map((name) => [name, mapObjects(schemas[name], withLaterRule)] as const)
  return {
    ...opened,
    components: { ...opened.components, schemas: { ...opened.components?.schemas, ...Object.fromEntries(requests) } },
  }
}

/** Adds the names of the schemas that a value refers to, directly or by other schemas. */
function addNames(value: unknown, schemas: Readonly<Record<string, Schema>>, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const ref = isObject(value) ? value['$ref'] : undefined
  const name = typeof ref === 'string' ? ref.slice(ref.lastIndexOf('/') + 1) : undefined
  if (name !== undefined && schemas[name] && !names.has(name)) {
    names.add(name)
    addNames(schemas[name], schemas, names)
  }
  for (const part of Object.values(value)) addNames(part, schemas, names)
}

const RULE = 'additionalProperties'

function withoutRule(schema: Schema): Schema {
  if (schema[RULE] !== false) return schema
  const { [RULE]: _rule, ...rest } = schema
  return rest
}

const withLaterRule = (schema: Schema): Schema =>
  schema[RULE] === false ? { ...withoutRule(schema), unevaluatedProperties: false } : schema
