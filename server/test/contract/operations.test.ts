import { afterAll, expect, test } from 'vitest'
import { load } from 'js-yaml'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import { testDatabase } from '../support/database.ts'
import { lintDocument } from '../support/redocly.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'

type Content = Record<string, { schema: { $ref?: string; properties?: Record<string, object> }; example?: unknown }>
interface Response {
  $ref?: string
  description?: string
  content?: Content
}
interface Operation {
  operationId?: string
  parameters?: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, Response>
  tags?: string[]
  summary?: string
  description?: string
  security: { oauth2?: string[] }[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  servers: { url: string }[]
  components: {
    schemas: Record<string, { description?: string; properties?: object }>
    responses: Record<string, Response>
    securitySchemes: { oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } } }
  }
}

const { app, close } = await openSandboxApi(await testDatabase())
afterAll(close)
const document = (await app.inject({ url: '/openapi.json' })).json<Document>()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
)
const listed = OPERATION_GROUPS.flatMap((group) => Object.entries(group.operations))

test('a generated client has a method with a stable name for each operation', () => {
  expect(operations.filter(({ operationId }) => !/^[a-z]+([A-Z][a-z0-9]*)*$/.test(operationId ?? ''))).toEqual([])
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('an id or a group of an operation that is gone is not kept in the list', () => {
  const served = operations.map(({ at }) => at)
  expect(listed.map(([at]) => at).filter((at) => !served.includes(at))).toEqual([])
})

test('each operation is in one group with a description, and has a summary and a description of its own', () => {
  const groups = document.tags.filter(({ description }) => description).map(({ name }) => name)
  expect(operations.filter(({ tags }) => tags?.length !== 1 || !groups.includes(tags[0]!))).toEqual([])
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
  const isNeedAlone = /^((Scope|Role): `[^`]+`\.|(RM|ABS) entities only\.|\s)*$/
  expect(operations.filter(({ description = '' }) => isNeedAlone.test(description)).map(({ at }) => at)).toEqual([])
})

test('the document declares each scope that an operation needs, with its meaning, and the server', () => {
  const { scopes } = document.components.securitySchemes.oauth2.flows.clientCredentials
  expect(Object.keys(scopes)).toEqual([...SCOPES])
  const needed = operations.flatMap(({ security }) => security.flatMap(({ oauth2 = [] }) => oauth2))
  expect(needed.filter((scope) => !scopes[scope])).toEqual([])
  expect(document.servers).toHaveLength(1)
})

test('a generated client has a named type for each JSON body, and knows the fields of each list', () => {
  const bodies = operations.flatMap(({ at, requestBody, responses }) => {
    const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const contents = [requestBody?.content, ...successes.map(([, { content }]) => content)]
    return contents.flatMap((content = {}) =>
      Object.entries(content).map(([type, { schema }]) => ({ at, type, name: schema.$ref })),
    )
  })
  const written = (type: string) => type.includes('json') && !type.includes('ndjson')
  expect(bodies.filter(({ type }) => written(type)).length).toBeGreaterThan(100)
  expect(bodies.filter(({ type, name }) => written(type) && !name)).toEqual([])
})

/** Lists the objects within a named schema that have no name of their own. */
function unnamedParts(schema: object, at: string): string[] {
  const isPart = at.includes('/')
  if (isPart && 'properties' in schema) return [at]
  return Object.entries(schema).flatMap(([key, part]) => {
    if (typeof part !== 'object' || part === null || key === 'examples') return []
    return key === 'allOf'
      ? Object.values(part as object[]).flatMap((each) => unnamedParts(each, at))
      : unnamedParts(part, `${at}/${key}`)
  })
}

test('a generated client has one type for each object within a body, such as an address', () => {
  const { schemas } = document.components
  expect(Object.entries(schemas).flatMap(([name, schema]) => unnamedParts(schema, name))).toEqual([])
  const names = Object.keys(schemas)
  expect(names).toEqual(expect.arrayContaining(['Address', 'Party', 'Money', 'FieldError', 'FundingInstruction']))
  const byContent = new Map<string, string[]>()
  for (const [name, { description: _text, ...schema }] of Object.entries(schemas)) {
    const isRequest = name.endsWith('Request') // each operation has its own
    const isChance = Object.keys(schema.properties ?? {}).length < 2 // a status of something else
    const key = JSON.stringify(schema)
    if (!isRequest && !isChance) byContent.set(key, [...(byContent.get(key) ?? []), name])
  }
  expect([...byContent.values()].filter((equal) => equal.length > 1)).toEqual([])
})

test('a generated Java client has getters and sends its fields: no object is written as a map', () => {
  expect(JSON.stringify(document)).not.toContain('"additionalProperties":false')
  const { schemas } = document.components
  expect(schemas['PaymentOrder']).toHaveProperty('unevaluatedProperties', false) // rejects unknown fields
  expect(schemas['Party']).toHaveProperty('unevaluatedProperties', false)
  expect(schemas['Payment']).not.toHaveProperty('unevaluatedProperties') // may get new ones
})

test('a generator meets no property of type null alone, and no plain type or null as a choice of two', () => {
  const errors: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, anyOf = [] } = value as { type?: unknown; anyOf?: { type?: string; $ref?: string }[] }
    const isPlainChoice = anyOf.length === 2 && anyOf[1]!.type === 'null' && !anyOf[0]!.$ref
    if (isPlainChoice || (type === 'null' && !at.endsWith('/anyOf/1'))) errors.push(at)
    for (const [key, part] of Object.entries(value)) visit(part, `${at}/${key}`)
  }
  visit(document, '')
  expect(errors).toEqual([])
})

const responsesOf = ({ responses }: Operation) =>
  Object.entries(responses).map(([status, response]) => ({
    status,
    response: response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response,
  }))

test('each operation lists the statuses of its errors, each with the codes that it can have', () => {
  const incomplete = operations.filter((operation) => {
    const errors = responsesOf(operation).filter(({ status }) => /^[45]/.test(status))
    const codesOf = ({ content = {} }: Response) => Object.values(content)[0]?.schema.properties ?? {}
    const isListed = ({ response }: { response: Response }) =>
      Object.values(codesOf(response)).some((code) => (code as { enum?: string[] }).enum!.length > 0)
    return errors.length < 3 || !errors.every(isListed) || !operation.responses['default']
  })
  expect(incomplete.map(({ at }) => at)).toEqual([])
})

test.each([
  ['idempotency-key', 'idempotency_key_invalid'],
  ['if-match', 'if_match_invalid'],
])('a generated client can send %s where the service reads it, and nowhere else', (header, code) => {
  const reads = (operation: Operation) =>
    responsesOf(operation).some(({ response }) => JSON.stringify(response.content ?? {}).includes(`"${code}"`))
  const declares = ({ parameters = [] }: Operation) =>
    parameters.some((parameter) => parameter.in === 'header' && parameter.name === header)
  expect(operations.filter(declares).map(({ at }) => at)).toEqual(operations.filter(reads).map(({ at }) => at))
  expect(operations.filter(reads).some(({ at }) => at.startsWith('DELETE'))).toBe(true)
})

test('each response has a description of its own, and each dry run its answer', () => {
  const described = operations.flatMap((operation) =>
    responsesOf(operation).map((each) => ({ at: operation.at, ...each })),
  )
  const isVague = ({ response }: { response: Response }) => /^(Default Response)?$/.test(response.description ?? '')
  expect(described.filter(isVague).map(({ at, status }) => `${at} ${status}`)).toEqual([])
  const dry = operations.filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'dryRun'))
  expect(dry.length).toBeGreaterThan(30)
  expect(dry.filter(({ responses }) => !responses['200']).map(({ at }) => at)).toEqual([])
})

test('each operation shows one request and one response that a test has executed', () => {
  const without = operations.filter(({ parameters = [], requestBody, responses }) => {
    const needed = parameters.filter(({ in: place, required }) => place === 'path' || required)
    const isAsked = needed.every(({ example }) => example !== undefined)
    const isSent = !requestBody || Object.values(requestBody.content).some(({ example }) => example !== undefined)
    const all = Object.entries(responses).filter(([status]) => status.startsWith('2'))
    const successes = all.filter(([status]) => status !== '200' || all.length === 1) // else it is that of a dry run
    const hasBody = successes.some(([, { content }]) => content !== undefined)
    const isShown = successes.some(([, { content = {} }]) =>
      Object.values(content).some(({ example }) => example !== undefined),
    )
    return !isAsked || !isSent || (hasBody && !isShown)
  })
  expect(without.map(({ at }) => at)).toEqual([])
})

test('the response of a dry run, which a reader of the reference sees first, has real values', () => {
  const dry = operations.filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'dryRun'))
  const isShown = ({ responses }: (typeof dry)[number]) =>
    Object.values(responses['200']?.content ?? {}).some(({ example }) => example !== undefined)
  expect(dry.filter((operation) => !isShown(operation)).map(({ at }) => at)).toEqual([
    'DELETE /v1/beneficiaries/{beneficiaryId}', // deletes without a body
  ])
})

test('the document can be had as YAML', async () => {
  const answer = await app.inject({ url: '/openapi.yaml' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/yaml'])
  expect(load(answer.body)).toEqual((await app.inject({ url: '/openapi.json' })).json())
})

test('an independent linter finds nothing in the document', { timeout: 60_000 }, () => {
  const { messages, totals } = lintDocument(document)
  expect(messages).toEqual([])
  expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
})
