import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../values/clock.ts'
import { type App, createHttp } from './http.ts'
import type { Principal } from './principal.ts'
import { asRefusal } from './problems.ts'
import { Amount, CurrencyCode, DayText, Input, OneOf, Output, paging } from './wire.ts'
import { errorCode } from '../../../test/support/codes.ts'

const principal: Principal = {
  clientId: '0198f000-0000-7000-8000-000000000001',
  entityId: '0198f000-0000-7000-8000-000000000002',
  serviceKind: 'RM',
  scopes: new Set(['fx:quote']),
  roles: new Set(['maker' as const]),
}
const Order = Input({
  accountId: Type.String(),
  amount: Amount,
  currency: CurrencyCode,
  side: OneOf(['Buy', 'Sell', 'CurrencyAccount']),
  valueDate: Type.Optional(DayText),
  note: Type.Optional(Type.String({ maxLength: 5 })),
  legs: Type.Optional(Type.Array(Input({ accountId: Type.String() }), { maxItems: 2 })),
})

let app: App
beforeAll(async () => {
  app = createHttp({ clock: systemClock, authenticate: (token) => (token === 'good' ? principal : undefined) })
  const echo = { body: Order, response: { 200: Output({ side: Type.String(), accountId: Type.String() }) } }
  app.post('/orders', { config: { scope: 'fx:quote', role: 'maker' }, schema: echo }, (request) => request.body)
  app.get(
    '/orders',
    { schema: { querystring: Input({ ...paging, drawable: Type.Optional(Type.Boolean()) }) } },
    (request) => request.query,
  )
  app.post('/abs', { config: { role: 'any', entityKind: 'ABS' }, schema: echo }, (request) => request.body)
  app.post('/pay', { config: { scope: 'payments:write', role: 'maker', entityKind: 'ABS' } }, () => 'never')
  app.post('/approve', { config: { role: 'approver', entityKind: 'ABS' } }, () => 'never')
  app.get('/broken', () => {
    throw new Error('secret detail of a defect')
  })
  await app.ready()
})

const good = { accountId: 'a', amount: '1.00', currency: 'EUR', side: 'Buy' }
async function post(body: unknown, url = '/orders', headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { authorization: 'Bearer good', 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}
const codes = (body: { errors: { pointer: string; code: string }[] }) =>
  body.errors.map((e) => `${e.pointer} ${e.code}`).sort()

describe('strict requests', () => {
  test.each([
    [{ ...good, amount: 1.1 }, ['/amount amount_must_be_string']],
    [{ ...good, amount: '1e5' }, ['/amount amount_invalid']],
    [{ ...good, amount: '-1' }, ['/amount amount_invalid']],
    [{ ...good, colour: 'red' }, ['/colour unknown_field']],
    [{ ...good, side: 'Hold' }, ['/side value_not_allowed']],
    [{ ...good, side: 5 }, ['/side wrong_type']],
    [{ ...good, valueDate: '2026-02-30' }, ['/valueDate date_invalid']],
    [{ ...good, valueDate: 'soon' }, ['/valueDate date_invalid']],
    [{ ...good, currency: 'XXQ' }, ['/currency currency_unknown']],
    [{ ...good, currency: 'eur' }, ['/currency currency_unknown']],
    [{ ...good, note: 'too long' }, ['/note text_too_long']],
    [{ ...good, note: '\u0000 too long' }, ['/note text_too_long']],
    [{ ...good, note: '\u0000' }, ['/note text_not_storable']],
    [{ ...good, note: '\ud83d', side: '\ud83d' }, ['/note text_not_storable', '/side value_not_allowed']],
    [{ ...good, legs: [{ accountId: 'x' }, {}] }, ['/legs/1/accountId field_required']],
    [{ ...good, legs: 'x' }, ['/legs wrong_type']],
    [[good], [' wrong_type']],
    [{}, ['/accountId field_required', '/amount field_required', '/currency field_required', '/side field_required']],
    [
      { ...good, amount: 5, side: 'x', n: 1, currency: 'BGN' },
      ['/amount amount_must_be_string', '/currency currency_unknown', '/n unknown_field', '/side value_not_allowed'],
    ],
  ])('%j is rejected with all its errors', async (body, expected) => {
    const answer = await post(body)
    expect(answer.status).toBe(400)
    expect(codes(answer.body)).toEqual(expected)
    expect(answer.headers['content-type']).toContain('application/problem+json')
  })

  test('no error is lost among many: unknown fields beside invalid known ones', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`unknown${i}`, i]))
    const wrong = {
      accountId: 5,
      amount: 1,
      currency: 'XXQ',
      side: 'x',
      valueDate: 'soon',
      note: 'too long',
      legs: [5],
    }
    const { body } = await post({ ...unknown, ...wrong })
    expect(codes(body).filter((code) => !code.endsWith('unknown_field'))).toEqual([
      '/accountId wrong_type',
      '/amount amount_must_be_string',
      '/currency currency_unknown',
      '/legs/0 wrong_type',
      '/note text_too_long',
      '/side value_not_allowed',
      '/valueDate date_invalid',
    ])
    expect(body.errors).toHaveLength(37)
  })

  test('a body of errors alone gets the first thousand of them', async () => {
    const { status, body } = await post(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`unknown${i}`, i])))
    expect([status, body.errors.length]).toEqual([400, 1000])
  })

  test('of an oversized list only the allowed number of items is checked, and one more', async () => {
    const { status, body } = await post({ ...good, legs: Array(9000).fill(7), side: 'x' })
    expect([status, codes(body)]).toEqual([
      400,
      [
        '/legs too_many_items',
        '/legs/0 wrong_type',
        '/legs/1 wrong_type',
        '/legs/2 wrong_type',
        '/side value_not_allowed',
      ],
    ])
    const fits = Array.from({ length: 4000 }, () => ({ accountID: 'x' }))
    expect(codes((await post({ ...good, legs: fits })).body)).toEqual(['/legs too_many_items'])
  })

  test('errors of one kind give the whole response their code', async () => {
    const { body } = await post({ ...good, amount: 1.1 })
    expect(body).toMatchObject({ code: 'validation_failed', errors: [{ code: 'amount_must_be_string' }] })
    expect(body.detail).toBe(body.errors[0].message)
    expect(errorCode((await post({ ...good, amount: 1.1, x: 1 })).body)).toBe('validation_failed')
  })

  test('a trailing ID is read as Id and enum values are read without regard to case and spaces', async () => {
    const { accountId, ...rest } = good
    const answer = await post({ ...rest, accountID: accountId, side: 'currency account', legs: [{ accountID: 'x' }] })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ accountId: 'a', side: 'CurrencyAccount' })
  })

  test.each([['AccountId'], ['AccountID'], ['accountID']])(
    'a body with the name %s is read, in nested objects too, and answered with accountId',
    async (name) => {
      const { accountId, side, ...rest } = good
      const answer = await post({ ...rest, Side: side, [name]: accountId, Legs: [{ [name]: 'x' }] })
      expect([answer.status, answer.body]).toEqual([200, { accountId: 'a', side: 'Buy' }])
    },
  )

  test('an error of a field that was sent as AccountID is reported at accountId', async () => {
    const { accountId: _, ...rest } = good
    expect(codes((await post({ ...rest, AccountID: 5 })).body)).toEqual(['/accountId wrong_type'])
  })

  test.each([
    [{ ...good, accountID: 'b' }, '/accountID name_repeated'],
    [{ ...good, AccountId: 'a' }, '/AccountId name_repeated'],
    [{ ...good, accountId: undefined, accountID: 'a', AccountId: 'b' }, '/AccountId name_repeated'],
    [{ ...good, legs: [{ accountId: 'x', AccountId: 'x' }] }, '/legs/0/AccountId name_repeated'],
  ])('a name in two spellings is an error: %j', async (body, expected) => {
    const answer = await post(body)
    expect([answer.status, errorCode(answer.body)]).toEqual([400, 'name_repeated'])
    expect(codes(answer.body)).toEqual([expected])
    expect(answer.body.errors[0].message).toContain('as accountId.')
  })

  test('query names are read in these spellings too, and in one of them only', async () => {
    const get = async (query: string) =>
      (await app.inject({ url: `/orders?${query}`, headers: { authorization: 'Bearer good' } })).json()
    expect(await get('Limit=3&Drawable=true')).toEqual({ limit: 3, drawable: true })
    expect(codes(await get('limit=3&Limit=4'))).toEqual(['?Limit name_repeated'])
  })

  test.each([
    ['{"amount": ', 400, 'body_not_json'],
    ['', 400, 'body_not_json'],
    [JSON.stringify({ ...good, note: 'x'.repeat(2 * 1024 * 1024) }), 413, 'body_too_large'],
    [`{"side":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, 'text_not_storable'],
    [`${'{"side":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 400, 'text_not_storable'],
  ])('an unreadable body is rejected with the reason', async (body, status, code) => {
    const answer = await post(body)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain'])('a body as %s is refused', async (type) => {
    expect((await post('a=b', '/orders', { 'content-type': type })).status).toBe(415)
  })

  test.each(['%ED%A0%80', '%FF', '%C3', '100%', '%00%E4'])(
    'a query that is not UTF-8 (%s) is not searched for',
    async (value) => {
      for (const url of [`/orders?after=${value}`, `/orders?${value}=1`]) {
        const answer = await app.inject({ url, headers: { authorization: 'Bearer good' } })
        expect([answer.statusCode, errorCode(answer.json())]).toEqual([400, 'query_not_utf8'])
      }
      const euro = await app.inject({ url: '/orders?after=%E2%82%AC+1', headers: { authorization: 'Bearer good' } })
      expect(euro.json()).toEqual({ after: '€ 1' })
    },
  )

  test('query parameters are typed and unknown ones refused', async () => {
    const get = async (query: string) =>
      (await app.inject({ url: `/orders?${query}`, headers: { authorization: 'Bearer good' } })).json()
    expect(await get('limit=3&drawable=true')).toEqual({ limit: 3, drawable: true })
    expect((await get('limit=0')).errors[0]).toMatchObject({ pointer: '?limit', code: 'out_of_range' })
    expect((await get('limit=three')).errors[0]).toMatchObject({ pointer: '?limit', code: 'wrong_type' })
    expect(errorCode(await get('page=3'))).toBe('unknown_parameter')
  })
})

describe('authentication', () => {
  test.each([
    ['401 without a token', '/orders', {}, 401, 'token_missing'],
    ['401 with a wrong token', '/orders', { authorization: 'Bearer bad' }, 401, 'token_invalid'],
    ['403 scope before the kind and the body', '/pay', { authorization: 'Bearer good' }, 403, 'scope_missing'],
    ['403 role before the kind and the body', '/approve', { authorization: 'Bearer good' }, 403, 'role_missing'],
    ['403 kind before the body', '/abs', { authorization: 'Bearer good' }, 403, 'not_available_for_entity_kind'],
  ])('%s', async (_name, url, headers, status, code) => {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: '{"broken',
    })
    expect([answer.statusCode, errorCode(answer.json())]).toEqual([status, code])
    if (status === 401) expect(answer.headers['www-authenticate']).toContain('Bearer')
  })
})

describe('every response', () => {
  test('echoes a safe request id and replaces an unsafe one', async () => {
    expect((await post(good, '/orders', { 'x-request-id': 'abc-1' })).headers['x-request-id']).toBe('abc-1')
    expect((await post(good, '/orders', { 'x-request-id': 'a b\tc' })).headers['x-request-id']).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  })

  test('a defect is a 500 without internal details', async () => {
    const answer = await app.inject({ url: '/broken', headers: { authorization: 'Bearer good' } })
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(answer.json()).toMatchObject({ code: 'internal_error', retryable: true })
  })

  test.each(['/nowhere', '/orders/%zz'])(
    'an unknown address, %s, is a problem document with the request id',
    async (url) => {
      const answer = await app.inject({ url, headers: { 'x-request-id': 'r1' } })
      expect(answer.json()).toMatchObject({ status: 404, code: 'not_found', requestId: 'r1' })
      expect(answer.headers['x-request-id']).toBe('r1')
    },
  )

  test('an address with other methods lists them', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/orders?a=b' })
    expect(answer.json()).toMatchObject({
      status: 405,
      code: 'method_not_allowed',
      params: { allowed: ['POST', 'GET'] },
    })
    expect(answer.headers['allow']).toBe('POST, GET, HEAD')
  })
})

test('a sum too large for the database is an error of the request, not a defect', async () => {
  const [tooLarge, defect] = ['22003', '23514'].map((code) => asRefusal(Object.assign(new Error('x'), { code })))
  expect([tooLarge?.code, tooLarge?.status, defect]).toEqual(['amount_out_of_range', 422, undefined])
})
