import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { readSettlementUsed, setLimits } from '../../entities/index.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const minor = (amount: string) => BigInt(amount.replace('.', ''))

/** A spot purchase of EUR 100,000.00 against USD. */
async function trade(desk: Desk, order: object = { valueDate: '2026-11-27' }) {
  const { body } = await desk.book((await desk.quote(order)).body.quoteId)
  return body
}
const base = '/v1/fx/trades/spot'
const preview = (desk: Desk, tradeId: string, order: object) =>
  desk.post(`${base}/${tradeId}/amendments/quote`, { ...desk.wire, ...order })
const execute = (desk: Desk, tradeId: string, quoteId: string) =>
  desk.post(`${base}/${tradeId}/amendments`, { ...desk.wire, quoteId })
async function amend(desk: Desk, tradeId: string, order: object) {
  const quote = await preview(desk, tradeId, order)
  expect([quote.status, errorCode(quote.body)]).toEqual([201, undefined])
  const booked = await execute(desk, tradeId, quote.body.quoteId)
  expect([booked.status, errorCode(booked.body)]).toEqual([201, undefined])
  return { quote: quote.body, booked: booked.body }
}
const read = async (desk: Desk, tradeId: string) => (await desk.get(`/v1/fx/trades/${tradeId}`)).body
const euro = (desk: Desk, mid: string) => {
  const side = (by: number) => (Number(mid) + by).toFixed(5)
  desk.market.prices = { EUR: [side(-0.00005), mid, side(0.00005)], GBP: ['1.31230', '1.31240', '1.31250'] }
}

test('moved, a spot trade keeps the amount in USD that the client fixed', async () => {
  const desk = await openDesk(db, 'RM')
  const { tradeId, buyAmount } = await trade(desk, { valueDate: '2026-11-27', fixedSide: 'Sell', amount: '300000.00' })
  const { quote, booked } = await amend(desk, tradeId, { type: 'Move', newValueDate: '2026-11-25' })
  const { newTrade } = booked
  expect(newTrade).toMatchObject({ fixedSide: 'Sell', sellAmount: '300000.00' })
  expect(newTrade.buyAmount).toBe(new Decimal('300000').div(quote.newRate).toFixed(2))
  expect(newTrade.buyAmount).not.toBe(buyAmount)
})

describe('an executed spot trade that the client cancels', () => {
  test('makes its loss due immediately and frees its settlement limit', async () => {
    const desk = await openDesk(db, 'RM')
    await desk.fund('USD', 10_000_000n)
    const { tradeId } = await trade(desk)
    euro(desk, '1.10000')
    const { quote, booked } = await amend(desk, tradeId, { type: 'Cancel' })
    expect(quote).toMatchObject({
      type: 'Cancel',
      nearRate: '1.09995',
      settlementAmount: '6551.00', // 116,546.00 less 109,995.00
      chargeOrCredit: 'Charge',
      currency: 'USD',
      newRate: null,
    })
    expect(booked.trade).toMatchObject({ status: 'Cancelled', tradeId })
    expect(booked.closeOut).toMatchObject({ kind: 'CloseOut', subtype: 'Spot', parentTradeId: tradeId })
    await desk.advance(desk.time.now.toISOString())
    expect(await read(desk, booked.closeOutTradeId)).toMatchObject({ status: 'Settled' })
    expect(await desk.balances()).toMatchObject({
      'client:USD': 10_000_000n - 655_100n,
      'fx_position:USD': 0n,
      'fx_revenue:USD': 29_100n, // earned once
    })
    expect((await desk.balances())['client:EUR'] ?? 0n).toBe(0n)
    expect(await desk.events()).toContain('trade.cancelled')
    const again = await preview(desk, tradeId, { type: 'Cancel' })
    expect([again.status, errorCode(again.body)]).toEqual([409, 'spot_trade_not_amendable'])
    await desk.advance('2026-11-27T00:00:00.000Z')
    expect((await read(desk, tradeId)).status).toBe('Cancelled')
  })

  test('at a loss after the end of the trading day has a close-out that is due before its trade date', async () => {
    const desk = await openDesk(db, 'RM', { now: '2026-12-03T22:30:00.000Z' })
    const { tradeId } = await trade(desk, { valueDate: '2026-12-08' })
    euro(desk, '1.10000')
    const { booked } = await amend(desk, tradeId, { type: 'Cancel' })
    expect(booked.closeOut).toMatchObject({ tradeDate: '2026-12-04', valueDate: '2026-12-04' })
    await desk.advance('2026-12-03T23:59:59.000Z')
    expect((await read(desk, booked.closeOutTradeId)).status).toBe('Executed')
    await desk.fund('USD', minor('6551.00'))
    await desk.advance('2026-12-04T00:00:00.000Z')
    expect((await read(desk, booked.closeOutTradeId)).status).toBe('Settled')
  })

  test('is cancelled at a gain, which is paid on the value date', async () => {
    const desk = await openDesk(db, 'RM')
    const { tradeId } = await trade(desk)
    euro(desk, '1.20000')
    const { quote, booked } = await amend(desk, tradeId, { type: 'Cancel' })
    expect(quote).toMatchObject({ settlementAmount: '3449.00', chargeOrCredit: 'Credit' })
    await desk.advance('2026-11-26T10:00:00.000Z')
    expect((await desk.balances())['client:USD'] ?? 0n).toBe(0n)
    await desk.advance('2026-11-27T00:00:00.000Z')
    expect(await read(desk, booked.closeOutTradeId)).toMatchObject({ status: 'Settled' })
    expect(await desk.balances()).toMatchObject({ 'client:USD': 344_900n, 'fx_position:USD': 0n })
  })

  test('of an ABS entity releases what it held, and holds the loss', async () => {
    const desk = await openDesk(db, 'ABS')
    await desk.fund('USD', 12_000_000n)
    const { tradeId } = await trade(desk)
    euro(desk, '1.10000')
    const { booked } = await amend(desk, tradeId, { type: 'Cancel' })
    expect(await desk.balances()).toMatchObject({ 'client:USD': [12_000_000n, 655_100n] })
    expect(booked.closeOut.settlement).toMatchObject({ funded: true, fundedAt: desk.time.now.toISOString() })
    await desk.advance(desk.time.now.toISOString())
    expect(await desk.balances()).toMatchObject({ 'client:USD': 12_000_000n - 655_100n })
  })

  test.each([
    [400, 'field_required', { type: 'Move' }],
    [400, 'unknown_field', { type: 'Cancel', newValueDate: '2026-11-25' }],
    [422, 'amendment_date_unchanged', { type: 'Move', newValueDate: '2026-11-27' }],
    [422, 'value_date_unavailable', { type: 'Move', newValueDate: '2026-11-28' }],
    [409, 'spot_trade_not_amendable', { type: 'CloseOut' }],
  ])('%i %s: %o', async (status, code, order) => {
    const desk = await openDesk(db, 'RM')
    const { tradeId } = await trade(desk)
    const answer = await preview(desk, tradeId, order)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('an expired, a used and a foreign quote change nothing', async () => {
    const desk = await openDesk(db, 'RM')
    const [one, two] = [await trade(desk), await trade(desk)]
    const { body: quote } = await preview(desk, one.tradeId, { type: 'Cancel' })
    expect(errorCode((await execute(desk, two.tradeId, quote.quoteId)).body)).toBe('spot_amendment_quote_not_found')
    const answers = await Promise.all([1, 2, 3].map(() => execute(desk, one.tradeId, quote.quoteId)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const { body: late } = await preview(desk, two.tradeId, { type: 'Cancel' })
    desk.time.now = new Date(late.expiresAt)
    expect(errorCode((await execute(desk, two.tradeId, late.quoteId)).body)).toBe('quote_expired')
    expect((await read(desk, two.tradeId)).status).toBe('Executed')
  })
})

test('a spot trade cannot be moved to another value date', async () => {
  const desk = await openDesk(db, 'RM')
  await desk.fund('USD', 20_000_000n)
  const { tradeId } = await trade(desk)
  const { quote, booked } = await amend(desk, tradeId, { type: 'Move', newValueDate: '2026-11-25' })
  expect(quote).toMatchObject({ newValueDate: '2026-11-25', newBuyAmount: '100000.00', chargeOrCredit: 'Charge' })
  expect(booked.trade).toMatchObject({ status: 'Cancelled' })
  expect(booked.newTrade).toMatchObject({
    kind: 'Spot',
    status: 'Executed',
    parentTradeId: tradeId,
    rate: quote.newRate,
  })
  await desk.advance(desk.time.now.toISOString())
  expect(await read(desk, booked.newTradeId)).toMatchObject({ status: 'Settled' })
  expect(await desk.balances()).toMatchObject({
    'client:EUR': 10_000_000n,
    'client:USD': 20_000_000n - minor(quote.settlementAmount) - minor(quote.newSellAmount),
    'fx_position:USD': 0n,
    'fx_position:EUR': 0n,
  })
})

test('a trade that is cancelled cancels its attached payments', async () => {
  const creditorAccount = {
    name: 'Northern Looms Ltd',
    address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
    countryCode: 'GB',
    bankCountryCode: 'GB',
    currency: 'GBP',
    accountNumber: '66374958',
    routingCodes: [{ type: 'SortCode', value: '089999' }],
  }
  const payments = ['600.00', '400.00'].map((amount) => ({ amount, creditorAccount, reference: 'Invoice 7' }))
  const desk = await openDesk(db, 'RM')
  await desk.fund('USD', 1_000_000n)
  const order = { buyCurrency: 'GBP', amount: '1000.00', valueDate: '2026-11-27' }
  const { body } = await desk.book((await desk.quote(order)).body.quoteId, { payments })
  await amend(desk, body.tradeId, { type: 'Cancel' })
  for (const paymentId of body.paymentIds) {
    expect((await desk.get(`/v1/payments/${paymentId}`)).body.status).toBe('Cancelled')
  }
})

test('a move is booked after the dealing cut-off of its new value date', async () => {
  const desk = await openDesk(db, 'RM', { now: '2026-12-11T12:00:00.000Z' })
  const { tradeId } = await trade(desk, { buyCurrency: 'GBP', sellCurrency: 'EUR', valueDate: '2026-12-15' })
  const { body: today } = await desk.get('/v1/fx/earliest-settlement?sellCurrency=EUR&buyCurrency=GBP')
  const cutOffAt = new Date(today.cutOffAt)
  desk.time.now = new Date(cutOffAt.getTime() - 1000)
  const { body: quote } = await preview(desk, tradeId, { type: 'Move', newValueDate: '2026-12-11' })
  expect(quote).toMatchObject({ newValueDate: '2026-12-11', expiresAt: cutOffAt.toISOString() })
  desk.time.now = cutOffAt
  expect(errorCode((await execute(desk, tradeId, quote.quoteId)).body)).toBe('quote_expired')
  expect((await read(desk, tradeId)).status).toBe('Executed')
})

test('a move to a later date beyond a settlement limit that was lowered is rejected at its quote and at its booking', async () => {
  const desk = await openDesk(db, 'RM')
  const { tradeId } = await trade(desk, { valueDate: '2026-11-25' })
  const later = { type: 'Move', newValueDate: '2026-11-27' }
  const { body: kept } = await preview(desk, tradeId, later)
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 9_000_000n }, operatorAct))
  const refused = { code: 'settlement_limit_exceeded', params: { used: '0.00', needed: '100000.00' } }
  await expect.poll(async () => (await preview(desk, tradeId, later)).body).toMatchObject(refused)
  const booked = await execute(desk, tradeId, kept.quoteId)
  expect([booked.status, booked.body]).toEqual([422, expect.objectContaining({ code: refused.code })])
  expect((await read(desk, tradeId)).status).toBe('Executed')
})

test('a move to an earlier date is made after the settlement limit was lowered, because it uses no more of it', async () => {
  const desk = await openDesk(db, 'RM')
  const { tradeId } = await trade(desk)
  const used = () => readSettlementUsed(db.reader, desk.entityId)
  const before = await used()
  await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { settlementMinor: 1n }, operatorAct))
  const { booked } = await amend(desk, tradeId, { type: 'Move', newValueDate: '2026-11-25' })
  expect(booked.newTrade).toMatchObject({ status: 'Executed', valueDate: '2026-11-25' })
  expect(await used()).toBe(before)
})

describe('an overdue spot trade', () => {
  const overdue = async () => {
    const desk = await openDesk(db, 'RM')
    const made = await trade(desk)
    await desk.advance('2026-11-27T00:00:00.000Z')
    await desk.advance(made.cutOffAt)
    expect((await read(desk, made.tradeId)).status).toBe('Overdue')
    return { desk, made }
  }

  test('is closed out when its grace ends, and its loss is due on the next good day', async () => {
    const { desk, made } = await overdue()
    // The grace ends on a Saturday: the close-out waits for the market's opening on Sunday.
    await desk.advance('2026-11-29T21:59:59.000Z')
    expect((await read(desk, made.tradeId)).status).toBe('Overdue')
    await desk.advance('2026-11-29T22:00:00.000Z')
    expect(await read(desk, made.tradeId)).toMatchObject({ status: 'ClosedOut' })
    await desk.advance('2026-11-30T00:00:00.000Z') // the loss is due on the next good day
    const events = await desk.events()
    expect(events).toEqual(expect.arrayContaining(['trade.overdue', 'trade.closedOut']))
    const { rows } = await db.pool.query(
      `select status, net_minor as net from fx_trades where entity_id = $1 and kind = 'CloseOut'`,
      [desk.entityId],
    )
    expect(rows).toEqual([{ status: 'AwaitingFunds', net: -31_200n }])
    await desk.fund('USD', 31_200n)
    await desk.advance('2026-11-30T00:01:00.000Z')
    expect(await desk.balances()).toMatchObject({ 'client:USD': 0n, 'fx_position:USD': 0n })
  })

  test('cannot be moved, but can be closed out by the client', async () => {
    const { desk, made } = await overdue()
    const moved = await preview(desk, made.tradeId, { type: 'Move', newValueDate: '2026-12-01' })
    expect(moved.body).toMatchObject({ code: 'spot_trade_not_amendable', params: { allowed: ['CloseOut'] } })
    const { booked } = await amend(desk, made.tradeId, { type: 'CloseOut' })
    expect(booked.trade.status).toBe('ClosedOut')
  })

  test('settles if it is paid within its grace period', async () => {
    const { desk, made } = await overdue()
    await desk.fund('USD', 11_654_600n)
    await desk.advance('2026-11-30T10:00:00.000Z')
    expect((await read(desk, made.tradeId)).status).toBe('Settled')
    expect((await desk.events()).includes('trade.closedOut')).toBe(false)
  })
})
