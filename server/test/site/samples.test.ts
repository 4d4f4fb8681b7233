import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { API_DOCUMENTS } from '../../src/kernel/http/openapi/documents.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { shellEnvironment } from '../journeys/shell-blocks.ts'

/** Tests the samples of the API reference: all can be read by their language, and some are sent. */
const root = path.join(serverDirectory, '..')
const run = promisify(execFile)
const hasPython = spawnSync('python3', ['-c', 'import ast']).status === 0
const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0

interface Sample {
  lang: string
  source: string
}
type Operation = { operationId: string; 'x-codeSamples'?: Sample[] }
type Document = { paths: Record<string, Record<string, Operation>> }

const { withSamples } = (await import('../../../site/reference/samples.js' as string)) as {
  withSamples: (document: object, server: string) => Document
}
const contractOf = (name: string) =>
  JSON.parse(readFileSync(path.join(root, 'docs', 'contract', `${name}.json`), 'utf8')) as object

function samplesOf(name: string, language: string, server = 'http://localhost:8080'): Map<string, string> {
  const operations = Object.values(withSamples(contractOf(name), server).paths).flatMap((item) => Object.values(item))
  const found = operations.map(
    ({ operationId, 'x-codeSamples': samples }) =>
      [operationId, samples?.find(({ lang }) => lang === language)?.source ?? ''] as const,
  )
  return new Map(found)
}

describe.each(API_DOCUMENTS.map(({ name }) => name))('%s', (name) => {
  test('every operation has a sample in each language', () => {
    for (const language of ['curl', 'typescript', 'python']) {
      const samples = samplesOf(name, language)
      expect(samples.size).toBeGreaterThan(0)
      expect([...samples].filter(([, source]) => source === '')).toEqual([])
    }
  })

  test('a shell can read each sample in curl', () => {
    const script = [...samplesOf(name, 'curl').values()].join('\n')
    expect(spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' }).stderr).toBe('')
  })

  test('a compiler can read each sample in TypeScript', async () => {
    for (const source of samplesOf(name, 'typescript').values())
      await transform(source, { loader: 'ts', format: 'esm', target: 'es2022' })
  })

  test.skipIf(!hasPython)('Python can read each of its samples', () => {
    const sources = JSON.stringify([...samplesOf(name, 'python').values()])
    const program = 'import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)'
    expect(spawnSync('python3', ['-c', program], { input: sources, encoding: 'utf8' }).stderr).toBe('')
  })
})

describe('sent as they are, with a token', () => {
  let server: Awaited<ReturnType<typeof startFreshServer>>
  let token: string
  beforeAll(async () => {
    server = await startFreshServer()
    const { clientId, clientSecret } = server.credentials.clients.rm
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    const answer = await fetch(`${server.credentials.baseUrl}/v1/oauth2/token`, { method: 'POST', body })
    token = ((await answer.json()) as { access_token: string }).access_token
  })
  afterAll(() => server?.stop())

  const SENT = ['listAccounts', 'listEntities', 'getClock', 'listErrors']
  const sampleOf = (language: string, id: string) => {
    const source = samplesOf('openapi', language, server.credentials.baseUrl).get(id)
    expect(source).toBeDefined()
    return source!
  }

  test.each(SENT)('%s responds to curl', async (id) => {
    const { stdout } = await run('bash', ['-c', sampleOf('curl', id)], { env: shellEnvironment({ TOKEN: token }) })
    expect(Object.keys(JSON.parse(stdout))).toContain(id === 'getClock' ? 'now' : 'data')
  })

  test.each(SENT)('%s responds to TypeScript', async (id) => {
    const program = `const token = process.env.TOKEN\n${sampleOf('typescript', id)}\nconsole.log(JSON.stringify(result))`
    const node = ['--input-type=module', '-e', program]
    const { stdout } = await run(process.execPath, node, { env: shellEnvironment({ TOKEN: token }) })
    expect(Object.keys(JSON.parse(stdout))).toContain(id === 'getClock' ? 'now' : 'data')
  })

  test.skipIf(!hasRequests).each(SENT)('%s responds to Python', async (id) => {
    const program = `import os, json\ntoken = os.environ["TOKEN"]\n${sampleOf('python', id)}\nprint(json.dumps(result))`
    const { stdout } = await run('python3', ['-c', program], { env: shellEnvironment({ TOKEN: token }) })
    expect(Object.keys(JSON.parse(stdout))).toContain(id === 'getClock' ? 'now' : 'data')
  })
})
