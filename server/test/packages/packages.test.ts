import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import vm from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { shellEnvironment } from '../journeys/shell-blocks.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Packs the SDK and the command line, installs them into empty projects, and runs the program of the README. */
const root = path.join(import.meta.dirname, '..', '..', '..')
const run = promisify(execFile)
const directory = temporaryDirectory()

let server: Awaited<ReturnType<typeof startFreshServer>>
let packs: { sdk: string; cli: string }
beforeAll(async () => {
  packs = { sdk: await pack('sdk'), cli: await pack('cli') }
  server = await startFreshServer()
})
afterAll(async () => {
  await server?.stop()
  rmSync(directory, { recursive: true })
})

async function pack(name: string): Promise<string> {
  const args = ['pack', '--json', '--pack-destination', directory]
  const { stdout } = await run('npm', args, { cwd: path.join(root, name), maxBuffer: 2 ** 24 })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as { filename: string }[]
  return path.join(directory, packed!.filename)
}

/** An empty project with a package, installed without a network. */
async function givenProject(name: string, pack: string, type: 'module' | 'commonjs' = 'module'): Promise<string> {
  const folder = path.join(directory, name)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, type, private: true }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', pack], { cwd: folder })
  return folder
}

/** Returns the program of a version of Node on this machine: NODE_22, or one in the usual folders. */
function nodeOf(major: number): string | undefined {
  if (Number(process.versions.node.split('.')[0]) === major) return process.execPath
  const homes = [process.env['HOME'] ?? '', '/usr/local', '/opt']
  const versions = homes
    .map((home) => path.join(home, '.nvm', 'versions', 'node'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((folder) => path.basename(folder).startsWith(`v${major}.`))
  const candidates = [...versions, `/opt/node${major}`, `/opt/node-${major}`].map((folder) =>
    path.join(folder, 'bin/node'),
  )
  return process.env[`NODE_${major}`] ?? candidates.find((file) => existsSync(file))
}

const NODES = [20, 22, 24].map((major) => [major, nodeOf(major)] as const)
for (const [version, node] of NODES)
  if (!node) console.warn(`Node ${version} is not installed: the packages are not run on it; set NODE_${version}`)

const README = readFileSync(path.join(root, 'sdk', 'README.md'), 'utf8')
const PROGRAM = /^```ts\n([\s\S]*?)^```$/m.exec(README)![1]!

const environment = () => {
  const { baseUrl, clients } = server.credentials
  const { clientId, clientSecret } = clients.rm
  return { CAMBIST_URL: baseUrl, CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: clientSecret }
}
const expectOutput = (output: string) => {
  expect(output).toMatch(/^EUR \d+\.\d\d$/m)
  expect(output).toMatch(/^1 EUR is about 0\.\d+ GBP$/m)
}
const runProgram = async (node: string, folder: string, file: string) =>
  (await run(node, [file], { cwd: folder, env: shellEnvironment(environment()) })).stdout

/** Names that the blocks of the README take for granted. */
const GIVEN = `import type { Cambist, schemas } from '@cambist/sdk'
declare const cambist: Cambist
declare const order: schemas.PaymentOrder
declare const request: { headers: Headers }
declare const accountId: string, from: string, to: string, rawBody: string, secret: string, returned: string
declare const Permissions: string[]
`
const COMPILER = createRequire(path.join(root, 'sdk', 'package.json')).resolve('typescript/lib/tsc.js')

test('the program of the README has at most ten lines', () => {
  expect(PROGRAM.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10)
})

describe('the packed SDK', () => {
  let project: string
  beforeAll(async () => {
    project = await givenProject('esm', packs.sdk)
    writeFileSync(path.join(project, 'program.js'), PROGRAM)
  })

  for (const [version, node] of NODES)
    test.skipIf(!node)(`runs on Node ${version}`, async () =>
      expectOutput(await runProgram(node!, project, 'program.js')),
    )

  test('is required by CommonJS', async () => {
    const folder = await givenProject('cjs', packs.sdk, 'commonjs')
    const body = PROGRAM.replace(/^import (\{.*\}) from ('.*')$/m, 'const $1 = require($2)')
    writeFileSync(path.join(folder, 'program.js'), `void (async () => {\n${body}\n})()`)
    expectOutput(await runProgram(process.execPath, folder, 'program.js'))
  })

  test.each([
    ['module', ''],
    ['commonjs', 'export {}\n'],
  ] as const)('has types for a %s project of TypeScript with NodeNext', async (type, ending) => {
    const folder = await givenProject(`types-${type}`, packs.sdk, type)
    const main = `async function main() {\n${PROGRAM.replace(/^import .*$/m, '')}\n}\nvoid main()\n`
    const imports = /^import .*$/m.exec(PROGRAM)![0]
    const party = "import { ThirdParty } from '@cambist/sdk/third-party'\nexport const connect = ThirdParty.connect\n"
    writeFileSync(path.join(folder, 'program.ts'), `${imports}\n${party}${main}${ending}`)
    const options = {
      module: 'nodenext',
      strict: true,
      noUncheckedIndexedAccess: true,
      target: 'es2022',
      types: ['node'],
    }
    const typeRoots = [path.join(root, 'node_modules', '@types')]
    const config = { compilerOptions: { ...options, typeRoots, outDir: 'out' }, files: ['program.ts'] }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
    await run(process.execPath, [COMPILER, '-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''))
    expectOutput(await runProgram(process.execPath, folder, 'out/program.js'))
  })

  test('has the types that each block of its README uses', async () => {
    const folder = await givenProject('blocks', packs.sdk)
    const [, ...blocks] = [...README.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block!)
    expect(blocks.length).toBeGreaterThan(4)
    const files = blocks.map((block, index) => {
      writeFileSync(path.join(folder, `block${index}.ts`), `${GIVEN}${block}\nexport {}\n`)
      return `block${index}.ts`
    })
    const typeRoots = [path.join(root, 'node_modules', '@types')]
    const options = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'], typeRoots }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
    await run(process.execPath, [COMPILER, '-p', folder]).catch(({ stdout }) => expect(stdout).toBe(''))
  })

  test('runs in a bundle for browsers, which have no module of Node', async () => {
    const source = PROGRAM.replaceAll('process.env', 'globalThis.settings')
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: project },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      write: false,
    })
    const printed: string[] = []
    const { fetch, Headers, AbortSignal, URL, URLSearchParams, TextDecoder, crypto, setTimeout } = globalThis
    const browser = { fetch, Headers, AbortSignal, URL, URLSearchParams, TextDecoder, crypto, setTimeout }
    const console = { log: (...texts: string[]) => printed.push(texts.join(' ')) }
    const context = vm.createContext({ ...browser, console, settings: environment() })
    await vm.runInContext(`(async () => {${outputFiles[0]!.text}\n})()`, context)
    expectOutput(printed.join('\n'))
  })

  test('weighs less than 12 kB in a bundle, compressed', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { createClient, CambistError } from '@cambist/sdk'", resolveDir: project },
      bundle: true,
      minify: true,
      platform: 'browser',
      format: 'esm',
      target: 'es2022',
      write: false,
    })
    const bytes = gzipSync(outputFiles[0]!.contents, { level: 9 }).length
    expect(bytes).toBeGreaterThan(3_000)
    expect(bytes).toBeLessThan(12_000)
  })

  test('contains what was built, no sources and no dependencies', () => {
    const installed = path.join(project, 'node_modules', '@cambist', 'sdk')
    expect(readdirSync(installed).toSorted()).toEqual(['README.md', 'dist', 'package.json'])
    expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@cambist',
    ])
    const { private: isPrivate } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'))
    expect(isPrivate).toBeUndefined()
  })
})

describe('the packed command line', () => {
  test('installs from its pack alone and runs', async () => {
    const folder = await givenProject('cli', packs.cli)
    expect(readdirSync(path.join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@cambist'])
    const cambist = path.join(folder, 'node_modules', '.bin', 'cambist')
    const env = shellEnvironment({ ...environment(), CAMBIST_CONFIG: path.join(folder, 'none.json') })
    expect((await run(cambist, ['--version'], { env })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    for (const [version, node] of NODES.filter(([, each]) => each)) {
      const { stdout } = await run(node!, [cambist, 'balances', '--csv', '--columns', 'currency,available'], { env })
      expect(stdout, `Node ${version}`).toMatch(/^EUR,\d+\.\d\d\r?$/m)
    }
    const licences = path.join(folder, 'node_modules', '@cambist', 'cli', 'dist', 'LICENSES.txt')
    expect(readFileSync(licences, 'utf8')).toMatch(/commander[\s\S]+MIT[\s\S]+jmespath[\s\S]+Mozilla Public License/)
  })
})
