import { Type } from 'typebox'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../values/clock.ts'
import { refusals } from '../../values/refusals.ts'
import { createHttp } from '../http.ts'
import { Output } from '../wire.ts'
import { checkIfMatch, etagOf } from './if-match.ts'

const refuse = refusals({ test_version_conflict: { status: 412, message: 'Version {current}, not {given}.' } })
const app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
const shown = { version: 3, canApprove: false }
const config = { public: true }
const response = { 200: Output({ version: Type.Integer(), canApprove: Type.Boolean() }) }
app.get('/resource', { config, schema: { response } }, (_request, reply) => {
  void reply.header('etag', etagOf(shown))
  return shown
})
app.put('/resource', { config, schema: { response } }, (request, reply) => {
  checkIfMatch(request.headers['if-match'], shown.version, refuse.test_version_conflict)
  void reply.header('etag', etagOf(shown))
  return shown
})
app.get('/file', { config }, (_request, reply) =>
  reply
    .header('etag', '"abc"')
    .type('application/pdf')
    .header('content-disposition', 'inline')
    .send(Buffer.from('%PDF')),
)
afterEach(() => Object.assign(shown, { version: 3, canApprove: false }))

const get = (url: string, tag?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: tag === undefined ? {} : { 'if-none-match': tag } })

test('a client that sends the ETag of its last read gets 304 without a body until the resource differs', async () => {
  const first = await get('/resource')
  const tag = String(first.headers['etag'])
  expect(tag).toMatch(/^"3\./)
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const again = await get('/resource', sent)
    expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
    expect(again.headers['content-type']).toBeUndefined()
    expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
  }
  expect((await get('/resource', tag, 'HEAD')).statusCode).toBe(304)
  shown.canApprove = true // its version is the same
  const changed = await get('/resource', tag)
  expect([changed.statusCode, changed.json()]).toEqual([200, { version: 3, canApprove: true }])
})

test.each(['"3"', '3', '"other"', '"', ''])(
  'If-None-Match: %s is of no ETag here, so the response is complete',
  async (tag) => {
    expect((await get('/resource', tag)).statusCode).toBe(200)
  },
)

test('a file that the client has is not sent again', async () => {
  expect((await get('/file', '"abc"')).headers).not.toHaveProperty('content-disposition')
  expect((await get('/file', '"abc"')).statusCode).toBe(304)
  expect((await get('/file', '"abd"')).body).toBe('%PDF')
})

test.each([
  ['*', 200, undefined],
  ['"3"', 200, undefined],
  ['W/"3"', 200, undefined],
  ['"3.aZ-_9"', 200, undefined],
  ['"2", "3"', 200, undefined],
  ['"2"', 412, 'test_version_conflict'],
  ['"2.aZ-_9", "4"', 412, 'test_version_conflict'],
  ['3', 400, 'if_match_invalid'],
  ['"3', 400, 'if_match_invalid'],
  ['"3" "2"', 400, 'if_match_invalid'],
  ['"3", *', 400, 'if_match_invalid'],
  ['"three"', 400, 'if_match_invalid'],
  ['""', 400, 'if_match_invalid'],
  ['', 400, 'if_match_invalid'],
])('If-Match: %s is answered with %i', async (tag, status, code) => {
  const answer = await app.inject({ method: 'PUT', url: '/resource', headers: { 'if-match': tag } })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
})

test('the ETag of a read is accepted as If-Match', async () => {
  const tag = String((await get('/resource')).headers['etag'])
  const answer = await app.inject({ method: 'PUT', url: '/resource', headers: { 'if-match': tag } })
  expect([answer.statusCode, answer.headers['etag']]).toEqual([200, '"3"'])
})
