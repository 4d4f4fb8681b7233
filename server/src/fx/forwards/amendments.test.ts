import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk, THREE_MONTHS } from '../../../test/support/forward-desk.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import { movedRate } from './amendments/moved-rate.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const minor = (amount: string) => BigInt(amount.replace('.', ''))
const LATER = '2027-03-24'
const EARLIER = '2027-01-25'

const amend = async (desk: ForwardDesk, tradeId: string, order: object) => {
  const quote = await desk.amend(tradeId, order)
  expect([quote.status, quote.body]).toEqual([201, expect.objectContaining({ tradeId })])
  const booked = await desk.bookAmendment(tradeId, quote.body.quoteId)
  expect([booked.status, booked.body]).toEqual([201, expect.objectContaining({ tradeId })])
  return { quote: quote.body, booked: booked.body }
}

describe('the rate of a forward whose date is moved (domain 3.3)', () => {
  const points = { bid: new Decimal('0.00180'), ask: new Decimal('0.00204') }
  const rate = (isBaseBought: boolean, isLater: boolean) =>
    movedRate(new Decimal('1.17182'), points, isBaseBought, isLater).toFixed(5)

  test('Extension: points ask 20.40 make 1.17386 of 1.17182', () => expect(rate(true, true)).toBe('1.17386'))

  test.each([
    ['extended, sold base: the bid points are added', false, true, '1.17362'],
    ['brought forward, bought base: the bid points are taken off', true, false, '1.17002'],
    ['brought forward, sold base: the ask points are taken off', false, false, '1.16978'],
  ])('%s', (_, isBaseBought, isLater, expected) => expect(rate(isBaseBought, isLater)).toBe(expected))
})

test('a split that would leave nothing is rejected with an acceptable amount, in either currency', async () => {
  const desk = await openForwardDesk(db)
  const { tradeId, sellAmount } = await desk.forward()
  const bought = await desk.amend(tradeId, { ...desk.wire, type: 'Split', amount: '500000.00' })
  expect([bought.status, errorCode(bought.body), bought.body.params]).toEqual([
    422,
    'split_leaves_nothing',
    { remaining: '500000.00', currency: 'EUR' },
  ])
  const sold = await desk.amend(tradeId, { ...desk.wire, type: 'Split', currency: 'USD', amount: sellAmount })
  expect(sold.body.params).toEqual({ remaining: sellAmount, currency: 'USD' })
})

test('closed out in part and then in full: each loss is charged immediately, by the rate that was quoted', async () => {
  const desk = await openForwardDesk(db)
  await desk.fund('USD', 2_000_000n)
  const { tradeId, sellAmount } = await desk.forward()
  const part = await amend(desk, tradeId, { type: 'CloseOut', amount: '150000.00' })
  expect(part.quote).toMatchObject({
    buyAmount: '150000.00',
    chargeOrCredit: 'Charge',
    currency: 'USD',
    newRate: null,
  })
  const proceeds = new Decimal(part.quote.nearRate).mul(150000).toFixed(2)
  expect(minor(part.quote.settlementAmount)).toBe(minor(part.quote.sellAmount) - minor(proceeds))
  expect(part.booked).toMatchObject({ newTradeId: null, trade: { status: 'Open' } })
  await desk.advance(desk.time.now.toISOString())
  expect(await desk.trade(part.booked.closeOutTradeId)).toMatchObject({
    kind: 'CloseOut',
    status: 'Settled',
    parentTradeId: tradeId,
    sellAmount: '150000.00',
    settlement: { net: { amount: part.quote.settlementAmount, currency: 'USD', chargeOrCredit: 'Charge' } },
  })
  const rest = await amend(desk, tradeId, { type: 'CloseOut' })
  expect(rest.booked.trade).toMatchObject({ status: 'ClosedOut', forward: { balance: { buyAmount: '0.00' } } })
  expect(minor(part.quote.sellAmount) + minor(rest.quote.sellAmount)).toBe(minor(sellAmount))
  await desk.advance(desk.time.now.toISOString())
  const charged = minor(part.quote.settlementAmount) + minor(rest.quote.settlementAmount)
  expect(await desk.balances()).toMatchObject({
    'client:USD': 2_000_000n - charged,
    'client:EUR': 0n,
    'fx_position:USD': 0n,
  })
  const { rows } = await db.pool.query('select base_minor from credit_exposures where entity_id = $1', [desk.entityId])
  expect(rows[0].base_minor).toBe(0n)
  const details = await desk.read(tradeId)
  expect(details.forward).toMatchObject({ mtm: null, amended: { buyAmount: '500000.00' } })
  expect(details.forward.linkedTrades).toHaveLength(2)
  expect(errorCode((await desk.draw(tradeId, '1.00')).body)).toBe('exceeds_balance')
})

test.each([
  ['extended', { fixedSide: 'Sell' }, 'sellAmount', LATER],
  ['brought forward', { fixedSide: 'Sell' }, 'sellAmount', EARLIER],
  ['extended', { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Buy' }, 'buyAmount', LATER],
] as const)('%s, it keeps the amount in USD that the client fixed: %o', async (_how, order, fixed, newValueDate) => {
  const desk = await openForwardDesk(db)
  await desk.fund('USD', 10_000_000n)
  const type = newValueDate === LATER ? 'Extend' : 'BringForward'
  const old = await desk.forward({ amount: '300000.00', ...order })
  const other = fixed === 'sellAmount' ? 'buyAmount' : 'sellAmount'
  const { quote, booked } = await amend(desk, old.tradeId, { type, newValueDate })
  const euros = new Decimal('300000').div(quote.newRate).toFixed(2)
  expect(booked.newTrade).toMatchObject({ [fixed]: '300000.00', [other]: euros, fixedSide: order.fixedSide })
  expect(euros).not.toBe(old[other])
  const { rows } = await db.pool.query(
    'select base_minor, counter_minor from credit_exposures where entity_id = $1 and base_minor > 0',
    [desk.entityId],
  )
  expect(rows).toEqual([{ base_minor: minor(euros), counter_minor: 30_000_000n }])
  // A part of the rest in either currency keeps to the same amount.
  const part = await amend(desk, booked.newTradeId, {
    type: 'Extend',
    newValueDate: '2027-04-26',
    amount: '100000.00',
    currency: 'USD',
  })
  expect(part.booked.newTrade).toMatchObject({ [fixed]: '100000.00', fixedSide: order.fixedSide })
})

test('closed out with a gain, it is credited on the value date', async () => {
  const desk = await openForwardDesk(db)
  const { tradeId } = await desk.forward()
  desk.market.prices = { EUR: ['1.22990', '1.23000', '1.23010'] }
  const { quote, booked } = await amend(desk, tradeId, { type: 'CloseOut' })
  expect(quote.chargeOrCredit).toBe('Credit')
  await desk.advance('2027-02-23T23:00:00.000Z')
  expect((await desk.balances())['client:USD']).toBe(0n)
  await desk.advance(`${THREE_MONTHS}T00:00:00.000Z`)
  expect(await desk.balances()).toMatchObject({ 'client:USD': minor(quote.settlementAmount), 'fx_position:USD': 0n })
  expect((await desk.trade(booked.closeOutTradeId)).status).toBe('Settled')
})

test('a loss that cannot be paid waits for money with the margin kept, which then pays a part of it', async () => {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false, initialMarginPercent: '1' } })
  await desk.fund('USD', 1_000_000n)
  const usd = formatId('acc', desk.account('USD').accountId)
  const { tradeId } = await desk.forward({}, { payInitialMarginFromAccountId: usd })
  const held = minor((await desk.margin(tradeId)).received)
  desk.market.prices = { EUR: ['1.05990', '1.06000', '1.06010'] }
  const { quote, booked } = await amend(desk, tradeId, { type: 'CloseOut' })
  const loss = minor(quote.settlementAmount)
  expect(loss > 1_000_000n).toBe(true)
  await desk.advance(desk.time.now.toISOString())
  expect((await desk.trade(booked.closeOutTradeId)).status).toBe('AwaitingFunds')
  expect(await desk.balances()).toMatchObject({ 'margin:USD': held })
  await desk.fund('USD', loss - 1_000_000n)
  await desk.advance(desk.time.now.toISOString())
  expect((await desk.trade(booked.closeOutTradeId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({ 'margin:USD': 0n, 'client:USD': 0n, 'fx_position:USD': 0n })
})

test.each([
  ['Extend', LATER, 'Extended'],
  ['BringForward', EARLIER, 'ClosedOut'],
])(
  '%s: the old date is closed at market in cash, the new forward begins at market, both know each other',
  async (type, newValueDate, status) => {
    const desk = await openForwardDesk(db)
    await desk.fund('USD', 2_000_000n)
    const old = await desk.forward()
    const { quote, booked } = await amend(desk, old.tradeId, { type, newValueDate })
    expect(quote).toMatchObject({ valueDate: THREE_MONTHS, newValueDate, newBuyAmount: '500000.00' })
    expect(booked.trade.status).toBe(status)
    expect(booked.newTrade).toMatchObject({
      kind: 'Forward',
      status: 'Open',
      parentTradeId: old.tradeId,
      valueDate: newValueDate,
      rate: quote.newRate,
      buyAmount: '500000.00',
      sellAmount: quote.newSellAmount,
      forward: { balance: { buyAmount: '500000.00' }, forwardReasoning: 'Goods' },
    })
    // What is closed less what goes on: no more than mark-up, spread and points are between the two rates.
    const swap = new Decimal(quote.swapPoints).div(10_000)
    const isLater = type === 'Extend'
    expect(swap.gt(0)).toBe(isLater)
    const before = new Decimal(quote.nearRate).plus(swap).mul('1.0025')
    expect(new Decimal(quote.newRate).minus(before).abs().lt('0.00002')).toBe(true)
    const links = (await desk.read(old.tradeId)).forward.linkedTrades
    expect(links.map(({ tradeId }: { tradeId: string }) => tradeId).sort()).toEqual(
      [booked.newTradeId, booked.closeOutTradeId].sort(),
    )
    const { rows } = await db.pool.query(
      'select sum(base_minor)::bigint as open, count(*) filter (where closed_at is null)::int as n from credit_exposures where entity_id = $1',
      [desk.entityId],
    )
    expect(rows[0]).toEqual({ open: 50_000_000n, n: 1 })
    await desk.fund('USD', 100_000_000n)
    await desk.draw(booked.newTradeId, '500000.00')
    await desk.advance(`${newValueDate}T00:00:00.000Z`)
    expect((await desk.read(booked.newTradeId)).status).toBe('Settled')
    expect(await desk.balances()).toMatchObject({
      'client:EUR': 50_000_000n,
      'fx_position:EUR': 0n,
      'fx_position:USD': 0n,
    })
  },
)

test.each([
  ['Extend', LATER, 'Buy'],
  ['Extend', LATER, 'Sell'],
  ['BringForward', EARLIER, 'Buy'],
  ['BringForward', EARLIER, 'Sell'],
])(
  '%s to %s of what the client %ss shows its cost: the margin times the amount, on both trades',
  async (type, newValueDate, side) => {
    const desk = await openForwardDesk(db)
    await desk.fund('USD', 2_000_000n)
    await desk.fund('EUR', 2_000_000n)
    const sides = side === 'Buy' ? {} : { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' }
    const { tradeId } = await desk.forward({ ...sides, amount: '100000.00' })
    const { booked } = await amend(desk, tradeId, { type, newValueDate })
    for (const id of [booked.newTradeId, booked.closeOutTradeId]) {
      const { price, rate, sellCurrency } = await desk.trade(id)
      const inUsd = new Decimal(price.margin).mul(100_000)
      const cost = sellCurrency === 'USD' ? inUsd : inUsd.div(price.mid)
      const shown = new Decimal(price.costInSellCurrency)
      expect(shown.gt(0)).toBe(true)
      expect([id, rate, shown.minus(cost).abs().lt('0.1')]).toEqual([id, rate, true])
    }
  },
)

test.each([
  ['Extend', LATER],
  ['BringForward', EARLIER],
])(
  '%s of a window from a Saturday prices the new forward for a day on which it can be drawn',
  async (type, newValueDate) => {
    const desk = await openForwardDesk(db)
    await desk.fund('USD', 2_000_000n)
    const sold = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell', forwardType: 'Window' }
    const amended = async (accessDate: string) => {
      const { tradeId } = await desk.forward({ ...sold, accessDate })
      const { quote, booked } = await amend(desk, tradeId, { type, newValueDate })
      const { forward } = await desk.read(booked.newTradeId)
      return [quote.newRate, quote.settlementAmount, forward.pricedAtDate]
    }
    const fromMonday = await amended('2026-12-21')
    expect(fromMonday[2]).toBe('2026-12-21')
    expect(await amended('2026-12-19')).toEqual(fromMonday)
  },
)

test('a part is extended, the rest stays as it was', async () => {
  const desk = await openForwardDesk(db)
  const old = await desk.forward()
  const { booked } = await amend(desk, old.tradeId, { type: 'Extend', newValueDate: LATER, amount: '200000.00' })
  expect(booked.trade).toMatchObject({
    status: 'Open',
    valueDate: THREE_MONTHS,
    forward: { balance: { buyAmount: '300000.00' } },
  })
  expect(booked.newTrade).toMatchObject({ buyAmount: '200000.00', valueDate: LATER })
})

test('split: two forwards at the contract’s rate, nothing to pay, margin and amounts to the cent as before', async () => {
  const desk = await openForwardDesk(db, { term: { initialMarginWaived: false } })
  await desk.fund('USD', 10_000_000n)
  const usd = formatId('acc', desk.account('USD').accountId)
  const old = await desk.forward(
    { forwardType: 'Window', accessDate: '2026-12-24' },
    { payInitialMarginFromAccountId: usd },
  )
  const { quote, booked } = await amend(desk, old.tradeId, { type: 'Split', amount: '150000.00' })
  expect(quote).toMatchObject({
    settlementAmount: '0.00',
    newRate: old.rate,
    newValueDate: THREE_MONTHS,
    nearRate: null,
  })
  expect(booked.closeOutTradeId).toBeNull()
  const { trade, newTrade } = booked
  expect(newTrade).toMatchObject({ status: 'Open', rate: old.rate, forward: { accessDate: '2026-12-24' } })
  expect(minor(trade.forward.balance.sellAmount) + minor(newTrade.sellAmount)).toBe(minor(old.sellAmount))
  const held = (await Promise.all([trade, newTrade].map(({ tradeId }) => desk.read(tradeId)))).map((each) =>
    minor(each.forward.margin.held.amount),
  )
  expect(await desk.balances()).toMatchObject({ 'margin:USD': held[0]! + held[1]! })
  const { rows } = await db.pool.query(
    `select sum(f.open_revenue_minor)::bigint as open, max(t.revenue_minor)::bigint as whole
     from fx_forwards f join fx_trades t using (entity_id, trade_id) where f.entity_id = $1`,
    [desk.entityId],
  )
  expect(rows[0].open).toBe(rows[0].whole)
})

describe('an amendment is refused', () => {
  test.each([
    [400, 'field_required', { type: 'Extend' }],
    [400, 'field_required', { type: 'Split' }],
    [400, 'unknown_field', { type: 'CloseOut', newValueDate: LATER }],
    [400, 'value_not_allowed', { type: 'Cancel' }],
    [422, 'amendment_date_invalid', { type: 'Extend', newValueDate: EARLIER }],
    [422, 'amendment_date_invalid', { type: 'BringForward', newValueDate: LATER }],
    [422, 'value_date_unavailable', { type: 'Extend', newValueDate: '2027-03-26' }],
    [422, 'exceeds_balance', { type: 'CloseOut', amount: '500000.01' }],
    [422, 'tenor_beyond_term', { type: 'Extend', newValueDate: '2027-09-24' }],
  ])('%i %s: %o', async (status, code, order) => {
    const desk = await openForwardDesk(db, { term: { maxTenor: 'P6M' } })
    const { tradeId } = await desk.forward()
    const answer = await desk.amend(tradeId, order)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('with all errors of its fields reported together', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward()
    const { body } = await desk.amend(tradeId, { type: 'Extend', currency: 'EUR', amount: '0.001' })
    expect(body.errors).toMatchObject([
      { pointer: '/newValueDate', code: 'field_required' },
      { pointer: '/amount', code: 'too_many_decimals' },
    ])
  })

  test('when its quote has expired, is of another forward, or was booked', async () => {
    const desk = await openForwardDesk(db)
    await desk.fund('USD', 2_000_000n)
    const { tradeId } = await desk.forward()
    const other = await desk.forward()
    const quote = (await desk.amend(tradeId, { type: 'CloseOut' })).body
    expect(errorCode((await desk.bookAmendment(other.tradeId, quote.quoteId)).body)).toBe('amendment_quote_not_found')
    expect(errorCode((await desk.bookAmendment(tradeId, formatId('amq', newUuid()))).body)).toBe(
      'amendment_quote_not_found',
    )
    const at = desk.time.now
    desk.time.now = new Date(quote.expiresAt)
    expect(errorCode((await desk.bookAmendment(tradeId, quote.quoteId)).body)).toBe('quote_expired')
    desk.time.now = at
    const answers = await Promise.all([1, 2].map(() => desk.bookAmendment(tradeId, quote.quoteId)))
    expect(answers.map(({ status, body }) => errorCode(body) ?? status).sort()).toEqual([201, 'quote_already_booked'])
  })

  test('when more was drawn since than the quote leaves, or nothing is left to amend', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await desk.forward()
    const quote = (await desk.amend(tradeId, { type: 'CloseOut', amount: '300000.00' })).body
    await desk.draw(tradeId, '300000.00')
    expect(errorCode((await desk.bookAmendment(tradeId, quote.quoteId)).body)).toBe('exceeds_balance')
    await desk.draw(tradeId, '200000.00')
    expect(errorCode((await desk.amend(tradeId, { type: 'CloseOut' })).body)).toBe('forward_not_open')
  })
})
