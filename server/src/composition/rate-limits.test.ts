import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { givenClient, givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openProcess } from '../../test/support/process.ts'
import { call, openListeners, openThirdParty } from '../../test/support/third-party.ts'
import { createRateLimits } from '../kernel/http/limits/rate-limits.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()
const start = new Date('2026-11-25T10:00:00Z')
/** Later than the clock of any other test's housekeeping, which deletes buckets that were full for a while. */
let wall = new Date('2099-11-25T10:00:00Z')
const clock = { now: () => start, wall: () => wall }
const after = (seconds: number) => (wall = new Date(wall.getTime() + seconds * 1000))

const QUOTAS = { token: 5, quotes: 2, writes: 3, reads: 4 }
const open = async (concurrent = 0, requests = QUOTAS) => {
  const limits = createRateLimits({ db, clock }, { requests, concurrent })
  const { app } = await openProcess(db, { clock, limits })
  return app
}
const first = await open()
const second = await open()
const unlimited = await open(0, { token: 0, quotes: 0, writes: 0, reads: 0 })
const crowded = await open(2, { ...QUOTAS, reads: 0 })
const entity = await givenEntity(db, 'ABS')
let client: Awaited<ReturnType<typeof givenClient>>
let token: string
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const askToken = (by: typeof client, secret = by.secret, remoteAddress = '192.0.2.1', app = first) => {
  const form = { grant_type: 'client_credentials', client_id: by.id, client_secret: secret }
  const payload = new URLSearchParams(form).toString()
  return app.inject({ method: 'POST', url: '/v1/oauth2/token', headers: FORM, payload, remoteAddress })
}
const tokenOf = async (by: typeof client) => (await askToken(by)).json<{ access_token: string }>().access_token
beforeEach(async () => {
  after(3600)
  client = await givenClient(db, entity)
  token = await tokenOf(client)
})

const get = (url: string, app = first, by = token) => app.inject({ url, headers: { authorization: `Bearer ${by}` } })
const post = (url: string, body: object, key = '', app = first) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
    payload: body,
  })
}
const payee = { type: 'Company', name: 'Muster', currency: 'EUR', countryCode: 'DE', bankCountryCode: 'DE' }
const beneficiary = {
  ...payee,
  iban: 'DE89370400440532013000',
  address: { line1: 'Hauptstrasse 1', city: 'Berlin', postCode: '10115', countryCode: 'DE' },
}

test('two processes share the limit of a client; a response above it states when to retry', async () => {
  const statuses: number[] = []
  for (const app of [first, second, first, second, first]) statuses.push((await get('/v1/accounts', app)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
  const answer = await get('/v1/accounts')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'retry-after': '15',
    ratelimit: '"reads";r=0;t=60',
    'ratelimit-policy': '"reads";q=4;w=60',
  })
  expect(answer.json()).toMatchObject({
    code: 'rate_limited',
    status: 429,
    retryable: true,
    params: { group: 'reads', limit: 4, windowSeconds: 60, seconds: 15 },
  })
  after(15)
  expect((await get('/v1/accounts', second)).statusCode).toBe(200)
  expect((await get('/v1/accounts', first)).statusCode).toBe(429)
})

test('every response to a token has the headers, including rejections of rights, schemas and paths', async () => {
  const few = await tokenOf(await givenClient(db, entity, { grants: ['fx:quote'] }))
  const answers = [
    await get('/v1/accounts'),
    await get('/v1/accounts?unknown=1'),
    await get('/v1/accounts/acc_00000000000000000000000000'),
    await get('/v1/accounts', first, few),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400, 404, 403])
  expect(answers.map(({ headers }) => headers.ratelimit)).toEqual([
    '"reads";r=3;t=15',
    '"reads";r=2;t=30',
    '"reads";r=1;t=45',
    '"reads";r=3;t=15',
  ])
  for (const url of ['/health/live', '/v1/errors']) expect((await get(url)).headers).not.toHaveProperty('ratelimit')
  expect((await get('/v1/accounts', first, 'cbt_unknown')).headers).not.toHaveProperty('ratelimit')
})

test("groups and clients do not use up each other's limits", async () => {
  for (let i = 0; i < 5; i++) await get('/v1/accounts')
  expect((await get('/v1/accounts')).statusCode).toBe(429)
  expect((await post('/v1/fx/quotes/spot', {})).headers.ratelimit).toBe('"quotes";r=1;t=30')
  expect((await get('/v1/fx/quotes/estimate')).headers.ratelimit).toBe('"quotes";r=0;t=60')
  expect(errorCode((await post('/v1/fx/quotes/spot', {})).json())).toBe('rate_limited')
  expect((await post('/v1/payments', {})).headers.ratelimit).toBe('"writes";r=2;t=20')
  const other = await tokenOf(await givenClient(db, entity))
  expect((await get('/v1/accounts', first, other)).statusCode).toBe(200)
})

test('a rejected command does not use up its idempotency key', async () => {
  for (let i = 0; i < 3; i++) await post('/v1/payments', {})
  const rejected = await post('/v1/beneficiaries', beneficiary, 'key-1')
  expect(errorCode(rejected.json())).toBe('rate_limited')
  after(60)
  const made = await post('/v1/beneficiaries', beneficiary, 'key-1')
  expect([made.statusCode, made.headers['idempotent-replayed']]).toEqual([201, undefined])
  const again = await post('/v1/beneficiaries', beneficiary, 'key-1', second)
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
})

test('a batch counts as one request, for any number of items', async () => {
  const items = Array.from({ length: 50 }, () => ({}))
  expect((await post('/v1/payment-batches', { entityId: entity, items })).headers.ratelimit).toBe('"writes";r=2;t=20')
})

test('requests for tokens are limited by client and origin, wrong secrets included', async () => {
  const other = await givenClient(db, entity)
  for (let i = 0; i < 4; i++) expect((await askToken(client, 'wrong')).statusCode).toBe(401)
  const limited = await askToken(client)
  expect([limited.statusCode, limited.json().error]).toEqual([429, 'rate_limited'])
  expect(limited.headers).toMatchObject({
    'retry-after': '12',
    'cache-control': 'no-store',
    'ratelimit-policy': '"token";q=5;w=60',
  })
  expect((await askToken(client, client.secret, '192.0.2.1', second)).statusCode).toBe(429)
  expect((await askToken(client, client.secret, '198.51.100.7')).statusCode).toBe(200) // other addresses cannot lock it out
  expect((await askToken(other)).statusCode).toBe(200)
})

test('without limits there are no headers', async () => {
  const app = unlimited
  for (let i = 0; i < 10; i++) {
    const { statusCode, headers } = await get('/v1/accounts', app)
    expect([statusCode, headers.ratelimit, headers['ratelimit-policy']]).toEqual([200, undefined, undefined])
  }
})

test('concurrent requests of a client are limited; answered and abandoned ones free their places', async () => {
  const app = crowded
  const held: (() => void)[] = []
  app.get('/v1/slow', () => new Promise((resolve) => held.push(() => resolve({}))))
  const other = await tokenOf(await givenClient(db, entity))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const ask = (by: string, signal?: AbortSignal) =>
    fetch(`${address}/v1/slow`, { headers: { authorization: `Bearer ${by}` }, ...(signal && { signal }) })
  const gone = new AbortController()
  const [one, abandoned] = [ask(token), ask(token, gone.signal).catch(() => 'abandoned')]
  await expect.poll(() => held.length).toBe(2)
  const rejected = await ask(token)
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '1'])
  expect(await rejected.json()).toMatchObject({ code: 'too_many_concurrent_requests', params: { limit: 2 } })
  const others = ask(other)
  await expect.poll(() => held.length).toBe(3)
  gone.abort()
  expect(await abandoned).toBe('abandoned')
  await expect.poll(async () => (await get('/v1/accounts', app)).statusCode).toBe(200)
  for (const release of held) release()
  expect([(await one).status, (await others).status]).toEqual([200, 200])
  expect((await Promise.all([get('/v1/accounts', app), get('/v1/accounts', app)])).map((a) => a.statusCode)).toEqual([
    200, 200,
  ])
})

describe('open banking', async () => {
  const listeners = await openListeners(await testDatabase(), {
    RATE_LIMIT_READS: '2',
    RATE_LIMIT_WRITES: '1',
    RATE_LIMIT_TOKEN: '3',
  })
  afterAll(() => listeners.close())
  const consent = (version: string) =>
    `/open-banking/v${version}/aisp/account-access-consents/obc_00000000000000000000000000`

  test('both versions share the limits of a third party and answer 429 in their own form', async () => {
    const third = await openThirdParty(listeners)
    const bearer = await third.token()
    const read = (version: string) => third.api(consent(version), bearer)
    expect((await read('4.0')).headers.ratelimit).toMatch(/^"reads";r=1;t=\d+$/)
    expect((await read('3.1')).status).toBe(400)
    const [v4, v3] = [await read('4.0'), await read('3.1')]
    for (const answer of [v4, v3]) {
      expect(answer.status).toBe(429)
      expect(answer.headers).toMatchObject({
        'retry-after': expect.stringMatching(/^(2\d|30)$/),
        'ratelimit-policy': '"reads";q=2;w=60',
        'x-fapi-interaction-id': expect.any(String),
      })
    }
    expect(v4.body).toEqual({
      Id: v4.headers['x-fapi-interaction-id'],
      Errors: [expect.objectContaining({ ErrorCode: 'U042' })],
    })
    expect(v3.text).toBe('')
    const other = await openThirdParty(listeners)
    expect((await other.api(consent('4.0'), await other.token())).status).toBe(400)
  })

  test('an error 429 of payment initiation is signed like the others, and requests for tokens are limited too', async () => {
    const third = await openThirdParty(listeners)
    const bearer = await third.token('payments')
    const send = () => third.signedPost('/open-banking/v4.0/pisp/domestic-payment-consents', bearer, {})
    expect((await send()).status).toBe(400)
    const limited = await send()
    expect(limited.status).toBe(429)
    expect(limited.headers['x-jws-signature']).toMatch(/^[\w-]+\.\.[\w-]+$/)
    const statuses: number[] = []
    for (let i = 0; i < 3; i++) statuses.push((await third.post('/token', { grant_type: 'client_credentials' })).status)
    expect(statuses).toEqual([200, 200, 429])
    const { body, headers } = await third.post('/token', { grant_type: 'client_credentials' })
    expect(body).toMatchObject({ error: 'rate_limited' })
    expect(headers).toMatchObject({ 'retry-after': expect.stringMatching(/^(1\d|20)$/), 'cache-control': 'no-store' })
    expect((await call(listeners, '/token', { method: 'POST' })).status).toBe(401)
  })
})
