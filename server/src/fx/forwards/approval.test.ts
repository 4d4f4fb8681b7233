import { expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../test/support/forward-desk.ts'
import { fourEyes, givenPolicy, type PolicyChange } from '../../../test/support/four-eyes.ts'
import { whileLocked } from '../../../test/support/held-lock.ts'
import { type ApprovalResource, removePolicy } from '../../approvals/index.ts'
import { setClientStatus } from '../../auth/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const payment = {
  amount: '100.00',
  creditorAccount: {
    name: 'Muster Maschinenbau GmbH',
    address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
    countryCode: 'DE',
    bankCountryCode: 'DE',
    currency: 'EUR',
    iban: 'DE89370400440532013000',
  },
  reference: 'Invoice 7',
}

async function deskWith(
  resource: ApprovalResource,
  policy: PolicyChange = {},
  options: Parameters<typeof openForwardDesk>[1] = {},
) {
  const desk = await openForwardDesk(db, options)
  await givenPolicy(db, desk, { resource, ...policy })
  return {
    ...desk,
    ...fourEyes(db, desk),
    use: async () => {
      const { rows } = await db.pool.query(
        `select (select count(*)::int from credit_exposures where entity_id = $1 and closed_at is null) as exposures,
           (select coalesce(sum(used_minor), 0)::text from daily_usage where entity_id = $1) as limit`,
        [desk.entityId],
      )
      return rows[0]
    },
  }
}

test('a forward that must be approved keeps its price and uses nothing, until another client approves it', async () => {
  const desk = await deskWith('Trade', { steps: 2 }, { term: { initialMarginWaived: false } })
  await desk.fund('USD', 100_000_000n)
  const { tradeId, status, rate } = await desk.forward({}, { payInitialMarginFromAccountId: wireAccount(desk, 'USD') })
  expect(status).toBe('PendingApproval')
  expect(await desk.use()).toEqual({ exposures: 0, limit: '0' })
  expect(await desk.approval(tradeId)).toMatchObject({ stepsRequired: 2, stepsGiven: 0, canApprove: false })
  expect((await desk.draw(tradeId, '1.00')).body.code).toBe('forward_not_open')
  expect((await desk.byMaker(tradeId)).body.code).toBe('approval_self_not_allowed')
  const first = newUuid()
  expect((await desk.approve(tradeId, first)).body).toMatchObject({ status: 'PendingApproval' })
  expect((await desk.approve(tradeId, first)).body.code).toBe('approval_already_given')
  expect((await desk.approve(tradeId)).body).toMatchObject({ status: 'Open', rate })
  expect((await desk.margin(tradeId)).status).toBe('Received')
  expect((await desk.use()).exposures).toBe(1)
  expect((await desk.approve(tradeId)).body.code).toBe('trade_not_awaiting_approval')
})

test('an approver that is blocked before the last approval of a trade does not count', async () => {
  const desk = await deskWith('Trade', { steps: 2 })
  const { tradeId } = await desk.forward()
  const first = newUuid()
  await desk.approve(tradeId, first)
  await inTransaction(db, (tx) => setClientStatus(tx, first, 'Blocked', operatorAct))
  expect(await desk.approval(tradeId)).toMatchObject({ stepsGiven: 0, steps: [{ counts: false }] })
  expect((await desk.approve(tradeId)).body.status).toBe('PendingApproval')
  expect((await desk.approve(tradeId)).body.status).toBe('Open')
})

test('an approver that is blocked between the count of the last approval of a trade and its booking does not count', async () => {
  const desk = await deskWith('Trade', { steps: 2 })
  const [first, second] = [newUuid(), newUuid()]
  const { tradeId } = await desk.forward()
  await desk.approve(tradeId, first)
  const sameKey = `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
    select entity_id, 'trade', trade_id, 1, '${second}', 'Approved', '{}', now() from fx_trades where trade_id = $1`
  const answer = await whileLocked(
    db,
    [sameKey, parseId('trd', tradeId)!],
    () => desk.approve(tradeId, second),
    () => inTransaction(db, (tx) => setClientStatus(tx, first, 'Blocked', operatorAct)),
  )
  expect(answer).toMatchObject({ status: 200, body: { status: 'PendingApproval' } })
  expect(await desk.approval(tradeId)).toMatchObject({ stepsGiven: 1 })
})

test('a trade whose approvals count again is approved by an approver again, or rejected by one', async () => {
  const desk = await deskWith('Trade', { steps: 2 })
  const givenComplete = async () => {
    const { tradeId } = await desk.forward()
    const [first, second] = [newUuid(), newUuid()]
    const set = (status: 'Active' | 'Blocked') =>
      inTransaction(db, (tx) => setClientStatus(tx, first, status, operatorAct))
    await desk.approve(tradeId, first)
    await set('Blocked')
    expect((await desk.approve(tradeId, second)).body.status).toBe('PendingApproval')
    await set('Active')
    return { tradeId, second }
  }
  const { tradeId, second } = await givenComplete()
  expect((await desk.approve(tradeId, second)).body.status).toBe('Open')
  const other = await givenComplete()
  expect((await desk.reject(other.tradeId, other.second)).body.status).toBe('Cancelled')
})

test('a policy that meanwhile requires more approvals applies to the last approval', async () => {
  const desk = await deskWith('Trade')
  const { tradeId } = await desk.forward()
  await givenPolicy(db, desk, { steps: 2 })
  expect((await desk.approve(tradeId)).body.status).toBe('PendingApproval')
  expect(await desk.approval(tradeId)).toMatchObject({ stepsRequired: 2, stepsGiven: 1 })
  expect((await desk.approve(tradeId)).body.status).toBe('Open')
})

test('a raised number of approvals of a trade stays after its policy is removed, once an approval was given for it', async () => {
  const desk = await deskWith('Trade')
  const { tradeId } = await desk.forward()
  const stricter = await givenPolicy(db, desk, { steps: 2 })
  expect((await desk.approve(tradeId)).body.status).toBe('PendingApproval')
  await inTransaction(db, (tx) => removePolicy(tx, desk.entityId, stricter.policyId, operatorAct))
  expect(await desk.approval(tradeId)).toMatchObject({
    stepsRequired: 2,
    stepsGiven: 1,
    policyId: formatId('apl', stricter.policyId),
  })
  const lower = db.pool.query('update fx_trade_approvals set approvals_required = 1 where entity_id = $1', [
    desk.entityId,
  ])
  await expect(lower).rejects.toMatchObject({ constraint: 'trade_approvals_only_rise' })
  expect((await desk.approve(tradeId)).body.status).toBe('Open')
})

test.each([
  ['the currency that is bought', { currency: 'EUR', fromMinor: 100_000_000n }],
  ['the currency that is sold', { currency: 'USD', fromMinor: 116_000_000n }],
  ['the base currency', { fromMinor: 100_000_000n }],
])('a drawdown over two forwards is judged as a whole by a policy in %s that was set since', async (_in, band) => {
  const desk = await deskWith('Drawdown')
  const [one, other] = [await desk.forward({}), await desk.forward({})]
  const drawn = await desk.draw('', '1000000.00', { tradeIds: [one.tradeId, other.tradeId] })
  expect(drawn.status).toBe(201)
  const { drawdownId } = drawn.body
  await givenPolicy(db, desk, { resource: 'Drawdown', ...band, steps: 2 })
  expect(await desk.approval(drawdownId)).toMatchObject({ stepsRequired: 2 })
  expect((await desk.approve(drawdownId)).body.status).toBe('PendingApproval')
})

test.each([
  [100n, 2],
  [100_000_000n, 1],
])(
  'a policy from %s on, set since a drawdown was booked, applies by the size of the drawdown',
  async (fromMinor, steps) => {
    const desk = await deskWith('Drawdown')
    await desk.fund('USD', 100_000_000n)
    const { tradeId } = await desk.forward({})
    const { drawdownId } = (await desk.draw(tradeId, '5000.00')).body
    await givenPolicy(db, desk, { resource: 'Drawdown', fromMinor, steps: 2 })
    expect(await desk.approval(drawdownId)).toMatchObject({ stepsRequired: steps })
  },
)

test('a forward without approval within 15 minutes is cancelled', async () => {
  const desk = await deskWith('Trade')
  const { tradeId } = await desk.forward()
  await desk.advance('2026-11-20T10:15:00.000Z')
  expect((await desk.approve(tradeId)).body.code).toBe('trade_not_awaiting_approval')
  const trade = await desk.trade(tradeId)
  expect(trade.status).toBe('Cancelled')
  expect(trade.history.at(-1)).toMatchObject({ status: 'Cancelled', by: 'system', reason: 'ApprovalLapsed' })
  expect(await desk.use()).toEqual({ exposures: 0, limit: '0' })
})

test('credit that was used up meanwhile rejects the approval, and the forward stays pending', async () => {
  const desk = await deskWith('Trade', { currency: 'EUR', fromMinor: 100_000_000n })
  const { tradeId, status } = await desk.forward({ amount: '2000000.00' })
  expect(status).toBe('PendingApproval')
  expect((await desk.forward({ amount: '900000.00' })).status).toBe('Open')
  expect((await desk.approve(tradeId)).body.code).toBe('credit_limit_exceeded')
  expect(await desk.approval(tradeId)).toMatchObject({ stepsGiven: 0 })
  expect((await desk.reject(tradeId)).body).toMatchObject({ status: 'Cancelled' })
})

test('a policy in the currency that is bought, or in the one that is sold, holds the deal', async () => {
  const bought = await deskWith('Trade', { currency: 'EUR', fromMinor: 50_000_000n })
  expect((await bought.forward()).status).toBe('PendingApproval')
  expect((await bought.forward({ amount: '499999.99' })).status).toBe('Open')
  const sold = await deskWith('Trade', { currency: 'USD' })
  expect((await sold.forward({ amount: '1.00' })).status).toBe('PendingApproval')
})

test('a drawdown that needs approval reserves its part and settles only once it is approved', async () => {
  const desk = await deskWith('Drawdown')
  await desk.fund('USD', 100_000_000n)
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  const drawn = (await desk.draw(tradeId, '100000.00', { valueDate: '2026-11-25' })).body
  expect(drawn).toMatchObject({ status: 'PendingApproval', remaining: { buyAmount: '400000.00' } })
  const other = (await desk.draw(tradeId, '400000.00', { valueDate: '2026-11-25' })).body
  await desk.advance('2026-11-25T00:00:00.000Z')
  expect((await desk.trade(drawn.drawdownId)).status).toBe('PendingApproval')
  expect((await desk.approve(drawn.drawdownId)).body.status).toBe('Booked')
  await desk.advance('2026-11-25T00:01:00.000Z')
  expect((await desk.trade(drawn.drawdownId)).status).toBe('Settled')
  await desk.advance('2026-11-25T23:00:00.000Z') // past the funding cut-off
  expect((await desk.trade(other.drawdownId)).history.at(-1)).toMatchObject({ reason: 'ApprovalLapsed' })
  expect((await desk.read(tradeId)).forward.balance.buyAmount).toBe('400000.00')
})

test('a drawdown that was never approved leaves its part the grace that every undrawn part has', async () => {
  const desk = await deskWith('Drawdown')
  const { tradeId } = await desk.forward({ forwardType: 'Open', valueDate: '2026-11-25' })
  await desk.draw(tradeId, '100000.00', { valueDate: '2026-11-25' })
  const { cutOffAt } = await desk.trade(tradeId)
  await desk.advance(cutOffAt)
  expect(await desk.read(tradeId)).toMatchObject({
    status: 'Overdue',
    forward: { balance: { buyAmount: '500000.00' } },
  })
  await desk.advance(new Date(Date.parse(cutOffAt) + 24 * 3_600_000).toISOString())
  expect((await desk.read(tradeId)).status).toBe('ClosedOut')
})

test('a rejected or withdrawn drawdown releases its part and makes no payment', async () => {
  const desk = await deskWith('Drawdown')
  await desk.fund('EUR', 100_000_000n) // money that could be sent in place of the drawdown's
  const { tradeId } = await desk.forward({ forwardType: 'Open' })
  const drawn = async () => (await desk.draw(tradeId, '1000.00', { valueDate: '2026-11-24', payments: [payment] })).body
  const [first, second] = [await drawn(), await drawn()]
  await desk.advance('2026-11-24T06:00:00.000Z')
  const payments = async ({ paymentIds }: { paymentIds: string[] }) =>
    (await desk.get(`/v1/payments/${paymentIds[0]}`)).body
  expect(await payments(first)).toMatchObject({ status: 'AwaitingFunds', statusReason: { code: 'TradeNotApproved' } })
  expect((await desk.reject(first.drawdownId)).body.status).toBe('Cancelled')
  expect((await desk.cancel(second.drawdownId)).body.status).toBe('Cancelled')
  expect((await payments(first)).status).toBe('Cancelled')
  expect((await payments(second)).status).toBe('Cancelled')
  expect((await desk.read(tradeId)).forward.balance.buyAmount).toBe('500000.00')
})

test.each(['rejected', 'not approved in time'])(
  'a forward fully drawn when its milestones pass is closed out although its drawdown was %s',
  async (how) => {
    const desk = await deskWith('Drawdown')
    const { tradeId, cutOffAt } = await desk.forward({
      forwardType: 'Open',
      valueDate: '2026-12-08',
      amount: '1000.00',
    })
    const { drawdownId } = (await desk.draw(tradeId, '1000.00', { valueDate: '2026-12-04' })).body
    await desk.advance('2026-12-02T10:00:00.000Z')
    expect((await desk.read(tradeId)).status).toBe('FullyDrawn')
    if (how === 'rejected') expect((await desk.reject(drawdownId)).body.status).toBe('Cancelled')
    else await desk.advance((await desk.trade(drawdownId)).cutOffAt)
    expect([(await desk.trade(drawdownId)).status, (await desk.read(tradeId)).status]).toEqual(['Cancelled', 'Open'])
    await desk.advance(new Date(Date.parse(cutOffAt) + 24 * 3_600_000).toISOString())
    expect((await desk.read(tradeId)).status).toBe('ClosedOut')
  },
)

test('an approved spot trade settles like any other, and makes its attached payments', async () => {
  const desk = await deskWith('Trade')
  await desk.fund('USD', 100_000_000n)
  const { quoteId } = (await desk.quote({ ...desk.wire, valueDate: '2026-11-24' })).body
  const { tradeId, status, paymentIds } = (await desk.book(quoteId, { payments: [payment] })).body
  expect(status).toBe('PendingApproval')
  expect((await desk.book(quoteId)).body.code).toBe('quote_already_booked')
  expect((await desk.approve(tradeId)).body.status).toBe('Executed')
  await desk.advance('2026-11-24T12:00:00.000Z')
  expect((await desk.trade(tradeId)).status).toBe('Settled')
  expect((await desk.get(`/v1/payments/${paymentIds[0]}`)).body.status).toBe('Completed')
})

test('one of concurrent approvals and rejections decides', async () => {
  const desk = await deskWith('Trade')
  const { tradeId } = await desk.forward()
  const decisions = await Promise.all([desk.approve(tradeId), desk.approve(tradeId), desk.approve(tradeId)])
  expect(decisions.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await desk.use()).exposures).toBe(1)
})

test('the database rejects a trade that continues without its approvals, for every writer', async () => {
  const desk = await deskWith('Trade')
  const { tradeId } = await desk.forward()
  const change = db.pool.query("update fx_trades set status = 'Executed' where trade_id = $1", [
    parseId('trd', tradeId),
  ])
  await expect(change).rejects.toThrow('lacks approvals')
  const own = db.pool.query(
    `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, at)
     values ($1, 'trade', $2, 1, $3, 'Approved', now())`,
    [desk.entityId, parseId('trd', tradeId), desk.principal.clientId],
  )
  await expect(own).rejects.toThrow('the maker cannot decide its own request')
})

const wireAccount = (desk: ForwardDesk, currency: string) => formatId('acc', desk.account(currency).accountId)
