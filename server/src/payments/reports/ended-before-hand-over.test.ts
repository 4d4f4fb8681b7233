import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService, simulatedRail } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { type RailAdapter, type RailPort, type RailReport, reportByHand } from '../rails/index.ts'

const db = await testDatabase()

/** A bank of which the first call waits until `answer`; calls fail while `isDown`. */
function slowBank(callsAtOnce = 4) {
  const calls: string[] = []
  const gates: (() => void)[] = []
  const bank = {
    calls,
    isDown: false,
    answer: () => gates.splice(0).forEach((open) => open()),
    adapter: {
      id: 'bank',
      callsAtOnce,
      port: {
        async submit({ uetr }) {
          calls.push(uetr)
          if (calls.length === 1) await new Promise<void>((resolve) => gates.push(resolve))
          if (bank.isDown) throw new Error('the bank is down')
        },
      },
    } satisfies RailAdapter,
  }
  return bank
}

/** An operator records a bank's report about a payment. */
const byHand = ({ time }: PaymentService, uetr: string, status: RailReport['status']) =>
  inTransaction(db, (tx) =>
    reportByHand(
      tx,
      { uetr, railRef: `phone ${status}`, status },
      { actor: { type: 'operator' }, at: time.now, wall: time.now },
    ),
  )

const fail = (service: PaymentService, paymentId: string) =>
  service.post(`/v1/sandbox/payments/${paymentId}/transition`, { status: 'Failed', reasonCode: 'AC01' })

const handedOver = async ({ entityId }: PaymentService) =>
  (
    await db.pool.query(
      'select adapter, submitted_at is not null as is_submitted from rail_instructions where entity_id = $1 order by payment_id',
      [entityId],
    )
  ).rows

/** The number of hand-overs that wait for their turn or run: the handler has found them due. */
const leased = async ({ entityId }: PaymentService) =>
  (
    await db.pool.query(
      `select 1 from due_work where entity_id = $1 and kind = 'payment.submit' and retry_at is not null`,
      [entityId],
    )
  ).rowCount

/** Two payments of 100.00 at a bank that takes one call at a time: the first is under way, the second waits. */
async function twoPayments() {
  const bank = slowBank(1)
  const service = await openPayments(db, 'RM', { adapters: [bank.adapter] })
  await service.fund('GBP', 1_000_00n)
  const [first, second] = [(await service.create({}, 'GBP')).body, (await service.create({}, 'GBP')).body]
  const run = service.settle()
  await expect.poll(() => bank.calls.length).toBe(1)
  await expect.poll(() => leased(service)).toBe(2)
  return { bank, service, first, second, run }
}

test.each(['Failed', 'Completed'] as const)(
  'a payment that an operator reports as %s before the bank has it is not sent as well',
  async (status) => {
    const { bank, service, first, second, run } = await twoPayments()
    expect(await byHand(service, second.uetr, status)).toBe(true)
    bank.answer()
    await run
    await service.settle()
    expect(bank.calls).toEqual([first.uetr])
    expect((await service.read(second.paymentId)).status).toBe(status)
    expect(await handedOver(service)).toEqual([
      { adapter: 'bank', is_submitted: true },
      { adapter: null, is_submitted: false },
    ])
    expect((await service.balance('GBP')).balance).toBe(status === 'Failed' ? 900_00n : 800_00n)
    expect(service.failures).toEqual([])
    const chosen = db.pool.query(
      `update rail_instructions set adapter = 'bank' where entity_id = $1 and payment_id = $2`,
      [service.entityId, service.uuid(second.paymentId)],
    )
    await expect(chosen).rejects.toMatchObject({ constraint: 'rail_instruction_of_submitted_payment' })
  },
)

test('a payment that the sandbox fails before the bank has it is not sent as well', async () => {
  const { bank, service, first, second, run } = await twoPayments()
  const failing = fail(service, second.paymentId)
  await expect.poll(async () => (await service.read(second.paymentId)).status).toBe('Failed')
  bank.answer()
  expect((await failing).status).toBe(200)
  await run
  expect(bank.calls).toEqual([first.uetr])
  expect((await service.balance('GBP')).balance).toBe(900_00n)
})

test('a payment whose hand-over is under way cannot be failed by hand, before the bank answers and after it did not', async () => {
  const bank = slowBank()
  const service = await openPayments(db, 'RM', { adapters: [bank.adapter] })
  await service.fund('GBP', 1_000_00n)
  const { body } = await service.create({}, 'GBP')
  const run = service.settle()
  await expect.poll(() => bank.calls.length).toBe(1)
  await expect(byHand(service, body.uetr, 'Failed')).rejects.toMatchObject({ code: 'payment_hand_over_started' })
  bank.isDown = true
  bank.answer()
  await run
  await expect(byHand(service, body.uetr, 'Failed')).rejects.toMatchObject({ code: 'payment_hand_over_started' })
  const { body: seen } = await service.get(`/v1/payments/${body.paymentId}`)
  expect([seen.status, (await service.balance('GBP')).balance]).toEqual(['Submitted', 900_00n])
})

test('a payment that ended before its hand-over is not handed over with others to a rail in this process', async () => {
  const rail: RailPort = { submit: (...given) => simulatedRail.submit(...given) }
  const service = await openPayments(db, 'RM', { rail })
  await service.fund('GBP', 1_000_00n)
  const made = [(await service.create({}, 'GBP')).body, (await service.create({}, 'GBP')).body]
  rail.isInProcess = true // as after a restart with another configuration
  await byHand(service, made[1]!.uetr, 'Failed')
  await service.advance(60_000)
  expect((await service.read(made[0]!.paymentId)).status).toBe('Completed')
  expect((await service.read(made[1]!.paymentId)).status).toBe('Failed')
  const { rows } = await db.pool.query(
    `select status, adapter from rail_messages where entity_id = $1 and payment_id = $2`,
    [service.entityId, service.uuid(made[1]!.paymentId)],
  )
  expect(rows).toEqual([{ status: 'Failed', adapter: null }])
})

test('a failure that an operator reports again is known already, with and without the confirmation of the bank', async () => {
  const down = async () => {
    throw new Error('the bank is down')
  }
  const service = await openPayments(db, 'RM', { adapters: [{ id: 'bank', callsAtOnce: 1, port: { submit: down } }] })
  await service.fund('GBP', 1_000_00n)
  const { body } = await service.create({}, 'GBP')
  await service.settle()
  const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
  const report = { uetr: body.uetr, railRef: 'phone Failed', status: 'Failed' as const }
  expect(await inTransaction(db, (tx) => reportByHand(tx, { ...report, isNotReceived: true }, act))).toBe(true)
  for (const isNotReceived of [true, false])
    expect(await inTransaction(db, (tx) => reportByHand(tx, { ...report, isNotReceived }, act))).toBe(false)
  await service.settle()
  expect(await inTransaction(db, (tx) => reportByHand(tx, report, act))).toBe(false)
  const other = { ...report, railRef: 'phone again' }
  await inTransaction(db, (tx) => reportByHand(tx, other, act)) // the same fact in another message
  await service.settle()
  expect((await service.balance('GBP')).balance).toBe(1_000_00n)
})
