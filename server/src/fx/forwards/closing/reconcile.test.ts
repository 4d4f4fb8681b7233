import { describe, expect, test } from 'vitest'
import { operatorAct } from '../../../../test/support/clients.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../../test/support/forward-desk.ts'
import { findAccount } from '../../../accounts/index.ts'
import { createAccount } from '../../../../test/support/accounts.ts'
import { initialMarginAwaitingFunds } from '../../../credit/margin/initial.ts'
import { settleCall } from '../../../credit/margin/calls.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId, parseId } from '../../../kernel/values/ids.ts'
import { Decimal } from '../../../kernel/values/rates.ts'
import { lockDeal } from '../closing/reconcile.ts'
import { reconcileForward } from './reconcile.ts'
import { lockForward } from '../record/queries.ts'

// Time runs for everybody in a database: each test has its own.
type Db = Awaited<ReturnType<typeof testDatabase>>
const minor = (amount: string) => BigInt(amount.replace('.', ''))
const HOUR = 3_600_000
const later = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString()
const margined = { term: { initialMarginWaived: false } }
const wireAccount = (desk: ForwardDesk, currency: string) => formatId('acc', desk.account(currency).accountId)

/** The job that watches a forward: when it is due, or undefined. */
async function watchedAt(db: Db, tradeId: string): Promise<Date[]> {
  const { rows } = await db.pool.query<{ dueAt: Date }>(
    `select due_at as "dueAt" from due_work where kind = 'forward.watch' and resource_id = $1`,
    [parseId('trd', tradeId)],
  )
  return rows.map(({ dueAt }) => dueAt)
}

/** Notes variation margin for a forward as paid from an account. */
async function givenVariationMargin(db: Db, desk: ForwardDesk, tradeId: string, currency: string, amountMinor: bigint) {
  await desk.fund(currency, amountMinor)
  const { accountId } = desk.account(currency)
  const values = [desk.entityId, parseId('trd', tradeId), currency, amountMinor]
  await db.pool.query(
    `insert into credit_margins (entity_id, facility_id, kind, trade_id, currency, required_minor, created_at, updated_at)
       select entity_id, facility_id, 'Variation', trade_id, $3, 0, now(), now() from fx_forwards
         where entity_id = $1 and trade_id = $2`,
    values.slice(0, 3),
  )
  await db.pool.query(
    `insert into margin_calls (entity_id, margin_call_id, facility_id, kind, trade_id, reason_trade_ids, currency, amount_minor,
        outstanding_minor, status, issued_at, due_at, explanation, updated_at)
       select entity_id, gen_random_uuid(), facility_id, 'Variation', trade_id, array[trade_id], $3, $4, $4, 'Issued', now(),
         now(), 'x', now() from fx_forwards where entity_id = $1 and trade_id = $2`,
    values,
  )
  await db.pool.query(
    `insert into credit_cash_margins (entity_id, facility_id, kind, currency, amount_minor)
       select entity_id, facility_id, 'VariationDue', $3, $4 from fx_forwards where entity_id = $1 and trade_id = $2`,
    values,
  )
  const { rows } = await db.pool.query('select margin_call_id as id from margin_calls where entity_id = $1', [
    desk.entityId,
  ])
  await settle(db, desk, rows[0].id, accountId)
}

const settle = (db: Db, desk: ForwardDesk, marginCallId: string, accountId: string) =>
  inTransaction(db, async (tx) => {
    const account = (await findAccount(tx, desk.entityId, accountId))!
    const act = { actor: { type: 'system' as const }, at: desk.time.now, wall: new Date() }
    await settleCall(tx, { lockDeal }, { entityId: desk.entityId, marginCallId, account }, act)
  })

async function heldFor(db: Db, tradeId: string): Promise<bigint> {
  const { rows } = await db.pool.query<{ held: bigint }>(
    'select coalesce(sum(held_minor), 0)::bigint as held from credit_margins where trade_id = $1',
    [parseId('trd', tradeId)],
  )
  return rows[0]!.held
}

describe('a forward fully drawn when its milestones pass', async () => {
  const drawn = async (more: object = {}) => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db)
    const forward = await desk.forward({ forwardType: 'Open', valueDate: '2026-12-08', amount: '1000.00' })
    const { drawdownId } = (await desk.draw(forward.tradeId, '1000.00', { valueDate: '2026-12-08', ...more })).body
    return { db, desk, ...forward, drawdownId }
  }

  test('is closed out on its value date after the drawdown was cancelled', async () => {
    const { db, desk, tradeId, drawdownId, cutOffAt } = await drawn()
    await desk.advance('2026-12-08T06:00:00.000Z')
    expect(await desk.read(tradeId)).toMatchObject({ status: 'FullyDrawn' })
    expect(await watchedAt(db, tradeId)).toHaveLength(1)
    desk.time.now = new Date('2026-12-07T10:00:00.000Z') // a client whose command was received before the last milestone
    expect((await desk.cancel(drawdownId)).body.status).toBe('Cancelled')
    expect(await desk.read(tradeId)).toMatchObject({ status: 'Open' })
    await desk.advance(cutOffAt)
    expect((await desk.read(tradeId)).status).toBe('Overdue')
    await desk.advance(later(cutOffAt, 24))
    expect(await desk.read(tradeId)).toMatchObject({ status: 'ClosedOut', forward: { balance: { buyAmount: '0.00' } } })
  })

  test.each([
    ['lapsed without its money', '2026-12-05T14:00:00.000Z'],
    ['was cancelled', '2026-12-02T10:00:00.000Z'],
  ])('is closed out after a drawdown for an earlier day %s', async (how, at) => {
    const { desk, tradeId, drawdownId, cutOffAt } = await drawn({ valueDate: '2026-12-04' })
    await desk.advance('2026-12-02T10:00:00.000Z') // five business days before the value date have passed
    expect((await desk.read(tradeId)).status).toBe('FullyDrawn')
    if (how === 'was cancelled') expect((await desk.cancel(drawdownId)).status).toBe(200)
    await desk.advance(at)
    expect((await desk.trade(drawdownId)).status).toBe('Cancelled')
    expect((await desk.read(tradeId)).status).toBe('Open')
    await desk.advance(later(cutOffAt, 24))
    expect(await desk.read(tradeId)).toMatchObject({ status: 'ClosedOut', forward: { balance: { buyAmount: '0.00' } } })
  })

  test('is closed out after the drawdown lapsed without its money', async () => {
    const { desk, tradeId, drawdownId, cutOffAt } = await drawn()
    await desk.advance(later(cutOffAt, 24))
    expect((await desk.trade(drawdownId)).status).toBe('Cancelled')
    await desk.advance(later(cutOffAt, 25))
    expect((await desk.read(tradeId)).status).toBe('ClosedOut')
  })
})

test.each([
  ['USD', 'CHF', 'USD'],
  ['CHF', 'USD', 'CHF'],
  ['EUR', 'GBP', 'EUR'],
])('a forward of %s for %s of which 0.01 is left is closed out and not overdue for ever', async (buy, sell) => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, { currencies: ['EUR', 'GBP', 'USD', 'CHF'] })
  const order = {
    buyCurrency: buy,
    sellCurrency: sell,
    forwardType: 'Open',
    valueDate: '2026-12-08',
    amount: '1000.00',
  }
  const { tradeId, cutOffAt } = await desk.forward(order)
  await desk.fund(sell, 1_000_000n)
  expect((await desk.draw(tradeId, '999.99', { currency: buy, valueDate: '2026-12-08' })).status).toBe(201)
  const quote = await desk.amend(tradeId, { type: 'CloseOut' })
  expect([quote.status, quote.body.code]).toEqual([201, undefined])
  const { mtm } = (await desk.read(tradeId)).forward
  expect(Math.abs(Number(mtm.amount))).toBe(Number(quote.body.settlementAmount)) // never a gain: at most what was to be paid
  expect(quote.body.chargeOrCredit === 'Credit' && Number(quote.body.settlementAmount) > 0).toBe(false)
  await desk.advance(later(cutOffAt, 24))
  expect(await desk.read(tradeId)).toMatchObject({ status: 'ClosedOut', forward: { balance: { buyAmount: '0.00' } } })
  await desk.advance(later(cutOffAt, 72))
  expect(await watchedAt(db, tradeId)).toEqual([])
})

test('the variation margin of a forward is released when a partial close-out is paid after the last drawdown', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db)
  const { tradeId } = await desk.forward({ forwardType: 'Open', valueDate: '2026-12-08', amount: '100000.00' })
  await givenVariationMargin(db, desk, tradeId, 'GBP', 3_000_000n)
  const quote = (await desk.amend(tradeId, { type: 'CloseOut', amount: '40000.00' })).body
  expect(quote.chargeOrCredit).toBe('Charge')
  expect((await desk.bookAmendment(tradeId, quote.quoteId)).status).toBe(201)
  const drawn = (await desk.draw(tradeId, '60000.00')).body
  await desk.fund('USD', minor(drawn.sellAmount))
  // The loss is paid after the last drawdown.
  await db.pool.query(`update fx_trades set value_date = '2026-12-10' where entity_id = $1 and kind = 'CloseOut'`, [
    desk.entityId,
  ])
  await db.pool.query(
    `update due_work set due_at = '2026-12-10' where kind = 'trade.settle' and resource_id in
       (select trade_id from fx_trades where entity_id = $1 and kind = 'CloseOut')`,
    [desk.entityId],
  )
  await desk.advance('2026-12-09T06:00:00.000Z')
  expect((await desk.trade(drawn.drawdownId)).status).toBe('Settled')
  expect((await desk.read(tradeId)).status).toBe('FullyDrawn')
  expect(await watchedAt(db, tradeId)).toHaveLength(1)
  await desk.fund('USD', minor(quote.settlementAmount))
  await desk.advance('2026-12-10T06:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('Settled')
  expect(await heldFor(db, tradeId)).toBe(0n)
  expect(await watchedAt(db, tradeId)).toEqual([])
  expect(await desk.balances()).toMatchObject({ 'client:GBP': 3_000_000n, 'client:USD': 0n })
})

test.each(['Extend', 'BringForward'])('%s of a whole forward returns its variation margin', async (type) => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db)
  await desk.fund('USD', 10_000_000n)
  const { tradeId } = await desk.forward({ valueDate: '2027-02-24', amount: '100000.00' })
  await givenVariationMargin(db, desk, tradeId, 'GBP', 405_224n)
  const newValueDate = type === 'Extend' ? '2027-03-24' : '2027-01-25'
  const quote = (await desk.amend(tradeId, { type, newValueDate })).body
  expect((await desk.bookAmendment(tradeId, quote.quoteId)).status).toBe(201)
  await desk.advance(later(desk.time.now.toISOString(), 1))
  expect(await heldFor(db, tradeId)).toBe(0n)
  expect(await desk.balances()).toMatchObject({ 'client:GBP': 405_224n })
  expect(await watchedAt(db, tradeId)).toEqual([])
})

test('a drawdown funded to the cent settles although its margin was paid from another account', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, margined)
  const other = await inTransaction(db, (tx) =>
    createAccount(tx, { entityId: desk.entityId, currency: 'USD', name: 'Margin' }, operatorAct),
  )
  const own = desk.account('USD')
  const order = { forwardType: 'Open', amount: '100000.00' }
  const quote = (await desk.quoteForward(order)).body
  await desk.fund('USD', minor(quote.initialMargin.amount), other.accountId)
  const from = { payInitialMarginFromAccountId: formatId('acc', other.accountId) }
  const { tradeId, status } = (await desk.bookForward(quote.quoteId, from)).body
  expect(status).toBe('Open')
  const one = (await desk.draw(tradeId, '40000.00', { valueDate: '2026-12-04' })).body
  expect(one.fundingInstructions.accountId).toBe(formatId('acc', own.accountId))
  await desk.fund('USD', minor(one.fundingInstructions.amount))
  await desk.advance('2026-12-04T06:00:00.000Z')
  expect((await desk.trade(one.drawdownId)).status).toBe('Settled')
  // What no drawdown needs goes back to the account it was paid from, even after a part went elsewhere.
  const rest = (await desk.amend(tradeId, { type: 'CloseOut' })).body
  await desk.bookAmendment(tradeId, rest.quoteId)
  await desk.fund('USD', minor(rest.settlementAmount))
  await desk.advance('2026-12-05T06:00:00.000Z')
  expect((await desk.read(tradeId)).status).toBe('ClosedOut')
  expect(await heldFor(db, tradeId)).toBe(0n)
})

test('an overdue forward is not closed out for Good Friday', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, { now: '2027-03-22T10:00:00.000Z', facility: { effectiveFrom: '2026-11-20' } })
  await desk.fund('USD', 100_000_000n)
  const { tradeId, cutOffAt } = await desk.forward({ valueDate: '2027-03-25', amount: '1000.00' })
  await desk.advance(later(cutOffAt, 24)) // Good Friday
  const details = await desk.read(tradeId)
  expect(details.status).toBe('ClosedOut')
  const [{ tradeId: closeOutId }] = details.forward.linkedTrades
  expect(await desk.trade(closeOutId)).toMatchObject({ status: 'Executed', valueDate: '2027-03-30' })
  await desk.advance('2027-03-30T06:00:00.000Z')
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
})

test('a drawdown lapses although its settlement failed and was postponed when the grace was over', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db)
  const { tradeId } = await desk.forward({ forwardType: 'Open', amount: '1000.00' })
  const { drawdownId, fundingInstructions } = (await desk.draw(tradeId, '1000.00', { valueDate: '2026-12-04' })).body
  const job = ['trade.settle', parseId('trd', drawdownId)]
  const postpone = 'update due_work set retry_at = $3 where kind = $1 and resource_id = $2'
  await db.pool.query(postpone, [...job, new Date(Date.now() + HOUR)])
  await desk.advance(later(fundingInstructions.payBy, 24))
  expect((await desk.trade(drawdownId)).status).toBe('Booked')
  await db.pool.query(postpone, [...job, null])
  await desk.advance(later(fundingInstructions.payBy, 25))
  expect((await desk.trade(drawdownId)).status).toBe('Cancelled')
  expect((await desk.read(tradeId)).status).toBe('Open')
})

/** A drawdown whose rest, in cents, neither leg gives at the contract's rate: each rounds to another amount. */
function unevenDraw({ rate, buyAmount, sellAmount }: { rate: string; buyAmount: string; sellAmount: string }): string {
  const exact = new Decimal(rate)
  for (let cents = 10_000; cents < 60_000; cents++) {
    const restBuy = new Decimal(buyAmount).mul(100).minus(cents)
    const restSell = new Decimal(sellAmount).mul(100).minus(exact.mul(cents).toFixed(0, Decimal.ROUND_HALF_UP))
    const isEven = (from: Decimal, to: Decimal) => from.toFixed(0, Decimal.ROUND_HALF_UP) === to.toFixed(0)
    if (!isEven(restBuy.mul(exact), restSell) && !isEven(restSell.div(exact), restBuy)) return (cents / 100).toFixed(2)
  }
  throw new Error('there is no such amount')
}

test('an extended part keeps the contract to the cent when a drawdown returns before the quote is booked', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db)
  const forward = await desk.forward({ forwardType: 'Open', amount: '1000.01' })
  const { tradeId, buyAmount, sellAmount } = forward
  const { drawdownId } = (await desk.draw(tradeId, unevenDraw(forward))).body
  const left = (await desk.drawdowns(tradeId)).totals
  const quote = (await desk.amend(tradeId, { type: 'Extend', newValueDate: '2027-03-24' })).body
  expect([quote.buyAmount, quote.sellAmount]).toEqual([left.remainingBuy, left.remainingSell])
  await desk.cancel(drawdownId)
  expect((await desk.bookAmendment(tradeId, quote.quoteId)).status).toBe(201)
  const { totals } = await desk.drawdowns(tradeId)
  expect([totals.amendedBuy, totals.amendedSell]).toEqual([quote.buyAmount, quote.sellAmount])
  expect(minor(totals.amendedBuy) + minor(totals.remainingBuy)).toBe(minor(buyAmount))
  expect(minor(totals.amendedSell) + minor(totals.remainingSell)).toBe(minor(sellAmount))
})

test('of a client that settles an initial margin call and the job that collects it, one pays, and the other finds it paid', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, margined)
  const { accountId } = desk.account('USD')
  const collector = initialMarginAwaitingFunds({ lockDeal })
  for (let round = 0; round < 8; round++) {
    const { tradeId } = await desk.forward({ amount: '1000.00' })
    const { amount, status } = await desk.margin(tradeId)
    expect(status).toBe('Due')
    await desk.fund('USD', 2n * minor(amount))
    const { rows } = await db.pool.query<{ id: string }>(
      'select margin_call_id as id from margin_calls where trade_id = $1',
      [parseId('trd', tradeId)],
    )
    const account = { entityId: desk.entityId, accountId, availableMinor: 2n * minor(amount), awaited: 1n }
    const act = { actor: { type: 'system' as const }, at: desk.time.now, wall: new Date() }
    const collected = inTransaction(db, (tx) => collector.pay(tx, account, parseId('trd', tradeId)!, act))
    const [byClient, byJob] = await Promise.allSettled([settle(db, desk, rows[0]!.id, accountId), collected])
    const isPaidByJob = byClient.status === 'rejected'
    if (isPaidByJob) expect(byClient.reason).toMatchObject({ code: 'margin_call_not_open' })
    expect(byJob).toMatchObject({ status: 'fulfilled', value: isPaidByJob ? 'Paid' : 'Passed' })
    expect(await desk.margin(tradeId)).toMatchObject({ status: 'Received', received: amount, outstanding: '0.00' })
    expect((await desk.read(tradeId)).status).toBe('Open')
  }
})

describe('initial margin that waits for its money', async () => {
  const payment = {
    paymentDate: '2026-11-20',
    currency: 'EUR',
    reference: 'Loom #RETURN',
    creditorAccount: {
      name: 'Muster Maschinenbau GmbH',
      address: { line1: 'Hauptstrasse 1', city: 'Berlin', countryCode: 'DE' },
      countryCode: 'DE',
      bankCountryCode: 'DE',
      currency: 'EUR',
      iban: 'DE89370400440532013000',
    },
  }

  test('is paid by a payment that comes back', async () => {
    const desk = await openForwardDesk(await testDatabase(), margined)
    await desk.fund('EUR', 2_500_000n)
    const order = { ...payment, accountId: wireAccount(desk, 'EUR'), amount: '20000.00' }
    const paid = await desk.post('/v1/payments', order)
    expect([paid.status, paid.body.code]).toEqual([201, undefined])
    const { tradeId, status } = await desk.forward({ marginSide: 'Buy' })
    expect(status).toBe('AwaitingInitialMargin')
    await desk.advance(later(desk.time.now.toISOString(), 1))
    expect((await desk.get(`/v1/payments/${paid.body.paymentId}`)).body.status).toBe('Returned')
    expect((await desk.read(tradeId)).status).toBe('Open')
    expect(await desk.balances()).toMatchObject({ 'client:EUR': 0n, 'margin:EUR': 2_500_000n })
  })

  test('is paid by margin that is released', async () => {
    const desk = await openForwardDesk(await testDatabase(), margined)
    await desk.fund('EUR', 2_500_000n)
    const from = { payInitialMarginFromAccountId: wireAccount(desk, 'EUR') }
    const first = await desk.forward({ marginSide: 'Buy' }, from)
    const second = await desk.forward({ marginSide: 'Buy' })
    expect([first.status, second.status]).toEqual(['Open', 'AwaitingInitialMargin'])
    const quote = (await desk.amend(first.tradeId, { type: 'CloseOut' })).body
    await desk.fund('USD', minor(quote.settlementAmount))
    expect((await desk.bookAmendment(first.tradeId, quote.quoteId)).status).toBe(201)
    await desk.advance(later(desk.time.now.toISOString(), 1))
    expect((await desk.read(second.tradeId)).status).toBe('Open')
    expect(await desk.balances()).toMatchObject({ 'client:EUR': 0n, 'margin:EUR': 2_500_000n })
  })
})

test('reconciling a forward again changes nothing', async () => {
  const db = await testDatabase()
  const desk = await openForwardDesk(db, margined)
  await desk.fund('USD', 100_000_000n)
  const from = { payInitialMarginFromAccountId: wireAccount(desk, 'USD') }
  const { tradeId } = await desk.forward({ forwardType: 'Open', amount: '1000.01' }, from)
  await desk.draw(tradeId, '333.33')
  const snapshot = async () => {
    const tables = [
      'fx_trades',
      'fx_forwards',
      'credit_margins',
      'credit_exposures',
      'events',
      'balances',
      'margin_calls',
    ]
    const read = tables.map((table) =>
      db.pool.query(`select * from ${table} where entity_id = $1 order by 1, 2, 3`, [desk.entityId]),
    )
    const rows = (await Promise.all(read)).map((result) => result.rows)
    return [...rows, await watchedAt(db, tradeId)]
  }
  const before = await snapshot()
  for (let i = 0; i < 2; i++) {
    await inTransaction(db, async (tx) => {
      const forward = (await lockForward(tx, desk.entityId, parseId('trd', tradeId)!))!
      const act = { actor: { type: 'system' as const }, at: desk.time.now, wall: new Date() }
      await reconcileForward(desk.reconciling, tx, forward, act)
    })
    expect(await snapshot()).toEqual(before)
  }
})
