import { expect, test } from 'vitest'
import { type ClientOptions, createClient } from './client.ts'
import type { CambistError } from './errors.ts'

/** A service that gives out token-1, token-2, … and answers calls from a script; the last entry repeats. */
function service(...script: ((request: Request) => Response | Promise<Response>)[]) {
  const calls: { method: string; path: string; key: string | null; token: string | null; body: string }[] = []
  const waits: number[] = []
  let tokens = 0
  const fetch: ClientOptions['fetch'] = async (request) => {
    const url = new URL(request.url)
    if (url.pathname === '/v1/oauth2/token') {
      tokens++
      return json(200, { access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 3600 })
    }
    calls.push({
      method: request.method,
      path: url.pathname + url.search,
      key: request.headers.get('idempotency-key'),
      token: request.headers.get('authorization'),
      body: await request.text(),
    })
    return script[Math.min(calls.length, script.length) - 1]!(request)
  }
  let now = 0
  const client = createClient({
    baseUrl: 'http://service.test/',
    clientId: 'cli_1',
    clientSecret: 'secret',
    fetch,
    sleep: async (ms) => void waits.push(ms),
    random: () => 1,
    now: () => now,
  })
  return { client, calls, waits, tokenCount: () => tokens, pass: (ms: number) => (now += ms) }
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const problem = (status: number, code: string, more: object = {}, headers = {}) =>
  json(
    status,
    {
      type: `/docs/errors#${code}`,
      title: code,
      status,
      detail: `It is ${code}.`,
      code,
      requestId: 'req-1',
      retryable: false,
      errors: [],
      ...more,
    },
    headers,
  )
const empty = () => json(200, { data: [], nextCursor: null })
const broken = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
}
const payment = { params: {}, body: {} as never }

test('many calls at once share one token, which is renewed before it expires', async () => {
  const { client, calls, tokenCount, pass } = service(empty)
  await Promise.all([client.get('/v1/accounts'), client.get('/v1/accounts'), client.get('/v1/accounts')])
  expect(tokenCount()).toBe(1)
  pass(3_571_000)
  await client.get('/v1/accounts')
  expect(tokenCount()).toBe(2)
  expect(calls.map((call) => call.token)).toEqual([
    'Bearer token-1',
    'Bearer token-1',
    'Bearer token-1',
    'Bearer token-2',
  ])
})

test('a refused token is replaced once; a second 401 is told', async () => {
  const recovers = service(() => problem(401, 'token_invalid'), empty)
  await recovers.client.get('/v1/accounts')
  expect(recovers.calls.map((call) => call.token)).toEqual(['Bearer token-1', 'Bearer token-2'])

  const refuses = service(() => problem(401, 'token_invalid'))
  await expect(refuses.client.get('/v1/accounts')).rejects.toMatchObject({ code: 'token_invalid', status: 401 })
  expect(refuses.calls).toHaveLength(2)
})

test('a POST is repeated after a lost connection with the same key and body, and another POST has another key', async () => {
  const { client, calls, waits } = service(broken, broken, () => json(201, { paymentId: 'pay_1' }))
  const body = { amount: '10.00' } as never
  expect(await client.post('/v1/payments', { body })).toEqual({ paymentId: 'pay_1' })
  await client.post('/v1/payments', { body })
  expect(calls.slice(0, 3).every((call) => call.key === calls[0]!.key && call.body === '{"amount":"10.00"}')).toBe(true)
  expect(calls[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  expect(calls[3]!.key).not.toBe(calls[0]!.key)
  expect(waits).toEqual([200, 400])
})

test('a key that the caller brings is used', async () => {
  const { client, calls } = service(() => json(201, {}))
  await client.post('/v1/payments', { ...payment, headers: { 'Idempotency-Key': 'order-4711' } })
  expect(calls[0]!.key).toBe('order-4711')
})

test('what says retryable is repeated, not before Retry-After', async () => {
  const { client, calls, waits } = service(
    () => problem(503, 'price_unavailable', { retryable: true }, { 'retry-after': '3' }),
    () => problem(429, 'rate_limited'),
    empty,
  )
  await client.get('/v1/accounts')
  expect(calls).toHaveLength(3)
  expect(waits).toEqual([3000, 400])
})

test('what does not say retryable is told at once, with its fields', async () => {
  const errors = [{ pointer: '/amount', code: 'too_many_decimals', message: 'EUR has 2 decimals.' }]
  const { client, calls } = service(() => problem(400, 'request_invalid', { errors }))
  const error = (await client.post('/v1/payments', payment).catch((thrown: unknown) => thrown)) as CambistError
  expect(error).toMatchObject({
    name: 'CambistError',
    code: 'request_invalid',
    status: 400,
    requestId: 'req-1',
    errors,
  })
  expect(error.message).toBe('It is request_invalid.\n/amount: EUR has 2 decimals.')
  expect(calls).toHaveLength(1)
})

test('a DELETE whose answer was lost is not repeated: nobody knows whether it happened', async () => {
  const { client, calls } = service(broken)
  await expect(
    client.delete(
      '/v1/beneficiaries/{beneficiaryId}' as never,
      { params: { path: { beneficiaryId: 'ben_1' } } } as never,
    ),
  ).rejects.toMatchObject({
    code: 'unreachable',
    message: 'No answer from http://service.test: ECONNREFUSED',
  })
  expect(calls).toHaveLength(1)
})

test('repetition ends: four attempts, then the last error', async () => {
  const { client, calls } = service(broken)
  await expect(client.get('/v1/accounts')).rejects.toMatchObject({ code: 'unreachable', status: 0, retryable: true })
  expect(calls).toHaveLength(4)
})

test('a list is read page after page with its filters, and no further than asked', async () => {
  const { client, calls } = service(
    () => json(200, { data: [1, 2], nextCursor: 'c1' }),
    () => json(200, { data: [3], nextCursor: 'c2' }),
    () => json(200, { data: [4], nextCursor: null }),
  )
  const seen: unknown[] = []
  for await (const item of client.list('/v1/accounts', { params: { query: { currency: 'EUR' } } })) {
    seen.push(item)
    if (seen.length === 3) break
  }
  expect(seen).toEqual([1, 2, 3])
  expect(calls.map((call) => call.path)).toEqual(['/v1/accounts?currency=EUR', '/v1/accounts?currency=EUR&after=c1'])
})

test('an answer that is no problem document still becomes a CambistError', async () => {
  const { client } = service(() => new Response('<html>Bad gateway</html>', { status: 403, statusText: 'Forbidden' }))
  await expect(client.get('/v1/accounts')).rejects.toMatchObject({ code: 'unexpected_answer', status: 403 })
})

test('a wrong secret is told in OAuth’s words', async () => {
  const fetch = async () =>
    json(401, { error: 'invalid_client', error_description: 'The client id or secret is wrong.' })
  const client = createClient({ baseUrl: 'http://service.test', clientId: 'cli_1', clientSecret: 'no', fetch })
  await expect(client.get('/v1/accounts')).rejects.toMatchObject({
    code: 'invalid_client',
    message: 'The client id or secret is wrong.',
  })
})

test('close revokes the token, and the next call gets another', async () => {
  const { client, calls, tokenCount } = service(empty)
  await client.close()
  expect(calls).toHaveLength(0)
  await client.get('/v1/accounts')
  await client.close()
  expect(calls[1]).toMatchObject({
    path: '/v1/oauth2/revoke',
    body: 'token=token-1&client_id=cli_1&client_secret=secret',
  })
  await client.get('/v1/accounts')
  expect(tokenCount()).toBe(2)
})
