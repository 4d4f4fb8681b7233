import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** A client that a generator makes from the API document, compiled and run. It is skipped without the generator. */

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../../..')
const folder = temporaryDirectory()
const { app, credentials, tokenOf, close } = await openSandboxApi(await testDatabase())
afterAll(close)
let address = ''
let token = ''
const file = path.join(folder, 'openapi.json')
beforeAll(async () => {
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  token = await tokenOf(credentials.clients.rm)
  writeFileSync(file, (await app.inject({ url: '/openapi.json' })).body)
})

/** Returns whether a tool is installed; warns if it is not. */
function isThere(tool: string, there: boolean, remedy: string): boolean {
  if (!there) console.warn(`${tool} is missing: the client that it generates is not tested. ${remedy}`)
  return there
}

const environment = () => ({ ...process.env, CAMBIST_URL: address, CAMBIST_TOKEN: token })
const PRINTED = /^EUR 500000\.00$/m

const heyApi = process.env['OPENAPI_TS'] ?? path.join(root, 'node_modules/@hey-api/openapi-ts/bin/run.js')

test.skipIf(!isThere('@hey-api/openapi-ts', existsSync(heyApi), 'Name its bin/run.js in OPENAPI_TS.'))(
  'a TypeScript client of @hey-api/openapi-ts compiles and reads a balance',
  async () => {
    const output = path.join(folder, 'typescript')
    const plugins = ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']
    await run(process.execPath, [heyApi, '-i', file, '-o', output, '-p', ...plugins], { cwd: folder })
    const program = path.join(folder, 'program.ts')
    writeFileSync(program, TYPESCRIPT)
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--lib', 'es2023,dom,dom.iterable']
    const modules = ['--module', 'esnext', '--moduleResolution', 'bundler', '--types', '']
    await run(process.execPath, [tsc, ...options, ...modules, program], { cwd: folder })
    const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs')
    const { stdout } = await run(process.execPath, [tsx, program], { cwd: folder, env: environment() })
    expect(stdout).toMatch(PRINTED)
  },
)

const TYPESCRIPT = `
import { client } from './typescript/client.gen'
import { listBalances } from './typescript/sdk.gen'
declare const process: { env: Record<string, string | undefined> }
const { CAMBIST_URL: baseUrl = '', CAMBIST_TOKEN: token } = process.env
client.setConfig({ baseUrl, auth: token })
listBalances({ query: { limit: 100 } }).then(({ data, error }) => {
  if (!data) throw new Error(error?.detail)
  const balance = data.data.find(({ currency }) => currency === 'EUR')
  console.log(balance?.currency, balance?.booked)
})
`
