import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_DOCUMENTS } from '../../src/kernel/http/openapi/documents.ts'
import { startFreshServer } from '../../src/commands/demo/fresh-server.ts'
import { shellEnvironment } from './shell-blocks.ts'

/** Tests the published interface from outside, against a server started for it. */
const root = path.join(import.meta.dirname, '..', '..', '..')
const runFile = promisify(execFile)
const run = (...args: string[]) => runFile(process.execPath, args, { env: shellEnvironment() })

type ApiDocument = {
  paths: Record<string, Record<string, { summary?: string; responses: object }>>
}

let server: Awaited<ReturnType<typeof startFreshServer>>
beforeAll(async () => {
  server = await startFreshServer()
})
afterAll(() => server?.stop())

test('the SDK and the command line are generated from the present interface; `npx vitest run server/test/journeys -u` makes them anew', async () => {
  const { generate } = (await import('../../../sdk/generate.mjs' as string)) as {
    generate: (document: string) => Promise<Record<string, string>>
  }
  const document = await (await fetch(`${server.credentials.baseUrl}/openapi.json`)).text()
  for (const [file, text] of Object.entries(await generate(document)))
    await expect(text).toMatchFileSnapshot(path.join(root, file))
}, 240_000)

const programWords = () => {
  const connection = ['--credentials', server.credentialsFile, '--url', server.credentials.baseUrl]
  return [path.join(root, 'cli', 'cambist.mjs'), ...connection]
}
const cambist = async (...args: string[]) => (await run(...programWords(), ...args)).stdout
const cambistJson = async <T>(...args: string[]) => JSON.parse(await cambist('--json', ...args)) as T

test('the command line goes from money in to a booked deal and a payment', async () => {
  expect(await cambist('fund', '1000', 'EUR')).toMatch(/^amount +1,000\.00$/m)
  const trade = await cambistJson<{ tradeId: string }>('quote', 'EUR', 'GBP', '400', '--book')
  expect(await cambist('trades', 'get', trade.tradeId)).toMatch(/^sellAmount +400\.00$/m)
  expect(await cambist('trades')).toContain(trade.tradeId)
  await cambist('clock', 'move', '--advance', 'P7D')
  expect(await cambist('trades', 'get', trade.tradeId, '--query', 'status')).toBe('Settled\n')
  const payee = ['--name', 'Northern Mills Ltd', '--type', 'company', '--currency', 'GBP', '--country-code', 'GB']
  const bank = ['--bank-country-code', 'GB', '--account-number', '66374958', '--routing-codes']
  const address = ['--address-line1', '1 Mill Lane', '--address-city', 'Leeds', '--address-country-code', 'GB']
  const code = '{"type":"SortCode","value":"089999"}'
  const create = ['beneficiaries', 'create', ...payee, ...bank, code, ...address]
  expect(await cambistJson(...create, '--dry-run')).toMatchObject({ dryRun: true })
  const { beneficiaryId } = await cambistJson<{ beneficiaryId: string }>(...create)
  expect(await cambist('beneficiaries')).toContain(beneficiaryId)
  const order = ['pay', '100', 'GBP', '--to', beneficiaryId, '--reference', 'Invoice 1']
  const paymentId = (await cambist(...order, '--query', 'paymentId')).trim()
  await cambist('clock', 'move', '--advance', 'P7D')
  expect(await cambist('payments', 'get', paymentId)).toMatch(/^status +Completed$/m)
  expect(await cambist('payments', '--csv', '--columns', 'paymentId,amount')).toContain(`\r\n${paymentId},100.00`)
  const account = (await cambist('accounts', '--currency', 'GBP', '--query', '[0].accountId')).trim()
  expect(await cambist('transactions', '--account-id', account)).toMatch(/100\.00 +GBP/)
  expect(await cambist('balances')).toMatch(/EUR +[\d,]+\.00/m)
  const statement = path.join(path.dirname(server.credentialsFile), 'statement.pdf')
  const range = ['--from', '2026-01-01']
  await cambist('statements', 'get-interim', '--account-id', account, ...range, '--output', statement)
  expect(readFileSync(statement).subarray(0, 5).toString()).toBe('%PDF-')
  await cambist('beneficiaries', 'delete', beneficiaryId)
}, 240_000)

test('an estimate of the command line has the price of the entity, not the market’s middle', async () => {
  const request = ['EUR', 'GBP', '100000']
  const estimate = await cambistJson<{ indicativeRate: string; mid: string }>('quote', ...request, '--estimate')
  expect(Number(estimate.indicativeRate)).toBeLessThan(Number(estimate.mid))
})

test('the command line asks which entity a client of several means, and lists all of them', async () => {
  const asGroup = (...args: string[]) => cambist('--as', 'group', ...args)
  const { group } = JSON.parse(readFileSync(server.credentialsFile, 'utf8'))
  await expect(asGroup('quote', 'EUR', 'GBP', '10')).rejects.toMatchObject({
    stderr: expect.stringMatching(/several entities\. Choose one with --entity:\n {2}ent_/),
  })
  await expect(asGroup('quote', 'EUR', 'GBP', '10', '--estimate')).rejects.toMatchObject({ code: 2 })
  expect(await asGroup('--entity', group.entityIds.abs, 'quote', 'EUR', 'GBP', '10')).toMatch(/^sellAmount +10\.00$/m)
  const rows = async (...args: string[]) =>
    (await asGroup('accounts', '--currency', 'EUR', ...args)).match(/acc_/g)?.length
  expect(await rows()).toBe(3)
  expect(await rows('--entity', group.entityIds.rm)).toBe(1)
}, 240_000)

test('the command line reports an error in the words of the service, with the exit status of its class', async () => {
  const failed = (...args: string[]) => cambist(...args).catch((error: unknown) => error)
  expect(await failed('transfer', '1.00', 'acc_x', 'acc_y')).toMatchObject({
    code: 4,
    stdout: '',
    stderr: expect.stringContaining('not_available_for_entity_kind'),
  })
  expect(await failed('payments', 'create', '--amount', '1.00')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/Missing: .*--account-id.*--currency/),
  })
  expect(await failed('trades', 'list', '--limit', 'x')).toMatchObject({ code: 2 })
  expect(await failed('trades', 'list', '--query', '[')).toMatchObject({ code: 2 })
  expect(await failed('nonsense')).toMatchObject({ code: 2 })
  expect(await failed('--as', 'nobody', 'balances')).toMatchObject({ code: 2 })
  expect(await failed('--url', 'http://127.0.0.1:1', 'balances')).toMatchObject({ code: 5 })
  const { clientId } = server.credentials.clients.rm
  const env = { ...shellEnvironment(), CAMBIST_CLIENT_ID: clientId, CAMBIST_CLIENT_SECRET: 'wrong' }
  const url = ['--url', server.credentials.baseUrl]
  const denied = runFile(process.execPath, [path.join(root, 'cli', 'cambist.mjs'), ...url, 'balances'], { env })
  await expect(denied).rejects.toMatchObject({ code: 3, stderr: expect.stringContaining('invalid_client') })
})

test('a login is stored as a profile and used by later commands', async () => {
  const { baseUrl, clients } = server.credentials
  const config = path.join(path.dirname(server.credentialsFile), 'profiles.json')
  const env = { ...shellEnvironment(), CAMBIST_CONFIG: config }
  const program = path.join(root, 'cli', 'cambist.mjs')
  const cwd = path.dirname(config) // no `.data` of a server that was started here
  const plain = async (...args: string[]) => (await runFile(process.execPath, [program, ...args], { env, cwd })).stdout
  const { clientId, clientSecret } = clients.abs
  const login = ['login', '--profile', 'fund', '--url', baseUrl, '--client-id', clientId, '--client-secret']
  await expect(plain(...login, 'wrong')).rejects.toMatchObject({ code: 3 })
  await expect(plain('balances')).rejects.toMatchObject({ code: 3 })
  expect(await plain(...login, clientSecret)).toMatch(/^profile +fund$/m)
  expect(await plain('entities', '--query', '[].serviceKind | [0]')).toBe('ABS\n')
  expect(await plain('profiles')).toMatch(/fund +yes/)
  await plain('logout')
  expect(await plain('profiles')).toContain('No profiles')
})

test('the demo of the command line tells its whole story, from the first second', async () => {
  const folder = path.join(path.dirname(server.credentialsFile), 'demo')
  const began = Date.now()
  const child = spawn(process.execPath, [...programWords(), 'demo', '--folder', folder], { env: shellEnvironment() })
  let [output, complaints, firstAfter] = ['', '', 0]
  child.stdout.on('data', (text: Buffer) => {
    firstAfter ||= Date.now() - began
    output += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
  expect([await new Promise((resolve) => child.once('close', resolve)), complaints]).toEqual([0, ''])
  expect(firstAfter).toBeLessThan(10_000)
  for (const words of ['CNY for', 'China requires a purpose', 'NearMatch', 'mgc_', 'statement.pdf', 'obc_', 'ACSC'])
    expect(output).toContain(words)
  expect(readFileSync(path.join(folder, 'statement.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
}, 240_000)

test.each(API_DOCUMENTS)(
  'the file in docs/contract is the present document at $path, for clients that are generated without a server; -u writes it anew',
  async ({ name, path: address, server: published }) => {
    const document = (await (await fetch(`${server.credentials.baseUrl}${address}`)).json()) as {
      servers: { url: string }[]
    }
    const { url } = document.servers[0]!
    const file = path.join(root, 'docs', 'contract', `${name}.json`)
    const text = `${JSON.stringify(document, null, 1)}\n`
    await expect(url.startsWith('https:') ? text.replaceAll(url, published) : text).toMatchFileSnapshot(file)
  },
)

test('the file docs/contract/asyncapi.json is the present document of events; -u writes it anew', async () => {
  const document = (await (await fetch(`${server.credentials.baseUrl}/asyncapi.json`)).json()) as object
  const file = path.join(root, 'docs', 'contract', 'asyncapi.json')
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot(file)
})

test.each([...API_DOCUMENTS.map(({ path: address }) => address), '/asyncapi.json'])(
  '%s states that the interface can still change, and where changes are listed',
  async (address) => {
    const { info } = (await (await fetch(`${server.credentials.baseUrl}${address}`)).json()) as {
      info: { description: string }
    }
    expect(info.description).toMatch(/^\*\*Alpha interface\.\*\* .*\/v1\/changelog/)
  },
)

test('every operation of the OpenAPI document describes itself and its responses', async () => {
  const document = (await (await fetch(`${server.credentials.baseUrl}/openapi.json`)).json()) as ApiDocument
  const { Validator } = await import('@seriousme/openapi-schema-validator')
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true })
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  )
  expect(operations.length).toBeGreaterThan(40)
  const silent = operations.filter(
    ({ summary, responses }) => !summary || !Object.keys(responses).some((status) => status.startsWith('2')),
  )
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('the console is served with its parts, under a policy that lets nothing else in', async () => {
  const answer = await fetch(`${server.credentials.baseUrl}/console`)
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const parts = [...(await answer.text()).matchAll(/(?:src|href)="(console\.\w+)"/g)].map(([, name]) => name)
  expect(parts.sort()).toEqual(['console.css', 'console.js'])
  for (const name of parts) expect((await fetch(new URL(`${name}`, answer.url))).status).toBe(200)
})

test('the demo tells its story on a running server', async () => {
  const connection = ['--credentials', server.credentialsFile, '--url', server.credentials.baseUrl]
  const { stdout } = await run(path.join(root, 'server', 'start.mjs'), 'demo', ...connection)
  expect(stdout).toContain('all as they should be')
}, 240_000)

test('the demo ends with a status and a sentence when the service is not there', async () => {
  const connection = ['--credentials', server.credentialsFile, '--url', 'http://127.0.0.1:1']
  const call = run(path.join(root, 'server', 'start.mjs'), 'demo', ...connection)
  await expect(call).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('does not answer') })
})
