import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { openPayments, screenedLater } from '../../test/support/payment-service.ts'
import { inTransaction, type Tx } from '../kernel/db/db.ts'
import { lockPayment } from './record/queries.ts'
import { advance } from './lifecycle/transitions.ts'

const db = await testDatabase({ poolSize: 12 })

test('twenty concurrent ABS payments spend no more than the balance', async () => {
  const service = await openPayments(db, 'ABS')
  await service.fund('EUR', 550_00n)
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.create()))
  expect(answers.filter(({ body }) => body.status === 'Submitted')).toHaveLength(5)
  expect(answers.filter(({ body }) => body.statusReason?.code === 'InsufficientFunds')).toHaveLength(15)
  expect(await service.balance('EUR')).toEqual({ balance: 50_00n, held: 0n })
})

test('concurrent cancelling and releasing: one of them happens, and the money agrees', async () => {
  const service = await openPayments(db, 'RM', { policies: screenedLater })
  await service.fund('EUR', 1_000_00n)
  for (let i = 0; i < 8; i++) {
    const { body } = await service.create({ amount: '1.00' })
    const [cancelled] = await Promise.all([
      service.post(`/v1/payments/${body.paymentId}/cancel`, undefined),
      service.settle(),
    ])
    const { status } = await service.read(body.paymentId)
    expect([200, 409]).toContain(cancelled.status)
    expect(status === 'Cancelled').toBe(cancelled.status === 200)
  }
  const { held } = await service.balance('EUR')
  expect(held).toBe(0n)
  expect(service.failures).toEqual([])
})

test('a step requested before the one that it waited for comes after it in the history', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { body } = await service.create({ reference: '#HOLD' })
  const askedAt = service.time.now
  await service.advance(60_000)
  const held = await service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, { status: 'Submitted' })
  expect(held.status).toBe(200)
  service.time.now = askedAt
  await service.post(`/v1/sandbox/payments/${body.paymentId}/transition`, { status: 'Failed', reasonCode: 'AC01' })
  const { history, updatedAt } = await service.read(body.paymentId)
  const instants = history.map(({ at }: { at: string }) => at)
  expect(history.at(-1).status).toBe('Failed')
  expect(instants).toEqual(instants.toSorted())
  expect(updatedAt).toBe(instants.at(-1))
})

test('twenty concurrent requests with one key make one payment', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const headers = { 'idempotency-key': 'twenty' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.create({}, 'EUR', headers)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.paymentId}`)).size).toBe(1)
  expect(await service.balance('EUR')).toEqual({ balance: 900_00n, held: 0n })
})

test('a report that is received or processed twice moves the money once', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('GBP', 1_000_00n)
  const { body } = await service.create({ reference: '#RETURN' }, 'GBP')
  await service.advance(10_000)
  expect((await service.read(body.paymentId)).status).toBe('Returned')
  const again = await db.pool.query(
    `insert into due_work (entity_id, work_id, kind, resource_id, due_at, lane)
     select entity_id, gen_random_uuid(), kind, resource_id, now() - interval '1 year', 0 from (
       select entity_id, 'payment.report' kind, message_id resource_id from rail_messages where entity_id = $1
       union all select entity_id, kind, payment_id from payments, unnest(array['payment.submit', 'payment.screen',
         'payment.release', 'payment.fund', 'payment.lapse']) kind where entity_id = $1) work`,
    [service.entityId],
  )
  expect(again.rowCount).toBe(8)
  await service.settle()
  await service.advance(10_000)
  expect(await service.balance('GBP')).toEqual({ balance: 1_000_00n, held: 0n })
  expect(service.failures).toEqual([])
})

test('the database itself refuses a step outside the life cycle, another amount, and a maker as checker', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const { body } = await service.create({ reference: 'a #APPROVE' })
  const update = (set: string) =>
    db.pool.query(`update payments set ${set} where entity_id = $1 and payment_id = $2`, [
      service.entityId,
      service.uuid(body.paymentId),
    ])
  await expect(update(`status = 'Completed'`)).rejects.toMatchObject({ constraint: 'payment_follows_life_cycle' })
  await expect(update('amount_minor = 1')).rejects.toMatchObject({ code: '23001' })
  await expect(update('decided_by = created_by')).rejects.toMatchObject({ constraint: 'payment_maker_is_not_checker' })
  await expect(
    db.pool.query('update payment_history set reason = null where entity_id = $1', [service.entityId]),
  ).rejects.toMatchObject({ code: '23001' })
})

test('a list with updatedSince does not miss a payment that commits after a later change was read', async () => {
  const service = await openPayments(db, 'RM', { policies: screenedLater })
  await service.fund('EUR', 1_000_00n)
  const made = [await service.create({ amount: '1.00' }), await service.create({ amount: '2.00' })]
  const ids = made.map(({ body }) => body.paymentId as string)
  const seconds = (n: number) => new Date(service.time.now.getTime() + n * 1000)
  const list = async (since: Date): Promise<string[]> => {
    const answer = await service.get(`/v1/payments?entityId=${service.wireEntity}&updatedSince=${since.toISOString()}`)
    return answer.body.data.map(({ paymentId }: { paymentId: string }) => paymentId)
  }
  const putOnHold = async (tx: Tx, id: string | undefined, at: Date) => {
    const payment = await lockPayment(tx, service.entityId, service.uuid(id!))
    await advance(tx, payment!, 'Held', { actor: { type: 'system' }, at, wall: at, reason: undefined })
  }
  await inTransaction(db, async (tx) => {
    await putOnHold(tx, ids[0], seconds(10))
    await inTransaction(db, (other) => putOnHold(other, ids[1], seconds(20)))
    expect(await list(seconds(20))).toEqual([ids[1]])
  })
  expect((await list(seconds(20))).toSorted()).toEqual(ids.toSorted())
  expect(await list(seconds(21))).toEqual([]) // it is not repeated for ever
})
