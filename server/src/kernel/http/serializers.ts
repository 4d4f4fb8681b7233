import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type Build = ReturnType<typeof SerializerSelector>

const build = SerializerSelector()
const built = new Map<string, ReturnType<ReturnType<Build>>>()

/**
 * Makes the compiler of response serializers for one Fastify scope. A schema is compiled once in a process, however many
 * routes, answers and servers use it: most answers of an API are its one form of error, and compiling takes longer than all
 * else at the start.
 */
export const buildSerializers: Build = (shared, options) => {
  const compile = build(shared, options)
  const scope = JSON.stringify([shared, options])
  return (route) => {
    const key = JSON.stringify(route.schema) + scope
    const known = built.get(key)
    if (known) return known
    const serialize = compile(route)
    built.set(key, serialize)
    return serialize
  }
}
