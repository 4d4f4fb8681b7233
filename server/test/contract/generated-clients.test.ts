import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { openSandboxApi } from '../support/sandbox-api.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Clients that common generators make from the API document, compiled and run. A generator that is missing is skipped. */

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

const reports = (command: string, args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns whether a tool is installed; warns if it is not. */
function isThere(tool: string, there: boolean, remedy: string): boolean {
  if (!there) console.warn(`${tool} is missing: the client that it generates is not tested. ${remedy}`)
  return there
}

const environment = () => ({ ...process.env, CAMBIST_URL: address, CAMBIST_TOKEN: token })
const PRINTED = /^EUR 500000\.00$/m

/** The SDK's generator, wherever npm has put it. */
const heyApi =
  process.env['OPENAPI_TS'] ??
  ['sdk', '.'].map((at) => path.join(root, at, 'node_modules/@hey-api/openapi-ts/bin/run.js')).find(existsSync) ??
  ''

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

const python = process.env['OPENAPI_PYTHON_CLIENT'] ?? 'openapi-python-client'

test.skipIf(
  !isThere(python, reports(python, ['--version']), 'Install it by pip, or name it in OPENAPI_PYTHON_CLIENT.'),
)('a Python client of openapi-python-client compiles and reads a balance', async () => {
  const output = path.join(folder, 'python', 'cambist_client')
  const bin = path.isAbsolute(python) ? `${path.dirname(python)}:` : ''
  const env = { ...process.env, PATH: `${bin}${process.env['PATH']}` } // it formats by a program beside it
  const told = await run(python, ['generate', '--path', file, '--output-path', output, '--meta', 'none'], { env })
  expect(told.stdout + told.stderr).not.toMatch(/Unable to|duplicate|removal/) // of a schema or an operation
  const program = path.join(folder, 'python', 'program.py')
  writeFileSync(program, PYTHON)
  // The interpreter of the generator has the packages that its clients need.
  const interpreter = path.isAbsolute(python) ? path.join(path.dirname(python), 'python3') : 'python3'
  await run(interpreter, ['-m', 'compileall', '-q', output])
  const { stdout } = await run(interpreter, [program], { env: environment() })
  expect(stdout).toMatch(PRINTED)
})

const PYTHON = `
import os
from cambist_client import AuthenticatedClient
from cambist_client.api.accounts import list_balances

client = AuthenticatedClient(base_url=os.environ["CAMBIST_URL"], token=os.environ["CAMBIST_TOKEN"])
page = list_balances.sync(client=client, limit=100)
balance = next(each for each in page.data if each.currency == "EUR")
print(balance.currency, balance.booked)
`

const jar = process.env['OPENAPI_GENERATOR_JAR'] ?? ''

test.skipIf(
  !isThere(
    'openapi-generator',
    existsSync(jar) && reports('java', ['-version']) && reports('mvn', ['--version']),
    'Name its jar in OPENAPI_GENERATOR_JAR, and install a JDK and Maven.',
  ),
)(
  'a Java client of openapi-generator compiles, reads a balance by getters and sends the fields of a request',
  async () => {
    const output = path.join(folder, 'java')
    const options = ['-jar', jar, 'generate', '-g', 'java', '--library', 'native', '-i', file, '-o', output]
    await run('java', options, { maxBuffer: 2 ** 26 })
    const sources = path.join(output, 'src', 'main', 'java')
    const models = path.join(sources, 'org', 'openapitools', 'client', 'model')
    const isMap = (name: string) => readFileSync(path.join(models, name), 'utf8').includes('extends HashMap')
    expect(readdirSync(models).filter(isMap)).toEqual([])
    mkdirSync(sources, { recursive: true })
    writeFileSync(path.join(sources, 'Program.java'), JAVA)
    const goals = ['compile', 'org.codehaus.mojo:exec-maven-plugin:3.1.0:java', '-Dexec.mainClass=Program']
    const { stdout } = await run('mvn', ['-q', '-B', ...goals], {
      cwd: output,
      env: environment(),
      maxBuffer: 2 ** 26,
    })
    const printed = stripVTControlCharacters(stdout)
    expect(printed).toMatch(PRINTED)
    expect(printed).toMatch(/^held 0\.00, quoted 1000\.00 EUR at 0\.\d+ for \d+\.\d\d GBP in \w+\/\w+$/m)
  },
  600_000,
)

const JAVA = `
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountsApi;
import org.openapitools.client.api.FxSpotApi;
import org.openapitools.client.model.Balance;
import org.openapitools.client.model.QuoteSpotRequest;
import org.openapitools.client.model.SpotQuote;

public class Program {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("CAMBIST_URL"));
    client.setRequestInterceptor(it -> it.header("Authorization", "Bearer " + System.getenv("CAMBIST_TOKEN")));
    Balance euros = null;
    for (Balance balance : new AccountsApi(client).listBalances(100, null, null, null, null, null, null).getData())
      if (balance.getCurrency().equals("EUR")) euros = balance;
    System.out.println(euros.getCurrency() + " " + euros.getBooked());
    QuoteSpotRequest order = new QuoteSpotRequest()
        .sellCurrency("EUR").buyCurrency("GBP").fixedSide(QuoteSpotRequest.FixedSideEnum.SELL).amount("1000.00");
    SpotQuote quote = new FxSpotApi(client).quoteSpot(order, null);
    System.out.println("held " + euros.getHeld().getPayments() + ", quoted " + quote.getSellAmount() + " "
        + quote.getSellCurrency() + " at " + quote.getRate() + " for " + quote.getBuyAmount() + " " + quote.getBuyCurrency()
        + " in " + quote.getCutOffLocal().getZone());
  }
}
`
