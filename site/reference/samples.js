// Writes the samples of an operation in curl, TypeScript and Python.

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/**
 * Adds samples to every operation of a document, as `x-codeSamples`.
 *
 * @param {object} document OpenAPI 3.1
 * @param {string} server address of its operations
 * @returns {object} the document
 */
export function withSamples(document, server) {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) operation['x-codeSamples'] = samplesOf(callOf(document, server, path, method, operation))
    }
  }
  return document
}

/** Collects the parts of a call that every language writes. */
function callOf(document, server, path, method, operation) {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved(document, parameter))
  const valueOf = (parameter) =>
    String(parameter.example ?? exampleOf(document, parameter.schema ?? {}, parameter.name))
  const required = (where) => parameters.filter((parameter) => parameter.in === where && parameter.required)
  const filled = required('path').reduce((at, each) => at.replace(`{${each.name}}`, valueOf(each)), path)
  const query = required('query').map((each) => `${each.name}=${encodeURIComponent(valueOf(each))}`)
  const [type, content] = Object.entries(resolved(document, operation.requestBody ?? {}).content ?? {})[0] ?? []
  return {
    method: method.toUpperCase(),
    url: `${server}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    needsToken: (operation.security ?? [{}]).some((each) => Object.keys(each).length > 0),
    needsSecret: path.includes('/oauth2/'),
    isRepeatable: parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key'),
    type,
    body:
      content &&
      (content.example ?? Object.values(content.examples ?? {})[0]?.value ?? exampleOf(document, content.schema ?? {})),
  }
}

const samplesOf = (call) => [
  { lang: 'curl', label: 'curl', source: curl(call) },
  { lang: 'typescript', label: 'TypeScript', source: typeScript(call) },
  { lang: 'python', label: 'Python', source: python(call) },
]

const isForm = ({ type }) => type === 'application/x-www-form-urlencoded'

function curl(call) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
  const isPlain = call.method === 'GET' || (call.method === 'POST' && call.body !== undefined)
  const lines = [`curl ${isPlain ? '' : `-X ${call.method} `}${quoted(call.url)}`]
  if (call.needsToken) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (call.needsSecret) lines.push('-u "$CLIENT_ID:$CLIENT_SECRET"')
  if (call.isRepeatable) lines.push('-H "Idempotency-Key: $(uuidgen)"')
  if (isForm(call))
    for (const [name, value] of Object.entries(call.body)) lines.push(`-d ${quoted(`${name}=${value}`)}`)
  else if (call.body !== undefined)
    lines.push(`-H ${quoted(`Content-Type: ${call.type}`)}`, `-d ${quoted(textOf(call.body))}`)
  return lines.join(' \\\n  ')
}

function typeScript(call) {
  const headers = [
    ...(call.needsToken ? ['Authorization: `Bearer ${token}`,'] : []),
    ...(call.needsSecret ? ['Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,'] : []),
    ...(call.body !== undefined && !isForm(call) ? [`'Content-Type': '${call.type}',`] : []),
    ...(call.isRepeatable ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(headers.length > 0 ? ['  headers: {', ...headers.map((line) => `    ${line}`), '  },'] : []),
    ...(call.body === undefined ? [] : [`  body: ${bodyOf(call)},`]),
  ]
  const start = `const response = await fetch('${call.url}'`
  return [
    ...(options.length > 0 ? [`${start}, {`, ...options, '})'] : [`${start})`]),
    'if (!response.ok) throw new Error(await response.text())',
    `const result = await response.${hasResult(call) ? 'json' : 'text'}()`,
  ].join('\n')
}

function bodyOf(call) {
  if (typeof call.body === 'string') return JSON.stringify(call.body)
  const literal = literalOf(call.body, SCRIPT, 2)
  return isForm(call) ? `new URLSearchParams(${literal})` : `JSON.stringify(${literal})`
}

function python(call) {
  const headers = [
    ...(call.needsToken ? ['"Authorization": f"Bearer {token}",'] : []),
    ...(typeof call.body === 'string' ? [`"Content-Type": "${call.type}",`] : []),
    ...(call.isRepeatable ? ['"Idempotency-Key": str(uuid.uuid4()),'] : []),
  ]
  const bodyName = isForm(call) || typeof call.body === 'string' ? 'data' : 'json'
  return [
    ...(call.isRepeatable ? ['import uuid', ''] : []),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(`,
    `    "${call.url}",`,
    ...(call.needsSecret ? ['    auth=(client_id, client_secret),'] : []),
    ...(headers.length > 0 ? ['    headers={', ...headers.map((line) => `        ${line}`), '    },'] : []),
    ...(call.body === undefined ? [] : [`    ${bodyName}=${literalOf(call.body, PYTHON, 4)},`]),
    ')',
    'response.raise_for_status()',
    `result = response.${hasResult(call) ? 'json()' : 'text'}`,
  ].join('\n')
}

const hasResult = ({ method }) => method !== 'DELETE'
const textOf = (body) => (typeof body === 'string' ? body : JSON.stringify(body, null, 2).replaceAll('\n', '\n  '))

/** Spellings of values by language. */
const SCRIPT = {
  step: 2,
  null: 'null',
  boolean: String,
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`,
  name: (name) => (/^[a-z_]\w*$/i.test(name) ? name : `'${name}'`),
}
const PYTHON = {
  step: 4,
  null: 'None',
  boolean: (value) => (value ? 'True' : 'False'),
  text: JSON.stringify,
  name: JSON.stringify,
}

/** Writes a value as a literal of a language, on lines after the first indented by `indent`. */
function literalOf(value, language, indent) {
  if (value === null) return language.null
  if (typeof value === 'boolean') return language.boolean(value)
  if (typeof value === 'string') return language.text(value)
  if (typeof value !== 'object') return String(value)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const inner = indent + language.step
  const lines = Object.entries(value).map(([name, part]) => {
    const label = Array.isArray(value) ? '' : `${language.name(name)}: `
    return `${' '.repeat(inner)}${label}${literalOf(part, language, inner)},`
  })
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join('\n')}\n${' '.repeat(indent)}${close}`
}

/** Returns the schema or parameter that a reference names. */
function resolved(document, part) {
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

const IDS = {
  entityId: 'ent',
  accountId: 'acc',
  tradeId: 'trd',
  quoteId: 'quo',
  paymentId: 'pay',
  beneficiaryId: 'ben',
}

function textFor({ format, description = '' }, name) {
  if (format === 'date' || /date$/i.test(name)) return '2026-12-01'
  if (format === 'date-time' || name.endsWith('At')) return '2026-12-01T10:00:00Z'
  if (/amount/i.test(name)) return '1000.00'
  if (/currency/i.test(name)) return /buy/i.test(name) ? 'GBP' : 'EUR'
  if (/country/i.test(name)) return 'GB'
  if (name.endsWith('Id'))
    return `${Object.entries(IDS).find(([known]) => name.toLowerCase().endsWith(known.toLowerCase()))?.[1] ?? name.slice(0, 3)}_01J0000000E008000000000080`
  return name || description.split(' ')[0] || 'text'
}
