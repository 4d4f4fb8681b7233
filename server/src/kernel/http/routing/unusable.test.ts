import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { systemClock } from '../../values/clock.ts'
import { createHttp } from '../http.ts'
import { Output } from '../wire.ts'

const app = createHttp({ clock: systemClock, authenticate: () => undefined }, false)
const schema = { response: { 200: Output({ ok: Type.Boolean() }) } }
app.get('/list', { config: { public: true }, schema }, () => ({ ok: true }))
app.get('/own', { config: {}, schema }, () => ({ ok: true }))

const get = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

test.each<Record<string, string>>([{ 'content-length': '2' }, { 'transfer-encoding': 'chunked' }])(
  'a GET with a body (%o) is rejected: filters in the body would be ignored, and all items returned',
  async (headers) => {
    const answer = await get('/list', headers)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'body_not_expected'])
    expect((await get('/list', headers, 'HEAD')).statusCode).toBe(400)
    expect((await get('/own', headers)).json().code).toBe('token_missing')
  },
)

test('a GET with an empty body is answered: some HTTP libraries state its length', async () => {
  expect((await get('/list', { 'content-length': '0', 'content-type': 'application/json' })).statusCode).toBe(200)
})
