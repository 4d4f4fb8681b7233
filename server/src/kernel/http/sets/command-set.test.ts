import { Type } from 'typebox'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { CommittedUnread, raiseInSet, type Writer } from '../../db/db.ts'
import { systemClock } from '../../values/clock.ts'
import { createHttp, type Deps } from '../http.ts'
import { Input } from '../wire.ts'
import { createCommandSets, runInSets } from './command-set.ts'

const db = await testDatabase({ poolSize: 8 })
await db.pool.query('create table test_effects (name text not null)')
beforeEach(() => db.pool.query('truncate test_effects'))

const principal = {
  clientId: '0198f000-0000-7000-8000-000000000001',
  entityId: '0198f000-0000-7000-8000-000000000002',
  serviceKind: 'RM' as const,
  scopes: new Set<string>(),
  roles: new Set(['maker'] as const),
}
const settings = { requireIdempotencyKey: false, sandbox: true }
const deps: Deps = { db, clock: systemClock, authenticate: () => principal, settings }

/** Sizes of the sets that were read. */
const sizes: number[] = []
const insert = (names: readonly string[]) => ({
  text: 'insert into test_effects select unnest($1::text[])',
  values: [names],
})
const effects: Writer<string> = {
  place: 1,
  async write(tx, names) {
    await tx.query(insert(names))
    if (names.includes('unread')) throw new CommittedUnread('as an answer that is misread after the commit')
    if (names.includes('unwritable') && names.length > 1) throw new TypeError('a defect of the writer')
  },
}
const sets = createCommandSets<string, undefined>(deps, 'effect.create' as never, {
  admits: () => true,
  async read(_tx, _entityId, names) {
    sizes.push(names.length)
    if (names.includes('unreadable')) throw new TypeError('a defect of a read')
    return undefined
  },
  async decide({ tx }, name) {
    await raiseInSet(tx, effects, name, () => tx.query(insert([name])))
    if (name === 'broken') throw new TypeError('a defect of one command')
    return { status: 201, body: { name } }
  },
})
const app = createHttp(deps)
app.post(
  '/effects',
  { config: { role: 'any' }, schema: { body: Input({ name: Type.String() }) } },
  (request, reply) => {
    const { name } = request.body as { name: string }
    return runInSets(sets, request, reply, name, async ({ tx }) => {
      if (name === 'broken') throw new TypeError('a defect of one command')
      await tx.query(insert([name]))
      return { status: 201, body: { name } }
    })
  },
)
await app.ready()
afterAll(() => app.close())

/** Sends commands at the same time, without keys. Returns their statuses and what is stored. */
async function sendTogether(...names: string[]) {
  sizes.length = 0
  const send = (name: string) =>
    app.inject({ method: 'POST', url: '/effects', payload: { name }, headers: { authorization: 'Bearer t' } })
  const answers = await Promise.all(names.map(send))
  const { rows } = await db.pool.query<{ name: string }>('select name from test_effects order by name')
  expect(sizes[0]).toBeGreaterThan(1)
  return { statuses: answers.map(({ statusCode }) => statusCode), stored: rows.map(({ name }) => name) }
}

test('a defect in one booking fails that booking alone: the others of its set are made together, without a key too', async () => {
  const { statuses, stored } = await sendTogether('a', 'broken', 'b', 'c')
  expect([statuses, stored]).toEqual([
    [201, 500, 201, 201],
    ['a', 'b', 'c'],
  ])
  expect(sizes).toHaveLength(1)
})

test.each(['unreadable', 'unwritable'])(
  'a defect that stops a whole set has each of its bookings made alone, without a key too: %s',
  async (name) => {
    const { statuses, stored } = await sendTogether('a', name, 'b')
    expect([statuses, stored]).toEqual([[201, 201, 201], ['a', 'b', name].sort()])
  },
)

test('a booking without a key is not made again if its set may have been committed', async () => {
  const { statuses, stored } = await sendTogether('a', 'unread', 'b')
  expect([statuses, stored]).toEqual([[500, 500, 500], []])
})
