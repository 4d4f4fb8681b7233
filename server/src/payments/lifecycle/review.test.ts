import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { shippedCalendars } from '../../../test/support/calendars.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { lockPayment, reviewPayment } from '../index.ts'

const db = await testDatabase()

async function givenHeld(change: object = {}): Promise<{ service: PaymentService; paymentId: string }> {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { paymentId } = (await service.create({ reference: 'a #HOLD', ...change })).body
  await service.advance(60_000)
  expect((await service.read(paymentId)).status).toBe('Held')
  return { service, paymentId }
}

const review = (service: PaymentService, paymentId: string, decision: 'Release' | 'Reject', reviewer: string) =>
  inTransaction(db, async (tx) => {
    const payment = (await lockPayment(tx, service.entityId, service.uuid(paymentId)))!
    const step = {
      actor: { type: 'operator' as const },
      at: service.time.now,
      wall: new Date(),
      reviewer,
      calendars: shippedCalendars(),
      rescreen: async () => false,
    }
    return reviewPayment(tx, payment, decision, step)
  })

test('a held payment continues once, when a client other than its maker releases it', async () => {
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

test('rejected after review, its money is released and the client gets no details', async () => {
  const { service, paymentId } = await givenHeld()
  await review(service, paymentId, 'Reject', 'ada@compliance')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'ScreeningRejected', message: 'The payment was rejected after review.' },
  })
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_00n, held: 0n })
})

test('the database rejects a release without a review, or with a review by the maker', async () => {
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

const SATURDAY = '2026-11-21T09:00:00.000Z'

test('a payment released from review on a Saturday leaves on Monday with the date of Monday, its money held until then', async () => {
  const { service, paymentId } = await givenHeld()
  await service.advance(SATURDAY)
  await review(service, paymentId, 'Release', 'ada@compliance')
  const moved = await service.read(paymentId)
  expect(moved).toMatchObject({
    status: 'Scheduled',
    statusReason: { code: 'DateMoved' },
    paymentDate: '2026-11-23',
    scheduledFor: '2026-11-22T23:00:00.000Z',
    cutOffAt: '2026-11-23T15:00:00.000Z',
    expectedArrival: '2026-11-24',
  })
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_00n, held: 100_00n })
  await service.advance('2026-11-22T22:59:59.000Z')
  expect((await service.read(paymentId)).status).toBe('Scheduled')
  await service.advance('2026-11-23T09:00:00.000Z')
  expect((await service.read(paymentId)).status).toBe('Completed')
  const { rows } = await db.pool.query(
    `select body ->> 'paymentDate' as day from rail_instructions where entity_id = $1 and payment_id = $2`,
    [service.entityId, service.uuid(paymentId)],
  )
  expect(rows).toEqual([{ day: '2026-11-23' }])
  expect(service.failures).toEqual([])
})

test('a payment released on the next business day leaves immediately with that day as its date', async () => {
  const { service, paymentId } = await givenHeld()
  await service.advance('2026-11-23T09:00:00.000Z')
  expect(await review(service, paymentId, 'Release', 'ada@compliance')).toMatchObject({
    status: 'Submitted',
    paymentDate: '2026-11-23',
    statusReason: 'DateMoved',
  })
})

test('a payment moved to a later date can still be cancelled, and its money is free again', async () => {
  const { service, paymentId } = await givenHeld()
  await service.advance(SATURDAY)
  await review(service, paymentId, 'Release', 'ada@compliance')
  await service.post(`/v1/payments/${paymentId}/cancel`, undefined)
  expect((await service.read(paymentId)).status).toBe('Cancelled')
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_00n, held: 0n })
})

test('a payment that misses its date is rejected where its order requires that', async () => {
  const { service, paymentId } = await givenHeld({ ifDateMissed: 'Reject' })
  await service.advance(SATURDAY)
  await review(service, paymentId, 'Release', 'ada@compliance')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'CutOffPassed' },
    ifDateMissed: 'Reject',
  })
  expect(await service.balance('EUR')).toEqual({ balance: 1_000_00n, held: 0n })
})
