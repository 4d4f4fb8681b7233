import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import {
  openPayments,
  type PaymentService,
  screenedLater,
  simulatedRail,
} from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { type RailPort, type RailReport, receiveReport } from '../rails/index.ts'

const db = await testDatabase()

async function given(
  currency: string,
  change: object = {},
  rail: RailPort = simulatedRail,
): Promise<{ service: PaymentService; paymentId: string; uetr: string }> {
  const service = await openPayments(db, 'RM', { rail })
  await service.fund(currency, 1_000_00n)
  const { body } = await service.create(change, currency)
  return { service, paymentId: body.paymentId, uetr: body.uetr }
}
const recall = (service: PaymentService, paymentId: string, body: object = {}) =>
  service.post(`/v1/payments/${paymentId}/recall`, body)
const report = (service: PaymentService, told: Omit<RailReport, 'at'>) =>
  inTransaction(db, (tx) => receiveReport(tx, { ...told, at: service.time.now }))

test('a recalled payment that the bank returns becomes a return, and its recall is accepted', async () => {
  const { service, paymentId } = await given('EUR')
  await service.advance(60_000)
  const { version } = await service.read(paymentId)
  const asked = await recall(service, paymentId, { reason: 'DUPL', note: 'paid twice' })
  expect(asked).toMatchObject({
    status: 202,
    body: {
      status: 'Completed',
      version: version + 1,
      recall: { status: 'Requested', reason: 'DUPL', note: 'paid twice', answeredAt: null },
    },
  })
  expect(await recall(service, paymentId)).toMatchObject({ status: 409, body: { code: 'recall_exists' } })
  await service.advance(60_000)
  const done = await service.read(paymentId)
  expect(done).toMatchObject({
    status: 'Returned',
    version: version + 3, // requested, returned, accepted: a client that keeps the highest version has the answer
    returned: { amount: '100.00', reason: 'FOCR' },
    recall: { status: 'Accepted', answerReason: 'FOCR' },
  })
  expect((await service.balance('EUR')).balance).toBe(1_000_00n)
  const tracking = await service.get(`/v1/payments/${paymentId}/tracking`)
  expect(tracking.body).toMatchObject({ recall: { status: 'Accepted' } })
  expect(tracking.body.events.at(-1)).toMatchObject({ status: 'Returned', to: 'us', isoStatus: 'ACSC' })
  expect(await service.events(paymentId)).toContain('payment.trackingUpdated')
})

test('a payee that refuses keeps the money: the payment stays Completed', async () => {
  const { service, paymentId } = await given('GBP')
  await service.advance(60_000)
  await recall(service, paymentId)
  await service.advance(60_000)
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Completed',
    recall: { status: 'Refused', answerReason: 'CUST' },
    allowedActions: [],
  })
  expect((await service.balance('GBP')).balance).toBe(900_00n)
})

test('a payment that is not sent or has ended cannot be recalled', async () => {
  const service = await openPayments(db, 'RM', { policies: screenedLater })
  await service.fund('EUR', 1_000_00n)
  const { paymentId } = (await service.create()).body
  expect(await recall(service, paymentId)).toMatchObject({ status: 409, body: { code: 'payment_not_recallable' } })
  await service.post(`/v1/payments/${paymentId}/cancel`, undefined)
  expect((await recall(service, paymentId)).body.code).toBe('payment_not_recallable')
  expect((await recall(service, 'pay_00000000000000000000000000')).status).toBe(404)
})

test('a bank that sends back more than was paid: the payment is returned whole, the rest waits in suspense', async () => {
  const { service, paymentId, uetr } = await given('EUR')
  await service.advance(60_000)
  await report(service, { uetr, railRef: 'more', status: 'Returned', reason: 'AC04', amountMinor: 130_00n })
  await service.settle()
  expect(service.failures).toEqual([])
  expect(await service.read(paymentId)).toMatchObject({ status: 'Returned', returned: { amount: '100.00' } })
  expect((await service.balance('EUR')).balance).toBe(1_000_00n)
  const { rows } = await db.pool.query(
    'select kind, amount_minor, status from contradictory_reports where entity_id = $1',
    [service.entityId],
  )
  expect(rows).toEqual([{ kind: 'ReturnAboveAmount', amount_minor: 30_00n, status: 'Open' }])
  expect((await service.book())['suspense:EUR']).toBe(30_00n)
  const due = await db.pool.query('select 1 from due_work where entity_id = $1', [service.entityId])
  expect(due.rowCount).toBe(0)
})

test('a return of less than the whole credits what arrived, and the answer to no recall changes nothing', async () => {
  const { service, paymentId, uetr } = await given('USD')
  await service.advance(60_000)
  await report(service, { uetr, railRef: 'no', status: 'RecallRefused', reason: 'CUST' })
  await service.settle()
  expect(await service.read(paymentId)).toMatchObject({ status: 'Completed', recall: null })
  await report(service, { uetr, railRef: 'less', status: 'Returned', reason: 'AC04', amountMinor: 85_00n })
  await service.settle()
  expect(await service.read(paymentId)).toMatchObject({ status: 'Returned', returned: { amount: '85.00' } })
  expect((await service.balance('USD')).balance).toBe(985_00n)
})

test('a recall that the rail fails to accept is sent again', async () => {
  let calls = 0
  const rail: RailPort = {
    ...simulatedRail,
    recall: async (...args) => {
      if (++calls === 1) throw new Error('the line is down')
      return simulatedRail.recall!(...args)
    },
  }
  const { service, paymentId } = await given('EUR', {}, rail)
  await service.advance(60_000)
  await recall(service, paymentId)
  await service.settle()
  await service.advance(60_000)
  expect([calls, (await service.read(paymentId)).recall.status]).toEqual([1, 'Requested'])
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])
  await service.advance(60_000)
  expect([calls, (await service.read(paymentId)).recall.status]).toEqual([2, 'Accepted'])
})
