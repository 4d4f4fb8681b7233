import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../settings/config.ts'
import { systemClock } from '../../values/clock.ts'
import { createHttp } from '../http.ts'

const ORIGIN = 'https://app.example.com'

async function open(corsOrigins?: readonly string[]) {
  const app = createHttp({
    clock: systemClock,
    authenticate: () => undefined,
    ...(corsOrigins && { settings: { corsOrigins } }),
  })
  app.get('/v1/accounts', () => ({}))
  app.post('/v1/oauth2/token', { config: { public: true } }, (_request, reply) => reply.code(401).send({}))
  for (const url of ['/open-banking/login', '/console/', '/docs/'])
    app.get(url, { config: { public: true } }, () => 'page')
  await app.ready()
  return app
}
const app = await open([ORIGIN, 'http://localhost:5173'])

const preflight = (url: string, origin: string, on = app) =>
  on.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })
const accessHeaders = ({ headers }: { headers: object }) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a web application of an allowed origin', () => {
  test.each(['/v1/accounts', '/v1/oauth2/token'])('may call %s with a token and an idempotency key', async (url) => {
    const { statusCode, headers } = await preflight(url, ORIGIN)
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, ORIGIN])
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect(headers['access-control-allow-headers']).toMatch(/Authorization, Content-Type, Idempotency-Key/)
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
  })

  test('may ask whether a resource has changed since it read it', async () => {
    const { headers } = await preflight('/v1/accounts', ORIGIN)
    expect(String(headers['access-control-allow-headers']).split(', ')).toContain('If-None-Match')
  })

  test('reads errors too, with the headers that tell a client when and whether to repeat', async () => {
    const answer = await app.inject({ url: '/v1/accounts', headers: { origin: ORIGIN } })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([401, ORIGIN])
    const exposed = String(answer.headers['access-control-expose-headers']).toLowerCase()
    for (const name of ['retry-after', 'ratelimit', 'idempotent-replayed', 'x-request-id', 'etag'])
      expect(exposed).toContain(name)
    expect(answer.headers['vary']).toContain('Origin')
  })

  test('reads the error of an unknown path', async () => {
    const answer = await app.inject({ url: '/v1/nothing', headers: { origin: ORIGIN } })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, ORIGIN])
  })

  test.each(['/open-banking/login', '/console/', '/docs/'])('gets no access to the pages at %s', async (url) => {
    expect(accessHeaders(await preflight(url, ORIGIN))).toEqual([])
    expect(accessHeaders(await app.inject({ url, headers: { origin: ORIGIN } }))).toEqual([])
  })
})

describe.each(['https://evil.example', `${ORIGIN}.evil.example`, 'null', 'http://app.example.com'])(
  'a page of %s',
  (origin) => {
    test.each(['/v1/accounts', '/v1/oauth2/token'])('gets no header of %s', async (url) => {
      const before = await preflight(url, origin)
      expect([before.statusCode, accessHeaders(before)]).toEqual([405, []])
      expect(accessHeaders(await app.inject({ url, headers: { origin } }))).toEqual([])
    })
  },
)

test('without configured origins nothing changes: no header, and 405 for a preflight request', async () => {
  const closed = await open()
  const before = await preflight('/v1/accounts', ORIGIN, closed)
  expect([before.statusCode, accessHeaders(before), before.headers['vary']]).toEqual([405, [], undefined])
  const answer = await closed.inject({ url: '/v1/accounts', headers: { origin: ORIGIN } })
  expect([accessHeaders(answer), answer.headers['vary']]).toEqual([[], undefined])
})

test('an unknown path stays 404 and a known one names its methods, with origins configured', async () => {
  expect((await app.inject({ url: '/v1/nothing' })).statusCode).toBe(404)
  const { statusCode, headers } = await app.inject({ method: 'DELETE', url: '/v1/accounts' })
  expect([statusCode, headers['allow']]).toEqual([405, 'GET, HEAD'])
})

describe('CORS_ORIGINS', () => {
  test('is a list of origins, empty by default', () => {
    expect(readConfig({}).corsOrigins).toEqual([])
    const given = readConfig({ CORS_ORIGINS: `${ORIGIN}, http://localhost:5173/` }).corsOrigins
    expect(given).toEqual([ORIGIN, 'http://localhost:5173'])
  })

  test.each(['*', 'app.example.com', 'https://*.example.com', `${ORIGIN}/path`, 'null', 'file://x'])(
    'rejects %s, which names no single origin',
    (text) => {
      expect(() => readConfig({ CORS_ORIGINS: text })).toThrow(/CORS_ORIGINS has .*name origins in full/)
    },
  )

  test('rejects a name and password in an origin without printing them', () => {
    expect(() => readConfig({ CORS_ORIGINS: 'https://jo:secret@app.example.com' })).toThrow(
      'CORS_ORIGINS has https://***@app.example.com; name origins in full',
    )
  })
})
