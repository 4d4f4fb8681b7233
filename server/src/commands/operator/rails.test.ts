import { expect, test } from 'vitest'
import { testInstitution } from '../../../test/support/accounts.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import type { RailAdapter } from '../../payments/rails/index.ts'
import { operatorCommand } from '../operator.ts'

const db = await testDatabase()
const calls: string[] = []
/** A bank that cannot be reached. */
const adapter: RailAdapter = {
  id: 'bank',
  callsAtOnce: 1,
  port: {
    async submit({ uetr }) {
      calls.push(`submit ${uetr}`)
      throw new Error('the bank is down')
    },
    async recall({ instruction }) {
      calls.push(`recall ${instruction.uetr}`)
    },
  },
}
const service = await openPayments(db, 'RM', { adapters: [adapter] })

const report = (uetr: string, status: string, ...more: string[]) =>
  operatorCommand(
    async () => ({ db, clock: service.deps.clock, institution: testInstitution, close: async () => {} }),
    () => {},
  ).parseAsync(['report-payment', '--uetr', uetr, '--status', status, '--reference', 'call 17', ...more, '--json'], {
    from: 'user',
  })

/** Lets the pause before the repeated call pass. */
const passPause = () => db.pool.query('update due_work set retry_at = null where entity_id = $1', [service.entityId])

test('a payment that the bank does not have is failed on its confirmation, and neither sent nor recalled afterwards', async () => {
  await service.fund('GBP', 1_000_00n)
  const { paymentId, uetr } = (await service.create({}, 'GBP')).body
  await service.settle()
  expect((await service.post(`/v1/payments/${paymentId}/recall`, { reason: 'DUPL' })).status).toBe(202)
  await expect(report(uetr, 'Failed')).rejects.toThrow('--not-received-by-bank')
  await expect(report(uetr, 'Completed', '--not-received-by-bank')).rejects.toThrow('needs --status Failed')
  await report(uetr, 'Failed', '--not-received-by-bank')
  calls.length = 0
  await passPause()
  await service.settle()
  expect(await service.read(paymentId)).toMatchObject({ status: 'Failed', recall: { status: 'Accepted' } })
  expect((await service.balance('GBP')).balance).toBe(1_000_00n)
  const { rows } = await db.pool.query(
    `select (select submitted_at from rail_instructions where entity_id = $1 and payment_id = $2) as submitted_at,
      (select detail->'isNotReceived' from audit_log where entity_id = $1 and action = 'railReport.entered') as confirmed,
      (select count(*)::int from due_work where entity_id = $1) as jobs`,
    [service.entityId, service.uuid(paymentId)],
  )
  expect([calls, rows]).toEqual([[], [{ submitted_at: null, confirmed: true, jobs: 0 }]])
})
