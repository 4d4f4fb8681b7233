import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startServer } from '../crash/server-process.ts'
import { startOperator } from '../days/stage/operator.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { freePort } from '../support/free-port.ts'
import { officialFilesAtHand } from '../support/official-openapi.ts'
import { endWithUsage, readToolOptions } from '../support/tool-options.ts'
import { type Clients, fapiConfig, functionalConfig, registrationConfig } from './files.ts'
import { discoveryModel, type Family, type Version } from './models.ts'
import { createParty, readResources, register } from './party.ts'

const HELP = `npm run conformance -- --folder <path> [options]

Starts a sandbox, writes the files that the official conformance tools read, and replays our own tests against the
official OpenAPI files. Then the sandbox serves the tools until you press Ctrl-C.

  --folder <path>       a new or empty folder for the files and the data of the sandbox
  --port <number>       port of the open-banking listener (9443)
  --host <name>         name under which the tools reach the sandbox (localhost)
  --user <name>         user of the sandbox in whose name consents are approved (nordhafen)
  --callback <url>      redirect address of the functional and the registration tool
                        (https://conformance.example:8443/conformancesuite/callback)
  --fapi-suite <url>    address of the OpenID suite (https://localhost.emobix.co.uk:8443)
  --once                ends the sandbox after the files and the tests
  --no-tests            leaves out our own tests
  --help                this text

Exit code 1: a test of ours failed, or the sandbox could not be prepared; 2: an invalid option.`

const { values } = readToolOptions(HELP, {
  allowNegative: true,
  options: {
    folder: { type: 'string' },
    port: { type: 'string', default: '9443' },
    host: { type: 'string', default: 'localhost' },
    user: { type: 'string', default: 'nordhafen' },
    callback: { type: 'string', default: 'https://conformance.example:8443/conformancesuite/callback' },
    'fapi-suite': { type: 'string', default: 'https://localhost.emobix.co.uk:8443' },
    once: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: true },
  },
})

/** Test files that hold answers against the official OpenAPI files. */
const OWN_TESTS = [
  'server/test/contract/open-banking-operations.test.ts',
  'server/src/open-banking/dcr/registration.test.ts',
  'server/src/open-banking/resources/routes.test.ts',
  'server/src/open-banking/initiation/exchange.test.ts',
  'server/src/open-banking/initiation/routes.test.ts',
  'server/src/open-banking/initiation/making/payers.test.ts',
  'server/src/composition/open-banking-payments.test.ts',
]

const FAMILIES = ['accounts', 'payments'] satisfies Family[]

const print = (line: string) => console.log(line)
const stopped = new AbortController()

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(`Failed: ${(error as Error).message}`)
  process.exitCode = 1
}

async function run(): Promise<boolean> {
  const folder = folderOf(values.folder)
  const environment = await environmentFor(folder)
  print('Starting the sandbox.')
  const server = startServer(environment)
  try {
    await server.untilReady()
    await prepare(folder, environment)
    print(`Files are in ${folder}.`)
    const isRight = !values.tests || (await replayOwnTests())
    if (!values.once && !stopped.signal.aborted) {
      print(`The sandbox serves ${environment.OPEN_BANKING_BASE_URL}. Press Ctrl-C to end it.`)
      await once(stopped.signal, 'abort')
    }
    return isRight
  } finally {
    await server.stop()
    print('The sandbox has ended.')
  }
}

function folderOf(given: string | undefined): string {
  if (given === undefined) return endWithUsage('Name a folder with --folder.')
  const folder = path.resolve(given)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a new or empty folder.`)
  // The database account has to pass through it, or root's database lies elsewhere; each file in it is private.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return folder
}

async function environmentFor(folder: string) {
  const port = await freePort()
  const { NODE_ENV: _mode, ...inherited } = process.env
  return {
    ...inherited,
    DATA_DIR: path.join(folder, 'sandbox'),
    SANDBOX: 'true',
    LOG_LEVEL: 'warn',
    PORT: `${port}`,
    BASE_URL: `http://${values.host}:${port}`,
    OPEN_BANKING: 'true',
    OPEN_BANKING_PORT: values.port,
    // The plans of the OpenID suite demand HTTPS of the pages too.
    OPEN_BANKING_PAGES_PORT: `${await freePort()}`,
    OPEN_BANKING_BASE_URL: `https://${values.host}:${values.port}`,
    OPEN_BANKING_SCRIPTED_CONSENT: values.user,
  }
}

/** Creates and registers the third parties of all tools, and writes their files. */
async function prepare(folder: string, environment: Awaited<ReturnType<typeof environmentFor>>): Promise<void> {
  const operator = startOperator(environment)
  const write = (name: string, content: object) => {
    writeFileSync(path.join(folder, name), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    print(`Wrote ${name}.`)
  }
  const create = (name: string, redirectUri: string, softwareName?: string) =>
    createParty(operator, path.join(folder, 'third-parties', name), redirectUri, softwareName)
  try {
    const functional = await create('functional', values.callback)
    const pages = `https://${values.host}:${environment.OPEN_BANKING_PAGES_PORT}`
    const third = await register(functional, pages, 'private_key_jwt')
    const { body: discovery } = await third.api('/.well-known/openid-configuration', '')
    const resources = await readResources(third, values.callback, values.user)
    const { clientId } = third
    const config = functionalConfig({ party: functional, clientId, discovery, resources, now: new Date() })
    for (const version of ['3.1', '4.0'] satisfies Version[]) {
      const { issuer } = functional
      write(`functional-v${version}-discovery.json`, discoveryModel(version, issuer, FAMILIES))
      for (const family of FAMILIES)
        write(`functional-v${version}-${family}-discovery.json`, discoveryModel(version, issuer, [family]))
      write(`functional-v${version}-config.json`, config)
    }
    write('registration-config.json', registrationConfig(await create('registration', values.callback)))
    for (const method of ['private_key_jwt', 'tls_client_auth'] as const) {
      const name = method === 'private_key_jwt' ? 'private-key-jwt' : 'mtls'
      const callback = `${values['fapi-suite']}/test/a/cambist-${name}/callback`
      const client = async (ordinal: string, uri: string, softwareName?: string) => {
        const party = await create(`fapi-${name}-${ordinal}`, uri, softwareName)
        return { party, clientId: (await register(party, pages, method)).clientId }
      }
      // The suite gives its second client an address with a query.
      const second = `${callback}?dummy1=lorem&dummy2=ipsum`
      const clients: Clients = [await client('1', callback), await client('2', second)]
      const refused: Clients = [
        await client('1-refused', callback, 'Conformance #REFUSE'),
        await client('2-refused', second, 'Conformance #REFUSE'),
      ]
      write(`fapi-${name}-config.json`, await fapiConfig(`cambist-${name}`, values['fapi-suite'], clients, refused))
    }
  } finally {
    await operator.end()
  }
}

async function replayOwnTests(): Promise<boolean> {
  if (!officialFilesAtHand) {
    print('Skipped our tests of the standard: the official OpenAPI files are not in ../shared/specs/obie.')
    return true
  }
  print('Replaying our tests of the standard.')
  const root = path.join(serverDirectory, '..')
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...OWN_TESTS], {
    cwd: root,
    stdio: 'inherit',
    signal: stopped.signal,
  })
  child.on('error', () => {}) // ended by Ctrl-C
  const [code] = (await once(child, 'close')) as [number | null]
  print(code === 0 ? 'Our tests of the standard passed.' : 'Our tests of the standard failed.')
  return code === 0
}
