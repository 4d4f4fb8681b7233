import { afterAll, beforeAll, expect, test } from 'vitest'
import { entityOf, isTaken } from '../../src/kernel/db/directory.ts'
import { testDatabase } from '../support/database.ts'

const db = await testDatabase()
const [ours, theirs] = [crypto.randomUUID(), crypto.randomUUID()]

beforeAll(async () => {
  await db.pool.query('create table test_names (entity_id uuid, name text, unique (entity_id, name))')
  await db.pool.query(`insert into test_names values ('${ours}', 'before'), ('${ours}', null)`)
  await db.pool.query(`select join_directory('username', 'test_names', 'name')`)
})
afterAll(() => db.pool.query('drop table test_names'))

const add = (entityId: string, name: string | null) =>
  db.pool.query('insert into test_names values ($1, $2)', [entityId, name])
async function ownerOf(name: string): Promise<string | null> {
  const { rows } = await db.pool.query<{ owner: string | null }>(`select ${entityOf('username', '$1')} as owner`, [
    name,
  ])
  return rows[0]!.owner
}

test('a key that one entity has is refused in the books of another', async () => {
  await add(ours, 'anna')
  const failure = await add(theirs, 'anna').then(
    () => undefined,
    (error: unknown) => error,
  )
  expect([isTaken(failure, 'test_names_entity_id_name_key'), await ownerOf('anna')]).toEqual([true, ours])
  const again: unknown = await add(ours, 'anna').catch((error: unknown) => error)
  expect(isTaken(again, 'test_names_entity_id_name_key')).toBe(true)
  expect(isTaken(new Error('another'), 'test_names_entity_id_name_key')).toBe(false)
})

test('one of two entities that claim a key concurrently gets it', async () => {
  const taken = await Promise.allSettled([add(ours, 'ben'), add(theirs, 'ben')])
  expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('existing rows are entered, a key follows its change, and a deleted one is free', async () => {
  expect(await ownerOf('before')).toBe(ours)
  await add(ours, null)
  await add(ours, 'carl')
  await db.pool.query(`update test_names set name = 'carla' where name = 'carl'`)
  expect([await ownerOf('carl'), await ownerOf('carla')]).toEqual([null, ours])
  await add(theirs, 'carl')
  await db.pool.query(`delete from test_names where name = 'carla'`)
  await add(theirs, 'carla')
  expect([await ownerOf('carl'), await ownerOf('carla')]).toEqual([theirs, theirs])
})

test('an unknown key leads to no entity', async () => {
  expect(await ownerOf('nobody')).toBeNull()
})
