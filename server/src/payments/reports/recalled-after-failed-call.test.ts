import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { serverDirectory } from '../../kernel/values/package-directory.ts'
import { type RailAdapter, type RailReport, receiveReport } from '../rails/index.ts'

const db = await testDatabase()

/** A bank that accepts each payment. Its answers about the first are lost; those about others come at `answer`, or are lost at `hangUp`. */
function bankWithBrokenLine() {
  const calls: string[] = []
  const gates: { open: () => void; fail: (error: Error) => void }[] = []
  let broken: string | undefined
  const adapter: RailAdapter = {
    id: 'bank',
    callsAtOnce: 1,
    port: {
      async submit({ uetr }) {
        calls.push(`submit ${uetr}`)
        broken ??= uetr
        if (uetr === broken) throw new Error('the line broke')
        await new Promise<void>((open, fail) => gates.push({ open, fail }))
      },
      async recall({ instruction }) {
        calls.push(`recall ${instruction.uetr}`)
      },
    },
  }
  return {
    calls,
    adapter,
    answer: () => gates.splice(0).forEach(({ open }) => open()),
    hangUp: () => gates.splice(0).forEach(({ fail }) => fail(new Error('the line broke'))),
  }
}

/** A payment of 100.00 that the bank has, although its answer was lost. */
async function given() {
  const bank = bankWithBrokenLine()
  const service = await openPayments(db, 'RM', { adapters: [bank.adapter] })
  await service.fund('GBP', 1_000_00n)
  const { body } = await service.create({}, 'GBP')
  await service.settle()
  expect(new Set(bank.calls)).toEqual(new Set([`submit ${body.uetr}`]))
  await db.pool.query(`update due_work set retry_at = now() + interval '1 hour' where entity_id = $1`, [
    service.entityId,
  ])
  bank.calls.length = 0
  return { bank, service, paymentId: body.paymentId as string, uetr: body.uetr as string }
}

const report = ({ time }: PaymentService, uetr: string, status: RailReport['status']) =>
  inTransaction(db, (tx) => receiveReport(tx, { uetr, railRef: `bank ${status}`, status, at: time.now }, 'bank'))

/** Lets the pause before the repeated call pass. */
const passPause = ({ entityId }: PaymentService) =>
  db.pool.query('update due_work set retry_at = null where entity_id = $1', [entityId])

const jobs = async ({ entityId }: PaymentService) =>
  (await db.pool.query('select kind, attempts, retry_at from due_work where entity_id = $1', [entityId])).rows

/** Kinds of the jobs of an entity whose external calls wait or run. */
const leased = async (service: PaymentService) =>
  (await jobs(service)).filter(({ retry_at: until }) => until !== null).map(({ kind }) => kind)

const recall = (service: PaymentService, paymentId: string) =>
  service.post(`/v1/payments/${paymentId}/recall`, { reason: 'DUPL' })

test.each(['Sent', 'Completed'] as const)(
  'a payment that the bank reports as %s although its hand-over failed is recalled at the bank, once',
  async (status) => {
    const { bank, service, paymentId, uetr } = await given()
    expect(await report(service, uetr, status)).toBe(true)
    await service.settle()
    expect((await service.read(paymentId)).status).toBe(status)
    expect((await recall(service, paymentId)).status).toBe(202)
    await service.settle()
    expect(bank.calls).toEqual([])
    await passPause(service)
    await service.settle()
    expect(bank.calls).toEqual([`recall ${uetr}`])
    expect(await jobs(service)).toEqual([])
  },
)

test('a recall of a payment that the bank reports while its repeated hand-over waits in the queue is sent', async () => {
  const { bank, service, paymentId, uetr } = await given()
  const other = (await service.create({}, 'GBP')).body
  const runs = [service.settle()]
  await expect.poll(() => bank.calls.at(-1)).toBe(`submit ${other.uetr}`)
  await db.pool.query('update due_work set retry_at = null where entity_id = $1 and resource_id = $2', [
    service.entityId,
    service.uuid(paymentId),
  ])
  runs.push(service.settle())
  await expect.poll(() => leased(service)).toEqual(['payment.submit', 'payment.submit'])
  await report(service, uetr, 'Sent')
  runs.push(service.settle())
  await expect.poll(async () => (await service.read(paymentId)).status).toBe('Sent')
  expect((await recall(service, paymentId)).status).toBe(202)
  runs.push(service.settle())
  await expect.poll(async () => (await jobs(service)).map(({ kind }) => kind)).not.toContain('payment.recall')
  bank.answer()
  await Promise.all(runs)
  await service.settle()
  expect(bank.calls).toEqual([`submit ${other.uetr}`, `recall ${uetr}`])
  expect(await jobs(service)).toEqual([])
})

test('a hand-over that an earlier release ended without storing it is stored by the migration, and its recall is sent', async () => {
  const { bank, service, paymentId, uetr } = await given()
  const failed = (await service.create({}, 'GBP')).body
  await report(service, uetr, 'Sent')
  const run = service.settle()
  await expect.poll(() => bank.calls.at(-1)).toBe(`submit ${failed.uetr}`)
  bank.hangUp()
  await run
  expect((await recall(service, paymentId)).status).toBe(202)
  await service.settle()
  await db.pool.query('delete from due_work where entity_id = $1', [service.entityId])
  const migration = path.join(serverDirectory, 'db', 'migrations', '0135_payments_rails_hand_overs_and_entries.sql')
  for (const _ of ['once', 'again']) await db.pool.query(readFileSync(migration, 'utf8'))
  const { rows } = await db.pool.query(
    `select uetr, submitted_at is not null as "isSubmitted" from rail_instructions where entity_id = $1 order by payment_id`,
    [service.entityId],
  )
  expect(rows).toEqual([
    { uetr, isSubmitted: true },
    { uetr: failed.uetr, isSubmitted: false },
  ])
  bank.calls.length = 0
  await service.settle()
  expect(bank.calls).toEqual([`recall ${uetr}`])
})
