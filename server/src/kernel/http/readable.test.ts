import { type Static, Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../values/clock.ts'
import { type App, createHttp } from './http.ts'
import { createReader, wholeBody, wholeQuery } from './readable.ts'
import { type FieldError, fieldError } from '../values/refusals.ts'
import { refuseShape } from './validation.ts'
import { DayText, DryRun, Input, OneOf } from './wire.ts'
import { errorCode } from '../../../test/support/codes.ts'

const Leg = Input({ size: Type.String(), note: Type.Optional(Type.String()) })
const Order = Input({
  from: DayText,
  to: DayText,
  side: OneOf(['Buy', 'SellAll']),
  legs: Type.Optional(Type.Array(Leg, { maxItems: 3 })),
})
type Order = Static<typeof Order>
const Range = Input({ from: Type.Optional(DayText), to: Type.Optional(DayText), limit: Type.Optional(Type.Integer()) })

const error = (pointer: string): FieldError => fieldError(pointer, refuseShape.value_invalid({ reason: 'a rule' }))
const errorsOf: Parameters<typeof wholeBody<typeof Order>>[1] = ({ from, to, side, legs = [] }) => [
  ...(from !== undefined && to !== undefined && from > to ? [error('/to')] : []),
  ...(side === 'SellAll' ? [error('/side')] : []),
  ...legs.flatMap(({ size }, i) => (size === 'huge' ? [error(`/legs/${i}/size`)] : [])),
]

let app: App
beforeAll(async () => {
  app = createHttp({ clock: systemClock, authenticate: () => undefined })
  app.post(
    '/orders/:name',
    {
      config: { public: true },
      ...wholeBody(Order, errorsOf),
      schema: { body: Order, querystring: DryRun, params: Input({ name: Type.String({ maxLength: 3 }) }) },
    },
    () => 'done',
  )
  app.get(
    '/orders',
    {
      config: { public: true },
      ...wholeQuery(Range, ({ from, to, limit }) => [
        ...(from !== undefined && to !== undefined && from > to ? [error('?to')] : []),
        ...(limit === 13 ? [error('?limit')] : []),
      ]),
      schema: { querystring: Range },
    },
    () => 'done',
  )
  await app.ready()
})

async function pointersOf(method: 'GET' | 'POST', url: string, payload?: unknown): Promise<string[]> {
  const headers = { 'content-type': 'application/json' }
  const body = payload === undefined ? {} : { headers, payload: JSON.stringify(payload) }
  const answer = await app.inject({ method, url, ...body })
  expect(answer.statusCode).toBe(400)
  return (answer.json().errors as FieldError[]).map(({ pointer }) => pointer).sort()
}
const post = (order: unknown, url = '/orders/a') => pointersOf('POST', url, order)
const good = { from: '2026-01-01', to: '2026-01-02', side: 'Buy' }
const crossed = { from: '2026-01-02', to: '2026-01-01' }

describe('all errors of a request are reported', () => {
  test('a schema error does not hide rule errors of other fields', async () => {
    expect(await post({ ...crossed, side: 'sell all', unknown: 1 })).toEqual(['/side', '/to', '/unknown'])
    expect(await post({ ...crossed })).toEqual(['/side', '/to'])
  })

  test('a schema error in a list item does not hide rule errors of other items, each at its own pointer', async () => {
    const legs = [7, { size: 'huge', note: 1 }, { size: 'huge' }]
    expect(await post({ ...good, legs })).toEqual(['/legs/0', '/legs/1/note', '/legs/1/size', '/legs/2/size'])
  })

  test('an unreadable field has one error, without dependent ones', async () => {
    expect(await post({ ...crossed, to: '2026-02-31', side: 'Buy' })).toEqual(['/to'])
    expect(await post({ ...good, legs: [{ size: 5 }] })).toEqual(['/legs/0/size'])
    expect(await post({ ...good, legs: 'huge' })).toEqual(['/legs'])
    expect(await post([good])).toEqual([''])
    expect(await post('x')).toEqual([''])
  })

  test('errors of path, body and query are reported together', async () => {
    const url = '/orders/long?dryRun=perhaps&more=1'
    expect(await post({ ...crossed, side: 7 }, url)).toEqual(['/name', '/side', '/to', '?dryRun', '?more'])
    expect(await post({ ...crossed, side: 'Buy' }, '/orders/a?more=1')).toEqual(['/to', '?more'])
  })

  test('all errors of a query are reported', async () => {
    const crossing = 'from=2026-01-02&to=2026-01-01'
    expect(await pointersOf('GET', `/orders?${crossing}&limit=x&more=1`)).toEqual(['?limit', '?more', '?to'])
    expect(await pointersOf('GET', '/orders?from=2026-01-02&to=x&limit=13')).toEqual(['?limit', '?to'])
  })

  test('a field name with a slash neither extends a list nor hides errors', async () => {
    const legs = [{ size: 'huge' }]
    expect(await post({ ...good, legs, 'legs/0': 1, 'legs/4294967294': 1, 'a~b': 1 })).toEqual([
      '/a~0b',
      '/legs/0/size',
      '/legs~10',
      '/legs~14294967294',
    ])
    expect(await pointersOf('GET', '/orders?from/0=1&limit=13')).toEqual(['?from~10', '?limit'])
    const read = createReader(Order, good)({ ...good, 'legs/0': 1 }, [error('/legs~10')])
    expect(read?.value).toEqual(good)
  })

  test('a wrong field in another spelling does not hide the errors of the others', async () => {
    const { from: _, ...rest } = good
    const read = createReader(Order, good)({ ...rest, From: 'soon' }, [error('/from')])
    expect(read?.value).toEqual(good)
    expect(read?.isRead('/from')).toBe(false)
  })

  test('a body nested a hundred thousand levels deep is rejected before it is traversed', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const headers = { 'content-type': 'application/json' }
    const payload = `{"from":"2026-01-02","to":"2026-01-01","side":${deep},"legs":[{"size":${deep}}]}`
    const answer = await app.inject({ method: 'POST', url: '/orders/a', headers, payload })
    const { errors } = answer.json<{ errors: FieldError[] }>()
    expect([answer.statusCode, errorCode(answer.json())]).toEqual([400, 'text_not_storable'])
    expect(errors.map(({ pointer }) => pointer.replace(/(\/0)+$/, '/0'))).toEqual(['/side/0'])
  })

  test('a parameter named like an inherited property is unknown like any other', async () => {
    expect(await pointersOf('GET', '/orders?__proto__=1&__proto__=2')).toEqual(['?__proto__'])
    expect(await pointersOf('GET', '/orders?toString=1&limit=13')).toEqual(['?limit', '?toString'])
  })

  test('a field name that leads to an inherited property cannot remove it', async () => {
    const names = ['__proto__/toString', '__proto__/hasOwnProperty', 'constructor/keys', 'legs/__proto__/map']
    const order = { ...good, ...Object.fromEntries(names.map((name) => [name, 1])), legs: [] }
    await post(order)
    const read = createReader(Order, good)
    read(
      order,
      names.map((name) => error(`/${name}`)),
    )
    expect([typeof {}.toString, typeof {}.hasOwnProperty, typeof Object.keys, typeof [].map]).toEqual(
      Array.from({ length: 4 }, () => 'function'),
    )
  })
})
