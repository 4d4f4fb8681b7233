import { describe, expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, payees, type PaymentService } from '../../test/support/payment-service.ts'
import { setPolicy } from '../approvals/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { lockDaySums } from './record/payee-queries.ts'
import { lockPayment, reviewPayment } from './index.ts'
import { shippedCalendars } from '../../test/support/calendars.ts'

const db = await testDatabase({ poolSize: 12 })
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
const OTHER_IBAN = 'DE75512108001245126199'

/** A service whose payments of EUR 10,000 and more to one account on one day need approval. */
async function given() {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_000_00n)
  await service.settle()
  const policy = {
    resource: 'Payment' as const,
    currency: 'EUR',
    fromMinor: 10_000_00n,
    belowMinor: null,
    newPayeeOnly: false,
    dailySum: true,
    steps: 1,
  }
  await inTransaction(db, (tx) => setPolicy(tx, service.entityId, policy, operatorAct))
  return service
}
const paid = async (service: PaymentService, change: object) =>
  (await service.create({ amount: '6000.00', ...change })).body

test('a payee that is changed while another payment to its new account is made does not pass the sum of the day with it', async () => {
  const service = await given()
  const { body: other } = await service.post('/v1/beneficiaries', {
    entityId: service.wireEntity,
    ...payees.EUR,
    iban: OTHER_IBAN,
  })
  const { paymentId } = await paid(service, { paymentDate: MONDAY, beneficiaryId: other.beneficiaryId })
  const made = await paid(service, { paymentDate: TUESDAY })
  await service.put(`/v1/beneficiaries/${other.beneficiaryId}`, { entityId: service.wireEntity, ...payees.EUR })
  const rechecked = inTransaction(db, async (tx) => {
    const text = 'update payments set payment_date = $3 where entity_id = $1 and payment_id = $2'
    await tx.query(text, [service.entityId, service.uuid(made.paymentId), MONDAY])
    await lockDaySums(tx, service.entityId)
    const settled = service.settle()
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let isOver = false
    void settled.then(() => (isOver = true))
    await expect.poll(async () => isOver || (await db.pool.query(waits)).rowCount! > 0).toBe(true)
    return { settled }
  })
  await (await rechecked).settled
  expect((await service.read(paymentId)).status).toBe('PendingApproval')
  expect(service.failures).toEqual([])
})

test('a payment that waits for approval needs no more of them because of a later payment of its day', async () => {
  const service = await given()
  const policies = [
    { fromMinor: 5_000_00n, dailySum: false, steps: 1 },
    { fromMinor: 10_000_00n, dailySum: true, steps: 2 },
  ]
  for (const each of policies) {
    const policy = { resource: 'Payment' as const, currency: 'EUR', belowMinor: null, newPayeeOnly: false, ...each }
    await inTransaction(db, (tx) => setPolicy(tx, service.entityId, policy, operatorAct))
  }
  const first = await paid(service, {})
  const second = await paid(service, {})
  const headers = { authorization: 'Bearer approver' }
  const approve = async ({ paymentId }: { paymentId: string }) =>
    (await service.post(`/v1/payments/${paymentId}/approve`, undefined, headers)).body
  expect((await approve(first)).approval).toMatchObject({ stepsRequired: 1, stepsGiven: 1 })
  expect((await approve(second)).approval).toMatchObject({ stepsRequired: 2, stepsGiven: 1 })
})

describe('a payment that misses its date counts towards the sum of the day it is moved to', () => {
  const release = (service: PaymentService, paymentId: string) =>
    inTransaction(db, async (tx) => {
      const payment = (await lockPayment(tx, service.entityId, service.uuid(paymentId)))!
      const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: new Date() }
      const step = { ...act, reviewer: 'ada@compliance', calendars: shippedCalendars(), rescreen: async () => false }
      return reviewPayment(tx, payment, 'Release', step)
    })
  /** A payment of Friday that is released from review at an instant, beside one that is dated on Monday. */
  async function moved(releasedAt: string, amount: string, before: object = {}) {
    const service = await given()
    const { paymentId } = await paid(service, { reference: 'a #HOLD', ...before })
    await service.advance(60_000)
    await paid(service, { paymentDate: MONDAY, amount })
    await service.advance(releasedAt)
    expect((await service.read(paymentId)).status).toBe('Held')
    await release(service, paymentId)
    const approve = () =>
      service.post(`/v1/payments/${paymentId}/approve`, undefined, { authorization: 'Bearer approver' })
    return { service, paymentId, approve }
  }

  test.each([
    ['on the Saturday before', '2026-11-21T09:00:00.000Z'],
    ['on that day', '2026-11-23T09:00:00.000Z'],
  ])('released %s it needs approval, and leaves once it has it', async (_when, releasedAt) => {
    const { service, paymentId, approve } = await moved(releasedAt, '6000.00')
    expect(await service.read(paymentId)).toMatchObject({
      status: 'PendingApproval',
      paymentDate: MONDAY,
      statusReason: { code: 'DetailsChanged', message: expect.stringContaining('Changed: paymentDate.') },
      approval: { stepsRequired: 1 },
    })
    expect((await approve()).status).toBe(200)
    await service.advance('2026-11-23T10:00:00.000Z')
    await service.advance(60_000)
    expect(await service.read(paymentId)).toMatchObject({ status: 'Completed', paymentDate: MONDAY })
    expect(service.failures).toEqual([])
  })

  test('below the band it leaves without an approval', async () => {
    const { service, paymentId } = await moved('2026-11-21T09:00:00.000Z', '3000.00')
    expect(await service.read(paymentId)).toMatchObject({ status: 'Scheduled', paymentDate: MONDAY })
  })

  test('an approval it has suffices for the new day', async () => {
    const service = await given()
    const { paymentId } = await paid(service, { reference: 'a #HOLD', amount: '10000.00' })
    const headers = { authorization: 'Bearer approver' }
    expect((await service.post(`/v1/payments/${paymentId}/approve`, undefined, headers)).status).toBe(200)
    await service.advance('2026-11-21T09:00:00.000Z')
    expect((await release(service, paymentId)).status).toBe('Scheduled')
  })
})
