import { isObject, type Schema } from './schemas.ts'

/**
 * Names the objects within named schemas after their place, as generators of clients do, so that each is one type:
 * `accountHolder` of `Account` is `AccountHolder`. The answer of a dry run has the types of the answer that it previews.
 *
 * @returns all schemas by name; an object within one is a reference
 * @throws Error when one name stands for two schemas: give one of them a name of its own
 */
export function nameParts(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const all = new Map<string, Schema>(Object.entries(schemas))
  for (const name of Object.keys(schemas).sort()) all.set(name, withNamedParts(schemas[name]!, baseOf(name), all))
  return Object.fromEntries(all)
}

/** Beginning of the names of a schema's parts. */
const baseOf = (name: string): string => name.replace(/(?:(?:Or)?DryRun|Request)$/, '')

type Named = Map<string, Schema>

/** Replaces the objects within a schema; the schema itself stays. */
function withNamedParts(schema: Schema, name: string, all: Named): Schema {
  const { properties, items, additionalProperties } = schema
  const named = { ...schema }
  if (isObject(properties)) {
    const entries = Object.entries(properties as Record<string, Schema>)
    named['properties'] = Object.fromEntries(
      entries.map(([property, part]) => [property, partOf(part, name + pascalCase(property), all)]),
    )
  }
  if (isObject(items)) named['items'] = partOf(items, singular(name), all)
  if (isObject(additionalProperties)) named['additionalProperties'] = partOf(additionalProperties, `${name}Value`, all)
  for (const kind of ['anyOf', 'oneOf'])
    if (Array.isArray(schema[kind])) named[kind] = choicesOf(schema[kind] as Schema[], name, all)
  if (Array.isArray(schema['allOf']))
    named['allOf'] = (schema['allOf'] as Schema[]).map((part) => withNamedParts(part, name, all))
  return named
}

function choicesOf(choices: readonly Schema[], name: string, all: Named): Schema[] {
  const isAlone = choices.filter(({ type }) => type !== 'null').length === 1
  return choices.map((choice, index) => partOf(choice, isAlone ? name : `${name}${index + 1}`, all))
}

/** Returns a reference to an object within a schema; other schemas with the objects within them replaced. */
function partOf(part: Schema, name: string, all: Named): Schema {
  if (!isObject(part) || part['$ref'] !== undefined) return part
  const { description, ...schema } = withNamedParts(part, name, all)
  const own = description === undefined ? {} : { description }
  if (schema['properties'] === undefined) return { ...schema, ...own }
  const isNullable = Array.isArray(schema['type']) && schema['type'].includes('null')
  const ref = refer(isNullable ? { ...schema, type: 'object' } : schema, name, all)
  return isNullable ? { ...own, anyOf: [ref, { type: 'null' }] } : { ...ref, ...own }
}

function refer(schema: Schema, name: string, all: Named): Schema {
  const known = all.get(name)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
    throw new Error(`Two schemas of the API document would be named ${name}.`)
  all.set(name, schema)
  return { $ref: `#/components/schemas/${name}` }
}

const pascalCase = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/** Returns the name of an item of a list: that of `EntityAddresses` is `EntityAddress`. */
const singular = (name: string): string =>
  /(?:ss|x|ch)es$/.test(name) ? name.slice(0, -2) : name.replace(/ies$/, 'y').replace(/s$/, '')
