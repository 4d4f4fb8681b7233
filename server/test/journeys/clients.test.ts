import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('the sdk’s types are those of the present interface; `npx vitest run server/test/journeys -u` makes them anew', async () => {
  const { generate } = (await import('../../../sdk/generate.mjs' as string)) as {
    generate: (document: string) => Promise<string>
  }
  const document = await (await fetch(`${server.credentials.baseUrl}/openapi.json`)).text()
  await expect(await generate(document)).toMatchFileSnapshot(path.join(root, 'sdk', 'src', 'generated', 'api.ts'))
}, 240_000)

const cambist = async (...args: string[]) => {
  const file = path.join(root, 'cli', 'cambist.mjs')
  const connection = ['--credentials', server.credentialsFile, '--url', server.credentials.baseUrl]
  return (await run(file, ...connection, ...args)).stdout
}
const cambistJson = async <T>(...args: string[]) => JSON.parse(await cambist('--json', ...args)) as T

test('the command line goes from money in to a booked deal and a payment', async () => {
  expect(await cambist('fund', '1000', 'EUR')).toMatch(/^Amount +1,000\.00 EUR$/m)
  const trade = await cambistJson<{ tradeId: string }>('quote', 'EUR', 'GBP', '400', '--book')
  expect(await cambist('trades', trade.tradeId)).toMatch(/^Sell +400\.00 EUR$/m)
  expect(await cambist('trades')).toContain(trade.tradeId)
  await cambist('clock', 'advance', 'P7D')
  expect(await cambist('trades', trade.tradeId)).toMatch(/^Status +Settled$/m)
  const account = ['--sort-code', '089999', '--account-number', '66374958']
  const payee = [
    '--name',
    'Northern Mills Ltd',
    '--currency',
    'GBP',
    '--country',
    'GB',
    '--line1',
    '1 Mill Lane',
    '--city',
    'Leeds',
  ]
  const { beneficiaryId } = await cambistJson<{ beneficiaryId: string }>('beneficiaries', 'add', ...payee, ...account)
  expect(await cambist('beneficiaries')).toContain(beneficiaryId)
  const paid = await cambist('pay', '100', 'GBP', '--to', beneficiaryId, '--reference', 'Invoice 1')
  const paymentId = /^Payment +(pay_\w+)$/m.exec(paid)?.[1] ?? ''
  await cambist('clock', 'advance', 'P7D')
  expect(await cambist('payments', paymentId)).toMatch(/^Status +Completed$/m)
  expect(await cambist('payments')).toContain(paymentId)
  expect(await cambist('transactions', 'GBP')).toMatch(/-100\.00 +GBP/)
  expect(await cambist('balances')).toMatch(/^EUR +[\d,]+\.00/m)
  await cambist('beneficiaries', 'remove', beneficiaryId)
}, 240_000)

test('the command line asks which entity a client of several means, and lists all of them', async () => {
  const asGroup = (...args: string[]) => cambist('--as', 'group', ...args)
  const { group } = JSON.parse(readFileSync(server.credentialsFile, 'utf8'))
  await expect(asGroup('quote', 'EUR', 'GBP', '10')).rejects.toMatchObject({
    stderr: expect.stringMatching(/several entities\. Choose one with --entity:\n {2}ent_/),
  })
  expect(await asGroup('--entity', group.entityIds.abs, 'quote', 'EUR', 'GBP', '10')).toMatch(/10\.00 EUR/)
  const rows = async (...args: string[]) =>
    (await asGroup('accounts', '--currency', 'EUR', ...args)).match(/acc_/g)?.length
  expect(await rows()).toBe(3)
  expect(await rows('--entity', group.entityIds.rm)).toBe(1)
}, 240_000)

test('the command line tells a no in the service’s words, on standard error, with status 1', async () => {
  const call = cambist('transfer', '1.00', 'acc_x', 'acc_y').catch((error: unknown) => error)
  expect(await call).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('not_available_for_entity_kind'),
  })
})

test('the API reference opens in a browser, which has no token', async () => {
  const page = await fetch(`${server.credentials.baseUrl}/docs`)
  expect(await page.text()).toContain('Cambist API reference')
  const script = await fetch(new URL('/docs/static/swagger-initializer.js', page.url))
  expect([page.status, script.status]).toEqual([200, 200])
})

test('every operation of the OpenAPI document says what it is and what it answers', async () => {
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
