import { expect, test } from 'vitest'
import { givenClientRow, operatorAct } from '../../../test/support/clients.ts'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { fourEyes, givenPolicy, type PolicyChange } from '../../../test/support/four-eyes.ts'
import { readSettlementUsed, setEntityStatus, setLimits, setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid, parseId } from '../../kernel/values/ids.ts'
import { bookSpotAmendmentByOperator, quoteSpotAmendment } from './index.ts'

const db = await testDatabase()
const base = '/v1/fx/trades/spot'
const VALUE_DATE = '2026-11-27'
const SOONER = '2026-11-25'

interface Opening extends PolicyChange {
  kind?: 'RM' | 'ABS'
  order?: object
  payments?: object[]
}

/** A spot purchase of EUR 100,000.00, and from then on a policy that asks for the approval of trades. */
async function openSpot({ kind = 'RM', order = {}, payments, ...policy }: Opening = {}) {
  const desk = await openDesk(db, kind)
  await desk.fund('USD', 40_000_000n)
  const { body: price } = await desk.quote({ valueDate: VALUE_DATE, ...order })
  const booked = await desk.book(price.quoteId, payments ? { payments } : {})
  const { tradeId } = booked.body
  await givenPolicy(db, desk, { currency: 'EUR', ...policy })
  const read = async (id: string) => (await desk.get(`/v1/fx/trades/${id}`)).body
  const quoteOf = (amendment: object) =>
    desk.post(`${base}/${tradeId}/amendments/quote`, { ...desk.wire, ...amendment })
  const bookOf = (quoteId: string, headers = {}) =>
    desk.post(`${base}/${tradeId}/amendments`, { ...desk.wire, quoteId }, headers)
  return {
    ...desk,
    ...fourEyes(db, desk),
    tradeId: String(tradeId),
    read,
    quoteOf,
    bookOf,
    /** Quotes and books an amendment. */
    async ask(amendment: object) {
      const quote = await quoteOf(amendment)
      expect([quote.status, errorCode(quote.body)]).toEqual([201, undefined])
      const { status, body } = await bookOf(quote.body.quoteId)
      expect([status, errorCode(body)]).toEqual([201, undefined])
      return { ...body, waitingId: String(body.newTradeId ?? body.closeOutTradeId) }
    },
    state: async () => ({
      status: (await read(tradeId)).status,
      limit: await readSettlementUsed(db.reader, desk.entityId),
      usd: (await desk.balances())['client:USD'],
      used: await usedOf(desk.entityId),
    }),
    eventsOf: async (id: string) => {
      const { rows } = await db.pool.query(
        'select type from events where entity_id = $1 and resource_id = $2 order by sequence',
        [desk.entityId, parseId('trd', id)],
      )
      return rows.map(({ type }) => type as string)
    },
  }
}

async function usedOf(entityId: string): Promise<number> {
  const { rows } = await db.pool.query(
    `select coalesce(sum(used_minor), 0)::int as used from daily_usage where entity_id = $1`,
    [entityId],
  )
  return rows[0].used
}

const AMENDMENTS = [{ type: 'Cancel' }, { type: 'Move', newValueDate: SOONER }]

test.each(AMENDMENTS)(
  '$type by one person alone changes nothing under a policy for trades, until another client approves it',
  async (amendment) => {
    const desk = await openSpot({ steps: 2 })
    const before = await desk.state()
    const asked = await desk.ask(amendment)
    const { waitingId } = asked
    const isMove = amendment.type === 'Move'
    expect(asked).toMatchObject({
      status: 'PendingApproval',
      bookedAt: null,
      approval: { required: true, stepsRequired: 2, stepsGiven: 0, canApprove: false },
      trade: { status: 'Executed' },
      closeOutTradeId: isMove ? null : waitingId,
      newTradeId: isMove ? waitingId : null,
    })
    expect(await desk.read(waitingId)).toMatchObject({
      kind: isMove ? 'Spot' : 'CloseOut',
      status: 'PendingApproval',
      parentTradeId: desk.tradeId,
    })
    expect(await desk.state()).toEqual(before)
    expect(errorCode((await desk.byMaker(waitingId)).body)).toBe('approval_self_not_allowed')
    const first = newUuid()
    expect((await desk.approve(waitingId, first)).body.status).toBe('PendingApproval')
    expect(errorCode((await desk.approve(waitingId, first)).body)).toBe('approval_already_given')
    expect(await desk.state()).toEqual(before)
    const approved = await desk.approve(waitingId)
    expect([approved.status, approved.body.status]).toEqual([200, 'Executed'])
    expect(await desk.state()).toMatchObject({ status: 'Cancelled', limit: isMove ? before.limit : 0n })
    expect(await desk.eventsOf(waitingId)).toEqual(
      expect.arrayContaining(['approval.requested', 'approval.granted', 'trade.executed']),
    )
    expect(await desk.eventsOf(desk.tradeId)).toContain('trade.cancelled')
    expect(errorCode((await desk.approve(waitingId)).body)).toBe('trade_not_awaiting_approval')
    await desk.advance(desk.time.now.toISOString())
    await desk.advance('2026-11-27T12:00:00.000Z')
    expect((await desk.read(waitingId)).status).toBe('Settled')
    expect(await desk.balances()).toMatchObject({ 'fx_position:USD': 0n })
  },
)

test('an approved cancellation costs what was quoted, and an approved move deals at the quoted rate', async () => {
  const one = await openSpot()
  const { body: quote } = await one.quoteOf({ type: 'Cancel' })
  const asked = (await one.bookOf(quote.quoteId)).body
  one.move(3)
  expect((await one.approve(asked.closeOutTradeId)).body.settlement.net).toEqual({
    amount: quote.settlementAmount,
    currency: 'USD',
    chargeOrCredit: quote.chargeOrCredit,
  })
  const two = await openSpot()
  const moved = await two.ask({ type: 'Move', newValueDate: SOONER })
  expect((await two.approve(moved.waitingId)).body).toMatchObject({ rate: moved.newRate, valueDate: SOONER })
})

test('an overdue trade is closed out by its client only with an approval, and by the service when its grace ends', async () => {
  const desk = await openSpot({ order: { amount: '400000.00' } })
  await desk.advance('2026-11-27T00:00:00.000Z')
  const { cutOffAt } = await desk.read(desk.tradeId)
  await desk.advance(cutOffAt)
  expect((await desk.state()).status).toBe('Overdue')
  const first = await desk.ask({ type: 'CloseOut' })
  expect(first).toMatchObject({ status: 'PendingApproval', trade: { status: 'Overdue' } })
  expect((await desk.reject(first.waitingId)).body.status).toBe('Cancelled')
  await desk.advance('2026-11-29T22:00:00.000Z') // the grace ended on Saturday
  expect((await desk.state()).status).toBe('ClosedOut')
})

test('a close-out of an overdue trade that is approved closes it out', async () => {
  const desk = await openSpot({ order: { amount: '400000.00' } })
  await desk.advance('2026-11-27T00:00:00.000Z')
  await desk.advance((await desk.read(desk.tradeId)).cutOffAt)
  const { waitingId } = await desk.ask({ type: 'CloseOut' })
  expect((await desk.approve(waitingId)).body.status).toBe('Executed')
  expect((await desk.state()).status).toBe('ClosedOut')
})

test('an amendment of a trade below the amount of the policy is made immediately', async () => {
  const desk = await openSpot({ fromMinor: 10_000_001n })
  expect(await desk.ask({ type: 'Cancel' })).toMatchObject({ status: 'Booked', approval: { required: false } })
})

test('a trade whose amendment waits cannot be amended twice; rejected or lapsed, it can', async () => {
  const desk = await openSpot()
  const { body: other } = await desk.quoteOf({ type: 'Cancel' })
  const asked = await desk.ask({ type: 'Move', newValueDate: SOONER })
  for (const answer of [await desk.quoteOf({ type: 'Cancel' }), await desk.bookOf(other.quoteId)]) {
    const { status, body } = answer
    expect([status, errorCode(body), body.params]).toEqual([409, 'amendment_pending', { tradeId: asked.waitingId }])
  }
  expect(errorCode((await desk.bookOf(asked.quoteId)).body)).toBe('quote_already_booked')
  const before = await desk.state()
  expect((await desk.reject(asked.waitingId)).body.status).toBe('Cancelled')
  expect(await desk.eventsOf(asked.waitingId)).toContain('approval.rejected')
  expect(await desk.state()).toEqual(before)
  const again = await desk.ask({ type: 'Cancel' })
  await desk.advance('2026-11-25T10:15:00.000Z')
  expect(errorCode((await desk.approve(again.waitingId)).body)).toBe('trade_not_awaiting_approval')
  expect((await desk.read(again.waitingId)).history.at(-1)).toMatchObject({
    status: 'Cancelled',
    reason: 'ApprovalLapsed',
  })
  expect(await desk.state()).toEqual(before)
  await desk.advance('2026-11-27T12:00:00.000Z')
  expect((await desk.state()).status).toBe('Settled')
})

test.each(AMENDMENTS)(
  '$type is not approved at its old price once the market has moved, for or against the client',
  async (amendment) => {
    const desk = await openSpot()
    const { waitingId } = await desk.ask(amendment)
    for (const bps of [7, -7, 400]) {
      desk.move(bps)
      const { status, body } = await desk.approve(waitingId)
      expect([status, errorCode(body)]).toEqual([409, 'trade_price_moved'])
      expect(Math.abs(Math.round(Number(body.params.movedBps)) - bps) <= 1).toBe(true)
    }
    expect((await desk.state()).status).toBe('Executed')
    desk.move(3)
    expect((await desk.approve(waitingId)).status).toBe(200)
  },
)

test('a trade that settles while its amendment waits can no longer be amended by an approval', async () => {
  const desk = await openSpot()
  desk.time.now = new Date('2026-11-26T23:55:00.000Z')
  const { waitingId } = await desk.ask({ type: 'Cancel' })
  await desk.advance('2026-11-27T00:00:00.000Z')
  expect((await desk.state()).status).toBe('Settled')
  const { status, body } = await desk.approve(waitingId)
  expect([status, errorCode(body)]).toEqual([409, 'spot_trade_not_amendable'])
  await desk.advance('2026-11-27T00:10:00.000Z')
  expect((await desk.read(waitingId)).status).toBe('Cancelled')
})

test('an operator ends a trade whose amendment waits without approval or use of a limit, and it cannot be approved', async () => {
  const desk = await openSpot()
  const asked = await desk.ask({ type: 'Move', newValueDate: SOONER })
  const before = await usedOf(desk.entityId)
  const order = { entityId: desk.entityId, tradeId: parseId('trd', desk.tradeId)!, type: 'Cancel' as const }
  await inTransaction(db, async (tx) => {
    const { row } = await quoteSpotAmendment(desk.deps, tx, order, desk.time.now)
    const act = { ...operatorAct, at: desk.time.now, wall: desk.time.now }
    const { amendmentId } = row
    const amended = await bookSpotAmendmentByOperator(desk.deps, tx, { ...order, amendmentId }, act)
    expect(amended.closeOut).toMatchObject({ status: 'Executed' })
  })
  expect(await desk.state()).toMatchObject({ status: 'Cancelled', limit: 0n, used: before })
  expect(errorCode((await desk.approve(asked.waitingId)).body)).toBe('spot_trade_not_amendable')
})

test('an amendment is not approved while its entity is suspended, nor a move while spot is switched off', async () => {
  const desk = await openSpot()
  const { waitingId } = await desk.ask({ type: 'Move', newValueDate: SOONER })
  await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Suspended', operatorAct))
  await expect.poll(async () => errorCode((await desk.approve(waitingId)).body)).toBe('entity_not_active')
  await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Active', operatorAct))
  const { settings } = await desk.settings()
  const without = { features: { ...settings.features, spot: false } }
  await inTransaction(db, (tx) => setProfile(tx, desk.entityId, without, operatorAct))
  await expect.poll(async () => errorCode((await desk.approve(waitingId)).body)).toBe('spot_not_enabled')
  expect((await desk.state()).status).toBe('Executed')
})

test('a move to a later date waits although its trade uses all of the settlement limit, and is refused once the limit is lower', async () => {
  const desk = await openSpot({ order: { valueDate: SOONER } })
  const limit = (settlementMinor: bigint) =>
    inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor }, operatorAct))
  await limit(10_000_000n)
  const { waitingId } = await desk.ask({ type: 'Move', newValueDate: VALUE_DATE })
  expect((await desk.state()).limit).toBe(10_000_000n)
  await limit(9_000_000n)
  expect(errorCode((await desk.approve(waitingId)).body)).toBe('settlement_limit_exceeded')
  expect((await desk.state()).status).toBe('Executed')
  await limit(10_000_000n)
  expect((await desk.approve(waitingId)).status).toBe(200)
  expect((await desk.state()).limit).toBe(10_000_000n)
})

test('a move to an earlier date is approved after the settlement limit was lowered', async () => {
  const desk = await openSpot()
  const { waitingId } = await desk.ask({ type: 'Move', newValueDate: SOONER })
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 1n }, operatorAct))
  expect((await desk.approve(waitingId)).status).toBe(200)
  expect((await desk.state()).limit).toBe(10_000_000n)
})

test('of an ABS entity the hold stays with the trade until the approval, then the loss or the moved amount is held', async () => {
  const one = await openSpot({ kind: 'ABS' })
  const held = (await one.state()).usd
  const asked = await one.ask({ type: 'Cancel' })
  expect((await one.state()).usd).toEqual(held)
  expect((await one.approve(asked.waitingId)).body.settlement.funded).toBe(true)
  expect((await one.state()).usd).toEqual([40_000_000n, BigInt(asked.settlementAmount.replace('.', ''))])
  const two = await openSpot({ kind: 'ABS' })
  const moved = await two.ask({ type: 'Move', newValueDate: SOONER })
  expect((await two.approve(moved.waitingId)).body.settlement.funded).toBe(true)
  const both = [moved.newSellAmount, moved.settlementAmount].map((amount: string) => BigInt(amount.replace('.', '')))
  expect((await two.state()).usd).toEqual([40_000_000n, both[0]! + both[1]!])
})

test('amendments count towards the daily limit; only a move to a later date is refused by it', async () => {
  const [cancelled, sooner, later] = [
    await openSpot({ fromMinor: 90_000_000n }),
    await openSpot({ fromMinor: 90_000_000n }),
    await openSpot({ fromMinor: 90_000_000n, order: { valueDate: SOONER } }),
  ]
  const counted = { before: await usedOf(cancelled.entityId), cap: { dailyTradeMinor: 1n } }
  for (const desk of [cancelled, sooner, later])
    await inTransaction(db, (tx) => setLimits(tx, desk.entityId, counted.cap, operatorAct))
  await cancelled.ask({ type: 'Cancel' })
  expect(await usedOf(cancelled.entityId)).toBe(2 * counted.before)
  await sooner.ask({ type: 'Move', newValueDate: SOONER })
  expect(await usedOf(sooner.entityId)).toBe(2 * counted.before)
  const { body } = await later.quoteOf({ type: 'Move', newValueDate: VALUE_DATE })
  expect(errorCode((await later.bookOf(body.quoteId)).body)).toBe('daily_limit_exceeded')
  expect((await later.state()).status).toBe('Executed')
})

test('an amendment counts towards the daily limit when it is approved', async () => {
  const desk = await openSpot()
  const before = await usedOf(desk.entityId)
  const { waitingId } = await desk.ask({ type: 'Cancel' })
  expect(await usedOf(desk.entityId)).toBe(before)
  await desk.approve(waitingId)
  expect(await usedOf(desk.entityId)).toBe(2 * before)
})

test('payments attached to a trade stay until its end is approved, and are cancelled with it', async () => {
  const creditorAccount = {
    name: 'Northern Looms Ltd',
    address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
    countryCode: 'GB',
    bankCountryCode: 'GB',
    currency: 'GBP',
    accountNumber: '66374958',
    routingCodes: [{ type: 'SortCode', value: '089999' }],
  }
  const payment = { amount: '600.00', creditorAccount, reference: 'Invoice 7' }
  const order = { buyCurrency: 'GBP', amount: '1000.00', valueDate: VALUE_DATE }
  const desk = await openSpot({ order, payments: [payment], currency: 'GBP' })
  const { paymentIds } = await desk.read(desk.tradeId)
  const statusOf = async () => (await desk.get(`/v1/payments/${paymentIds[0]}`)).body.status
  const one = await desk.ask({ type: 'Cancel' })
  await desk.reject(one.waitingId)
  expect(await statusOf()).toBe('Scheduled')
  const two = await desk.ask({ type: 'Cancel' })
  expect((await desk.approve(two.waitingId)).status).toBe(200)
  expect(await statusOf()).toBe('Cancelled')
})

test.each([{ type: 'Cancel' }, { type: 'Move', newValueDate: SOONER }])(
  'a client can request $type under a policy although nothing values its base currency',
  async (amendment) => {
    const desk = await openSpot({ currency: null, fromMinor: 9_000_000_000n, steps: 2 })
    await db.pool.query(`update entities set base_currency = 'NOK' where entity_id = $1`, [desk.entityId])
    await expect.poll(async () => (await desk.settings()).entity.baseCurrency).toBe('NOK')
    const { waitingId, approval } = await desk.ask(amendment)
    expect(approval).toMatchObject({ required: true, stepsRequired: 2 })
    const before = await usedOf(desk.entityId)
    for (const _ of [1, 2]) expect((await desk.approve(waitingId)).status).toBe(200)
    expect(await desk.state()).toMatchObject({ status: 'Cancelled', used: before })
  },
)

test('a key repeats the answer of a booking that waits, and stores one trade', async () => {
  const desk = await openSpot()
  const { body: quote } = await desk.quoteOf({ type: 'Cancel' })
  const headers = { 'idempotency-key': 'cancel-1' }
  const [first, second] = [await desk.bookOf(quote.quoteId, headers), await desk.bookOf(quote.quoteId, headers)]
  expect([second.status, second.body]).toEqual([201, first.body])
})

test('one of concurrent approvals and rejections of an amendment decides', async () => {
  const desk = await openSpot()
  const { waitingId } = await desk.ask({ type: 'Cancel' })
  const answers = await Promise.all([desk.approve(waitingId), desk.approve(waitingId), desk.approve(waitingId)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await desk.state()).status).toBe('Cancelled')
})

test('the database rejects an amendment of a trade that is still open, and one without its approvals', async () => {
  const desk = await openSpot()
  const { waitingId } = await desk.ask({ type: 'Cancel' })
  const tradeId = parseId('trd', waitingId)
  const execute = () => db.pool.query("update fx_trades set status = 'Executed' where trade_id = $1", [tradeId])
  await expect(execute()).rejects.toThrow('lacks approvals')
  await db.pool.query(
    `insert into approvals (entity_id, resource_type, resource_id, round, client_id, decision, bound, at)
     values ($1, 'trade', $2, 1, $3, 'Approved', '{}', now())`,
    [desk.entityId, tradeId, await givenClientRow(db, desk.entityId)],
  )
  await expect(execute()).rejects.toThrow('is open')
})
