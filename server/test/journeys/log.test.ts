import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { warmUp } from '../../src/composition/warm-up.ts'
import { createOutput } from '../../src/commands/output.ts'
import { serverDirectory } from '../../src/kernel/values/package-directory.ts'
import { writeThirdParty } from '../../src/open-banking/dcr/index.ts'
import { freePort } from '../support/free-port.ts'
import { secretsIn } from '../support/log-secrets.ts'
import { testDatabase } from '../support/database.ts'
import { createBrowser, openListeners, openThirdParty, REDIRECT } from '../support/third-party.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const run = promisify(execFile)
const directory = temporaryDirectory()
let logged = ''
const { log } = createOutput({ NODE_ENV: 'production' }, { write: (text: string) => (logged += text) })
log.level = 'trace'
const listeners = await openListeners(
  await testDatabase(),
  { OPEN_BANKING_SCRIPTED_CONSENT: 'nordhafen', OPEN_BANKING_PAGES_PORT: String(await freePort()) },
  log,
)
afterAll(async () => {
  await listeners.close()
  rmSync(directory, { recursive: true })
})

const requests = () =>
  logged
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line) as Record<string, string | number>)

const IBAN = 'DE89370400440532013000'
const { clients, psus } = listeners.credentials
/** Values that a log must never contain, as they come up. */
const secrets = new Set<string>([
  IBAN,
  clients.rm.clientSecret,
  ...psus.flatMap((psu) => [psu.password, psu.totpSecret]),
])

async function call(address: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const answer = await fetch(`http://127.0.0.1:${listeners.config.port}${address}`, init)
  const text = await answer.text()
  for (const [, secret] of text.matchAll(/"(?:access_token|iban|accountNumber)":"([^"]+)"/g)) secrets.add(secret!)
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

test('the start makes no request of its own, so that each line of the log and each count is of a client', async () => {
  await warmUp(listeners.app, listeners.services.issuer)
  expect(requests()).toEqual([])
})

test('the log of a journey on the main interface has a line for each request', async () => {
  const { clientId, clientSecret, entityId } = clients.rm
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  secrets.add(basic)
  const form = { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) }
  const token = (await call('/v1/oauth2/token', { ...form, headers: { authorization: `Basic ${basic}` } })).body
  const headers = { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' }
  const post = (address: string, body: object) =>
    call(address, { method: 'POST', headers: { ...headers, 'idempotency-key': address }, body: JSON.stringify(body) })
  const { data: accounts } = (await call(`/v1/accounts?entityId=${entityId}`, { headers })).body
  await call(`/v1/accounts/${accounts[0].accountId}`, { headers })
  const verified = await post('/v1/payments/verification', { name: 'Muster', iban: IBAN, partyType: 'Company' })
  expect(verified.status).toBe(200)
  const rejected = await post('/v1/beneficiaries', { entityId, name: 'Muster', iban: `${IBAN}1`, currency: 'EUR' })
  expect(rejected.status).toBe(400)
  await call(`/v1/${IBAN}`, { headers })
  await call('/health/ready')

  await expect
    .poll(() => requests().map(({ operation, status, code }) => [operation, status, code]))
    .toEqual([
      ['createToken', 200, undefined],
      ['listAccounts', 200, undefined],
      ['getAccount', 200, undefined],
      ['verifyPayee', 200, undefined],
      ['createBeneficiary', 400, rejected.body.code],
      [undefined, 404, 'not_found'],
      ['getReadiness', 200, undefined],
    ])
  const [tokenLine, list, ...others] = requests()
  expect(tokenLine).toMatchObject({ client: clientId, method: 'POST', level: 30 })
  expect(list).toMatchObject({ client: clientId, entity: entityId, route: '/v1/accounts', address: '127.0.0.1' })
  expect(others[0]).toMatchObject({ route: '/v1/accounts/:accountId' })
  expect(others.at(-1)).toMatchObject({ level: 20 })
  for (const { requestId, durationMs } of requests()) {
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(durationMs).toBeGreaterThanOrEqual(0)
  }
})

test("the log of a third party's journey has its client and the routes", { timeout: 240_000 }, async () => {
  const folder = path.join(directory, 'third-party')
  writeThirdParty(folder, await listeners.newSoftware(), listeners.ca, {
    issuer: listeners.issuer,
    audience: 'CambistSandbox0001',
    redirectUris: [REDIRECT],
    roles: ['AISP', 'PISP'],
  })
  const sample = path.join(serverDirectory, '..', 'docs', 'samples', 'third-party.mjs')
  const { stdout } = await run(process.execPath, [sample, folder])
  expect(stdout).toContain('consent and registration deleted')
  const reads = requests().filter(({ route }) => String(route).endsWith('/aisp/balances'))
  expect(reads.length).toBeGreaterThan(0)
  const registered = /^registered as ([0-9a-f-]{36})$/m.exec(stdout)![1]
  for (const line of reads) expect(line).toMatchObject({ client: registered, status: 200, entity: expect.any(String) })
})

test('the log names the reason of each rejection on the pages and at the OAuth endpoints', async () => {
  const third = await openThirdParty(listeners)
  const browser = createBrowser(listeners.pages, listeners.askPages)
  const page = await browser.follow('/open-banking/connections')
  const wrong = { username: psus[0]!.username, password: 'not the password', code: '000000' }
  const path = '/open-banking/connections/log-in'
  await browser.go(path, browser.form({ csrf: 'forged', ...wrong }))
  for (let attempt = 0; attempt < 6; attempt++) await browser.go(path, browser.form({ csrf: page.csrf!, ...wrong }))
  await third.post('/token', { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT })
  await third.post('/token', { client_assertion: await third.assertion({ exp: 1 }) })
  await third.post('/par', {})
  await browser.go('/open-banking/authorize?client_id=x')
  await browser.go('/open-banking/authorize?%ff')
  await browser.go(`/open-banking/authorize?request=e30.${btoa('{"state":7}')}.AA`)
  const seen = requests().map(({ route, status, code }) => `${route} ${status} ${code}`)
  expect(seen).toEqual(
    expect.arrayContaining([
      `${path} 403 form_rejected`,
      `${path} 401 log_in_failed`,
      `${path} 429 log_in_delayed`,
      '/token 400 invalid_grant',
      '/token 401 invalid_client',
      '/par 400 invalid_request',
      '/open-banking/authorize 400 invalid_client',
      '/open-banking/authorize 400 query_not_utf8',
      '/open-banking/authorize 400 invalid_request_object',
    ]),
  )
})

test('the logs of both journeys contain no secret, token or account number', () => {
  expect(logged.length).toBeGreaterThan(5000)
  expect(secrets.size).toBeGreaterThan(12)
  expect([...secrets].filter((secret) => logged.includes(secret))).toEqual([])
  expect(secretsIn(logged)).toEqual([])
})
