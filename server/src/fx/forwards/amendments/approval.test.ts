import { expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { errorCode } from '../../../../test/support/codes.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { fourEyes, givenPolicy, type PolicyChange } from '../../../../test/support/four-eyes.ts'
import { setEntityStatus, setLimits, setProfile } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId, newUuid, parseId } from '../../../kernel/values/ids.ts'
import { closeOutRest } from '../closing/close-out.ts'
import { lockForward } from '../record/queries.ts'

const db = await testDatabase()
const LATER = '2027-03-24'
const EARLIER = '2027-01-25'

/** A forward of 500,000 EUR, and from then on a policy that asks for the approval of trades. */
async function openForward(policy: PolicyChange = {}, order: object = {}) {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false, initialMarginPercent: '1' } })
  await desk.fund('USD', 200_000_000n)
  const usd = formatId('acc', desk.account('USD').accountId)
  const { tradeId } = await desk.forward({ forwardType: 'Open', ...order }, { payInitialMarginFromAccountId: usd })
  await givenPolicy(db, desk, { currency: 'EUR', ...policy })
  const state = async () => {
    const { rows } = await db.pool.query(
      `select (select coalesce(sum(base_minor), 0)::text from credit_exposures where entity_id = $1) as exposure,
         (select coalesce(sum(used_minor), 0)::text from daily_usage where entity_id = $1) as used`,
      [desk.entityId],
    )
    const { status, forward } = await desk.read(tradeId)
    return { ...rows[0], status, balance: forward.balance.buyAmount, margin: (await desk.margin(tradeId)).received }
  }
  return {
    ...desk,
    ...fourEyes(db, desk),
    tradeId,
    state,
    /** Quotes and books an amendment. */
    async ask(amendment: object) {
      const quote = await desk.amend(tradeId, amendment)
      expect(quote.status).toBe(201)
      const booked = await desk.bookAmendment(tradeId, quote.body.quoteId)
      expect(booked.status).toBe(201)
      const { body } = booked
      return { ...body, waitingId: String(body.newTradeId ?? body.closeOutTradeId) }
    },
    events: async (id: string) => {
      const { rows } = await db.pool.query(
        'select type from events where entity_id = $1 and resource_id = $2 order by sequence',
        [desk.entityId, parseId('trd', id)],
      )
      return rows.map(({ type }) => type as string)
    },
  }
}

const AMENDMENTS = [
  { type: 'CloseOut', amount: '200000.00' },
  { type: 'Extend', newValueDate: LATER, amount: '200000.00' },
  { type: 'BringForward', newValueDate: EARLIER, amount: '200000.00' },
  { type: 'Split', amount: '200000.00' },
]

test.each(AMENDMENTS)(
  '$type by one person alone changes nothing under a policy for trades, until another client approves it',
  async (amendment) => {
    const desk = await openForward({ steps: 2 })
    const before = await desk.state()
    const asked = await desk.ask(amendment)
    expect(asked).toMatchObject({
      status: 'PendingApproval',
      bookedAt: null,
      approval: { required: true, stepsRequired: 2, stepsGiven: 0, canApprove: false },
      trade: { status: before.status },
    })
    const { waitingId } = asked
    expect(await desk.trade(waitingId)).toMatchObject({ status: 'PendingApproval', parentTradeId: desk.tradeId })
    expect(await desk.state()).toEqual({ ...before, balance: '300000.00' })
    expect(errorCode((await desk.byMaker(waitingId)).body)).toBe('approval_self_not_allowed')
    const first = newUuid()
    expect((await desk.approve(waitingId, first)).body.status).toBe('PendingApproval')
    expect(errorCode((await desk.approve(waitingId, first)).body)).toBe('approval_already_given')
    expect(await desk.state()).toEqual({ ...before, balance: '300000.00' })
    expect((await desk.approve(waitingId)).status).toBe(200)
    const after = await desk.state()
    expect(after.balance).toBe('300000.00')
    const isClosed = amendment.type === 'CloseOut'
    expect(after.exposure).toBe(isClosed ? '30000000' : '50000000')
    const made = await desk.trade(waitingId)
    expect([made.kind, made.status]).toEqual(isClosed ? ['CloseOut', 'Executed'] : ['Forward', expect.any(String)])
    if (!isClosed) {
      expect((await desk.read(waitingId)).forward.balance.buyAmount).toBe('200000.00')
      expect(made.rate).toBe(asked.newRate)
    }
    expect(await desk.events(waitingId)).toEqual(
      expect.arrayContaining(['approval.requested', 'approval.granted', 'trade.executed']),
    )
    expect(await desk.events(desk.tradeId)).toContain('forward.amended')
    expect(errorCode((await desk.approve(waitingId)).body)).toBe('trade_not_awaiting_approval')
  },
)

test('a whole forward is closed out only by the approval, at the price that was quoted, and settles', async () => {
  const desk = await openForward()
  const asked = await desk.ask({ type: 'CloseOut' })
  expect((await desk.state()).status).toBe('Open')
  expect((await desk.approve(asked.waitingId)).body).toMatchObject({
    status: 'Executed',
    settlement: { net: { amount: asked.settlementAmount, chargeOrCredit: asked.chargeOrCredit } },
  })
  expect(await desk.state()).toMatchObject({ status: 'ClosedOut', exposure: '0', balance: '0.00' })
  await desk.advance(desk.time.now.toISOString())
  expect((await desk.trade(asked.waitingId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({ 'margin:USD': 0n, 'fx_position:USD': 0n })
})

test('an amendment whose part is below the amount of the policy is made immediately', async () => {
  const desk = await openForward({ fromMinor: 10_000_000n })
  const small = await desk.ask({ type: 'CloseOut', amount: '99999.99' })
  expect(small).toMatchObject({ status: 'Booked', approval: { required: false } })
  expect((await desk.ask({ type: 'CloseOut', amount: '100000.00' })).status).toBe('PendingApproval')
})

test('the part of a pending amendment cannot be drawn or amended too; rejected, it is free again', async () => {
  const desk = await openForward()
  const asked = await desk.ask({ type: 'Split', amount: '200000.00' })
  const drawing = { valueDate: '2026-11-25' }
  expect((await desk.draw(desk.tradeId, '300000.01', drawing)).body.params).toEqual({
    remaining: '300000.00',
    currency: 'EUR',
  })
  const twice = await desk.amend(desk.tradeId, { type: 'CloseOut', amount: '300000.01' })
  expect(errorCode(twice.body)).toBe('exceeds_balance')
  expect(errorCode((await desk.bookAmendment(desk.tradeId, asked.quoteId)).body)).toBe('quote_already_booked')
  expect((await desk.reject(asked.waitingId)).body.status).toBe('Cancelled')
  expect(await desk.events(asked.waitingId)).toContain('approval.rejected')
  expect(await desk.state()).toMatchObject({ status: 'Open', balance: '500000.00', exposure: '50000000' })
  expect((await desk.draw(desk.tradeId, '500000.00', drawing)).status).toBe(201)
})

test('an amendment without approval for a quarter of an hour lapses, and its part is free again', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'CloseOut' })
  expect(errorCode((await desk.amend(desk.tradeId, { type: 'CloseOut' })).body)).toBe('exceeds_balance')
  await desk.advance('2026-11-20T10:15:00.000Z')
  expect(errorCode((await desk.approve(waitingId)).body)).toBe('trade_not_awaiting_approval')
  expect((await desk.trade(waitingId)).history.at(-1)).toMatchObject({ status: 'Cancelled', reason: 'ApprovalLapsed' })
  expect(await desk.state()).toMatchObject({ status: 'Open', balance: '500000.00' })
})

test.each(AMENDMENTS.filter(({ type }) => type !== 'Split'))(
  '$type is not approved at its old price once the market has moved, for or against the client',
  async (amendment) => {
    const desk = await openForward()
    const { waitingId } = await desk.ask(amendment)
    for (const bps of [7, -7, 400]) {
      desk.move(bps)
      const { status, body } = await desk.approve(waitingId)
      expect([status, errorCode(body)]).toEqual([409, 'trade_price_moved'])
      expect(Math.abs(Math.round(Number(body.params.movedBps)) - bps) <= 1).toBe(true)
    }
    expect(await desk.approval(waitingId)).toMatchObject({ stepsGiven: 0 })
    desk.move(3)
    expect((await desk.approve(waitingId)).status).toBe(200)
  },
)

test('an extension sized by the amount that the client fixed at its quote is sized by it at its approval too', async () => {
  const desk = await openForward({}, { fixedSide: 'Sell' })
  const { buyAmount } = await desk.trade(desk.tradeId)
  expect(Number(buyAmount)).toBeLessThan(429_000)
  const limits = { minTradeMinor: 42_900_000n }
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, limits, operatorAct))
  const { waitingId } = await desk.ask({ type: 'Extend', newValueDate: LATER })
  expect((await desk.approve(waitingId)).status).toBe(200)
})

test('a split is not approved once a drawdown has left the forward only the split part', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'Split', amount: '250000.00' })
  expect((await desk.draw(desk.tradeId, '250000.00', { valueDate: '2026-11-25' })).status).toBe(201)
  const { status, body } = await desk.approve(waitingId)
  expect([status, errorCode(body)]).toEqual([422, 'split_leaves_nothing'])
  expect(body.params).toEqual({ remaining: '250000.00', currency: 'EUR' })
  expect(await desk.state()).toMatchObject({ status: 'PartiallyDrawn', balance: '0.00' })
})

test('a split takes its share of the revenue that is open when it is approved, not when it was quoted', async () => {
  const desk = await openForward()
  const forwardId = parseId('trd', desk.tradeId)
  const sums = async (tradeId: unknown) => {
    const { rows } = await db.pool.query(
      `select f.open_revenue_minor::int as open, t.revenue_minor::int as revenue
         from fx_forwards f join fx_trades t using (entity_id, trade_id) where f.trade_id = $1`,
      [tradeId],
    )
    return rows[0]
  }
  await db.pool.query('update fx_forwards set open_revenue_minor = 3 where trade_id = $1', [forwardId])
  const { waitingId } = await desk.ask({ type: 'Split', amount: '250000.00' }) // its share: 1.5, rounded to 2
  expect((await desk.draw(desk.tradeId, '100000.00', { valueDate: '2026-11-25' })).status).toBe(201)
  expect(await sums(forwardId)).toMatchObject({ open: 2 })
  expect((await desk.approve(waitingId)).status).toBe(200)
  expect(await sums(forwardId)).toMatchObject({ open: 1 })
  expect(await sums(parseId('trd', waitingId))).toEqual({ open: 1, revenue: 1 })
})

test('a drawdown booked while an amendment waits leaves it its part', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'CloseOut', amount: '200000.00' })
  expect((await desk.draw(desk.tradeId, '300000.00', { valueDate: '2026-11-25' })).status).toBe(201)
  expect((await desk.approve(waitingId)).body.status).toBe('Executed')
  expect(await desk.state()).toMatchObject({ balance: '0.00', exposure: '30000000' })
})

test('a forward that the service closed out meanwhile can no longer be amended by an approval', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'Extend', newValueDate: LATER })
  await inTransaction(db, async (tx) => {
    const forward = await lockForward(tx, desk.entityId, parseId('trd', desk.tradeId)!)
    const act = { ...operatorAct, at: desk.time.now, wall: desk.time.now }
    expect(await closeOutRest(desk.reconciling, tx, forward!, 'MarginCallOverdue', act)).toBe('Closed')
  })
  expect(errorCode((await desk.approve(waitingId)).body)).toBe('forward_not_open')
  await desk.advance('2026-11-20T10:15:00.000Z')
  expect((await desk.trade(waitingId)).status).toBe('Cancelled')
  expect(await desk.state()).toMatchObject({ status: 'ClosedOut', balance: '0.00', exposure: '0' })
})

test('an amendment is not approved while its entity is suspended or its forwards are switched off', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'Extend', newValueDate: LATER })
  await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Suspended', operatorAct))
  await expect.poll(async () => errorCode((await desk.approve(waitingId)).body)).toBe('entity_not_active')
  await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Active', operatorAct))
  const { settings } = await desk.settings()
  const without = { features: { ...settings.features, forwards: [] } }
  await inTransaction(db, (tx) => setProfile(tx, desk.entityId, without, operatorAct))
  await expect.poll(async () => errorCode((await desk.approve(waitingId)).body)).toBe('forwards_not_enabled')
  expect(await desk.state()).toMatchObject({ status: 'Open', exposure: '50000000' })
})

test('amendments that deal anew count towards the daily limit; only an extension is refused by it', async () => {
  const desk = await openForward({ fromMinor: 40_000_000n })
  const used = async () => Number((await desk.state()).used)
  const before = await used()
  const size = before / 5 // of 100,000 EUR: the forward was of 500,000
  await desk.ask({ type: 'Split', amount: '50000.00' })
  expect(await used()).toBe(before)
  await desk.ask({ type: 'CloseOut', amount: '100000.00' })
  expect(Math.abs((await used()) - before - size) <= 1).toBe(true)
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { dailyTradeMinor: 1n }, operatorAct))
  const refused = await desk.amend(desk.tradeId, { type: 'Extend', newValueDate: LATER, amount: '100000.00' })
  const { quoteId } = refused.body
  expect(errorCode((await desk.bookAmendment(desk.tradeId, quoteId)).body)).toBe('daily_limit_exceeded')
  await desk.ask({ type: 'BringForward', newValueDate: EARLIER, amount: '100000.00' })
  await desk.ask({ type: 'CloseOut', amount: '100000.00' })
  expect(Math.abs((await used()) - before - 3 * size) <= 3).toBe(true)
})

test('one of concurrent approvals and rejections of an amendment decides', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'CloseOut' })
  const answers = await Promise.all([desk.approve(waitingId), desk.approve(waitingId), desk.approve(waitingId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await desk.state()).toMatchObject({ status: 'ClosedOut', exposure: '0' })
})

test('a concurrent approval and drawdown never take more than the forward has', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'CloseOut', amount: '200000.00' })
  const [approved, drawn, tooMuch] = await Promise.all([
    desk.approve(waitingId),
    desk.draw(desk.tradeId, '300000.00', { valueDate: '2026-11-25' }),
    desk.draw(desk.tradeId, '400000.00', { valueDate: '2026-11-25' }),
  ])
  expect([approved.status, drawn.status, tooMuch.status]).toEqual([200, 201, 422])
  expect(await desk.state()).toMatchObject({ balance: '0.00', exposure: '30000000' })
})

test('the database rejects an amendment without the approvals it needs', async () => {
  const desk = await openForward()
  const { waitingId } = await desk.ask({ type: 'CloseOut' })
  const tradeId = parseId('trd', waitingId)
  const change = db.pool.query("update fx_trades set status = 'Executed' where trade_id = $1", [tradeId])
  await expect(change).rejects.toThrow('lacks approvals')
  const own = db.pool.query(
    `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
     values ($1, 'trade', $2, 1, $3, 'Approved', '{}', now())`,
    [desk.entityId, tradeId, desk.principal.clientId],
  )
  await expect(own).rejects.toThrow('the maker cannot decide its own request')
})
