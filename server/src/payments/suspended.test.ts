import { expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { FRIDAY, openPayments, type PaymentService, screenedLater } from '../../test/support/payment-service.ts'
import { setEntityStatus } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { type RailAdapter, receiveReport } from './rails/index.ts'

const db = await testDatabase()
const MONDAY = '2026-11-23'

/** Sets the status of the entity, and waits until the process has heard of it. */
async function setStatus({ entityId, deps }: PaymentService, status: 'Active' | 'Suspended') {
  await inTransaction(db, (tx) => setEntityStatus(tx, entityId, status, operatorAct))
  await expect.poll(async () => (await deps.entities.get(entityId))?.entity.status).toBe(status)
}

/** Passes the time after which paused jobs are looked at again. */
const passPause = ({ entityId }: PaymentService) =>
  db.pool.query(`update due_work set retry_at = now() where entity_id = $1 and retry_at is not null`, [entityId])

async function given(options: Parameters<typeof openPayments>[2] = {}) {
  const service = await openPayments(db, 'RM', options)
  await service.fund('EUR', 1_000_000_00n)
  await service.settle()
  return service
}

test('a payment for a later day does not leave while its entity is suspended, and leaves afterwards', async () => {
  const service = await given()
  const made = [1, 2, 3].map(() => service.create({ paymentDate: MONDAY, amount: '10.00' }, 'EUR'))
  const ids = (await Promise.all(made)).map(({ body }) => body.paymentId as string)
  const statuses = async () => (await Promise.all(ids.map((id) => service.read(id)))).map(({ status }) => status)
  await setStatus(service, 'Suspended')
  await service.advance(`${MONDAY}T08:00:00Z`)
  expect(await statuses()).toEqual(['Scheduled', 'Scheduled', 'Scheduled'])
  await passPause(service)
  await service.settle()
  expect(await statuses()).toEqual(['Scheduled', 'Scheduled', 'Scheduled'])
  await setStatus(service, 'Active')
  await service.advance(`${MONDAY}T12:00:00Z`)
  expect(await statuses()).toEqual(['Completed', 'Completed', 'Completed'])
})

test('a payment whose money is held is not handed over to its rail while its entity is suspended', async () => {
  const service = await given({ policies: screenedLater })
  const { body } = await service.create({ paymentDate: FRIDAY }, 'EUR')
  expect(body.status).toBe('Screening')
  await setStatus(service, 'Suspended')
  await service.settle()
  expect((await service.read(body.paymentId)).status).toBe('Screening')
  await setStatus(service, 'Active')
  await service.advance(`${FRIDAY}T12:00:00Z`)
  expect((await service.read(body.paymentId)).status).toBe('Completed')
})

test('a payment that waits in the queue of a bank does not leave while its entity is suspended, and leaves afterwards', async () => {
  const calls: string[] = []
  const gates: (() => void)[] = []
  const bank: RailAdapter = {
    id: 'bank',
    callsAtOnce: 1,
    port: {
      async submit({ uetr }) {
        calls.push(uetr)
        if (calls.length === 1) await new Promise<void>((resolve) => gates.push(resolve))
      },
    },
  }
  const service = await given({ adapters: [bank] })
  const uetrs = [(await service.create({}, 'EUR')).body.uetr, (await service.create({}, 'EUR')).body.uetr]
  const jobs = async () => {
    const { rows } = await db.pool.query(
      `select kind, attempts, retry_at > now() as "isHidden" from due_work where entity_id = $1`,
      [service.entityId],
    )
    return rows
  }
  const waiting = { kind: 'payment.submit', attempts: 0, isHidden: true }
  const run = service.settle()
  await expect.poll(jobs).toEqual([waiting, waiting])
  await expect.poll(() => calls.length).toBe(1)
  await setStatus(service, 'Suspended')
  gates.forEach((answer) => answer())
  await run
  await service.settle()
  expect(calls).toEqual([uetrs[0]])
  expect(await jobs()).toEqual([waiting])
  await setStatus(service, 'Active')
  await service.settle()
  expect(calls).toEqual(uetrs)
  expect([await jobs(), service.failures]).toEqual([[], []])
})

test('what the bank reports on a payment that has left takes effect while its entity is suspended', async () => {
  const service = await given()
  const { body } = await service.create({ paymentDate: FRIDAY }, 'EUR')
  await service.settle()
  expect((await service.read(body.paymentId)).status).toBe('Submitted')
  await setStatus(service, 'Suspended')
  await service.advance(`${FRIDAY}T12:00:00Z`)
  expect((await service.read(body.paymentId)).status).toBe('Completed')
})

test('a recall is sent while its entity is suspended: it brings money back', async () => {
  const calls: string[] = []
  const bank: RailAdapter = {
    id: 'bank',
    callsAtOnce: 1,
    port: { submit: async () => {}, recall: async ({ instruction }) => void calls.push(instruction.uetr) },
  }
  const service = await given({ adapters: [bank] })
  const { body } = await service.create({}, 'EUR')
  await service.settle()
  await inTransaction(db, (tx) =>
    receiveReport(tx, { uetr: body.uetr, railRef: 'sent', status: 'Sent', at: service.time.now }, 'bank'),
  )
  await service.settle()
  await service.post(`/v1/payments/${body.paymentId}/recall`, { reason: 'FRAD' })
  await setStatus(service, 'Suspended')
  await service.settle()
  expect(calls).toEqual([body.uetr])
})
