import { afterAll, describe, expect, test } from 'vitest'
import { OB_DOCUMENTS } from '../../src/open-banking/http/document/document.ts'
import { testDatabase } from '../support/database.ts'
import { lintDocument } from '../support/redocly.ts'
import { openListeners } from '../support/third-party.ts'

type Content = Record<string, { example?: unknown }>
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

const listeners = await openListeners(await testDatabase())
afterAll(() => listeners.close())
const read = (name: string) => listeners.app.inject({ url: `/openapi/${name}` })
const documents = new Map<string, Document>()
for (const name of OB_DOCUMENTS) documents.set(name, (await read(`${name}.json`)).json<Document>())

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, ...operation })),
  )

test.each([
  ['open-banking-v3.1', 28],
  ['open-banking-v4.0', 28],
  ['client-registration', 4],
] as const)('%s describes all its operations, each with a name of its own', (name, count) => {
  const operations = operationsOf(documents.get(name)!)
  expect(operations).toHaveLength(count)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(count)
  expect(new Set(operations.map(({ summary }) => summary)).size).toBe(count) // none needs its path to be understood
  expect(operations.filter(({ description }) => !/^[A-Z].{30,}\.$/.test(description)).map(({ at }) => at)).toEqual([])
})

describe.each(OB_DOCUMENTS)('%s', (name) => {
  test('names the server, and is served as YAML too', async () => {
    expect(documents.get(name)!.servers[0]!.url).toBe(listeners.issuer)
    const answer = await read(`${name}.yaml`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/yaml'])
    expect(answer.body).toMatch(/^openapi: 3\.1\.1\n/)
  })

  test('each operation shows one request and one response that a test has executed', () => {
    const isShown = (content: Content) => Object.values(content).some(({ example }) => example !== undefined)
    const without = operationsOf(documents.get(name)!).filter(({ parameters, requestBody, responses }) => {
      const isAsked = parameters.every(({ required, example }) => !required || example !== undefined)
      const [, answer] = Object.entries(responses).find(([status]) => status.startsWith('2'))!
      return !isAsked || (requestBody && !isShown(requestBody.content)) || (answer.content && !isShown(answer.content))
    })
    expect(without.map(({ at }) => at)).toEqual([])
    expect(JSON.stringify(documents.get(name))).not.toContain('https://localhost:8443/') // links lead to this server
  })

  test('an independent linter finds nothing in it', { timeout: 60_000 }, () => {
    const { messages, totals } = lintDocument(documents.get(name))
    expect(messages).toEqual([])
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  })
})

test('payment initiation requires a signature and a key where the routes do', () => {
  const { paths } = documents.get('open-banking-v4.0')!
  const headers = (path: string) =>
    paths[path]!['post']!.parameters.filter(({ required, in: place }) => required && place === 'header')
  expect(headers('/open-banking/v4.0/pisp/domestic-payments').map(({ name }) => name)).toEqual([
    'x-idempotency-key',
    'x-jws-signature',
  ])
  expect(headers('/open-banking/v4.0/aisp/account-access-consents')).toEqual([])
})
