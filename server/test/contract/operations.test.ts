import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SCOPES } from '../../src/kernel/http/http.ts'
import { OPERATION_GROUPS } from '../../src/service/index.ts'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

type Content = Record<string, { schema: { $ref?: string } }>
interface Operation {
  operationId?: string
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
  tags?: string[]
  summary?: string
  security: { oauth2?: string[] }[]
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  servers: { url: string }[]
  components: { securitySchemes: { oauth2: { flows: { clientCredentials: { scopes: Record<string, string> } } } } }
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

test('each operation is in one group with a description, and has a summary', () => {
  const groups = document.tags.filter(({ description }) => description).map(({ name }) => name)
  expect(operations.filter(({ tags }) => tags?.length !== 1 || !groups.includes(tags[0]!))).toEqual([])
  expect(operations.filter(({ summary }) => !summary)).toEqual([])
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

test('a generator meets no property of type null alone, and no plain type or null as a choice of two', () => {
  const faults: string[] = []
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    const { type, anyOf = [] } = value as { type?: unknown; anyOf?: { type?: string; $ref?: string }[] }
    const isPlainChoice = anyOf.length === 2 && anyOf[1]!.type === 'null' && !anyOf[0]!.$ref
    if (isPlainChoice || (type === 'null' && !at.endsWith('/anyOf/1'))) faults.push(at)
    for (const [key, part] of Object.entries(value)) visit(part, `${at}/${key}`)
  }
  visit(document, '')
  expect(faults).toEqual([])
})

test('the document can be had as YAML', async () => {
  const answer = await app.inject({ url: '/openapi.yaml' })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/yaml'])
  expect(answer.body).toMatch(/^openapi: 3\.1\.1\n/)
  expect(answer.body).toContain('operationId: createPayment')
})

test('an independent linter finds nothing in the document', { timeout: 60_000 }, () => {
  const root = path.join(import.meta.dirname, '../../..')
  const file = path.join(temporaryDirectory(), 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const lint = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', 'redocly.yaml', '--format', 'json']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const output = execFileSync(process.execPath, lint, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString()
  const report = JSON.parse(output.slice(output.indexOf('{'))) as { totals: object; problems: { message: string }[] }
  expect(report.problems.map(({ message }) => message)).toEqual([])
  expect(report.totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
})
