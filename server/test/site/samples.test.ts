import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { build, transform } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { API_DOCUMENTS } from '../../src/kernel/http/openapi/documents.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { shellEnvironment } from '../journeys/shell-blocks.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { type Recorder, startRecorder } from './recorder.ts'

/** Tests the samples of the API reference: all can be read by their language, those of the main interface send the same request, and some are sent. */
const root = path.join(serverDirectory, '..')
const run = promisify(execFile)
const python = ['python3.11', 'python3.12', 'python3.13', 'python3'].find(
  (name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
)
if (!python) console.warn('Python 3.11 is not installed: the samples in Python are not tested')
const directory = temporaryDirectory()
afterAll(() => rmSync(directory, { recursive: true }))

interface Sample {
  lang: string
  source: string
}
type Operation = { operationId: string; 'x-codeSamples'?: Sample[] }
type Document = { paths: Record<string, Record<string, Operation>> }

const { withSamples } = (await import('../../../sdk/generator/samples/index.mjs' as string)) as {
  withSamples: (document: object, server: string) => Document
}
const contractOf = (name: string) =>
  JSON.parse(readFileSync(path.join(root, 'docs', 'contract', `${name}.json`), 'utf8')) as object

const SERVER = 'http://localhost:8080'
const described = new Map<string, Operation[]>(
  API_DOCUMENTS.map(({ name }) => [
    name,
    Object.values(withSamples(contractOf(name), SERVER).paths).flatMap((item) => Object.values(item)),
  ]),
)
/** Samples by operation id; `server` replaces the address, and may depend on the operation. */
const samplesOf = (name: string, language: string, server = (_id: string) => SERVER): Map<string, string> =>
  new Map(
    described.get(name)!.map(({ operationId, 'x-codeSamples': samples }) => {
      const source = samples?.find(({ lang }) => lang === language)?.source ?? ''
      return [operationId, source.replaceAll(SERVER, server(operationId))] as const
    }),
  )

describe.each([...described.keys()])('%s', (name) => {
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

  test.skipIf(!python)('Python can read each of its samples', () => {
    const sources = JSON.stringify([...samplesOf(name, 'python').values()])
    const program = 'import ast, json, sys\nfor source in json.load(sys.stdin): ast.parse(source)'
    expect(spawnSync(python!, ['-c', program], { input: sources, encoding: 'utf8' }).stderr).toBe('')
  })
})

test('the types of the SDK accept each sample in TypeScript', async () => {
  const folder = path.join(directory, 'types')
  mkdirSync(folder)
  const names = ['openapi', 'open-banking-v4.0', 'open-banking-v3.1', 'client-registration']
  const files = names.flatMap((name) =>
    [...samplesOf(name, 'typescript')].map(([id, source]) => {
      writeFileSync(path.join(folder, `${name}.${id}.ts`), `${source}\n`)
      return `${name}.${id}.ts`
    }),
  )
  const source = (name: string) => [path.join(root, 'sdk', 'src', name)]
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [path.join(root, 'node_modules', '@types')],
    paths: { '@cambist/sdk': source('index.ts'), '@cambist/sdk/third-party': source('third-party/index.ts') },
  }
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = createRequire(path.join(root, 'sdk', 'package.json')).resolve('typescript/lib/tsc.js')
  const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

const CREDENTIALS = { CAMBIST_CLIENT_ID: 'client', CAMBIST_CLIENT_SECRET: 'secret', TOKEN: 'token' }

/** Bundles programs in TypeScript with the sources of the SDK. Returns the files in the order of the programs. */
async function bundled(name: string, programs: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = path.join(directory, name)
  mkdirSync(folder)
  const entryPoints = [...programs].map(([id, source]) => {
    const file = path.join(folder, `${id}.ts`)
    writeFileSync(file, source)
    return file
  })
  const alias = { '@cambist/sdk': path.join(root, 'sdk', 'src', 'index.ts') }
  const outdir = path.join(folder, 'out')
  const shape = {
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outExtension: { '.js': '.mjs' },
  } as const
  await build({ ...shape, entryPoints, outdir, alias, logLevel: 'error' })
  return [...programs.keys()].map((id) => path.join(outdir, `${id}.mjs`))
}

describe('the samples of an operation in all languages send the same request', () => {
  let recorder: Recorder
  const env = shellEnvironment({ ...CREDENTIALS, PYTHONPATH: path.join(root, 'sdk-python', 'src') })
  /** Requests of each operation by curl, which a test compares with the contract. */
  const expected = new Map<string, string[]>()
  const addressOf = (id: string) => `${recorder.url}/${id}`
  beforeAll(async () => {
    recorder = await startRecorder()
    const script = [...samplesOf('openapi', 'curl', addressOf).values()].join(' > /dev/null\n')
    await run('bash', ['-ec', `curl() { command curl -sS --fail "$@"; }\n${script}`], { env })
    for (const [id, requests] of recorder.take()) expected.set(id, requests)
  })
  afterAll(() => recorder?.close())

  test('curl sends one for each operation of the contract', () => {
    const { paths } = contractOf('openapi') as Document
    const operations = Object.entries(paths).flatMap(([at, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, method.toUpperCase(), at] as const),
    )
    expect([...expected.keys()].toSorted()).toEqual(operations.map(([id]) => id).toSorted())
    for (const [id, method, at] of operations) {
      const pattern = at.replace(/\{\w+\}/g, '[^/?]+').replaceAll('.', '\\.')
      expect(expected.get(id), `the sample of ${id}`).toEqual([
        expect.stringMatching(new RegExp(`^${method} ${pattern}(\\?| |$)`)),
      ])
    }
  })

  test('TypeScript', async () => {
    const files = await bundled('recorded', samplesOf('openapi', 'typescript', addressOf))
    const program = `for (const file of ${JSON.stringify(files)}) await import(file)`
    await run(process.execPath, ['--input-type=module', '-e', program], { env })
    expect(Object.fromEntries(recorder.take())).toEqual(Object.fromEntries(expected))
  })

  test.skipIf(!python)('Python', async () => {
    const file = path.join(directory, 'samples.json')
    writeFileSync(file, JSON.stringify([...samplesOf('openapi', 'python', addressOf).values()]))
    const program = 'import json, sys\nfor source in json.load(open(sys.argv[1])): exec(source, {})'
    await run(python!, ['-c', program, file], { env })
    expect(Object.fromEntries(recorder.take())).toEqual(Object.fromEntries(expected))
  })
})

describe('sent as they are to a sandbox', () => {
  let server: Awaited<ReturnType<typeof startFreshServer>>
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    server = await startFreshServer()
    const { clientId, clientSecret } = server.credentials.clients.rm
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const body = new URLSearchParams(form)
    const answer = await fetch(`${server.credentials.baseUrl}/v1/oauth2/token`, { method: 'POST', body })
    const { access_token: TOKEN } = (await answer.json()) as { access_token: string }
    const PYTHONPATH = path.join(root, 'sdk-python', 'src')
    env = shellEnvironment({ TOKEN, CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: clientSecret, PYTHONPATH })
  })
  afterAll(() => server?.stop())

  const SENT = [
    ['listAccounts', 'acc_'],
    ['listEntities', 'ent_'],
    ['getClock', 'now'],
    ['listErrors', 'account_blocked'],
    ['estimateRate', 'indicativeRate'],
  ] as const
  const sampleOf = (language: string, id: string) =>
    samplesOf('openapi', language, () => server.credentials.baseUrl).get(id)!

  test.each(SENT)('%s responds to curl', async (id, content) => {
    expect((await run('bash', ['-c', sampleOf('curl', id)], { env })).stdout).toContain(content)
  })

  test('TypeScript prints the results', async () => {
    const files = await bundled('sent', new Map(SENT.map(([id]) => [id, sampleOf('typescript', id)])))
    for (const [index, [, content]] of SENT.entries())
      expect((await run(process.execPath, [files[index]!], { env })).stdout).toContain(content)
  })

  test.skipIf(!python).each(SENT)('%s responds to Python', async (id, content) => {
    expect((await run(python!, ['-c', sampleOf('python', id)], { env })).stdout).toContain(content)
  })
})
