import { describe, expect, test } from 'vitest'
import { operatorAct } from '../../test/support/clients.ts'
import { testDatabase } from '../../test/support/database.ts'
import { everyPayment, openPayments, payees, type PaymentService } from '../../test/support/payment-service.ts'
import { type Policy, removePolicy, setPolicy } from '../approvals/index.ts'
import { setBeneficiaryPolicy } from '../beneficiaries/index.ts'
import { getProfile } from '../entities/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { formatId } from '../kernel/values/ids.ts'
import { advance } from './lifecycle/transitions.ts'
import { lockPayment } from './record/queries.ts'

const db = await testDatabase({ poolSize: 12 })
const MONDAY = '2026-11-23'

const givenPolicy = (service: PaymentService, change: Partial<Policy> = {}) =>
  inTransaction(db, (tx) => setPolicy(tx, service.entityId, { ...everyPayment, ...change }, operatorAct))

async function withMoney(policies: Partial<Policy>[] = [{}]) {
  const service = await openPayments(db, 'RM')
  for (const currency of ['EUR', 'GBP', 'USD']) await service.fund(currency, 1_000_000_00n)
  await service.settle()
  for (const policy of policies) await givenPolicy(service, policy)
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  const decide = (paymentId: string, what: string, token = 'approver') =>
    service.post(`/v1/payments/${paymentId}/${what}`, undefined, as(token))
  return { ...service, decide }
}

test('bands, currencies and steps: the policy that requires most applies', async () => {
  const service = await withMoney([
    { currency: 'EUR', fromMinor: 1_000_00n, belowMinor: 5_000_00n, steps: 1 },
    { currency: 'EUR', fromMinor: 5_000_00n, steps: 2 },
    { fromMinor: 9_000_00n, steps: 3 },
  ])
  const stepsFor = async (amount: string, currency = 'EUR') =>
    (await service.create({ amount }, currency)).body.approval.stepsRequired
  expect(await stepsFor('999.99')).toBe(0)
  expect(await stepsFor('1000.00')).toBe(1)
  expect(await stepsFor('4999.99')).toBe(1)
  expect(await stepsFor('5000.00')).toBe(2)
  expect(await stepsFor('9000.00')).toBe(3)
  expect(await stepsFor('8500.00', 'USD')).toBe(0) // about 7,300 EUR
  expect(await stepsFor('8500.00', 'GBP')).toBe(3) // about 9,600 EUR
})

test('validate reports the approval that create would require', async () => {
  const service = await withMoney([{ steps: 2 }])
  const { body } = await service.post('/v1/payments/validate', service.order())
  expect(body.approval).toEqual({ required: true, policyId: expect.stringMatching(/^apl_/), stepsRequired: 2 })
})

test('two steps need two other clients, each once; the payment says who may approve', async () => {
  const service = await withMoney([{ steps: 2 }])
  const { body } = await service.create()
  const { paymentId } = body
  expect(body).toMatchObject({ status: 'PendingApproval', allowedActions: ['Cancel'] })
  expect(body.approval).toMatchObject({
    stepsRequired: 2,
    stepsGiven: 0,
    canApprove: false,
    approvers: { scope: 'payments:approve', except: [formatId('cli', service.clients.maker)] },
  })
  expect(await service.decide(paymentId, 'approve', 'dual')).toMatchObject({
    status: 403,
    body: { code: 'approval_self_not_allowed' },
  })
  const first = await service.decide(paymentId, 'approve')
  expect(first.body).toMatchObject({ status: 'PendingApproval', approval: { stepsGiven: 1, canApprove: false } })
  expect(await service.decide(paymentId, 'approve')).toMatchObject({
    status: 409,
    body: { code: 'approval_already_given', params: { missing: 1 } },
  })
  const second = await service.decide(paymentId, 'approve', 'second')
  expect(second.body).toMatchObject({ status: 'Screening', approval: { stepsGiven: 2, approvers: null } })
  const types = await service.events(paymentId)
  expect(types).toEqual([
    'payment.pendingApproval',
    'approval.requested',
    'approval.granted',
    'payment.screening',
    'approval.granted',
  ])
})

test('a rejection ends the payment, with any number of approvals', async () => {
  const service = await withMoney([{ steps: 2 }])
  const { paymentId } = (await service.create()).body
  await service.decide(paymentId, 'approve')
  const { body } = await service.decide(paymentId, 'reject', 'second')
  expect(body).toMatchObject({ status: 'Rejected', statusReason: { code: 'ApprovalRejected' } })
  expect((await service.balance('EUR')).held).toBe(0n)
})

test('an approver can reject a payment that waits for another approval, and not approve it again', async () => {
  const service = await withMoney([{ steps: 2 }])
  const { paymentId } = (await service.create()).body
  const { body } = await service.decide(paymentId, 'approve')
  expect(body).toMatchObject({ approval: { canApprove: false }, allowedActions: ['Reject'] })
  expect((await service.decide(paymentId, 'approve')).body.code).toBe('approval_already_given')
  expect((await service.decide(paymentId, 'reject')).body).toMatchObject({
    status: 'Rejected',
    approval: { steps: [{ decision: 'Approved' }, { decision: 'Rejected' }] },
  })
})

test('only an account that was never paid requires approval, whichever way the payee is given', async () => {
  const service = await withMoney([{ newPayeeOnly: true }])
  const { paymentId } = (await service.create()).body
  await service.decide(paymentId, 'approve')
  await service.advance(60_000)
  expect((await service.read(paymentId)).status).toBe('Completed')
  expect((await service.create()).body.status).toBe('Submitted')
  const { body } = await service.get(`/v1/beneficiaries/${service.beneficiary['EUR']}`)
  const { name, address, countryCode, bankCountryCode, currency, iban } = body
  const inline = (account: string) =>
    service.create({
      beneficiaryId: undefined,
      creditorAccount: { name, address, countryCode, bankCountryCode, currency, iban: account },
    })
  expect((await inline(iban)).body).toMatchObject({ status: 'Submitted' })
  expect((await inline('DE75512108001245126199')).body).toMatchObject({ status: 'PendingApproval' })
})

test('the settings show the policies, and a removed one no longer applies', async () => {
  const service = await withMoney([])
  const policy = await givenPolicy(service, { currency: 'EUR', fromMinor: 1_000_00n, steps: 2 })
  const policies = async () => (await getProfile(db.reader, service.entityId))!.settings.approvalPolicies
  expect(await policies()).toEqual([
    {
      resource: 'Payment',
      policyId: formatId('apl', policy.policyId),
      summary: 'Payments in EUR of 1000.00 EUR or more need the approval of 2 other clients.',
    },
  ])
  await inTransaction(db, (tx) => removePolicy(tx, service.entityId, policy.policyId, operatorAct))
  expect(await policies()).toEqual([])
  expect((await service.create({ amount: '5000.00' })).body.status).toBe('Submitted')
})

test('an approver that saw the former payee does not approve the new one', async () => {
  const service = await withMoney()
  const { paymentId } = (await service.create({ paymentDate: MONDAY }, 'EUR')).body
  const seen = await service.get(`/v1/payments/${paymentId}`)
  const decide = (verdict: string, etag: string) =>
    service.post(`/v1/payments/${paymentId}/${verdict}`, undefined, {
      authorization: 'Bearer approver',
      'if-match': etag,
    })
  const etag = seen.headers['etag'] as string
  expect(etag).toMatch(new RegExp(`^"${seen.body.version}\\.`))
  const changed = { entityId: service.wireEntity, ...payees.EUR, iban: 'DE75512108001245126199' }
  await service.put(`/v1/beneficiaries/${service.beneficiary['EUR']}`, changed)
  await service.settle()
  for (const verdict of ['approve', 'reject']) {
    expect(await decide(verdict, etag)).toMatchObject({ status: 412, body: { code: 'payment_version_conflict' } })
  }
  expect(await decide('approve', '2')).toMatchObject({ status: 400, body: { code: 'if_match_invalid' } })
  const now = await service.get(`/v1/payments/${paymentId}`)
  expect(await decide('approve', now.headers['etag'] as string)).toMatchObject({ body: { status: 'Scheduled' } })
})

test('the database rejects the maker as approver, and a payment that continues without its approvals', async () => {
  const service = await withMoney([{ steps: 2 }])
  const { paymentId } = (await service.create()).body
  const row = [service.entityId, service.uuid(paymentId)]
  const approve = (clientId: string) =>
    db.pool.query(
      `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
       values ($1, 'payment', $2, 1, $3, 'Approved', '{}', now())`,
      [...row, clientId],
    )
  await expect(approve(service.clients.maker)).rejects.toMatchObject({ constraint: 'approval_maker_is_not_checker' })
  const resume = () =>
    db.pool.query(`update payments set status = 'Scheduled' where entity_id = $1 and payment_id = $2`, row)
  await expect(resume()).rejects.toMatchObject({ constraint: 'payment_has_its_approvals' })
  await approve(service.clients.approver)
  await expect(resume()).rejects.toMatchObject({ constraint: 'payment_has_its_approvals' })
  await expect(db.pool.query('delete from approvals')).rejects.toThrow('append-only')
  const around = await service.post(`/v1/sandbox/payments/${paymentId}/transition`, { status: 'Screening' })
  expect(around).toMatchObject({ status: 409, body: { code: 'approval_incomplete', params: { missing: 1 } } })
})

test('approved by two approvers at the same time, it continues once and holds its money once', async () => {
  const service = await withMoney([{ steps: 2 }])
  for (let i = 0; i < 6; i++) {
    const { paymentId } = (await service.create({ amount: '10.00' })).body
    const answers = await Promise.all(
      ['approver', 'second', 'approver', 'second'].map((token) => service.decide(paymentId, 'approve', token)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    expect(await service.read(paymentId)).toMatchObject({ status: 'Screening', approval: { stepsGiven: 2 } })
  }
  expect((await service.balance('EUR')).held).toBe(60_00n)
})

test('approved and rejected, or approved and cancelled, concurrently: one of them happens', async () => {
  const service = await withMoney()
  for (const other of ['reject', 'cancel']) {
    const { paymentId } = (await service.create({ amount: '10.00' })).body
    const [approved, ended] = await Promise.all([
      service.decide(paymentId, 'approve'),
      service.decide(paymentId, other, other === 'reject' ? 'second' : 'maker'),
    ])
    const { status } = await service.read(paymentId)
    // An approved payment can still be cancelled.
    if (status === 'Screening') expect([approved.status, ended.status]).toEqual([200, 409])
    else expect([ended.status, ['Rejected', 'Cancelled'].includes(status)]).toEqual([200, true])
  }
})

test('a recalled approval stops a scheduled payment until it is approved again', async () => {
  const service = await withMoney()
  const { paymentId } = (await service.create({ paymentDate: MONDAY })).body
  expect((await service.decide(paymentId, 'approve')).body).toMatchObject({ status: 'Scheduled' })
  expect((await service.decide(paymentId, 'recall-approval', 'second')).body.code).toBe('approval_not_given')
  const recalled = await service.decide(paymentId, 'recall-approval')
  expect(recalled.body).toMatchObject({
    status: 'ApprovalRecalled',
    statusReason: { code: 'ApprovalTakenBack' },
    approval: { stepsGiven: 0, steps: [] },
  })
  expect((await service.decide(paymentId, 'approve')).body.code).toBe('payment_not_awaiting_approval')
  await service.advance('2026-11-23T02:00:00Z')
  expect((await service.read(paymentId)).status).toBe('ApprovalRecalled')
  expect((await service.decide(paymentId, 'request-approval', 'maker')).body.status).toBe('PendingApproval')
  expect((await service.decide(paymentId, 'approve')).body.status).toBe('Screening')
  expect((await service.decide(paymentId, 'recall-approval')).body.code).toBe('approval_not_recallable')
})

test('a payment that needed no approval and is moved to ApprovalRecalled by the sandbox needs one', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 100_00n)
  const { paymentId } = (await service.create({ amount: '10.00', paymentDate: MONDAY })).body
  const moved = await service.post(`/v1/sandbox/payments/${paymentId}/transition`, { status: 'ApprovalRecalled' })
  expect(moved.body).toMatchObject({ status: 'ApprovalRecalled', approval: { stepsRequired: 1 } })
  const asked = await service.post(`/v1/payments/${paymentId}/request-approval`, undefined)
  expect(asked.body).toMatchObject({ status: 'PendingApproval', approval: { stepsRequired: 1, stepsGiven: 0 } })
  const approver = { authorization: 'Bearer approver' }
  const approved = await service.post(`/v1/payments/${paymentId}/approve`, undefined, approver)
  expect(approved.body.status).toBe('Scheduled')
})

test('an approval is void when the payee’s account changes before release', async () => {
  const service = await withMoney()
  const { paymentId } = (await service.create({ paymentDate: MONDAY })).body
  await service.decide(paymentId, 'approve')
  await db.pool.query(
    `update beneficiaries set iban = 'DE75512108001245126199', version = version + 1 where entity_id = $1 and beneficiary_id = $2`,
    [service.entityId, service.uuid(service.beneficiary['EUR']!)],
  )
  await service.advance('2026-11-23T02:00:00Z')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'PendingApproval',
    statusReason: { code: 'BeneficiaryChanged', message: expect.stringContaining('Changed: creditor.iban.') },
    approval: { stepsGiven: 0 },
  })
  await service.decide(paymentId, 'approve')
  await service.advance('2026-11-23T02:10:00Z')
  expect(await service.read(paymentId)).toMatchObject({
    status: 'Completed',
    beneficiarySnapshot: { iban: 'DE75512108001245126199' },
  })
})

describe('where the entity’s new payees need approval', () => {
  const withPolicy = async (needsApproval: boolean, coolingOffHours: number) => {
    const service = await openPayments(db, 'RM')
    await service.fund('GBP', 500_00n)
    await inTransaction(db, (tx) =>
      setBeneficiaryPolicy(tx, service.entityId, { needsApproval, coolingOffHours }, operatorAct),
    )
    const create = (change: object = {}) =>
      service.create({ beneficiaryId: undefined, creditorAccount: { ...payees.GBP, ...change } }, 'GBP')
    return { create }
  }

  test('a payment that brings its payee is approved itself; saving the payee on the way is refused', async () => {
    const { create } = await withPolicy(true, 0)
    expect((await create()).body).toMatchObject({ status: 'PendingApproval', approval: { stepsRequired: 1 } })
    const refused = await create({ save: true })
    expect(refused).toMatchObject({ status: 422, body: { code: 'beneficiary_must_be_saved' } })
    expect(refused.body.errors[0].pointer).toBe('/creditorAccount')
  })

  test('a payee that must cool off is not paid by bringing it with the payment', async () => {
    const { create } = await withPolicy(false, 24)
    for (const change of [{}, { save: true }]) {
      expect((await create(change)).body).toMatchObject({ code: 'beneficiary_must_be_saved' })
    }
  })
})

test.each([
  ['for a later date', { paymentDate: MONDAY }],
  ['for today', {}],
])('six concurrent payments %s wait for approval beyond the sum of a day', async (_, change) => {
  const service = await withMoney([{ fromMinor: 150_00n, dailySum: true }])
  const answers = await Promise.all(Array.from({ length: 6 }, () => service.create(change)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(answers.filter(({ body }) => body.status !== 'PendingApproval')).toHaveLength(1)
})

test('of a payment of which a part was returned, the rest still counts towards the sum of its day', async () => {
  const service = await withMoney([{ fromMinor: 150_00n, dailySum: true }])
  const { body } = await service.create()
  await service.advance(60_000)
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, service.entityId, service.uuid(body.paymentId))
    await advance(tx, payment!, 'Returned', { ...operatorAct, at: service.time.now, amountMinor: 10_00n })
  })
  expect((await service.create({ amount: '59.99' })).body.status).toBe('Submitted')
  expect((await service.create({ amount: '1.00' })).body.status).toBe('PendingApproval')
})
