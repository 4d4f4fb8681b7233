import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, screenedLater } from '../../../test/support/payment-service.ts'
import { laneOf } from '../../kernel/jobs/work.ts'

const db = await testDatabase({ poolSize: 12 })

test('while jobs are behind, payments and batches are rejected and leave nothing; their keys work once jobs have caught up', async () => {
  const service = await openPayments(db, 'RM', { policies: screenedLater })
  await service.fund('EUR', 1_000_00n)
  const create = (headers = {}) => service.create({ amount: '10.00' }, 'EUR', headers)
  const made = await create({ 'idempotency-key': 'K-1' })
  for (let i = 0; i < 9; i++) expect((await create()).status).toBe(201)
  await pause(1100) // counts are used for a second
  for (
    let run = 0;
    run < 2;
    run++ // jobs are slow, each counts as a second: one run alone could have waited for the database
  )
    service.deps.backlog.ran(laneOf(service.uuid(service.account['EUR']!)), 1000, 1_000_000_000)
  const stored = async () =>
    (
      await db.pool.query(
        `select (select count(*)::int from payments where entity_id = $1) as payments,
          (select count(*)::int from payment_batches where entity_id = $1) as batches,
          (select count(*)::int from idempotency_keys where entity_id = $1 and key like 'K-%') as keys,
          (select count(*)::int from holds where entity_id = $1) as holds`,
        [service.entityId],
      )
    ).rows[0]
  const rejected = await create({ 'idempotency-key': 'K-2' })
  expect([rejected.status, rejected.body.code]).toEqual([503, 'overloaded'])
  expect(rejected.headers['retry-after']).toMatch(/^[23]$/)
  const sendBatch = () =>
    service.post('/v1/payment-batches', { items: [service.order(), service.order()] }, { 'idempotency-key': 'K-3' })
  expect((await sendBatch()).status).toBe(503)
  expect((await create()).status).toBe(503)
  expect(await stored()).toEqual({ payments: 10, batches: 0, keys: 1, holds: 10 })
  // A stored answer is sent all the same, and nothing keeps a client from trying an order.
  expect((await create({ 'idempotency-key': 'K-1' })).body).toEqual(made.body)
  expect((await service.post('/v1/payments?dryRun=true', service.order())).status).toBe(200)

  await service.settle()
  await pause(1100)
  expect((await create({ 'idempotency-key': 'K-2' })).status).toBe(201)
  await service.settle()
  await pause(1100)
  expect((await sendBatch()).status).toBe(202)
  await service.advance(60_000)
  const { rows } = await db.pool.query(
    'select status, count(*)::int as count from payments where entity_id = $1 group by status',
    [service.entityId],
  )
  expect(rows).toEqual([{ status: 'Completed', count: 13 }])
})
