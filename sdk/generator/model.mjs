import { downloadName, nameOf } from './names.mjs'

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {{ name: string, required: boolean, description: string, schema: Schema }} Parameter
 * @typedef {{ status: number, code: string, meaning: string }} OperationError
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
 * @property {OperationError[]} errors documented errors, by status and code
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
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  return [...new Set(operations.flatMap((each) => errorsOf(document, each).map(({ code }) => code)))].sort()
}

/**
 * Lists the errors that an operation documents, each with the sentence of its code. Those of OAuth are in `error` instead of
 * `code`; they have the sentence of their status.
 *
 * @returns {OperationError[]}
 */
function errorsOf(document, { responses = {} }) {
  const sentences = document['x-error-codes'] ?? {}
  return Object.entries(responses)
    .filter(([status]) => /^[45]/.test(status))
    .flatMap(([status, given]) => {
      const { description, content = {} } = given.$ref ? document.components.responses[nameOfRef(given) ?? ''] : given
      const [{ schema = {} } = {}] = Object.values(content)
      const { code, error } = schema.properties ?? {}
      return ((code ?? error)?.enum ?? []).map((each) => ({
        status: Number(status),
        code: each,
        meaning: isPlaceholder(sentences[each]) ? description : sentences[each],
      }))
    })
}

/** Returns true if a sentence is missing, or is all a value of the error. */
const isPlaceholder = (/** @type {string | undefined} */ sentence) => /^(?:\{\w+\})?$/.test(sentence ?? '')

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
    errors: errorsOf(document, operation),
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
