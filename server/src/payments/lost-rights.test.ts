import { expect, test } from 'vitest'
import { givenEntity, operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { whileBalancesAreLocked } from '../../test/support/locked-balances.ts'
import { openPayments } from '../../test/support/payment-service.ts'
import { type Policy, setPolicy } from '../approvals/index.ts'
import { grantEntity, revokeEntity, setClientRoles, setClientStatus } from '../auth/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'

const db = await testDatabase({ poolSize: 12 })
const MONDAY = '2026-11-23'
const RELEASE = '2026-11-23T02:00:00Z'

async function given(policy: Partial<Policy> = {}) {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_000_00n)
  await service.settle()
  const every = { resource: 'Payment' as const, currency: null, fromMinor: 0n, belowMinor: null, newPayeeOnly: false }
  const set = (more: Partial<Policy>) =>
    inTransaction(db, (tx) => setPolicy(tx, service.entityId, { ...every, steps: 2, ...more }, operatorAct))
  await set(policy)
  const decide = (paymentId: string, what = 'approve', token = 'approver') =>
    service.post(`/v1/payments/${paymentId}/${what}`, undefined, { authorization: `Bearer ${token}` })
  const { approver, maker } = service.clients
  const { entityId } = service
  const otherEntityId = await givenEntity(db, 'RM')
  const grantOther = () =>
    inTransaction(db, (tx) =>
      grantEntity(tx, approver, { entityId: otherEntityId, roles: ['approver'], grants: [] }, operatorAct),
    )
  const setStatus = (clientId: string, status: 'Active' | 'Blocked') =>
    inTransaction(db, (tx) => setClientStatus(tx, clientId, status, operatorAct))
  return { ...service, set, decide, approver, maker, entityId, grantOther, setStatus }
}
type Given = Awaited<ReturnType<typeof given>>

const LOSSES: [string, (service: Given) => Promise<unknown>][] = [
  ['is blocked', ({ setStatus, approver }) => setStatus(approver, 'Blocked')],
  [
    'loses the role',
    ({ approver: clientId, entityId }) =>
      inTransaction(db, (tx) => setClientRoles(tx, { clientId, entityId }, ['maker'], operatorAct)),
  ],
  [
    'loses the scope',
    ({ approver, entityId }) =>
      inTransaction(db, (tx) =>
        grantEntity(tx, approver, { entityId, roles: ['approver'], grants: ['payments:read'] }, operatorAct),
      ),
  ],
  [
    'loses the entity',
    async ({ approver, entityId, grantOther }) => {
      await grantOther()
      await inTransaction(db, (tx) => revokeEntity(tx, approver, entityId, operatorAct))
    },
  ],
]

test.each(LOSSES)('an approver that %s before the last approval does not count', async (_, lose) => {
  const service = await given()
  const { paymentId } = (await service.create()).body
  expect((await service.decide(paymentId)).body.approval).toMatchObject({ stepsGiven: 1, steps: [{ counts: true }] })
  await lose(service)
  expect((await service.read(paymentId)).approval).toMatchObject({ stepsGiven: 0, steps: [{ counts: false }] })
  const { status, body } = await service.decide(paymentId, 'approve', 'second')
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'PendingApproval', approval: { stepsRequired: 2, stepsGiven: 1 } })
})

test('an approval counts again once its client may approve again', async () => {
  const service = await given()
  const { paymentId } = (await service.create()).body
  await service.decide(paymentId)
  await service.setStatus(service.approver, 'Blocked')
  await service.setStatus(service.approver, 'Active')
  expect((await service.decide(paymentId, 'approve', 'second')).body.status).toBe('Screening')
})

test('a scheduled payment whose approver was blocked is released only after the approval of another one', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create({ paymentDate: MONDAY })).body
  expect((await service.decide(paymentId)).body.status).toBe('Scheduled')
  await service.setStatus(service.approver, 'Blocked')
  await service.advance(RELEASE)
  expect(await service.read(paymentId)).toMatchObject({
    status: 'PendingApproval',
    statusReason: { code: 'ApprovalRequired' },
    approval: { stepsRequired: 1, stepsGiven: 0, steps: [{ counts: false }] },
  })
  expect((await service.decide(paymentId, 'approve', 'second')).status).toBe(200)
  await service.advance('2026-11-23T02:10:00Z')
  expect(await service.read(paymentId)).toMatchObject({ status: 'Completed', approval: { stepsGiven: 2 } })
})

test('a scheduled payment needs again only the approval whose client may no longer approve', async () => {
  const service = await given()
  const { paymentId } = (await service.create({ paymentDate: MONDAY })).body
  await service.decide(paymentId)
  await service.decide(paymentId, 'approve', 'second')
  await service.setStatus(service.approver, 'Blocked')
  await service.advance(RELEASE)
  expect(await service.read(paymentId)).toMatchObject({ status: 'PendingApproval', approval: { stepsGiven: 1 } })
  await service.setStatus(service.approver, 'Active')
  expect((await service.read(paymentId)).approval).toMatchObject({ stepsGiven: 2 })
})

test('a payment whose approvals count again is approved by an approver again, or rejected by one', async () => {
  const service = await given()
  const givenComplete = async () => {
    const { paymentId } = (await service.create()).body
    await service.decide(paymentId)
    await service.setStatus(service.approver, 'Blocked')
    await service.decide(paymentId, 'approve', 'second')
    await service.setStatus(service.approver, 'Active')
    return paymentId
  }
  const paymentId = await givenComplete()
  const shown = await service.get(`/v1/payments/${paymentId}`, { authorization: 'Bearer approver' })
  expect(shown.body).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsGiven: 2, canApprove: true, approvers: { except: [formatId('cli', service.maker)] } },
    allowedActions: ['Approve', 'Reject'],
  })
  expect((await service.decide(paymentId, 'approve', 'second')).body).toMatchObject({
    status: 'Screening',
    approval: { stepsGiven: 2, steps: [{}, {}] },
  })
  const { body } = await service.decide(await givenComplete(), 'reject', 'second')
  expect(body).toMatchObject({ status: 'Rejected', approval: { stepsGiven: 2 } })
  expect(body.approval.steps.at(-1)).toMatchObject({ decision: 'Rejected' })
})

test('a scheduled payment whose one approver is blocked and unblocked again leaves once that client approves again', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create({ paymentDate: MONDAY })).body
  await service.decide(paymentId)
  await service.setStatus(service.approver, 'Blocked')
  await service.advance(RELEASE)
  await service.setStatus(service.approver, 'Active')
  expect((await service.decide(paymentId)).body.status).toBe('Screening')
  await service.advance('2026-11-23T02:10:00Z')
  expect((await service.read(paymentId)).status).toBe('Completed')
})

test('a payment that was completed keeps showing its approval after its approver is blocked', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  await service.decide(paymentId)
  await service.advance(60_000)
  await service.setStatus(service.approver, 'Blocked')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Completed',
    approval: { stepsGiven: 1, steps: [{ counts: true }] },
  })
})

test.each(['approve', 'reject'])('a client that is blocked while its %s is under way decides nothing', async (what) => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  await service.setStatus(service.approver, 'Blocked') // its token was read before
  expect(await service.decide(paymentId, what)).toMatchObject({ status: 403, body: { code: 'role_missing' } })
  expect(await service.read(paymentId)).toMatchObject({ status: 'PendingApproval', approval: { steps: [] } })
})

test('a payment whose maker is blocked can still be approved or rejected by another client', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  await service.setStatus(service.maker, 'Blocked')
  expect((await service.decide(paymentId)).body.status).toBe('Screening')
})

test('a policy that meanwhile requires more approvals applies to the last approval', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  await service.set({ steps: 2 })
  expect((await service.decide(paymentId)).body).toMatchObject({
    status: 'PendingApproval',
    approval: { stepsRequired: 2, stepsGiven: 1 },
  })
  expect((await service.decide(paymentId, 'approve', 'second')).body.status).toBe('Screening')
})

test('no payment leaves with one approval when two last ones are concurrent and one approver is blocked meanwhile', async () => {
  const service = await given()
  const made = await Promise.all(Array.from({ length: 4 }, () => service.create()))
  const ids = made.map(({ body }) => body.paymentId as string)
  const approve = (token: string) => ids.map((id) => service.decide(id, 'approve', token))
  const block = service.setStatus(service.approver, 'Blocked')
  const answers = await Promise.all([...approve('approver'), ...approve('second')])
  await block
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
  for (const id of ids) {
    const { status, approval } = await service.read(id)
    const given = approval.steps.length
    expect(status === 'Screening' ? given : 2).toBe(2)
  }
})

test('an approver that is blocked between the count of the last approval and its booking does not count', async () => {
  const service = await given()
  const { paymentId } = (await service.create()).body
  await service.decide(paymentId)
  const answer = await whileBalancesAreLocked(
    db,
    service.entityId,
    () => service.decide(paymentId, 'approve', 'second'),
    () => service.setStatus(service.approver, 'Blocked'),
  )
  expect(answer).toMatchObject({ status: 200, body: { status: 'PendingApproval', approval: { stepsGiven: 1 } } })
})

test('an approver that is blocked between its own last approval and the booking decides nothing', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  const answer = await whileBalancesAreLocked(
    db,
    service.entityId,
    () => service.decide(paymentId),
    () => service.setStatus(service.approver, 'Blocked'),
  )
  expect(answer).toMatchObject({ status: 403, body: { code: 'role_missing' } })
})

test('one of a concurrent approval and rejection decides and the other is rejected', async () => {
  const service = await given({ steps: 1 })
  const { paymentId } = (await service.create()).body
  const answers = await Promise.all([
    service.decide(paymentId, 'approve'),
    service.decide(paymentId, 'reject', 'second'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})
