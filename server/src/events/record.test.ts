import type { EventType } from '../kernel/values/emitted.ts'
import { beforeAll, expect, test } from 'vitest'
import { givenEntity } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { type Db, inTransaction } from '../kernel/db/db.ts'
import { allowSeveralEntities } from '../kernel/db/several-entities.ts'
import { newUuid } from '../kernel/values/ids.ts'
import { emit, emitAll } from './record.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const at = new Date('2026-11-25T10:00:00.000Z')
const changeOf = (entityId: string, type: EventType) => ({
  entityId,
  type,
  resourceType: 'trade',
  resourceId: newUuid(),
})
const act = { actor: { type: 'system' as const }, at, wall: at }

test('a command that has recorded its event does not keep other commands of the entity waiting', async () => {
  const entityId = await givenEntity(db, 'RM')
  await inTransaction(db, async (tx) => {
    await emit(tx, act, changeOf(entityId, 'trade.executed'))
    await inTransaction(db, (other) => emit(other, act, changeOf(entityId, 'trade.overdue')))
    await emit(tx, act, {
      ...changeOf(entityId, 'forward.amended'),
      previousStatus: 'Open',
      detail: { buyAmount: '1.00' },
    })
    const common = { entityId, type: 'initialMargin.due' as const, resourceType: 'trade' }
    await emitAll(tx, act, common, [{ resourceId: newUuid(), detail: { amount: '0.01' } }, { resourceId: newUuid() }])
  })
  const { rows } = await db.pool.query(
    'select sequence, type, previous_status, detail from events where entity_id = $1 and resource_type = $2 order by sequence',
    [entityId, 'trade'],
  )
  const first = rows[0].sequence as bigint
  expect(rows.map((row) => [row.sequence - first, row.type, row.previous_status, row.detail])).toEqual([
    [0n, 'trade.overdue', null, null],
    [1n, 'trade.executed', null, null],
    [2n, 'forward.amended', 'Open', { buyAmount: '1.00' }],
    [3n, 'initialMargin.due', null, { amount: '0.01' }],
    [4n, 'initialMargin.due', null, null],
  ])
})

test('actions that may write several entities, in any order, end without a deadlock', async () => {
  const entities = [await givenEntity(db, 'RM'), await givenEntity(db, 'ABS')]
  let attempts = 0
  const command = (order: string[]) =>
    inTransaction(db, async (tx) => {
      attempts++
      await allowSeveralEntities(tx, 'seed')
      for (const entityId of order) {
        await emit(tx, act, changeOf(entityId, 'trade.executed'))
        await tx.query('select pg_sleep(0.01)')
      }
    })
  await Promise.all(Array.from({ length: 12 }, (_, i) => command(i % 2 === 0 ? entities : [...entities].reverse())))
  expect(attempts).toBe(12) // a deadlock would run one of them again
})
