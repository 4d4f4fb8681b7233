import { downloadName, nameOf } from './names.mjs'

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{ name: string, required: boolean, description: string, schema: Schema }} Parameter
 * @typedef {object} Operation One operation of the API document, with all that generators need.
 * @property {string} id
 * @property {string} tag
 * @property {string} resource
 * @property {string} method name of the method
 * @property {string} summary
 * @property {string} description
 * @property {string} http HTTP method, in capitals
 * @property {string} path
 * @property {boolean} isPublic needs no token
 * @property {boolean} isDeprecated
 * @property {Parameter[]} pathParameters in the order of the path
 * @property {Parameter[]} query
 * @property {{ required: boolean, types: string[], schema: Schema } | undefined} body
 * @property {{ schema: Schema | undefined, dryRun: Schema | undefined }} result JSON of a success, and of a dry run of its own
 * @property {{ method: string, types: string[] } | undefined} file other formats of the result
 * @property {boolean} isList
 */

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Reads the operations of an API document, in the order of its tags.
 *
 * @param {Record<string, any>} document
 * @returns {Operation[]}
 */
export function operationsOf(document) {
  const tags = document.tags.map((/** @type {{ name: string }} */ { name }) => name)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((http) => (methods[http] ? [operationOf(document, path, http, methods[http])] : [])),
  )
  return operations.sort((a, b) => tags.indexOf(a.tag) - tags.indexOf(b.tag))
}

/**
 * Returns the codes of all documented errors, in alphabetical order.
 *
 * @param {Record<string, any>} document
 * @returns {string[]}
 */
export function errorCodesOf(document) {
  const codes = new Set()
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, { content = {} }] of Object.entries(operation.responses ?? {}))
      if (!status.startsWith('2'))
        for (const { schema } of Object.values(content))
          for (const code of schema?.properties?.code?.enum ?? []) codes.add(code)
  return [...codes].sort()
}

/** Follows references. */
export function resolve(/** @type {Record<string, any>} */ document, /** @type {Schema | undefined} */ schema) {
  let found = schema
  while (found?.$ref) found = document.components.schemas[nameOfRef(found) ?? '']
  return found
}

/** Returns the name of a referred schema. */
export const nameOfRef = (/** @type {Schema | undefined} */ schema) => schema?.$ref?.split('/').at(-1)

function operationOf(document, path, http, operation) {
  const { operationId: id, tags, summary = '', description = '', parameters = [], requestBody, responses } = operation
  const [tag] = tags
  const { resource, method } = nameOf(id, tag)
  const of = (place) => parameters.filter((each) => each.in === place).map(parameterOf)
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const pathParameters = of('path').sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const query = of('query')
  const { schema, dryRun, fileTypes } = resultOf(responses)
  const properties = resolve(document, schema)?.properties ?? {}
  return {
    id,
    tag,
    resource,
    method,
    summary,
    description,
    http: http.toUpperCase(),
    path,
    isPublic: operation.security?.length === 0,
    isDeprecated: operation.deprecated === true,
    pathParameters,
    query,
    body: requestBody && bodyOf(requestBody),
    result: { schema, dryRun },
    file: fileTypes.length > 0 ? { method: downloadName(method), types: fileTypes } : undefined,
    isList:
      properties.data?.type === 'array' &&
      properties.nextCursor !== undefined &&
      query.some(({ name }) => name === 'after'),
  }
}

const parameterOf = ({ name, required = false, description = '', schema }) => ({
  name,
  required,
  description: description || schema.description || '',
  schema,
})

const bodyOf = ({ required = false, content }) => ({
  required,
  types: Object.keys(content),
  schema: Object.values(content)[0].schema,
})

/** Reads the success: of several, the 200 is the answer of a dry run. */
function resultOf(responses) {
  const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
  const real = successes.find((status) => status !== '200') ?? successes[0] ?? ''
  const content = responses[real]?.content ?? {}
  const json = 'application/json'
  return {
    schema: content[json]?.schema,
    dryRun: real !== '200' ? responses['200']?.content?.[json]?.schema : undefined,
    fileTypes: Object.keys(content).filter((type) => type !== json),
  }
}
