import { resolve } from './model.mjs'
import { kebabCase } from './names.mjs'

/** @typedef {import('./model.mjs').Operation} Operation */

/** Depth to which the fields of a body become options of their own. */
const DEPTH = 3

/** Returns the text of operations.ts of the command line: all operations, with their parameters and the fields of their bodies. */
export function commandsText(/** @type {Record<string, any>} */ document, /** @type {Operation[]} */ operations) {
  const lines = operations.map((operation) => `  ${JSON.stringify(commandOf(document, operation))},`)
  const sentences = meaningsOf(operations)
  const groups = document.tags.map(({ name, description }) => `  ${JSON.stringify({ name, description })},`)
  return `/** Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit. */

import type { Group, Operation } from '../operations/operation.ts'

export const GROUPS: readonly Group[] = [
${groups.join('\n')}
]

export const OPERATIONS: readonly Operation[] = [
${lines.join('\n')}
]

/** Meanings by code, or by status and code where they differ; \`{name}\` stands for a value of the error. */
export const ERRORS: Readonly<Record<string, string>> = {
${sentences.map(([code, meaning]) => `  ${/ /.test(code) ? JSON.stringify(code) : code}: ${JSON.stringify(meaning)},`).join('\n')}
}

/** Codes of the errors that at least a third of all operations have. */
export const COMMON_ERRORS: ReadonlySet<string> = new Set(${JSON.stringify(commonCodes(operations))})
`
}

function commandOf(document, operation) {
  const { body, result } = operation
  const { id, tag, summary, description, http, path, isPublic, isDeprecated, isList, file } = operation
  return defined({
    id,
    group: tag,
    resource: kebabCase(operation.resource),
    name: kebabCase(operation.method),
    summary,
    description,
    http,
    path,
    isPublic: isPublic || undefined,
    isDeprecated: isDeprecated || undefined,
    isList: isList || undefined,
    isForm: body?.types[0] === 'application/x-www-form-urlencoded' || undefined,
    isBodyRequired: body?.required || undefined,
    bodyTypes: body?.types,
    fileTypes: file?.types,
    pathParameters: operation.pathParameters.map(({ name, description: text }) => ({ name, description: text })),
    query: operation.query.map(({ name, required, description: text, schema }) =>
      fieldOf(document, [name], schema, { required, description: text }),
    ),
    fields: body ? fieldsOf(document, body.schema, [], true, DEPTH) : undefined,
    hasJson: result.schema !== undefined,
    errors: codesByStatus(operation.errors),
  })
}

/** Lists the meanings by code; those of a code that means several things by status and code. */
function meaningsOf(/** @type {Operation[]} */ operations) {
  /** @type {Map<string, Map<string, string>>} */
  const known = new Map()
  for (const { status, code, meaning } of operations.flatMap(({ errors }) => errors))
    known.set(code, (known.get(code) ?? new Map()).set(`${status} ${code}`, meaning))
  return [...known]
    .flatMap(([code, meanings]) => {
      const [[, first] = [], ...others] = [...meanings]
      return others.every(([, meaning]) => meaning === first) ? [[code, first]] : [...meanings]
    })
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function codesByStatus(/** @type {import('./model.mjs').OperationError[]} */ errors) {
  /** @type {Record<number, string[]>} */
  const codes = {}
  for (const { status, code } of errors) codes[status] = [...(codes[status] ?? []), code]
  return codes
}

/** Lists the codes that at least a third of the operations can return. */
function commonCodes(/** @type {Operation[]} */ operations) {
  const counts = new Map()
  for (const { code } of operations.flatMap(({ errors }) => errors)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return [...counts].flatMap(([code, count]) => (count * 3 >= operations.length ? [code] : [])).sort()
}

/** Lists the fields of a schema; those of an object within it by their path. */
function fieldsOf(document, schema, at, isRequired, depth) {
  const known = resolve(document, schema)
  const parts = [known, ...['allOf', 'anyOf', 'oneOf'].flatMap((kind) => known?.[kind] ?? [])].map((part) =>
    resolve(document, part),
  )
  const alternatives = (known?.anyOf ?? known?.oneOf ?? []).map((part) => resolve(document, part))
  const fields = new Map()
  for (const part of parts)
    for (const [name, property] of Object.entries(part?.properties ?? {})) {
      const inAll = alternatives.every((each) => each?.required?.includes(name))
      const isNeeded = Boolean(known.required?.includes(name)) || (alternatives.length > 0 && inAll)
      const required =
        isRequired &&
        (isNeeded || (known.allOf?.some((each) => resolve(document, each)?.required?.includes(name)) ?? false))
      for (const field of propertyFields(document, [...at, name], property, required, depth))
        if (!fields.has(field.at.join('.'))) fields.set(field.at.join('.'), field)
    }
  return [...fields.values()]
}

function propertyFields(document, at, property, required, depth) {
  const known = resolve(document, property)
  const isObject = known?.properties && !known.anyOf && !known.oneOf
  if (isObject && depth > 1) return fieldsOf(document, known, at, required, depth - 1)
  return [fieldOf(document, at, property, { required, description: property.description ?? known?.description ?? '' })]
}

function fieldOf(document, at, schema, { required, description }) {
  const known = withoutNull(document, schema)
  const item = known?.type === 'array' ? resolve(document, known.items) : undefined
  const repeats = item !== undefined || (known?.anyOf ?? []).some((each) => each.type === 'array')
  const value =
    item ?? (known?.anyOf ?? []).find((each) => each.type && each.type !== 'array' && each.type !== 'null') ?? known
  const choices = (value?.enum ?? (value?.const === undefined ? undefined : [value.const]))?.filter(
    (each) => each !== null,
  )
  return defined({
    at,
    kind: kindOf(value),
    repeats: repeats || undefined,
    required: required || undefined,
    choices,
    example: known?.examples?.[0] ?? known?.example,
    description,
  })
}

/** Returns a schema without its alternative null. */
function withoutNull(document, schema) {
  const known = resolve(document, schema)
  const others = known?.anyOf?.filter((each) => each.type !== 'null')
  return others?.length === 1 ? resolve(document, others[0]) : known
}

function kindOf(schema) {
  const types = [schema?.type].flat().filter((type) => type !== 'null')
  const [type] = types
  if (type === 'integer' || type === 'number' || type === 'boolean' || type === 'string') return type
  return schema?.enum || schema?.const ? 'string' : 'json'
}

const defined = (/** @type {object} */ value) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== ''))
