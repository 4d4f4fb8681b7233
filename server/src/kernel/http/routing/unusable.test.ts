import { request } from 'node:http'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { systemClock } from '../../values/clock.ts'
import { createHttp } from '../http.ts'
import { Output } from '../wire.ts'

const app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
const schema = { response: { 200: Output({ ok: Type.Boolean() }) } }
app.get('/list', { config: { public: true }, schema }, () => ({ ok: true }))
app.get('/own', { config: {}, schema }, () => ({ ok: true }))

const get = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', body?: string[]) =>
  app.inject({ method, url, headers, ...(body && { payload: Readable.from(body) }) })
const CHUNKED = { 'transfer-encoding': 'chunked' }

test.each<[Record<string, string>, string[] | undefined]>([
  [{ 'content-length': '2' }, undefined],
  [CHUNKED, ['{', '}']],
])(
  'a GET with a body (%o) is rejected: filters in the body would be ignored, and all items returned',
  async (headers, body) => {
    const answer = await get('/list', headers, 'GET', body)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'body_not_expected'])
    expect((await get('/list', headers, 'HEAD', body)).statusCode).toBe(400)
    expect((await get('/own', headers, 'GET', body)).json().code).toBe('token_missing')
  },
)

test('a GET with an empty body is answered: some HTTP libraries state its length, and proxies announce chunks', async () => {
  expect((await get('/list', { 'content-length': '0', 'content-type': 'application/json' })).statusCode).toBe(200)
  expect((await get('/list', CHUNKED, 'GET', [])).statusCode).toBe(200)
})

test('a GET over a real connection is answered when its announced body ends without a byte', async () => {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  try {
    const answerTo = (chunks: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sent = request({ port: address.port, host: address.hostname, path: '/list', headers: CHUNKED })
        sent.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)))
        sent.on('error', reject)
        for (const chunk of chunks) sent.write(chunk)
        sent.end()
      })
    expect(await answerTo([])).toBe(200)
    expect(await answerTo(['{}'])).toBe(400)
  } finally {
    await app.close()
  }
})
