import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import type { RailAdapter, RailInstruction, RailPort, RailReport } from '../rails/index.ts'

const db = await testDatabase()

/**
 * A bank that accepts each call and pays each uetr once, however often it is named. The first call of each kind stays
 * unanswered until `answer`, as that of a process that has stopped.
 */
function bankThatHangs() {
  const calls: string[] = []
  const paid = new Set<string>()
  const gates: (() => void)[] = []
  const hang = (call: string): Promise<void> => {
    const isFirst = !calls.some((each) => each.split(' ')[0] === call.split(' ')[0])
    calls.push(call)
    return isFirst ? new Promise((resolve) => gates.push(resolve)) : Promise.resolve()
  }
  const reportOn = ({ uetr }: RailInstruction, status: RailReport['status'], at: Date): RailReport => ({
    uetr,
    railRef: `bank/${uetr}/${status}`,
    status,
    at,
  })
  const port: RailPort = {
    async submit(instruction, at, report) {
      paid.add(instruction.uetr)
      await hang(`submit ${instruction.uetr}`)
      await report(reportOn(instruction, 'Completed', at))
    },
    async recall({ instruction }, at, report) {
      await hang(`recall ${instruction.uetr}`)
      await report(reportOn(instruction, 'Returned', at))
    },
  }
  const adapter: RailAdapter = { id: 'bank', port, callsAtOnce: 4 }
  return { calls, paid, adapter, answer: () => gates.splice(0).forEach((open) => open()) }
}

/** Lets the leases of suspended jobs run out, as half a minute of wall time does. */
const lapse = ({ entityId }: PaymentService) =>
  db.pool.query(
    `update due_work set retry_at = now() - interval '1 second' where entity_id = $1 and retry_at is not null`,
    [entityId],
  )
/** The calls to the bank after another process has taken the lapsed jobs, unless their first process did so itself. */
async function repeated(service: PaymentService, { calls }: { calls: readonly string[] }): Promise<readonly string[]> {
  await lapse(service)
  await service.newWorker().runDue(service.time.now)
  return calls
}

const reported = async ({ entityId }: PaymentService) =>
  (
    await db.pool.query('select status from rail_messages where entity_id = $1 order by received_at, status', [
      entityId,
    ])
  ).rows

test('a hand-over and a recall that are repeated after their lease reach the bank under one reference, and count once', async () => {
  const bank = bankThatHangs()
  const service = await openPayments(db, 'RM', { adapters: [bank.adapter] })
  await service.fund('GBP', 1_000_00n)
  const { body } = await service.create({ amount: '100.00' }, 'GBP')

  const stopped = service.settle()
  await expect.poll(() => bank.calls.length).toBe(1)
  await service.newWorker().runDue(service.time.now)
  expect(bank.calls).toEqual([`submit ${body.uetr}`])
  await expect.poll(() => repeated(service, bank)).toEqual([`submit ${body.uetr}`, `submit ${body.uetr}`])
  expect((await service.read(body.paymentId)).status).toBe('Completed')
  bank.answer()
  await stopped
  expect([bank.paid.size, await reported(service)]).toEqual([1, [{ status: 'Completed' }]])
  expect((await service.balance('GBP')).balance).toBe(900_00n)

  await service.post(`/v1/payments/${body.paymentId}/recall`, { reason: 'DUPL' })
  const interrupted = service.settle()
  await expect.poll(() => bank.calls.length).toBe(3)
  const recalls = async () => (await repeated(service, bank)).slice(2)
  await expect.poll(recalls).toEqual([`recall ${body.uetr}`, `recall ${body.uetr}`])
  expect(await service.read(body.paymentId)).toMatchObject({ status: 'Returned', recall: { status: 'Accepted' } })
  bank.answer()
  await interrupted
  await service.settle()
  expect((await service.balance('GBP')).balance).toBe(1_000_00n)
  expect(await reported(service)).toHaveLength(2)
  expect(service.failures).toEqual([])
  const left = await db.pool.query('select kind from due_work where entity_id = $1', [service.entityId])
  expect(left.rows).toEqual([])
})

test('a payment is recalled only after its bank has it: a recall of one that waits in a queue follows its hand-over', async () => {
  const bank = bankThatHangs()
  const service = await openPayments(db, 'RM', { adapters: [{ ...bank.adapter, callsAtOnce: 1 }] })
  await service.fund('GBP', 1_000_00n)
  const [first, second] = [
    (await service.create({ amount: '10.00' }, 'GBP')).body,
    (await service.create({ amount: '20.00' }, 'GBP')).body,
  ]
  const run = service.settle()
  await expect.poll(() => bank.calls.length).toBe(1)
  await expect.poll(async () => (await service.read(second.paymentId)).status).toBe('Submitted')
  const asked = await service.post(`/v1/payments/${second.paymentId}/recall`, { reason: 'DUPL' })
  expect(asked.status).toBe(202)
  bank.answer()
  await expect.poll(() => bank.calls.at(-1)).toBe(`recall ${second.uetr}`)
  bank.answer()
  await run
  expect(bank.calls).toEqual([`submit ${first.uetr}`, `submit ${second.uetr}`, `recall ${second.uetr}`])
  expect((await service.read(second.paymentId)).status).toBe('Returned')
  expect((await service.balance('GBP')).balance).toBe(990_00n)
})
