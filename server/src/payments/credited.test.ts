import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { inTransaction } from '../kernel/db/db.ts'
import type { WorkHandler } from '../kernel/jobs/work.ts'
import { CREDITED, manualRail, type RailReport, receiveReport } from './rails/index.ts'

const db = await testDatabase({ poolSize: 8 })

/** Sets up a payment on a rail that sends no reports by itself. */
async function given(wrap?: (handler: WorkHandler) => WorkHandler) {
  const service = await openPayments(db, 'RM', { rail: manualRail, ...(wrap ? { wrap } : {}) })
  await service.fund('GBP', 500_00n)
  const { body } = await service.create({ amount: '120.00' }, 'GBP')
  await service.settle()
  return { service, paymentId: body.paymentId as string, uetr: body.uetr as string }
}
type Given = Awaited<ReturnType<typeof given>>

const store = ({ service, uetr }: Given, railRef: string, status: RailReport['status'], reason?: string) =>
  inTransaction(db, (tx) =>
    receiveReport(tx, { uetr, railRef, status, at: service.time.now, ...(reason ? { reason } : {}) }),
  )

/** Sends a rail report one second after the previous one. */
async function told(payment: Given, ...report: [railRef: string, status: RailReport['status'], reason?: string]) {
  await store(payment, ...report)
  await payment.service.advance(1000)
}
const tracking = async ({ service, paymentId }: Given) => (await service.get(`/v1/payments/${paymentId}/tracking`)).body
const outcomes = async ({ uetr }: Given) => {
  const { rows } = await db.pool.query<{ railRef: string; outcome: string }>(
    `select rail_ref as "railRef", outcome from rail_messages where uetr = $1`,
    [uetr],
  )
  return Object.fromEntries(rows.map(({ railRef, outcome }) => [railRef, outcome]))
}
const money = async (service: PaymentService) => ({ ...(await service.book()), ...(await service.balance('GBP')) })

test('a payee credited after settlement is an entry and an event; state and money stay', async () => {
  const payment = await given()
  const { service, paymentId } = payment
  await told(payment, 'm1', 'Completed')
  const settled = await service.read(paymentId)
  const before = await money(service)
  expect([settled.isoStatus, (await tracking(payment)).creditedAt]).toEqual(['ACSC', null])

  await told(payment, 'm2', 'Completed', CREDITED)
  const credited = await service.read(paymentId)
  expect(credited).toMatchObject({ status: 'Completed', isoStatus: 'ACCC', statusReason: { code: 'ACCC' } })
  expect([credited.completedAt, credited.version]).toEqual([settled.completedAt, settled.version + 1])
  expect(await money(service)).toEqual(before)
  const { events, creditedAt, status } = await tracking(payment)
  expect(status).toBe('Completed')
  expect(events.slice(-2)).toMatchObject([
    { status: 'Completed', isoStatus: 'ACSC', from: 'Fps', to: 'payee', reason: null },
    { status: 'Completed', isoStatus: 'ACCC', from: 'payee', to: 'payee', reason: 'ACCC', at: creditedAt },
  ])
  expect(creditedAt > settled.completedAt).toBe(true)
  expect((await service.events(paymentId)).slice(-2)).toEqual(['payment.completed', 'payment.trackingUpdated'])
})

test('a repeated credit report, or a later settlement report, does not change the payment', async () => {
  const payment = await given()
  const { service, paymentId } = payment
  await told(payment, 'm1', 'Completed')
  await told(payment, 'm2', 'Completed', CREDITED)
  const once = await service.read(paymentId)
  expect(await store(payment, 'm2', 'Completed', CREDITED)).toBe(false)
  await told(payment, 'm3', 'Completed', CREDITED)
  await told(payment, 'm4', 'Completed')
  await told(payment, 'm5', 'Sent')
  expect(await service.read(paymentId)).toEqual(once)
  expect(await outcomes(payment)).toEqual({
    m1: 'Applied',
    m2: 'Applied',
    m3: 'Ignored',
    m4: 'Ignored',
    m5: 'Ignored',
  })
})

test.each(['Submitted', 'Sent'])('credited while %s is settled and credited in one', async (from) => {
  const payment = await given()
  if (from === 'Sent') await told(payment, 'm0', 'Sent')
  await told(payment, 'm1', 'Completed', CREDITED)
  await told(payment, 'm2', 'Completed')
  const { completedAt, history, isoStatus } = await payment.service.read(payment.paymentId)
  expect([(await tracking(payment)).creditedAt, isoStatus]).toEqual([completedAt, 'ACCC'])
  expect(history.filter(({ status }: { status: string }) => status === 'Completed')).toHaveLength(1)
})

test.each([
  ['Returned', 'AC04'],
  ['Failed', 'AC01'],
] as const)(
  'a credit report on a payment that is %s changes neither its state nor the money of its payer',
  async (end, reason) => {
    const payment = await given()
    const { service, paymentId } = payment
    if (end === 'Returned') await told(payment, 'm0', 'Completed')
    await told(payment, 'm1', end, reason)
    const [before, held] = [await service.read(paymentId), await money(service)]
    await told(payment, 'm2', 'Completed', CREDITED)
    expect(await service.read(paymentId)).toEqual(before)
    expect(await service.balance('GBP')).toMatchObject({ balance: held.balance, held: held.held })
    expect([(await tracking(payment)).creditedAt, (await outcomes(payment))['m2']]).toEqual([
      null,
      end === 'Returned' ? 'Ignored' : 'Contradictory',
    ])
  },
)

test('a returned payment is no longer reported as credited', async () => {
  const payment = await given()
  await told(payment, 'm1', 'Completed')
  await told(payment, 'm2', 'Completed', CREDITED)
  await told(payment, 'm3', 'Returned', 'AC06')
  const { status, creditedAt, events } = await tracking(payment)
  expect([status, creditedAt, events.at(-1).isoStatus]).toEqual(['Returned', null, 'ACSC'])
  expect((await payment.service.balance('GBP')).balance).toBe(500_00n)
})

test('a recall that is refused leaves it credited', async () => {
  const payment = await given()
  await told(payment, 'm1', 'Completed')
  await told(payment, 'm2', 'Completed', CREDITED)
  await payment.service.post(`/v1/payments/${payment.paymentId}/recall`, {})
  await told(payment, 'm3', 'RecallRefused', 'CUST')
  const { creditedAt, recall } = await tracking(payment)
  expect([typeof creditedAt, recall.status]).toEqual(['string', 'Refused'])
})

test('two credit reports and the settlement, processed concurrently by two processes, make one entry', async () => {
  for (let i = 0; i < 5; i++) {
    const payment = await given()
    const { service, paymentId } = payment
    await store(payment, 'm1', 'Completed')
    await store(payment, 'm2', 'Completed', CREDITED)
    await store(payment, 'm3', 'Completed', CREDITED)
    const other = service.newWorker()
    await Promise.all([service.settle(), other.runDue(service.time.now)])
    await service.advance(1000)
    const { history, isoStatus } = await service.read(paymentId)
    const credited = history.filter(({ reason }: { reason: string }) => reason === 'ACCC')
    expect([isoStatus, credited.length]).toEqual(['ACCC', 1])
    expect(await service.balance('GBP')).toEqual({ balance: 380_00n, held: 0n })
  }
})

test('a process that dies before the commit leaves nothing, and the report counts once afterwards', async () => {
  let strikes = 0
  const payment = await given((handler) => async (...args) => {
    await handler(...args)
    if (args[1].kind === 'payment.report' && strikes-- > 0) throw new Error('struck')
  })
  await told(payment, 'm1', 'Completed')
  strikes = 1
  await told(payment, 'm2', 'Completed', CREDITED)
  expect((await tracking(payment)).creditedAt).toBeNull()
  await db.pool.query('update due_work set retry_at = null where entity_id = $1', [payment.service.entityId])
  await payment.service.advance(1000)
  expect((await tracking(payment)).events.filter(({ reason }: { reason: string }) => reason === 'ACCC')).toHaveLength(1)
})

test('the sandbox reports it too: of a payment on its way, and once of one that is completed', async () => {
  const payment = await given()
  const go = (body: object) =>
    payment.service.post(`/v1/sandbox/payments/${payment.paymentId}/transition`, { status: 'Completed', ...body })
  expect((await go({})).body.isoStatus).toBe('ACSC')
  const first = await go({ reasonCode: 'ACCC' })
  expect(first.body).toMatchObject({ status: 'Completed', isoStatus: 'ACCC' })
  expect((await go({ reasonCode: 'ACCC' })).body).toEqual(first.body)
  expect((await tracking(payment)).creditedAt).toBe(first.body.updatedAt)
})
