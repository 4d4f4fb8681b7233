import { nameOfRef } from './model.mjs'

/** @typedef {import('./model.mjs').Operation} Operation */

const NOTE = '/** Made from the service’s OpenAPI document by sdk/generate.mjs; do not edit. */\n'

/** Operations by resource, resources by name. */
export function byResource(/** @type {Operation[]} */ operations) {
  const groups = new Map()
  for (const operation of operations)
    groups.set(operation.resource, [...(groups.get(operation.resource) ?? []), operation])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Returns the text of operations.ts: the table that the client's methods are made from. */
export function tableText(/** @type {Operation[]} */ operations) {
  const resources = byResource(operations).map(([resource, group]) => {
    const methods = group.flatMap((operation) => {
      const flags = flagsOf(operation)
      const { http, path, file } = operation
      const own = `    ${operation.method}: '${flags} ${http} ${path}',`
      if (!file) return [own]
      return [own, `    ${file.method}: '${flags.replace('l', '')}f ${http} ${path} ${file.types[0]}',`]
    })
    return `  ${resource}: {\n${methods.join('\n')}\n  },`
  })
  return `${NOTE}\nimport type { OperationTable } from '../core/resources.ts'\n\nexport const OPERATIONS: OperationTable = {\n${resources.join('\n')}\n}\n`
}

/** Returns the flags that core/resources.ts explains. */
function flagsOf({ body, http, query, isList, isPublic }) {
  const isForm = body?.types[0] === 'application/x-www-form-urlencoded'
  const input = body ? (isForm ? 'u' : 'b') : http === 'GET' && query.length > 0 ? 'q' : ''
  return `${input}${isList ? 'l' : ''}${isPublic ? 'o' : ''}` || '-'
}

/** Returns the text of resources.ts: the types of the client's methods. */
export function resourcesText(/** @type {Operation[]} */ operations, /** @type {string[]} */ errorCodes) {
  const groups = byResource(operations)
  const interfaces = groups.map(
    ([resource, group]) => `export interface ${typeName(resource)} {\n${group.map(methodText).join('\n')}\n}\n`,
  )
  const members = groups.map(([resource]) => `  readonly ${resource}: ${typeName(resource)}`)
  return [
    NOTE,
    "import type { Call, List } from '../core/call.ts'",
    "import type { CallOptions, FileAnswer, FileContent } from '../core/options.ts'",
    "import type * as t from './types.ts'",
    '',
    ...interfaces,
    '/** Codes of errors; later versions of the service may add others. */',
    `export type ErrorCode =${errorCodes.map((code) => `\n  | '${code}'`).join('')}\n  | (string & {})\n`,
    '/** Resources of the service. */',
    `export interface Resources {\n${members.join('\n')}\n}\n`,
  ].join('\n')
}

const typeName = (/** @type {string} */ resource) => `${resource[0]?.toUpperCase()}${resource.slice(1)}Resource`

/** Writes the methods of an operation: one for each form of its result. */
function methodText(/** @type {Operation} */ operation) {
  const { method, file, result } = operation
  const texts = result.dryRun
    ? [
        `  ${method}(${argumentsOf(operation, '{ dryRun: true }')}): Call<${typeOf(operation, result.dryRun)}>`,
        `  ${method}(${argumentsOf(operation)}): Call<${typeOf(operation, result.schema)}>`,
      ]
    : [`  ${method}(${argumentsOf(operation)}): ${returned(operation)}`]
  if (file)
    texts.push(
      `${comment(operation, 'Returns a file.')}\n  ${file.method}(${argumentsOf(operation)}): Call<FileAnswer>`,
    )
  return `${comment(operation)}\n${texts.join('\n')}`
}

function comment({ summary, description, http, path, isDeprecated }, more = '') {
  const parts = [
    `${summary}.`.replace(/\.\.$/, '.'),
    more,
    description,
    `\`${http} ${path}\``,
    isDeprecated && '@deprecated',
  ]
  const text = parts.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/')
  return `  /**\n${text
    .split('\n')
    .map((line) => `   * ${line}`.trimEnd())
    .join('\n')}\n   */`
}

/** Writes the arguments: parameters of the path, body or query, options. */
function argumentsOf(/** @type {Operation} */ operation, required = '') {
  const { pathParameters, body, http, query, id } = operation
  const own = `t.${typePrefix(id)}Data`
  const texts = pathParameters.map(({ name }) => `${name}: string`)
  const isInput = !body && http === 'GET' && query.length > 0
  if (body) {
    const isOptional = !body.required && required === ''
    const files = body.types.length > 1 ? ' | FileContent' : ''
    texts.push(`body${isOptional ? '?' : ''}: ${typeOf(operation, body.schema)}${files}`)
  }
  if (isInput) {
    const isOptional = query.every((each) => !each.required)
    texts.push(`query${isOptional ? '?' : ''}: NonNullable<${own}['query']>`)
  }
  const extra = isInput || query.length === 0 ? '' : ` & NonNullable<${own}['query']>`
  const needed = !isInput && query.some((each) => each.required)
  texts.push(`options${required || needed ? '' : '?'}: CallOptions${extra}${required && ` & ${required}`}`)
  return texts.join(', ')
}

function returned(/** @type {Operation} */ operation) {
  const type = typeOf(operation, operation.result.schema)
  return operation.isList ? `List<${type}['data'][number], ${type}>` : `Call<${type}>`
}

function typeOf(/** @type {Operation} */ { id }, schema) {
  if (schema === undefined) return 'void'
  const name = nameOfRef(schema)
  return name ? `t.${name}` : `t.${typePrefix(id)}Response`
}

const typePrefix = (/** @type {string} */ id) => `${id[0]?.toUpperCase()}${id.slice(1)}`
