import { afterAll, expect, test } from 'vitest'
import { type ApiDocument, brunoCollection } from '../../src/commands/bruno/collection.ts'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'

const { app, close } = await openSandboxApi(await testDatabase())
afterAll(close)
const document = (await app.inject({ url: '/openapi.json' })).json<ApiDocument>()
const files = brunoCollection(document, 'http://127.0.0.1:8080')
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)
/** Returns the lines of a block in a file of the collection. */
const blockOf = (file: string, name: string): string[] => {
  const found = new RegExp(`^${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(file)?.[1] ?? ''
  return found.split('\n').filter((line) => line !== '')
}

test.each(operations.map((operation) => [operation.operationId, operation] as const))(
  'the Bruno collection sends %s as the API document shows it',
  (id, { path, method, tags, parameters = [], requestBody, security = [] }) => {
    const file = files.get(`${tags![0]}/${id}.bru`)!
    const request = blockOf(file, method)
    const url = request.find((line) => line.startsWith('  url: '))!.slice('  url: {{baseUrl}}'.length)
    expect(url.split('?')[0]).toBe(path.replace(/\{(\w+)\}/g, ':$1'))
    expect(request).toContain(`  auth: ${security.length > 0 ? 'inherit' : 'none'}`)
    for (const { name, in: place, example } of parameters) {
      const lines = blockOf(file, place === 'header' ? 'headers' : `params:${place}`)
      const shown = name === 'idempotency-key' ? '{{$guid}}' : example
      expect(lines).toContain(shown === undefined ? `  ~${name}:` : `  ${name}: ${shown as string}`)
    }
    const json = Object.entries(requestBody?.content ?? {}).find(([type]) => type.includes('json'))?.[1].example
    if (json !== undefined) expect(JSON.parse(blockOf(file, 'body:json').join('\n'))).toEqual(json)
  },
)

test('each group of the document is a folder in its order', () => {
  const seqs = document.tags!.map(({ name }) => blockOf(files.get(`${name}/folder.bru`)!, 'meta')[1])
  expect(seqs).toEqual(document.tags!.map((_, index) => `  seq: ${index + 1}`))
})
