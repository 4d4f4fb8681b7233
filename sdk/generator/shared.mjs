/**
 * Prepares a document for writers of types: a model is written once, and the others refer to it.
 *
 * - A request equal to an earlier one about the same noun refers to it: `ReplaceBeneficiaryRequest` is `CreateBeneficiaryRequest`.
 * - The answer of a dry run extends the answer that it previews.
 * - Error responses are left out: the codes are a type of their own, and errors are thrown.
 *
 * @param {Record<string, any>} document
 * @returns {Record<string, any>}
 */
export function withSharedModels(document) {
  const { schemas } = document.components
  const firsts = new Map()
  const shared = Object.entries(schemas).map(([name, schema]) => {
    const key = `${name.replace(/^[A-Z][a-z]+/, '')} ${JSON.stringify(schema)}`
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, name)
    return [name, first ? refer(first) : (previewOf(schemas, name, schema) ?? schema)]
  })
  return {
    ...document,
    paths: Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path, withoutErrors(item)])),
    components: { ...document.components, schemas: Object.fromEntries(shared) },
  }
}

const refer = (/** @type {string} */ name) => ({ $ref: `#/components/schemas/${name}` })

/** Returns the answer of a dry run as an extension of the real answer; undefined if it is something else. */
function previewOf(schemas, name, schema) {
  const base = schemas[name.replace(/(?:Or)?DryRun$/, '')]
  if (base === schema || !base?.properties || !schema.properties) return undefined
  const { dryRun, ...rest } = schema.properties
  if (dryRun === undefined || JSON.stringify(rest) !== JSON.stringify(base.properties)) return undefined
  const required = (schema.required ?? []).filter((each) => !base.required?.includes(each))
  const { description } = schema
  const mark = { type: 'object', properties: { dryRun }, ...(required.length > 0 && { required }) }
  return { description, allOf: [refer(name.replace(/(?:Or)?DryRun$/, '')), mark] }
}

function withoutErrors(item) {
  const operations = Object.entries(item).map(([method, operation]) => {
    const responses = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    return [method, { ...operation, responses: Object.fromEntries(responses) }]
  })
  return Object.fromEntries(operations)
}
