import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { untilWaiting } from '../../../test/support/lock-waits.ts'
import { openPayments } from '../../../test/support/payment-service.ts'
import { type Policy, setPolicy } from '../../approvals/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { operatorCommand } from '../operator.ts'
import { testInstitution } from '../../../test/support/accounts.ts'

const db = await testDatabase()
const service = await openPayments(db, 'RM')

async function run(...words: string[]) {
  let printed = ''
  const command = operatorCommand(
    async () => ({ db, clock: service.deps.clock, institution: testInstitution, close: async () => {} }),
    (text) => (printed += text),
  )
  await command.parseAsync([...words, '--json'], { from: 'user' })
  return JSON.parse(printed)
}
const forEntity = (...words: string[]) => run(...words, '--entity', service.wireEntity)

test('a policy set by the operator requires approval until it is removed', async () => {
  const { policyId, summary } = await forEntity(
    'set-approval-policy',
    '--currency',
    'EUR',
    '--from',
    '1000',
    '--steps',
    '2',
  )
  expect(summary).toBe('Payments in EUR of 1000.00 EUR or more need the approval of 2 other clients.')
  expect(await forEntity('list-approval-policies')).toEqual([{ policyId, resource: 'Payment', summary }])
  await service.fund('EUR', 10_000_00n)
  expect((await service.create({ amount: '1000' })).body).toMatchObject({
    status: 'PendingApproval',
    approval: { policyId, stepsRequired: 2 },
  })
  await forEntity('remove-approval-policy', '--policy', policyId)
  expect((await service.create({ amount: '1000' })).body.status).toBe('Submitted')
  await expect(forEntity('remove-approval-policy', '--policy', policyId)).rejects.toThrow('no approval policy')
})

test('a command that an operator repeats sets no second policy, which would remain when one is removed', async () => {
  const words = ['set-approval-policy', '--currency', 'GBP', '--from', '1000']
  const first = await forEntity(...words)
  expect(await forEntity(...words)).toEqual(first)
  const other = await forEntity(...words, '--daily-sum')
  expect(other.policyId).not.toBe(first.policyId)
  await forEntity('remove-approval-policy', '--policy', first.policyId)
  expect(await forEntity('list-approval-policies')).toMatchObject([{ policyId: other.policyId }])
  await forEntity('remove-approval-policy', '--policy', other.policyId)
})

test.each<[string, Policy['resource'], number]>([
  ['the same policy is stored once', 'Payment', 1],
  ['the settings show both policies, so that both apply', 'Trade', 2],
])('if two operators set a policy at the same time, %s', async (_what, resource, count) => {
  const { entityId } = service
  const act = { actor: { type: 'system' as const }, at: new Date(), wall: new Date() }
  const order = { currency: null, fromMinor: 0n, belowMinor: null, newPayeeOnly: false, steps: 1 }
  let second: ReturnType<typeof forEntity> | undefined
  await inTransaction(db, async (tx) => {
    await setPolicy(tx, entityId, { ...order, resource: 'Payment' }, act)
    second = forEntity('set-approval-policy', '--resource', resource)
    await untilWaiting(db)
  })
  await second
  const policies = await forEntity('list-approval-policies')
  expect(policies).toHaveLength(count)
  const shown = await db.pool.query<{ policies: { policyId: string }[] }>(
    `select profile->'approvalPolicies' as policies from entity_settings where entity_id = $1`,
    [entityId],
  )
  const idsOf = (of: { policyId: string }[]) => of.map(({ policyId }) => policyId)
  expect(idsOf(shown.rows[0]!.policies)).toEqual(idsOf(policies))
  for (const { policyId } of policies) await forEntity('remove-approval-policy', '--policy', policyId)
})

test.each<[RegExp, ...string[]]>([
  [/needs --currency for amounts/, '--resource', 'InternalTransfer', '--from', '10'],
  [/needs --currency for amounts/, '--resource', 'InternalTransfer', '--new-payee'],
  [/more, and amounts are never rounded/, '--currency', 'EUR', '--from', '10.001'],
])('%s', async (message, ...words) => {
  await expect(forEntity('set-approval-policy', ...words)).rejects.toThrow(message)
})

test('an operator recalls a payment, lists the open recalls, and records the answer', async () => {
  await service.fund('GBP', 100_00n)
  const { paymentId, uetr } = (await service.create({ amount: '100', reference: 'x #SLOW' }, 'GBP')).body
  await service.advance(60_000)
  expect(
    await forEntity('recall-payment', '--payment', paymentId, '--reason', 'FRAD', '--note', 'not ours'),
  ).toMatchObject({
    recall: 'Requested',
  })
  expect(await run('list-recalls')).toMatchObject([{ paymentId, uetr, reason: 'FRAD', note: 'not ours' }])
  await run('report-payment', '--uetr', uetr, '--status', 'RecallRefused', '--reference', 'bank-1', '--reason', 'CUST')
  await service.settle()
  expect((await service.read(paymentId)).recall).toMatchObject({ status: 'Refused', requestedBy: 'operator' })
  expect(await run('list-recalls')).toEqual([])
})

test('an operator reports a payment settled, and later its payee credited', async () => {
  await service.fund('GBP', 100_00n)
  const { paymentId, uetr } = (await service.create({ amount: '100', reference: 'y #SLOW' }, 'GBP')).body
  await service.advance(60_000)
  const report = async (reference: string, ...reason: string[]) => {
    await run('report-payment', '--uetr', uetr, '--status', 'Completed', '--reference', reference, ...reason)
    await service.advance(1000)
    return (await service.get(`/v1/payments/${paymentId}/tracking`)).body
  }
  expect((await report('bank-2')).creditedAt).toBeNull()
  const { status, creditedAt } = await report('bank-3', '--reason', 'ACCC')
  expect([status, typeof creditedAt]).toEqual(['Completed', 'string'])
})
