import { expect, test } from 'vitest'
import { type CallOptions, CambistError, type ClientOptions, createClient } from './index.ts'

/** A service that gives out token-1, token-2, … and answers calls from a script; the last entry repeats. */
function service(script: ((request: Request) => Response | Promise<Response>)[], options: Partial<ClientOptions> = {}) {
  const calls: { method: string; path: string; key: string | null; token: string | null; body: string }[] = []
  const waits: number[] = []
  let tokens = 0
  const fetch: ClientOptions['fetch'] = async (address, init) => {
    const request = new Request(address, init)
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
      body: await request.clone().text(),
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
    ...options,
  })
  return { client, calls, waits, tokenCount: () => tokens, pass: (ms: number) => (now += ms) }
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const problem = (status: number, code: string, more: object = {}, headers = {}) => {
  const fields = { title: code, status, detail: `It is ${code}.`, code, requestId: 'req-1', retryable: false }
  return json(status, { type: `/docs/errors#${code}`, ...fields, errors: [], ...more }, headers)
}
const empty = () => json(200, { data: [], nextCursor: null })
const broken = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })
}
const thrown = (work: PromiseLike<unknown>): Promise<CambistError> =>
  Promise.resolve(work).then(
    () => expect.unreachable(),
    (error: unknown) => error as CambistError,
  )
const payment = { amount: '10.00' } as never

test('many calls at once share one token, which is renewed before it expires', async () => {
  const { client, calls, tokenCount, pass } = service([empty])
  await Promise.all([client.accounts.list(), client.accounts.list(), client.accounts.list()])
  expect(tokenCount()).toBe(1)
  pass(3_571_000)
  await client.accounts.list()
  expect(tokenCount()).toBe(2)
  expect(calls.map((call) => call.token)).toEqual([...Array(3).fill('Bearer token-1'), 'Bearer token-2'])
})

test('a rejected token is replaced once; a second 401 is an error', async () => {
  const recovers = service([() => problem(401, 'token_invalid'), empty])
  await recovers.client.accounts.list()
  expect(recovers.calls.map((call) => call.token)).toEqual(['Bearer token-1', 'Bearer token-2'])

  const refuses = service([() => problem(401, 'token_invalid')])
  const error = await thrown(refuses.client.accounts.list())
  expect(error).toMatchObject({ name: 'AuthenticationError', code: 'token_invalid', status: 401 })
  expect(refuses.calls).toHaveLength(2)
})

test('a POST is repeated after a lost connection with the same key and body, and another POST has another key', async () => {
  const { client, calls, waits } = service([broken, broken, () => json(201, { paymentId: 'pay_1' })])
  expect(await client.payments.create(payment)).toEqual({ paymentId: 'pay_1' })
  await client.payments.create(payment)
  expect(calls.slice(0, 3).every((call) => call.key === calls[0]!.key && call.body === '{"amount":"10.00"}')).toBe(true)
  expect(calls[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  expect(calls[3]!.key).not.toBe(calls[0]!.key)
  expect(waits).toEqual([200, 400])
})

test('options of a call are not sent, and parameters of the query are', async () => {
  const { client, calls } = service([() => json(201, {})])
  await client.payments.create(payment, { dryRun: true, idempotencyKey: 'order-4711', timeout: 100, maxRetries: 0 })
  expect(calls[0]).toMatchObject({ key: 'order-4711', path: '/v1/payments?dryRun=true', body: '{"amount":"10.00"}' })
})

test('parameters of the path are encoded, and an empty one does not reach another operation', async () => {
  const { client, calls } = service([() => json(200, {})])
  await client.payments.cancel('pay/1')
  expect(calls[0]!.path).toBe('/v1/payments/pay%2F1/cancel')
  expect(() => client.payments.get('')).toThrow('paymentId must be a text that is not empty.')
})

test('a list in the query repeats its name', async () => {
  const { client, calls } = service([empty])
  await client.accounts.list({ entityId: ['ent_1', 'ent_2'] } as never)
  expect(calls[0]!.path).toBe('/v1/accounts?entityId=ent_1&entityId=ent_2')
})

test('an error that the service marks as retryable is retried, not before Retry-After', async () => {
  const { client, calls, waits } = service([
    () => problem(503, 'price_unavailable', { retryable: true }, { 'retry-after': '3' }),
    () => problem(429, 'rate_limited'),
    empty,
  ])
  await client.accounts.list()
  expect(calls).toHaveLength(3)
  expect(waits).toEqual([3000, 400])
})

test('other errors are thrown without a retry, with their fields and the request id', async () => {
  const errors = [{ pointer: '/amount', code: 'too_many_decimals', message: 'EUR has 2 decimals.' }]
  const { client, calls } = service([() => problem(400, 'validation_failed', { errors })])
  const error = await thrown(client.payments.create(payment))
  expect(error).toBeInstanceOf(CambistError)
  expect(error).toMatchObject({ name: 'ValidationError', code: 'validation_failed', requestId: 'req-1', errors })
  expect(error.message).toBe('It is validation_failed.\n/amount: EUR has 2 decimals.')
  expect(calls).toHaveLength(1)
})

test.each([
  [403, 'PermissionError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [422, 'RejectedError'],
  [429, 'RateLimitError'],
  [500, 'ServiceError'],
])('an error with status %i is a %s', async (status, name) => {
  const { client } = service([() => problem(status, 'some_code')])
  expect(await thrown(client.trades.get('trd_1', { maxRetries: 0 }))).toMatchObject({ name, status, code: 'some_code' })
})

test.each(['PUT', 'PATCH', 'DELETE'])('a %s whose answer was lost is repeated with the same key', async (method) => {
  const { client, calls } = service([broken, () => new Response(null, { status: 204 })])
  await client.request({ method, path: '/v1/beneficiaries/ben_1' })
  expect(calls).toHaveLength(2)
  expect(calls[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  expect(calls[1]!.key).toBe(calls[0]!.key)
})

test.each([
  [undefined, 4],
  [0, 1],
  [1, 2],
])('with maxRetries %s a call is sent %i times', async (maxRetries, count) => {
  const { client, calls } = service([broken])
  const options: CallOptions = maxRetries === undefined ? {} : { maxRetries }
  const { name, code, status, retryable, message } = await thrown(client.accounts.get('acc_1', options))
  expect([name, code, status, retryable]).toEqual(['UnreachableError', 'unreachable', 0, true])
  expect(message).toBe('No answer from http://service.test: ECONNREFUSED')
  expect(calls).toHaveLength(count)
})

test('a connection that breaks within the body is repeated', async () => {
  const half = () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('cut')) }))
  const { client, calls } = service([half, () => json(200, { accountId: 'acc_1' })])
  expect(await client.accounts.get('acc_1')).toEqual({ accountId: 'acc_1' })
  expect(calls).toHaveLength(2)
})

test('an attempt ends after its timeout', async () => {
  const never = (request: Request) =>
    new Promise<Response>((_resolve, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
    )
  const { client } = service([never])
  const error = await thrown(client.accounts.get('acc_1', { timeout: 20, maxRetries: 0 }))
  expect(error).toMatchObject({ name: 'TimeoutError', code: 'timeout' })
  expect(error.message).toBe('No answer from http://service.test within 20 ms')
})

test('an abort signal ends a running call, and its pauses, with the reason of the caller', async () => {
  const reason = new Error('no longer needed')
  const pausing = service([broken], { sleep: () => new Promise(() => {}) })
  const stop = new AbortController()
  const waiting = thrown(pausing.client.accounts.get('acc_1', { signal: stop.signal }))
  setTimeout(() => stop.abort(reason), 20)
  expect(await waiting).toBe(reason)

  const { client, calls } = service([empty])
  expect(await thrown(client.accounts.get('acc_1', { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(calls).toHaveLength(0)
})

test('a signal ends a call that waits for its token, and other calls still get it', async () => {
  const reason = new Error('no longer needed')
  let giveToken = () => {}
  const fetch: ClientOptions['fetch'] = async (address) =>
    address.endsWith('/token')
      ? new Promise<Response>((resolve) => {
          giveToken = () => resolve(json(200, { access_token: 'token-1', expires_in: 3600 }))
        })
      : empty()
  const client = createClient({ baseUrl: 'http://service.test', clientId: 'cli_1', clientSecret: 's', fetch })
  const stop = new AbortController()
  const [stopped, other] = [thrown(client.accounts.list({}, { signal: stop.signal })), client.accounts.list().take(1)]
  setTimeout(() => stop.abort(reason), 20)
  expect(await stopped).toBe(reason)
  giveToken()
  expect(await other).toEqual([])
})

test('a call that may be retried only much later fails immediately, instead of being retried too early', async () => {
  const { client, calls, waits } = service([() => problem(429, 'rate_limited', {}, { 'retry-after': '120' })])
  const error = await thrown(client.accounts.list())
  expect(error).toMatchObject({ name: 'RateLimitError', code: 'rate_limited' })
  expect(error.response!.headers.get('retry-after')).toBe('120')
  expect([calls.length, waits]).toEqual([1, []])
})

test.each(['service.test', 'localhost:8080', '/api', '', 'ftp://service.test'])(
  'the address %j is rejected when the client is made, with what to write',
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow('baseUrl must begin with http:// or https://')
  },
)

test('a response that is not JSON, such as one of another server at the address, is a CambistError', async () => {
  const page = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
  const cut = () => new Response('{"data":[', { headers: { 'content-type': 'application/json' } })
  for (const answer of [page, cut]) {
    const error = await thrown(service([answer]).client.accounts.list())
    expect(error).toMatchObject({ name: 'ServiceError', code: 'unexpected_answer', status: 200, retryable: false })
  }
  for (const answer of [page, cut, () => json(200, { hello: 'world' })]) {
    const client = createClient({
      baseUrl: 'http://service.test',
      clientId: 'c',
      clientSecret: 's',
      fetch: async () => answer(),
    })
    const error = await thrown(client.accounts.list())
    expect(error).toMatchObject({ name: 'ServiceError', code: 'unexpected_answer' })
    expect(error.message).toBe(
      'http://service.test did not answer as the service does. Is it the address of the service?',
    )
  }
})

test('a list is read page by page with its filters, and no further than requested', async () => {
  const { client, calls } = service([
    () => json(200, { data: [1, 2], nextCursor: 'c1' }),
    () => json(200, { data: [3], nextCursor: 'c2' }),
    () => json(200, { data: [4], nextCursor: null }),
  ])
  const seen: unknown[] = []
  for await (const item of client.accounts.list({ currency: 'EUR' })) {
    seen.push(item)
    if (seen.length === 3) break
  }
  expect(seen).toEqual([1, 2, 3])
  expect(calls.map((call) => call.path)).toEqual(['/v1/accounts?currency=EUR', '/v1/accounts?currency=EUR&after=c1'])
})

test('a list that is awaited is one page, and take reads as many items as requested', async () => {
  const pages = [() => json(200, { data: [1, 2], nextCursor: 'c1' }), () => json(200, { data: [3], nextCursor: null })]
  expect(await service(pages).client.trades.list({ limit: 2 })).toEqual({ data: [1, 2], nextCursor: 'c1' })
  const { client, calls } = service(pages)
  expect(await client.trades.list().take(2)).toEqual([1, 2])
  expect(calls).toHaveLength(1)
  expect(await service(pages).client.trades.list().take(10)).toEqual([1, 2, 3])
})

test('a response has its status, request id, replay flag and rate limit', async () => {
  const headers = {
    'x-request-id': 'req-7',
    'idempotent-replayed': 'true',
    ratelimit: '"writes";r=49;t=30',
    'ratelimit-policy': '"writes";q=50;w=60',
  }
  const { client } = service([() => json(201, { paymentId: 'pay_1' }, headers)])
  const { data, response } = await client.payments.create(payment).withResponse()
  expect(data).toEqual({ paymentId: 'pay_1' })
  expect(response).toMatchObject({ status: 201, requestId: 'req-7', replayed: true })
  expect(response.rateLimit).toEqual({ policy: 'writes', remaining: 49, resetSeconds: 30, limit: 50 })
})

test('hooks see each attempt, can add headers, and are notified of retries', async () => {
  const seen: string[] = []
  const { client } = service([broken, (request) => json(200, { trace: request.headers.get('traceparent') })], {
    hooks: {
      beforeRequest: ({ url, attempt, headers }) => {
        seen.push(`${new URL(url).pathname} ${attempt}`)
        headers.set('traceparent', '00-1-1-01')
      },
      afterResponse: ({ status }) => void seen.push(`status ${status}`),
      beforeRetry: ({ waitMs, reason }) => void seen.push(`${reason}, again in ${waitMs} ms`),
    },
  })
  expect(await client.accounts.get('acc_1')).toEqual({ trace: '00-1-1-01' })
  const token = ['/v1/oauth2/token 1', 'status 200']
  const again = ['/v1/accounts/acc_1 1', 'unreachable, again in 200 ms', '/v1/accounts/acc_1 2', 'status 200']
  expect(seen).toEqual([...token, ...again])
})

test('a file comes with its type and name, in the format that was asked for', async () => {
  const headers = { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="statement.pdf"' }
  const accepts: (string | null)[] = []
  const pdf = (request: Request) => {
    accepts.push(request.headers.get('accept'))
    return new Response('%PDF', { headers })
  }
  const { client, calls } = service([pdf])
  const range = { accountId: 'acc_1', from: '2026-11-01', to: '2026-11-30' }
  const file = await client.statements.downloadInterim({ ...range, format: 'pdf' })
  expect(file).toMatchObject({ contentType: 'application/pdf', fileName: 'statement.pdf' })
  expect(new TextDecoder().decode(file.bytes)).toBe('%PDF')
  await client.payments.downloadConfirmation('pay_1')
  expect(accepts).toEqual(['*/*', 'application/pdf'])
  expect(calls[0]!.path).toContain('format=pdf')
})

test.each([
  ['text/csv; charset=utf-8', 'date,amount\n2026-11-01,1.00\n'],
  ['text/markdown', '# Quotes\n'],
  ['application/x-ndjson', '{"tradeId":"trd_1"}\n{"tradeId":"trd_2"}\n'],
  ['text/html; charset=utf-8', '<!doctype html>'],
])('a call that asks for %s gets the text', async (type, text) => {
  const { client } = service([() => new Response(text, { headers: { 'content-type': type } })])
  expect(await client.request({ method: 'GET', path: '/v1/anything', headers: { Accept: type } })).toBe(text)
})

test('a statement in another format than JSON is its text', async () => {
  const csv = () => new Response('date,amount\n', { headers: { 'content-type': 'text/csv' } })
  const { client } = service([csv])
  expect(await client.statements.getInterim({ accountId: 'acc_1', format: 'csv' })).toBe('date,amount\n')
})

test('the content of a file is sent as it is, with its type', async () => {
  const types: (string | null)[] = []
  const { client, calls } = service([
    (request) => {
      types.push(request.headers.get('content-type'))
      return json(202, {})
    },
  ])
  await client.paymentBatches.create({ contentType: 'text/csv', content: 'amount\n1.00\n' }, { name: 'May' } as never)
  expect([calls[0]!.body, types[0]]).toEqual(['amount\n1.00\n', 'text/csv'])
})

test('operations without a token need no credentials; the error of others names what to set', async () => {
  const fetch = async () => empty()
  const client = createClient({ baseUrl: 'http://service.test', fetch })
  expect(await client.service.listErrors()).toEqual({ data: [], nextCursor: null })
  await expect(client.accounts.get('acc_1')).rejects.toThrow('set clientId and clientSecret, or accessToken')
})

test('an access token of the caller is used, and a token function is called for each request', async () => {
  let count = 0
  const { client, calls, tokenCount } = service([empty], { accessToken: () => `own-${++count}` })
  await client.accounts.list()
  await client.accounts.list()
  expect(calls.map(({ token }) => token)).toEqual(['Bearer own-1', 'Bearer own-2'])
  expect(tokenCount()).toBe(0)
})

test('any operation can be called by its path', async () => {
  const { client, calls } = service([() => json(200, { is: 'new' })])
  expect(await client.request({ method: 'GET', path: '/v2/new', query: { a: 1 } })).toEqual({ is: 'new' })
  expect(calls[0]!.path).toBe('/v2/new?a=1')
})

test('an error response that is not a problem document becomes a CambistError too', async () => {
  const { client } = service([() => new Response('<html>Bad gateway</html>', { status: 403 })])
  expect(await thrown(client.accounts.list())).toMatchObject({ code: 'unexpected_answer', status: 403 })
})

test('a wrong secret is reported with the error of OAuth', async () => {
  const fetch = async () =>
    json(401, { error: 'invalid_client', error_description: 'The client id or secret is wrong.' })
  const client = createClient({ baseUrl: 'http://service.test', clientId: 'cli_1', clientSecret: 'no', fetch })
  expect(await thrown(client.accounts.list())).toMatchObject({
    name: 'AuthenticationError',
    code: 'invalid_client',
    message: 'The client id or secret is wrong.',
  })
})

test('close revokes the token, and the next call gets another', async () => {
  const { client, calls, tokenCount } = service([empty])
  await client.close()
  expect(calls).toHaveLength(0)
  await client.accounts.list()
  await client.close()
  expect(calls[1]).toMatchObject({
    path: '/v1/oauth2/revoke',
    body: 'token=token-1&client_id=cli_1&client_secret=secret',
  })
  await client.accounts.list()
  expect(tokenCount()).toBe(2)
})
