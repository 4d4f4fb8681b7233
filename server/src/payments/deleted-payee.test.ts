import { expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { everyPayment, openPayments, payees } from '../../test/support/payment-service.ts'
import { setPolicy } from '../approvals/index.ts'
import { inTransaction } from '../kernel/db/db.ts'

const db = await testDatabase()
const MONDAY = '2026-11-23'

test.each(['PendingApproval', 'BeneficiaryChanged', 'ApprovalRecalled'])(
  'a payment (%s) whose payee is deleted is rejected immediately, because it can no longer be approved',
  async (state) => {
    const service = await openPayments(db, 'RM')
    await inTransaction(db, (tx) => setPolicy(tx, service.entityId, everyPayment, operatorAct))
    const approver = { authorization: 'Bearer approver' }
    const paymentId = (await service.create({ paymentDate: MONDAY })).body.paymentId
    const decide = (what: string) => service.post(`/v1/payments/${paymentId}/${what}`, undefined, approver)
    if (state === 'BeneficiaryChanged') {
      await decide('approve')
      await service.put(`/v1/beneficiaries/${service.beneficiary['EUR']}`, {
        entityId: service.wireEntity,
        ...payees['EUR'],
        iban: 'DE75512108001245126199',
      })
      await service.settle()
      expect((await service.read(paymentId)).statusReason.code).toBe(state)
    }
    if (state === 'ApprovalRecalled') {
      await decide('approve')
      expect((await decide('recall-approval')).body.status).toBe(state)
    }
    const scheduled = (await service.create({ paymentDate: MONDAY }, 'GBP')).body.paymentId
    expect((await service.delete(`/v1/beneficiaries/${service.beneficiary['EUR']}?force=true`)).status).toBe(204)
    await service.settle()
    const { status, statusReason } = await service.read(paymentId)
    expect([status, statusReason.code]).toEqual(['Rejected', 'BeneficiaryNotActive'])
    expect(statusReason.nextAction).toBe('Check the beneficiary and send a new payment.')
    expect((await service.read(scheduled)).status).toBe('PendingApproval') // to another payee
    const events = (await service.get('/v1/events?types=payment.rejected')).body.data
    expect(events.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([paymentId])
    expect(service.failures).toEqual([])
  },
)
