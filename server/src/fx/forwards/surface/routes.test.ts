import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk, THREE_MONTHS } from '../../../../test/support/forward-desk.ts'
import { openDesk } from '../../../../test/support/desk.ts'
import { setProfile } from '../../../entities/index.ts'
import { inTransaction } from '../../../kernel/db/db.ts'
import { formatId, newUuid } from '../../../kernel/values/ids.ts'
import { operatorAct } from '../../../../test/support/clients.ts'
import { errorCode } from '../../../../test/support/codes.ts'

const db = await testDatabase()
const WINDOW = { forwardType: 'Window', accessDate: '2026-12-24' }

describe('a quote', () => {
  let desk: ForwardDesk
  beforeAll(async () => {
    desk = await openForwardDesk(db)
  })

  test('three months out it costs spot and points with the mark-up, and shows its effect on the facility', async () => {
    const { status, body } = await desk.quoteForward()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'Forward',
      status: 'Active',
      ...desk.wire,
      forwardType: 'Fixed',
      currencyPair: 'EUR/USD',
      buyAmount: '500000.00',
      valueDate: THREE_MONTHS,
      accessDate: THREE_MONTHS,
      tenor: '3M',
      spotRate: '1.16255',
      price: { pricedAtDate: THREE_MONTHS },
      createdAt: '2026-11-20T10:00:00.000Z',
      expiresAt: '2026-11-20T10:00:10.000Z',
      initialMargin: { required: false, percent: '0', amount: '0.00', currency: 'USD', dueAt: null },
      credit: { currency: 'GBP', utilisedBefore: '0.00' },
    })
    expect(Number(body.forwardPoints)).toBeGreaterThan(0)
    expect(Number(body.rate)).toBeGreaterThan(1.16255 * 1.0025)
    const { utilisedAfter, availableAfter } = body.credit
    expect(Number(utilisedAfter) + Number(availableAfter)).toBe(2_000_000)
  })

  test.each([true, false])(
    'quote, trade and margin show the same percentage of initial margin (waived: %s)',
    async (initialMarginWaived) => {
      const own = await openForwardDesk(db, { term: { initialMarginWaived } })
      const quote = (await own.quoteForward()).body
      const { tradeId } = (await own.bookForward(quote.quoteId)).body
      const { required, percent, amount } = await own.margin(tradeId)
      expect({ required, percent, amount }).toMatchObject({
        required: !initialMarginWaived,
        percent: initialMarginWaived ? '0' : '5',
      })
      expect(quote.initialMargin).toMatchObject({ required, percent, amount })
    },
  )

  test.each([
    ['EUR', 'USD', { cutOffAt: '2027-02-24T12:50:00.000Z', cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' } }],
    ['GBP', 'JPY', { cutOffAt: '2027-02-24T06:00:00.000Z', cutOffLocal: { time: '15:00', zone: 'Asia/Tokyo' } }],
  ])(
    'the cut-off of %s/%s is when the money must be there, in its own clock too, for quote and trade alike',
    async (buyCurrency, sellCurrency, cutOff) => {
      const own = await openForwardDesk(db, { currencies: ['EUR', 'USD', 'GBP', 'JPY'] })
      const quote = (await own.quoteForward({ buyCurrency, sellCurrency, amount: '1000.00' })).body
      expect(quote).toMatchObject(cutOff)
      const { tradeId } = (await own.bookForward(quote.quoteId)).body
      expect(await own.trade(tradeId)).toMatchObject(cutOff)
      expect(await own.read(tradeId)).toMatchObject(cutOff)
      const drawn = (await own.draw(tradeId, '1.00', { currency: buyCurrency })).body
      const { cutOffAt: payBy, cutOffLocal: payByLocal } = cutOff
      expect(drawn.fundingInstructions).toMatchObject({ payBy, payByLocal })
    },
  )

  test('without a value date a fixed forward is for spot', async () => {
    expect((await desk.quoteForward({ valueDate: undefined })).body).toMatchObject({ valueDate: '2026-11-24' })
  })

  test('a window is priced at its worst day: its end for a buyer at a premium, its beginning for a seller', async () => {
    const buying = (await desk.quoteForward(WINDOW)).body
    expect(buying).toMatchObject({ accessDate: '2026-12-24', price: { pricedAtDate: THREE_MONTHS } })
    const selling = await desk.quoteForward({ ...WINDOW, buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' })
    expect(selling.body).toMatchObject({ price: { pricedAtDate: '2026-12-24' } })
    const open = (await desk.quoteForward({ forwardType: 'Open' })).body
    expect(open).toMatchObject({ accessDate: '2026-11-24', rate: buying.rate })
    expect((await desk.quoteForward({ forwardType: 'Open', accessDate: '2026-11-24' })).status).toBe(201)
  })

  test.each([
    [400, 'same_currency', { buyCurrency: 'USD' }],
    [400, 'too_many_decimals', { amount: '1.001' }],
    [400, 'amount_must_be_string', { amount: 100 }],
    [400, 'unknown_field', { side: 'Buy' }],
    [400, 'value_not_allowed', { forwardType: 'Flexible' }],
    [400, 'value_not_allowed', { reason: 'Speculation' }],
    [400, 'field_required', { forwardType: 'Open', valueDate: undefined }],
    [400, 'field_required', { forwardType: 'Window' }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [404, 'account_not_found', { buyAccountId: formatId('acc', newUuid()) }],
    [404, 'credit_term_not_found', { creditTermId: formatId('ctm', newUuid()) }],
    [422, 'currency_account_missing', { buyCurrency: 'CHF' }],
    [422, 'pair_not_tradeable', { buyCurrency: 'RUB' }],
    [422, 'amount_below_minimum', { amount: '0.50' }],
    [422, 'amount_above_maximum', { amount: '1000000000.01' }],
    [422, 'value_date_unavailable', { valueDate: '2026-11-23' }], // before spot
    [422, 'value_date_unavailable', { valueDate: '2026-12-25' }],
    [400, 'date_range_invalid', { ...WINDOW, accessDate: '2027-02-25' }],
    [422, 'fixed_forward_only_on_value_date', { accessDate: '2026-12-01' }], // who names one means a window
    [400, 'date_range_invalid', { forwardType: 'Open', accessDate: '2026-12-01' }], // not priced as an earlier day
    [422, 'access_date_invalid', { ...WINDOW, accessDate: '2026-11-23' }],
    [422, 'credit_limit_exceeded', { amount: '3000000.00' }],
  ])('%i %s: %o', async (status, code, change) => {
    const answer = await desk.quoteForward(change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
  })

  test('both missing dates of a window are reported together', async () => {
    const { body } = await desk.quoteForward({ forwardType: 'Variable', valueDate: null })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/valueDate', '/accessDate'])
  })

  test('errors of currencies, amount and dates are reported together', async () => {
    const { status, body } = await desk.quoteForward({
      buyCurrency: 'JPY',
      sellCurrency: 'JPY',
      amount: '100.5',
      forwardType: 'Window',
      valueDate: null,
    })
    expect([status, errorCode(body)]).toEqual([400, 'validation_failed'])
    expect(body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code])).toEqual([
      ['/sellCurrency', 'same_currency'],
      ['/amount', 'too_many_decimals'],
      ['/valueDate', 'field_required'],
      ['/accessDate', 'field_required'],
    ])
  })

  test('is not available while the market is closed, or to an entity without forwards or a facility', async () => {
    const saturday = await openForwardDesk(db, { now: '2026-11-21T10:00:00.000Z' })
    expect(errorCode((await saturday.quoteForward()).body)).toBe('outside_trading_hours')
    const bare = await openForwardDesk(db, { facility: 'none' })
    expect(errorCode((await bare.quoteForward()).body)).toBe('credit_facility_missing')
    const features = { ...(await featuresOf(bare)), forwards: ['Fixed' as const] }
    await inTransaction(db, (tx) => setProfile(tx, bare.entityId, { features }, operatorAct))
    await expect
      .poll(async () => (await bare.quoteForward({ forwardType: 'Open' })).body)
      .toMatchObject({ code: 'forwards_not_enabled', params: { enabled: ['Fixed'] } })
  })
})

async function featuresOf(desk: ForwardDesk) {
  const { rows } = await db.pool.query('select profile from entity_settings where entity_id = $1', [desk.entityId])
  return rows[0].profile.features
}

describe('a booking', () => {
  let desk: ForwardDesk
  beforeAll(async () => {
    desk = await openForwardDesk(db)
  })

  test('makes an open forward on credit: nothing is held, nothing posted', async () => {
    const quote = (await desk.quoteForward()).body
    const { status, body } = await desk.bookForward(quote.quoteId, { clientReference: 'F-1' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'Forward',
      subtype: 'Fixed',
      status: 'Open',
      quoteId: quote.quoteId,
      clientReference: 'F-1',
      rate: quote.rate,
      buyAmount: '500000.00',
      sellAmount: quote.sellAmount,
      forward: {
        type: 'Fixed',
        balance: { buyAmount: '500000.00', sellAmount: quote.sellAmount },
        drawnPercent: '0.00',
        initialMarginStatus: 'NotRequired',
        forwardReasoning: 'Goods',
        fundsDelivery: 'Deliverable',
      },
    })
    expect(body.history.map(({ status: state }: { status: string }) => state)).toEqual(['Executed', 'Open'])
    expect(Object.values(await desk.balances()).every((balance) => balance === 0n)).toBe(true)
    expect((await desk.events()).slice(-2)).toEqual(['trade.executed', 'forward.opened'])
    const details = await desk.read(body.tradeId)
    expect(details.forward).toMatchObject({ drawdownCount: 0, linkedTrades: [], mtm: { currency: 'USD' } })
    expect(details.forward.mtm.amount.startsWith('-')).toBe(true) // the mark-up and the spread
    expect(
      details.forward.permittedActions.map(({ action, permitted }: { action: string; permitted: boolean }) => [
        action,
        permitted,
      ]),
    ).toEqual([
      ['drawdown', true],
      ['extend', true],
      ['bringForward', true],
      ['closeOut', true],
      ['split', true],
    ])
    const second = (await desk.quoteForward()).body
    expect((await desk.bookForward(second.quoteId, { clientReference: 'F-1' })).body).toMatchObject({
      code: 'duplicate_client_reference',
      params: { existingId: body.tradeId },
    })
  })

  test('a quote booked twice concurrently makes one trade and one reservation', async () => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    const answers = await Promise.all([desk.bookForward(quote.quoteId), desk.bookForward(quote.quoteId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const [won, lost] = answers.sort((a, b) => a.status - b.status)
    expect(lost!.body).toMatchObject({ code: 'quote_already_booked', params: { tradeId: won!.body.tradeId } })
    const { rows } = await db.pool.query('select count(*)::int as n from credit_exposures where entity_id = $1', [
      desk.entityId,
    ])
    const trades = await db.pool.query('select count(*)::int as n from fx_forwards where entity_id = $1', [
      desk.entityId,
    ])
    expect(rows[0].n).toBe(trades.rows[0].n)
  })

  test('an expired quote makes none, by the time at which the booking was received', async () => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    const start = desk.time.now
    desk.time.now = new Date(start.getTime() + 10_000)
    const late = await desk.bookForward(quote.quoteId)
    expect([late.status, errorCode(late.body)]).toEqual([410, 'quote_expired'])
    desk.time.now = new Date(start.getTime() + 9_999)
    expect((await desk.bookForward(quote.quoteId)).status).toBe(201)
    desk.time.now = start
  })

  test('a restart between quote and booking loses neither', async () => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    await desk.restart()
    const booked = await desk.bookForward(quote.quoteId)
    await desk.restart()
    expect((await desk.read(booked.body.tradeId)).status).toBe('Open')
  })

  test('a dry run checks everything and stores nothing', async () => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    const order = { ...desk.wire, quoteId: quote.quoteId, forwardReasoning: 'Goods', fundsDelivery: 'Deliverable' }
    const dry = await desk.post('/v1/fx/trades/forwards?dryRun=true', order)
    expect([dry.status, dry.body.dryRun, dry.body.status]).toEqual([200, true, 'Open'])
    const { body } = await desk.bookForward(quote.quoteId)
    const draw = {
      ...desk.wire,
      tradeId: body.tradeId,
      currency: 'EUR',
      amount: '1.00',
      fundingMethod: 'CurrencyAccount',
    }
    const drawn = await desk.post('/v1/fx/trades/forwards/drawdowns?dryRun=true', draw)
    expect([drawn.status, drawn.body.dryRun, drawn.body.remaining.buyAmount]).toEqual([200, true, '999.00'])
    expect((await desk.read(body.tradeId)).status).toBe('Open')
  })

  test('a repeated idempotency key returns the first answer and books nothing', async () => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    const key = { 'idempotency-key': `book-${quote.quoteId}` }
    const first = await desk.bookForward(quote.quoteId, {}, key)
    const again = await desk.bookForward(quote.quoteId, {}, key)
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body])
  })

  test.each([
    [400, 'field_required', { forwardReasoning: undefined }],
    [400, 'value_not_allowed', { forwardReasoning: 'Speculation' }],
    [400, 'field_required', { fundsDelivery: undefined }],
    [404, 'account_not_found', { payInitialMarginFromAccountId: formatId('acc', newUuid()) }], // though none is asked for
    [404, 'quote_not_found', { quoteId: formatId('quo', newUuid()) }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
  ])('%i %s: %o books nothing', async (status, code, change) => {
    const quote = (await desk.quoteForward({ amount: '1000.00' })).body
    const answer = await desk.bookForward(quote.quoteId, change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect((await desk.bookForward(quote.quoteId)).status).toBe(201)
  })

  test('a spot quote cannot be booked as a forward, nor a forward quote as a spot trade', async () => {
    const spot = (await desk.quote({ valueDate: '2026-11-24' })).body
    expect(errorCode((await desk.bookForward(spot.quoteId)).body)).toBe('quote_not_found')
    const forward = (await desk.quoteForward({ amount: '1000.00' })).body
    expect(errorCode((await desk.book(forward.quoteId)).body)).toBe('quote_not_found')
  })

  test('a forward of another entity is not found', async () => {
    const { tradeId } = await desk.forward({ amount: '1000.00' })
    const stranger = await openForwardDesk(db)
    expect((await stranger.read(tradeId)).code).toBe('trade_not_found')
    expect(errorCode((await stranger.draw(tradeId, '1.00')).body)).toBe('trade_not_found')
    expect(errorCode((await stranger.amend(tradeId, { type: 'CloseOut' })).body)).toBe('trade_not_found')
  })

  test('the reasons for a forward are listed', async () => {
    const { body } = await desk.get('/v1/fx/trades/forwards/reasons')
    expect(body.data).toContainEqual({ code: 'Goods', description: 'Purchase or sale of goods' })
    const ofFunds = [
      'DirectInvestment',
      'Divestment',
      'Exits',
      'InfrastructureHedging',
      'InjectingCapitalIntoSubsidiary',
    ]
    expect(body.data.map(({ code }: { code: string }) => code)).toEqual(expect.arrayContaining(ofFunds))
  })

  test.each([
    ['Direct Investment', 'DirectInvestment'],
    ['Divestment', 'Divestment'],
    ['Exits', 'Exits'],
    ['Infrastructure hedging', 'InfrastructureHedging'],
    ['Injecting Capital into Subsidiary', 'InjectingCapitalIntoSubsidiary'],
  ])('a forward is booked for %s', async (forwardReasoning, code) => {
    const { tradeId } = await desk.forward({ amount: '100.00' }, { forwardReasoning })
    expect((await desk.read(tradeId)).forward.forwardReasoning).toBe(code)
    const { data } = (await desk.get('/v1/fx/trades/forwards/reasons')).body
    expect(data).toContainEqual({ code, description: expect.any(String) })
  })
})

describe('initial margin', () => {
  const margined = { term: { initialMarginWaived: false } }

  test('is posted from the account that is named, to the margin account, and is released pro rata', async () => {
    const desk = await openForwardDesk(db, margined)
    await desk.fund('USD', 80_000_000n)
    const quote = (await desk.quoteForward()).body
    expect(quote.initialMargin).toMatchObject({ required: true, percent: '5', currency: 'USD' })
    const usd = formatId('acc', desk.account('USD').accountId)
    const booked = await desk.bookForward(quote.quoteId, { payInitialMarginFromAccountId: usd })
    expect(booked.body).toMatchObject({ status: 'Open', forward: { initialMarginStatus: 'Received' } })
    const margin = await desk.margin(booked.body.tradeId)
    expect(margin).toMatchObject({
      required: true,
      amount: quote.initialMargin.amount,
      received: quote.initialMargin.amount,
      outstanding: '0.00',
      status: 'Received',
    })
    expect(margin.ledgerTransactionIds).toEqual([expect.stringMatching(/^txn_/)])
    const minor = BigInt(quote.initialMargin.amount.replace('.', ''))
    expect(await desk.balances()).toMatchObject({ 'margin:USD': minor, 'client:USD': 80_000_000n - minor })

    const drawn = await desk.draw(booked.body.tradeId, '150000.00', { valueDate: THREE_MONTHS })
    expect(drawn.status).toBe(201)
    const share = (minor * 3n) / 10n
    expect(BigInt(drawn.body.marginApplied.amount.replace('.', ''))).toBe(share)
    await desk.advance(`${THREE_MONTHS}T00:00:00.000Z`)
    expect(await desk.balances()).toMatchObject({ 'margin:USD': minor - share })
    expect(await desk.margin(booked.body.tradeId)).toMatchObject({
      appliedToDrawdowns: drawn.body.marginApplied.amount,
      released: drawn.body.marginApplied.amount,
    })
  })

  test('while unpaid blocks drawdowns; the forward opens when it arrives', async () => {
    const desk = await openForwardDesk(db, margined)
    const booked = await desk.forward()
    expect(booked).toMatchObject({ status: 'AwaitingInitialMargin', forward: { initialMarginStatus: 'Due' } })
    const { outstanding, accountId } = await desk.margin(booked.tradeId)
    expect(accountId).toBe(formatId('acc', desk.account('USD').accountId))
    expect((await desk.draw(booked.tradeId, '1000.00')).body).toMatchObject({
      code: 'initial_margin_outstanding',
      params: { outstanding, currency: 'USD' },
    })
    await desk.fund('USD', BigInt(outstanding.replace('.', '')))
    await desk.advance(desk.time.now.toISOString())
    expect(await desk.read(booked.tradeId)).toMatchObject({
      status: 'Open',
      forward: { initialMarginStatus: 'Received' },
    })
    expect(await desk.events()).toContain('initialMargin.received')
  })

  test('is overdue after its deadline', async () => {
    const desk = await openForwardDesk(db, margined)
    const booked = await desk.forward()
    const { dueAt } = await desk.margin(booked.tradeId)
    await desk.advance(dueAt)
    expect(await desk.margin(booked.tradeId)).toMatchObject({ status: 'Overdue' })
  })

  test('from an account without the money rejects the booking, and nothing is stored', async () => {
    const desk = await openForwardDesk(db, margined)
    const quote = (await desk.quoteForward()).body
    const usd = formatId('acc', desk.account('USD').accountId)
    const answer = await desk.bookForward(quote.quoteId, { payInitialMarginFromAccountId: usd })
    expect([answer.status, errorCode(answer.body)]).toEqual([422, 'insufficient_funds'])
    const eur = formatId('acc', desk.account('EUR').accountId)
    expect(errorCode((await desk.bookForward(quote.quoteId, { payInitialMarginFromAccountId: eur })).body)).toBe(
      'currency_mismatch',
    )
    const { rows } = await db.pool.query('select 1 from fx_trades where entity_id = $1', [desk.entityId])
    expect(rows).toEqual([])
  })
})

test('an ABS entity gets not_available_for_entity_kind before its order for a forward is checked', async () => {
  const desk = await openDesk(db, 'ABS')
  const base = '/v1/fx/trades/forwards'
  const answers = [
    await desk.post('/v1/fx/quotes/forwards', {}),
    await desk.post(base, {}),
    await desk.post(`${base}/drawdowns`, {}),
    await desk.get(`${base}/${formatId('trd', newUuid())}`),
    await desk.post(`${base}/${formatId('trd', newUuid())}/amendments/quote`, {}),
  ]
  for (const { status, body } of answers)
    expect([status, errorCode(body)]).toEqual([403, 'not_available_for_entity_kind'])
})
