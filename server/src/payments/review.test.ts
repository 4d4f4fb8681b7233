import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { inTransaction } from '../kernel/db.ts'
import { lockPayment, reviewPayment } from './index.ts'

const db = await testDatabase()

async function givenHeld(): Promise<{ service: PaymentService; paymentId: string }> {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { paymentId } = (await service.create({ reference: 'a #HOLD' })).body
  await service.advance(60_000)
  expect((await service.read(paymentId)).status).toBe('Held')
  return { service, paymentId }
}

const review = (service: PaymentService, paymentId: string, decision: 'Release' | 'Reject', reviewer: string) =>
  inTransaction(db, async (tx) => {
    const payment = (await lockPayment(tx, service.entityId, service.uuid(paymentId)))!
    const step = { actor: { type: 'operator' as const }, at: service.time.now, wall: new Date(), reviewer }
    return reviewPayment(tx, payment, decision, step)
  })

test('a held payment goes on when another than its maker releases it, and only once', async () => {
  const { service, paymentId } = await givenHeld()
  await expect(review(service, paymentId, 'Release', service.clients.maker)).rejects.toMatchObject({
    code: 'review_self_not_allowed',
  })
  expect(await review(service, paymentId, 'Release', 'ada@compliance')).toMatchObject({
    status: 'Submitted',
    reviewedBy: 'ada@compliance',
  })
  await expect(review(service, paymentId, 'Release', 'ada@compliance')).rejects.toMatchObject({
    code: 'payment_not_held',
  })
  await service.advance(60_000)
  expect((await service.read(paymentId)).status).toBe('Completed')
})

test('rejected after review, its money is free again and the client is told no more than that', async () => {
  const { service, paymentId } = await givenHeld()
  await review(service, paymentId, 'Reject', 'ada@compliance')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'ScreeningRejected', message: 'The payment was rejected after review.' },
  })
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_00n, held: 0n })
})

test('the database refuses a release that nobody, or the maker, has reviewed', async () => {
  const { service, paymentId } = await givenHeld()
  const change = (set: string) =>
    db.pool.query(`update payments set ${set} where entity_id = $1 and payment_id = $2`, [
      service.entityId,
      service.uuid(paymentId),
    ])
  await expect(change(`status = 'Submitted'`)).rejects.toMatchObject({ constraint: 'payment_held_is_reviewed' })
  await expect(change(`reviewed_by = '${service.clients.maker}'`)).rejects.toMatchObject({
    constraint: 'payment_reviewer_is_not_maker',
  })
})
