import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { givenPolicy, type PolicyChange } from '../../../test/support/four-eyes.ts'
import { openOrderDesk, setMiddle } from '../../../test/support/order-desk.ts'
import { removePolicy } from '../../approvals/index.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase()

/** A desk with money, of which every trade needs the approval of another client. */
async function approvedDesk(policy: PolicyChange = {}, kind: 'RM' | 'ABS' = 'ABS') {
  const desk = await openOrderDesk(db, kind)
  for (const currency of ['EUR', 'USD']) await desk.fund(currency, 100_000_000n)
  await givenPolicy(db, desk, policy)
  return {
    ...desk,
    time: desk.time,
    approval: async (orderId: string) => (await desk.get(`/v1/fx/orders/${orderId}/approval`)).body,
  }
}

describe.each(['RM', 'ABS'] as const)('an order of an %s entity that needs approval', (kind) => {
  test('is not filled before it, and then without a second approval of its trade', async () => {
    const desk = await approvedDesk({}, kind)
    const { body } = await desk.place()
    expect(body).toMatchObject({ status: 'PendingApproval', history: [{ status: 'PendingApproval' }] })
    await desk.moveTo('1.14000')
    await desk.moveTo('1.16250')
    expect((await desk.order(body.orderId)).status).toBe('PendingApproval')
    expect(await desk.approval(body.orderId)).toMatchObject({
      required: true,
      stepsRequired: 1,
      stepsGiven: 0,
      lapsesAt: body.expiresAt,
    })
    expect((await desk.decide('approve', body.orderId)).body.status).toBe('Active')
    await desk.run()
    expect((await desk.order(body.orderId)).status).toBe('Active')
    await desk.moveTo('1.14000')
    const { tradeId } = await desk.order(body.orderId)
    expect((await desk.trade(tradeId)).status).toBe('Executed')
    expect((await desk.events()).filter((type) => /^(order|approval|trade)\./.test(type))).toEqual([
      'order.placed',
      'approval.requested',
      'order.activated',
      'approval.granted',
      'order.triggered',
      'trade.executed',
      'order.filled',
    ])
  })
})

test('an order whose rate is reached when it is approved is filled immediately', async () => {
  const desk = await approvedDesk()
  const orderId = await desk.placed()
  setMiddle(desk.market, '1.14000')
  await desk.decide('approve', orderId)
  await desk.run()
  expect(await desk.order(orderId)).toMatchObject({ status: 'Filled', filledRate: '1.14291' })
})

test('the maker of an order cannot decide on it, and each approver approves it once', async () => {
  const desk = await approvedDesk({ steps: 2 })
  const orderId = await desk.placed()
  const { clientId } = desk.principal
  expect((await desk.decide('approve', orderId, clientId)).body.code).toBe('approval_self_not_allowed')
  expect((await desk.decide('reject', orderId, clientId)).body.code).toBe('approval_self_not_allowed')
  const first = newUuid()
  expect((await desk.decide('approve', orderId, first)).body.status).toBe('PendingApproval')
  expect((await desk.decide('approve', orderId, first)).body.code).toBe('approval_already_given')
  expect((await desk.decide('approve', orderId)).body.status).toBe('Active')
  expect((await desk.decide('approve', orderId)).body).toMatchObject({
    code: 'order_not_awaiting_approval',
    params: { status: 'Active' },
  })
})

test('an approval is of the version that the approver has seen', async () => {
  const desk = await approvedDesk()
  const orderId = await desk.placed()
  const decided = await desk.decide('approve', orderId, newUuid(), { 'if-match': '"7"' })
  expect([decided.status, decided.body.code]).toEqual([412, 'order_version_conflict'])
})

test('an order that an approver rejects is cancelled, also by its own approver', async () => {
  const desk = await approvedDesk({ steps: 2 })
  const orderId = await desk.placed()
  const who = newUuid()
  await desk.decide('approve', orderId, who)
  const { body } = await desk.decide('reject', orderId, who)
  expect(body.status).toBe('Cancelled')
  expect(body.history.at(-1)).toMatchObject({ status: 'Cancelled', reason: 'ApprovalRejected' })
  await desk.moveTo('1.14000')
  expect((await desk.order(orderId)).status).toBe('Cancelled')
})

test('an order that is not approved in time expires, and can be cancelled before', async () => {
  const desk = await approvedDesk()
  const expiresAt = '2026-11-25T11:00:00.000Z'
  const [forgotten, cancelled] = [await desk.placed({ expiresAt }), await desk.placed({ expiresAt })]
  expect((await desk.cancel(cancelled)).body.status).toBe('Cancelled')
  desk.time.now = new Date(expiresAt)
  expect((await desk.decide('approve', forgotten)).body).toMatchObject({
    code: 'order_not_awaiting_approval',
    params: { status: 'Expired' },
  })
  await desk.run()
  const { status, history } = await desk.order(forgotten)
  expect([status, history.at(-1).reason]).toEqual(['Expired', 'ApprovalLapsed'])
})

test('policies judge an order by its amount at its own rate', async () => {
  // 100,000 EUR cost USD 115,000 at the order's rate.
  const desk = await approvedDesk({ currency: 'USD', fromMinor: 11_500_001n })
  expect((await desk.place({ rate: '1.15000' })).body.status).toBe('Active')
  expect((await desk.place({ rate: '1.15001' })).body.status).toBe('PendingApproval')
  const inBase = await approvedDesk({ fromMinor: 10_000_000n }) // EUR is the base currency
  const selling = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Buy', amount: '125000.00' }
  expect((await inBase.place({ ...selling, rate: '1.25000' })).body.status).toBe('PendingApproval')
  expect((await inBase.place({ ...selling, rate: '1.25100' })).body.status).toBe('Active')
})

test('a policy that was set since an order was placed counts at its approval, and stays when it is removed', async () => {
  const desk = await approvedDesk()
  const orderId = await desk.placed()
  const { policyId } = await givenPolicy(db, desk, { steps: 2 })
  expect(await desk.approval(orderId)).toMatchObject({ stepsRequired: 2 })
  expect((await desk.decide('approve', orderId)).body.status).toBe('PendingApproval')
  await inTransaction(db, (tx) => removePolicy(tx, desk.entityId, policyId, operatorAct))
  await expect.poll(async () => (await desk.settings()).settings.approvalPolicies.length).toBe(1)
  expect(await desk.approval(orderId)).toMatchObject({ stepsRequired: 2, stepsGiven: 1 })
  expect((await desk.decide('approve', orderId)).body.status).toBe('Active')
})

test.each([
  ['without an approval', 0],
  ['with one of two approvals', 1],
])('an order whose deal is larger than the policies allow %s ends as Rejected', async (_, given) => {
  const desk = await openOrderDesk(db)
  for (const currency of ['EUR', 'USD']) await desk.fund(currency, 1_000_000_000n)
  if (given > 0) await givenPolicy(db, desk)
  // A stop sells 100,000 EUR at more than USD 110,000 when it is placed; at the fill, at less.
  await givenPolicy(db, desk, { currency: 'USD', belowMinor: 11_000_000n, steps: given + 1 })
  const orderId = await desk.placed({
    type: 'Stop',
    buyCurrency: 'USD',
    sellCurrency: 'EUR',
    fixedSide: 'Sell',
    rate: '1.15000',
  })
  if (given > 0) expect((await desk.decide('approve', orderId)).body.status).toBe('Active')
  await desk.run()
  await desk.moveTo('1.05000')
  expect(await desk.order(orderId)).toMatchObject({ status: 'Rejected', rejectionReason: 'approval_missing' })
  expect((await desk.get('/v1/fx/trades')).body.data).toEqual([])
})

test('a policy that was set after an order became active rejects its deal', async () => {
  const desk = await openOrderDesk(db)
  await desk.fund('USD', 100_000_000n)
  const orderId = await desk.placed()
  await givenPolicy(db, desk)
  await desk.moveTo('1.14000')
  expect(await desk.order(orderId)).toMatchObject({ status: 'Rejected', rejectionReason: 'approval_missing' })
})

test('the database activates no order without its approvals, and keeps its terms', async () => {
  const desk = await approvedDesk()
  await desk.placed()
  const change = (set: string) =>
    db.pool.query(`update fx_orders set ${set} where entity_id = $1`, [desk.entityId]).then(
      () => 'changed',
      (error: unknown) => (error as { constraint: string }).constraint,
    )
  expect(await change(`status = 'Active'`)).toBe('order_has_its_approvals')
  expect(await change(`status = 'Filled', trade_id = gen_random_uuid(), filled_rate = 1`)).toBe('fx_orders_life')
  expect(await change('rate = rate + 1')).toBe('fx_orders_terms_stay')
  const approval = `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
    select entity_id, 'order', order_id, 1, client_id, 'Approved', '{}', now() from fx_orders where entity_id = $1`
  await expect(db.pool.query(approval, [desk.entityId])).rejects.toThrow('the maker cannot decide its own request')
})
