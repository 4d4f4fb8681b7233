import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { inTransaction } from './db/db.ts'
import { claimKeys, newResponse } from './idempotency-keys.ts'
import { newUuid } from './values/ids.ts'

const db = await testDatabase({ poolSize: 4 })

const owner = () => ({ entityId: newUuid(), clientId: newUuid(), operation: 'payment.create', request: '[]' })
const answered = (key: ReturnType<typeof owner> & { key: string }) =>
  newResponse({ ...key, status: 201, body: '{}', requestId: newUuid(), createdAt: new Date() })

test('a set learns which of its keys have a response, and nothing of the same keys of others', async () => {
  const own = owner()
  const [a, b, c] = [
    { ...own, key: 'a' },
    { ...own, key: 'b' },
    { ...own, key: 'c' },
  ]
  await db.pool.query(answered(b))
  const known = (keys: (typeof a)[]) => inTransaction(db, (tx) => claimKeys(tx, keys[0]!.entityId, keys))
  expect(await known([a, b, c])).toEqual([b])
  expect(await known([c, b, a])).toEqual([b])
  expect(await known([{ ...b, operation: 'trade.create' }])).toEqual([])
  expect(await known([{ ...b, clientId: newUuid() }])).toEqual([])
  expect(await known([{ ...b, entityId: newUuid() }])).toEqual([])
  await db.pool.query(answered(c))
  expect(await known([c, b, a])).toEqual([b, c])
})

test('a set whose key is claimed by another transaction waits for its end, and then sees its response', async () => {
  const own = owner()
  const [a, b] = [
    { ...own, key: 'a' },
    { ...own, key: 'b' },
  ]
  let second: Promise<object[]> | undefined
  await inTransaction(db, async (tx) => {
    expect(await claimKeys(tx, own.entityId, [b])).toEqual([])
    second = inTransaction(db, (other) => claimKeys(other, own.entityId, [b, a]))
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await expect.poll(async () => (await db.pool.query(waits)).rowCount).toBe(1)
    await tx.query(answered(b))
  })
  expect(await second).toEqual([b])
})
