import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { systemClock } from '../values/clock.ts'
import { idempotencyKey, runBesideClaim, runCommand } from './command.ts'
import type { Db } from '../db/db.ts'
import { type App, createHttp, type Deps } from './http.ts'
import { refuseEntity } from './principal.ts'
import { DryRun, Input } from './wire.ts'

let db: Db
let app: App
let release: (() => void) | undefined
const principal = {
  clientId: '0198f000-0000-7000-8000-000000000001',
  entityId: '0198f000-0000-7000-8000-000000000002',
  serviceKind: 'RM' as const,
  scopes: new Set<string>(),
  roles: new Set(['maker', 'approver'] as const),
}

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('create table effects (name text not null, amount text not null)')
  const deps: Deps = {
    db,
    clock: systemClock,
    authenticate: (token) => ({
      ...principal,
      clientId: token === 'other' ? '0198f000-0000-7000-8000-000000000003' : principal.clientId,
    }),
    settings: { requireIdempotencyKey: false, sandbox: true },
  }
  app = createHttp(deps)
  const schema = { body: Input({ name: Type.String(), amount: Type.String() }), querystring: DryRun }
  app.post('/effects', { config: { role: 'any' }, schema }, (request, reply) =>
    runCommand(deps, request, reply, 'effect.create', async ({ tx }) => {
      await tx.query('insert into effects values ($1, $2)', [request.body.name, request.body.amount])
      if (request.body.name === 'refused') throw refuseEntity.entity_not_found()
      if (request.body.name === 'broken') throw new Error('defect')
      if (request.body.name === 'slow') await new Promise<void>((resolve) => (release = resolve))
      return { status: 201, body: { ...request.body, made: Math.random() } }
    }),
  )
  app.post('/effects-after-settings', { config: { role: 'any' }, schema }, (request, reply) =>
    runBesideClaim(deps, request, reply, 'effect.create', async ({ tx }) => {
      await sleep(100) // settings that are not cached
      await tx.query('insert into effects values ($1, $2)', [request.body.name, request.body.amount])
      return { status: 201, body: { ...request.body, made: Math.random() } }
    }),
  )
  await app.ready()
})
afterAll(async () => {
  await app.close()
})

async function send(
  body: { name: string; amount: string },
  headers: Record<string, string> = {},
  query = '',
  path = '/effects',
) {
  const answer = await app.inject({
    method: 'POST',
    url: `${path}${query}`,
    headers: { authorization: 'Bearer x', ...headers },
    payload: body,
  })
  return { status: answer.statusCode, text: answer.body, body: answer.json(), headers: answer.headers }
}
const count = async (name: string) =>
  Number((await db.pool.query<{ n: bigint }>('select count(*) n from effects where name = $1', [name])).rows[0]!.n)

describe('a key sent again', () => {
  test('twenty times concurrently has one effect and twenty equal responses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send({ name: 'once', amount: '1' }, { 'idempotency-key': 'k-once' })),
    )
    expect(await count('once')).toBe(1)
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.every((answer) => answer.status === 201)).toBe(true)
    expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(19)
  })

  test('with another body is rejected with the difference', async () => {
    await send({ name: 'reuse', amount: '1' }, { 'idempotency-key': 'k-reuse' })
    const answer = await send({ name: 'reuse', amount: '2' }, { 'idempotency-key': 'k-reuse' })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ code: 'idempotency_key_reused', params: { differences: ['amount'] } })
    expect(await count('reuse')).toBe(1)
  })

  test('by another client is another key', async () => {
    await send({ name: 'shared', amount: '1' }, { 'idempotency-key': 'k-shared' })
    await send({ name: 'shared', amount: '1' }, { 'idempotency-key': 'k-shared', authorization: 'Bearer other' })
    expect(await count('shared')).toBe(2)
  })

  test('returns the same error again, and the error left no effect', async () => {
    const first = await send(
      { name: 'refused', amount: '1' },
      { 'idempotency-key': 'k-refused', 'x-request-id': 'first' },
    )
    const again = await send(
      { name: 'refused', amount: '1' },
      { 'idempotency-key': 'k-refused', 'x-request-id': 'second' },
    )
    expect([first.status, again.status]).toEqual([404, 404])
    expect(again.text).toBe(first.text)
    expect(again.headers['content-type']).toContain('application/problem+json')
    expect(await count('refused')).toBe(0)
  })

  test('does not end the process when the work still waits for settings as the key turns out to be known', async () => {
    const ask = () =>
      send({ name: 'beside', amount: '1' }, { 'idempotency-key': 'k-beside' }, '', '/effects-after-settings')
    const first = await ask()
    const again = await ask() // an unhandled rejection fails the run
    expect([first.status, again.text]).toEqual([201, first.text])
    expect(await count('beside')).toBe(1)
  })

  test('after a defect runs again, because nothing was stored', async () => {
    expect((await send({ name: 'broken', amount: '1' }, { 'idempotency-key': 'k-broken' })).status).toBe(500)
    expect((await send({ name: 'broken', amount: '1' }, { 'idempotency-key': 'k-broken' })).status).toBe(500)
    expect(await count('broken')).toBe(0)
  })

  test('while the first call runs gets Retry-After once five seconds have passed', async () => {
    const first = send({ name: 'slow', amount: '1' }, { 'idempotency-key': 'k-slow' })
    await expect.poll(() => release).toBeDefined()
    const second = await send({ name: 'slow', amount: '1' }, { 'idempotency-key': 'k-slow' })
    expect(second.body).toMatchObject({ status: 409, code: 'idempotency_in_progress', retryable: true })
    expect(second.headers['retry-after']).toBe('1')
    release!()
    expect((await first).status).toBe(201)
    expect(await count('slow')).toBe(1)
  }, 60_000)
})

test.each(['', 'x'.repeat(129), 'tab\there'])('the key %j is refused', async (key) => {
  expect((await send({ name: 'bad key', amount: '1' }, { 'idempotency-key': key })).body.code).toBe(
    'idempotency_key_invalid',
  )
  expect(await count('bad key')).toBe(0)
})

test('a request with two keys is refused: Node would join them to a third one', () => {
  const deps = { settings: { requireIdempotencyKey: false, sandbox: true } }
  const sent = (rawHeaders: string[], key: string) =>
    idempotencyKey(deps, { headers: { 'idempotency-key': key }, raw: { rawHeaders } } as never)
  expect(sent(['Host', 'a', 'Idempotency-Key', 'k'], 'k')).toBe('k')
  expect(() => sent(['Idempotency-Key', 'k', 'idempotency-key', 'l'], 'k, l')).toThrow(/one only/)
})

test('a dry run returns the answer of the real command and stores nothing', async () => {
  const answer = await send({ name: 'dry', amount: '1' }, { 'idempotency-key': 'k-dry' }, '?dryRun=true')
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ name: 'dry', dryRun: true })
  expect(await count('dry')).toBe(0)
  expect((await send({ name: 'dry', amount: '1' }, { 'idempotency-key': 'k-dry' })).status).toBe(201)
})
