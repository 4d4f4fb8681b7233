import { Type } from 'typebox'
import { beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../values/clock.ts'
import { type App, createHttp } from './http.ts'
import { formatId, newUuid } from '../values/ids.ts'
import { type Caller, ownEntity, type Principal } from './principal.ts'
import { wholeBody } from './readable.ts'
import { AnyId, Input } from './wire.ts'
import { errorCode } from '../../../test/support/codes.ts'

const clientId = newUuid()
const member = (serviceKind: 'RM' | 'ABS', ...scopes: string[]): Principal => ({
  clientId,
  entityId: newUuid(),
  serviceKind,
  scopes: new Set(scopes),
  roles: new Set(['maker', 'approver'] as const),
})
/** A may quote and pay, B may quote only, C is of the other kind; D belongs to somebody else. */
const [a, b, c, d] = [member('RM', 'quote', 'pay'), member('RM', 'quote'), member('ABS', 'quote', 'pay'), member('RM')]
const wire = ({ entityId }: Principal) => formatId('ent', entityId)
const callers: Record<string, Caller> = { group: { clientId, members: [a, b, c] }, only: a }
const owned: Record<string, Principal> = { [newUuid()]: a, [newUuid()]: b, [newUuid()]: c, [newUuid()]: d }
const [, ofB, ofC, ofD] = Object.keys(owned).map((id) => formatId('trd', id)) as [string, string, string, string]
const missing = formatId('trd', newUuid())
const lookups: string[] = []

const Order = Input({
  entityId: Type.Optional(AnyId('the entity')),
  tradeId: Type.Optional(AnyId('the trade')),
  taxId: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer({ minimum: 1 })),
  legs: Type.Optional(Type.Array(Input({ tradeId: AnyId('the trade') }))),
})
const Query = Input({
  entityId: Type.Optional(Type.Union([AnyId('the entity'), Type.Array(AnyId('the entity'))])),
  tradeId: Type.Optional(AnyId('the trade')),
})

let app: App
beforeAll(async () => {
  app = createHttp({
    clock: systemClock,
    authenticate: (token) => callers[token],
    owners: {
      knows: (prefix) => prefix === 'trd',
      async find(_prefix, id, entityIds) {
        lookups.push(id)
        const owner = owned[id]?.entityId
        return owner !== undefined && entityIds.includes(owner) ? owner : undefined
      },
    },
  })
  const quote = { scope: 'quote' as never, entityKind: 'RM' as const }
  const pay = { scope: 'pay' as never }
  const whole = wholeBody(Order, (_order, _isRead, { principal }) => (principal.entityId ? [] : []))
  app.post(
    '/quote',
    { config: { ...quote, role: 'any' }, schema: { body: Order, querystring: Query } },
    (r) => r.principal.entityId,
  )
  app.post(
    '/whole',
    { config: { ...quote, role: 'any' }, schema: { body: Order }, ...whole },
    (r) => r.principal.entityId,
  )
  app.post('/pay', { config: { ...pay, role: 'any' }, schema: { body: Order } }, (r) =>
    ownEntity(r.principal, r.body.entityId),
  )
  app.get('/trades/:tradeId', { config: quote }, (r) => r.principal.entityId)
  app.get('/list', { config: { ...quote, entities: 'several' }, schema: { querystring: Query } }, (r) =>
    r.principals.map(({ entityId }) => entityId).join(),
  )
  app.get('/reference', { config: { ...pay, entityKind: 'ABS', entities: 'any' } }, (r) => r.principal.entityId)
  await app.ready()
})

async function send(method: 'GET' | 'POST', url: string, body?: object, token = 'group'): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
  return answer.statusCode === 200 ? answer.body : `${answer.statusCode} ${errorCode(answer.json())}`
}
const post = (url: string, body: object, token?: string) => send('POST', url, body, token)
const get = (url: string, token?: string) => send('GET', url, undefined, token)

describe('a request of a client with several entities is for', () => {
  test.each([
    ['the one it names in the body', '/quote', { entityId: wire(b) }, b],
    ['the one it names in another spelling', '/quote', { EntityID: wire(b) }, b],
    ['the one it names in the query', `/quote?entityId=${wire(b)}`, {}, b],
    ['the one it names twice', `/quote?entityId=${wire(b)}`, { entityId: wire(b) }, b],
    ['the one it names, whoever owns the resource', '/quote', { entityId: wire(a), tradeId: ofB }, a],
    ['the owner of a resource in the body', '/quote', { tradeId: ofB }, b],
    ['the owner of a resource in a list', '/quote', { legs: [{ tradeId: ofB }] }, b],
    ['the owner of the first resource that it may see', '/quote', { tradeId: ofD, legs: [{ tradeId: ofB }] }, b],
  ])('%s', async (_what, url, body, expected) => {
    expect(await post(url, body)).toBe(expected.entityId)
  })

  test('the owner of the resource in its path', async () => {
    expect(await get(`/trades/${ofB}`)).toBe(b.entityId)
  })

  test.each([
    ['names none', '/quote', {}, '400 entity_id_required'],
    ['has a tax number that looks like an id', '/quote', { taxId: ofB }, '400 entity_id_required'],
    ['names one of somebody else', '/quote', { entityId: wire(d) }, '404 entity_not_found'],
    ['names what is no entity', '/quote', { entityId: 'ent_1' }, '404 entity_not_found'],
    ['names two', `/quote?entityId=${wire(a)}`, { entityId: wire(b) }, '400 entity_id_ambiguous'],
    ['names one of the other kind', '/quote', { entityId: wire(c) }, '403 not_available_for_entity_kind'],
    ['is for the resource of one of the other kind', '/quote', { tradeId: ofC }, '403 not_available_for_entity_kind'],
    ['names one without the scope', '/pay', { entityId: wire(b) }, '403 scope_missing'],
    ['is for the resource of one without the scope', '/pay', { tradeId: ofB }, '403 scope_missing'],
  ])('none when it %s', async (_what, url, body, expected) => {
    expect(await post(url, body)).toBe(expected)
  })

  test('any, which then does not find the resource, if no entity of the group owns it', async () => {
    expect(await post('/quote', { tradeId: missing })).toBe(await post('/quote', { tradeId: ofD }))
    expect(await get(`/trades/${ofD}`)).toBe(await get('/trades/nothing'))
  })
})

test.each(['/quote', '/whole'])('%s: a missing entityId is reported with the errors of the shape', async (url) => {
  const headers = { authorization: 'Bearer group' }
  const answer = await app.inject({ method: 'POST', url, headers, payload: { size: 0, colour: 'red' } })
  const { errors } = answer.json<{ errors: { pointer: string; code: string }[] }>()
  expect([answer.statusCode, errors.map(({ pointer, code }) => `${pointer} ${code}`).sort()]).toEqual([
    400,
    ['/colour unknown_field', '/entityId entity_id_required', '/size out_of_range'],
  ])
})

describe('a list of a client with several entities', () => {
  test('covers all of the kind that it is for', async () => {
    expect(await get('/list')).toBe([a, b].map(({ entityId }) => entityId).join())
  })
  test('covers those that it names, once each', async () => {
    expect(await get(`/list?entityId=${wire(b)}`)).toBe(b.entityId)
    expect(await get(`/list?entityId=${wire(b)}&entityId=${wire(a)}&entityId=${wire(b)}`)).toBe(
      `${b.entityId},${a.entityId}`,
    )
  })
  test('is refused when one of those it names cannot be read', async () => {
    expect(await get(`/list?entityId=${wire(a)}&entityId=${wire(d)}`)).toBe('404 entity_not_found')
    expect(await get(`/list?entityId=${wire(a)}&entityId=${wire(c)}`)).toBe('403 not_available_for_entity_kind')
  })
})

test('reference data is answered to a client with one entity that has the right', async () => {
  expect(await get('/reference')).toBe(c.entityId)
})

describe('a client of one entity', () => {
  test('needs no entityId and no lookup', async () => {
    lookups.length = 0
    expect(await post('/quote', { tradeId: ofB }, 'only')).toBe(a.entityId)
    expect(await get(`/trades/${ofB}`, 'only')).toBe(a.entityId)
    expect(await get('/list', 'only')).toBe(a.entityId)
    expect(lookups).toEqual([])
  })
  test.each([
    ['/quote', { entityId: wire(b) }],
    [`/quote?entityId=${wire(b)}`, { entityId: wire(a) }],
  ])('cannot name another: %s %j', async (url, body) => {
    expect(await post(url, body, 'only')).toBe('404 entity_not_found')
  })
  test('cannot list another beside its own', async () => {
    expect(await get(`/list?entityId=${wire(a)}&entityId=${wire(b)}`, 'only')).toBe('404 entity_not_found')
  })
})
