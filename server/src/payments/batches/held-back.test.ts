import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { CHUNK } from './items.ts'
import { BATCH_WORK } from './service.ts'

const db = await testDatabase()

test('screening of a strict batch is due once all of its payments are made, and not for each before', async () => {
  const screenings: bigint[] = []
  const service = await openPayments(db, 'RM', {
    wrap: (handler) => async (tx, work, act) => {
      const { rows } = await tx.query<{ count: bigint }>(
        `select count(*) from due_work where entity_id = $1 and kind = 'payment.screen'`,
        [work.entityId],
      )
      if (work.kind === BATCH_WORK) screenings.push(rows[0]!.count)
      return handler(tx, work, act)
    },
  })
  await service.fund('EUR', 1_000_000_00n)
  await service.settle()
  const items = Array.from({ length: 2 * CHUNK + 1 }, () => service.order({ amount: '10.00' }))
  const { batchId } = (await service.post('/v1/payment-batches', { items })).body
  await service.settle()
  expect(screenings).toEqual([0, 0, 0, 0, 0, 0].map(BigInt)) // three times checked, three times made
  expect((await service.get(`/v1/payment-batches/${batchId}`)).body).toMatchObject({
    status: 'Completed',
    payments: { Submitted: 2 * CHUNK + 1 },
  })
})
