import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Build = ReturnType<typeof SerializerSelector>

const build = SerializerSelector()
type Serialize = ReturnType<ReturnType<Build>>
const built = new Map<string, Serialize>()
/** The same by the schema itself and its scope, for servers that share the schemas of the modules. */
const builtOf = new WeakMap<object, Map<string, Serialize>>()

/**
 * Makes the compiler of response serializers for one Fastify scope. A schema is compiled once in a process, however many
 * routes, answers and servers use it: most answers of an API are its one form of error, and compiling takes longer than all
 * else at the start.
 */
export const buildSerializers: Build = (shared, options) => {
  const compile = build(shared, options)
  const scope = JSON.stringify([shared, options])
  return (route) => {
    const schema = route.schema as object
    const ofSchema = builtOf.get(schema) ?? new Map<string, Serialize>()
    builtOf.set(schema, ofSchema)
    const known = ofSchema.get(scope)
    if (known) return known
    const key = JSON.stringify(schema) + scope
    const serialize = built.get(key) ?? compile({ ...route, schema: withoutUnions(schema) })
    ofSchema.set(scope, serialize)
    built.set(key, serialize)
    return serialize
  }
}

/**
 * Returns a schema in which a value or null is one type that is nullable. The answers are the same; but for a union the
 * serializer needs a validator, which would be compiled while the first such answer is waited for.
 */
function withoutUnions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnions)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...others } = schema as { anyOf?: { type?: unknown }[] }
  const [value, another] = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const isNullable = value !== undefined && another === undefined && typeof value.type === 'string'
  const plain = isNullable ? { ...value, ...others, nullable: true } : schema
  return Object.fromEntries(Object.entries(plain).map(([name, part]) => [name, withoutUnions(part)]))
}
