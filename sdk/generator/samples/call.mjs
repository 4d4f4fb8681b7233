// Collects the parts of a call that the samples of every language write, with values from the examples of the document.

/**
 * @typedef {object} SampleCall
 * @property {string} method HTTP method, in capitals
 * @property {string} server address of the service
 * @property {string} path with values in place of its parameters
 * @property {{ name: string, value: unknown }[]} pathValues in the order of the path
 * @property {{ name: string, value: unknown }[]} query required parameters
 * @property {{ name: string, value: string }[]} headers required headers, besides those that every call needs
 * @property {boolean} needsToken
 * @property {boolean} needsCertificate
 * @property {string | undefined} needsUser scope of the user's token, if the call needs one
 * @property {boolean} isRepeatable takes an idempotency key
 * @property {string | undefined} type media type of the body
 * @property {any} body
 * @property {string | undefined} accept media type of the result, if it is no JSON
 */

/**
 * @param {Record<string, any>} document
 * @param {{ server: string, path: string, method: string }} place
 * @param {Record<string, any>} operation
 * @returns {SampleCall}
 */
export function callOf(document, { server, path, method }, operation) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter))
  const valueOf = (parameter) => parameter.example ?? exampleOf(document, parameter.schema ?? {}, parameter.name)
  const required = (where) =>
    parameters
      .filter((parameter) => parameter.in === where && parameter.required)
      .map((parameter) => ({ name: parameter.name, value: valueOf(parameter) }))
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const pathValues = required('path').sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
  const [type, content] = Object.entries(resolved(document, operation.requestBody ?? {}).content ?? {})[0] ?? []
  const security = Object.assign({}, ...(operation.security ?? [{}]))
  return {
    method: method.toUpperCase(),
    server,
    path: pathValues.reduce((at, { name, value }) => at.replace(`{${name}}`, encodeURIComponent(String(value))), path),
    pathValues,
    query: required('query'),
    headers: required('header')
      .filter(({ name }) => !/idempotency-key$/i.test(name))
      .map(({ name }) => ({ name, value: VARIABLES[name.toLowerCase()] ?? '$HEADER' })),
    needsToken: Object.keys(security).some((scheme) => scheme !== 'mutualTls'),
    needsCertificate: security.mutualTls !== undefined,
    needsUser: security.userToken?.[0],
    isRepeatable: parameters.some(({ name }) => /idempotency-key$/i.test(name)),
    type,
    body:
      content &&
      (content.example ?? Object.values(content.examples ?? {})[0]?.value ?? exampleOf(document, content.schema ?? {})),
    accept: acceptOf(operation.responses ?? {}),
  }
}

/** Media type of signed claims, which only the caller can make. */
export const SIGNED = 'application/jose'

/** Values of headers that a caller computes. */
const VARIABLES = { 'x-jws-signature': '$SIGNATURE' }

function acceptOf(responses) {
  const success = Object.keys(responses).find((status) => status.startsWith('2')) ?? ''
  const types = Object.keys(responses[success]?.content ?? {})
  if (types.length === 0 || types.includes('application/json')) return undefined
  return types.find((type) => type.startsWith('text/')) ?? types[0]
}

/** Returns the address of a call with its query. */
export const urlOf = ({ server, path, query }) =>
  `${server}${path}${query.length > 0 ? `?${query.map(({ name, value }) => `${name}=${encodeURIComponent(String(value))}`).join('&')}` : ''}`

/** Returns the schema or parameter that a reference names. */
export function resolved(document, part) {
  if (typeof part.$ref !== 'string') return part
  const found = part.$ref
    .slice(2)
    .split('/')
    .reduce((at, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document)
  return resolved(document, found ?? {})
}

/** Returns a value that fits a schema: its example, or one made of its required properties. */
export function exampleOf(document, given, name = '', depth = 0) {
  const schema = resolved(document, given)
  if (name === 'buyCurrency') return 'GBP' // beside a sell currency of EUR
  const known = schema.example ?? schema.examples?.[0] ?? schema.const ?? schema.default ?? schema.enum?.[0]
  if (known !== undefined) return known
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0] ?? schema.allOf?.[0]
  if (choice) return exampleOf(document, choice, name, depth)
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (type === 'object' || schema.properties) return objectOf(document, schema, depth)
  if (type === 'array') return depth > 4 ? [] : [exampleOf(document, schema.items ?? {}, name, depth + 1)]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return false
  return textFor(schema, name)
}

function objectOf(document, schema, depth) {
  const names = depth > 4 ? [] : (schema.required ?? [])
  return Object.fromEntries(
    names
      .filter((name) => schema.properties?.[name])
      .map((name) => [name, exampleOf(document, schema.properties[name], name, depth + 1)]),
  )
}

/** Beginnings of ids, by the end of their names. */
const IDS = {
  accountid: 'acc',
  beneficiaryid: 'ben',
  clientid: 'cli',
  consentid: 'obc',
  entityid: 'ent',
  internationalpaymentid: 'pay',
  paymentid: 'pay',
  quoteid: 'quo',
  statementid: 'sta',
  tradeid: 'trd',
}

/** Values of texts of the open-banking standard, whose schemas have no examples. */
const STANDARD = {
  SchemeName: 'UK.OBIE.IBAN',
  Identification: 'GB33BUKB20201555555555',
  Name: 'Northern Mills Ltd',
  InstructionIdentification: 'INV-815-1',
  EndToEndIdentification: 'INVOICE-815',
  Permissions: 'ReadAccountsDetail',
}

function textFor({ format, description = '' }, name) {
  if (STANDARD[name]) return STANDARD[name]
  if (format === 'date' || /date$/i.test(name)) return '2026-12-01'
  if (format === 'date-time' || /(?:At|DateTime)$/.test(name)) return '2026-12-01T10:00:00Z'
  if (/amount/i.test(name)) return '1000.00'
  if (/currency/i.test(name)) return 'EUR'
  if (/country/i.test(name)) return 'GB'
  const id = Object.keys(IDS).find((known) => name.toLowerCase().endsWith(known))
  return id ? `${IDS[id]}_01J0000000E008000000000080` : name || description.split(' ')[0] || 'text'
}
