import { beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Desk, openDesk } from '../../../test/support/desk.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()

describe('a quote', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(db, 'RM')
  })

  test('buying 100,000 EUR costs 116,546.00 USD, as in the domain’s example', async () => {
    const { status, body } = await desk.quote({ valueDate: '2026-11-27' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'Spot',
      status: 'Active',
      ...desk.wire,
      currencyPair: 'EUR/USD',
      rate: '1.16546',
      buyAmount: '100000.00',
      sellAmount: '116546.00',
      tenor: 'T2',
      valueDate: '2026-11-27',
      createdAt: '2026-11-25T10:00:00.000Z',
      expiresAt: '2026-11-25T10:00:10.000Z',
      price: { mid: '1.162500', forwardPoints: '0.0000', fees: [] },
      limits: {
        currency: 'EUR',
        remainingDaily: '1000000000.00',
        maxTradeSize: '1000000000.00',
        availableBalance: '0.00',
      },
    })
  })

  test('without a value date it is for the earliest', async () => {
    const { body } = await desk.quote({})
    expect(body).toMatchObject({ valueDate: '2026-11-25', tenor: 'T0' })
  })

  test.each([
    [400, 'same_currency', { buyCurrency: 'USD' }],
    [400, 'too_many_decimals', { amount: '1.001' }],
    [400, 'amount_must_be_string', { amount: 100 }],
    [400, 'amount_not_positive', { amount: '0.00' }],
    [400, 'amount_invalid', { amount: '-5' }],
    [400, 'amount_invalid', { amount: '1e5' }],
    [400, 'amount_invalid', { amount: '1'.repeat(30) }],
    [400, 'unknown_field', { side: 'Buy' }],
    [400, 'date_invalid', { valueDate: '2026-02-30' }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [404, 'account_not_found', { buyAccountId: formatId('acc', newUuid()) }],
    [422, 'currency_account_missing', { buyCurrency: 'CHF' }],
    [422, 'pair_not_tradeable', { buyCurrency: 'RUB' }],
    [422, 'amount_below_minimum', { amount: '0.50' }],
    [422, 'amount_above_maximum', { amount: '1000000000.01' }],
    [422, 'value_date_unavailable', { valueDate: '2026-11-26' }], // Thanksgiving
    [422, 'value_date_unavailable', { valueDate: '2026-11-24' }],
    [422, 'value_date_unavailable', { valueDate: '2026-11-28' }], // a Saturday
  ])('%i %s: %o', async (status, code, change) => {
    const answer = await desk.quote(change)
    expect([answer.status, errorCode(answer.body) ?? answer.body]).toEqual([status, code])
  })
  test('errors of currencies and amount are reported together; an unknown entity is reported first', async () => {
    const order = { buyCurrency: 'USD', amount: '0' }
    const unknown = await desk.quote({ ...order, entityId: formatId('ent', newUuid()) })
    expect([unknown.status, errorCode(unknown.body)]).toEqual([404, 'entity_not_found'])
    const { status, body } = await desk.quote(order)
    expect([status, errorCode(body)]).toEqual([400, 'validation_failed'])
    expect(body.errors).toMatchObject([
      { pointer: '/sellCurrency', code: 'same_currency', params: { currency: 'USD' } },
      { pointer: '/amount', code: 'amount_not_positive' },
    ])
  })
  test('with schema errors anywhere in the request, and no quote is stored', async () => {
    const stored = async () => (await db.pool.query('select count(*) from fx_quotes')).rows[0].count as string
    const before = await stored()
    const change = { buyCurrency: 'USD', amount: '1.001', valueDate: 'soon', side: 'Buy' }
    const url = '/v1/fx/quotes/spot?dryRun=true'
    const order = { sellCurrency: 'USD', fixedSide: 'Buy', ...change }
    const { status, body } = await desk.post(url, order)
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    expect([status, pointers]).toEqual([400, ['/amount', '/sellCurrency', '/side', '/valueDate', '?dryRun']])
    const unread = (await desk.quote({ amount: '0.001', fixedSide: 'Middle' })).body
    expect(unread.errors).toMatchObject([{ pointer: '/fixedSide' }])
    expect(await stored()).toBe(before)
  })

  test('an account in another currency is reported', async () => {
    const { body } = await desk.quote({ buyAccountId: formatId('acc', desk.account('GBP').accountId) })
    expect(body).toMatchObject({ code: 'currency_mismatch', params: { expected: 'EUR', actual: 'GBP' } })
  })

  test('the account must be allowed for FX, and active', async () => {
    await desk.setAccount('JPY', { permissions: ['Reporting'] })
    expect(errorCode((await desk.quote({ buyCurrency: 'JPY', amount: '1000000' })).body)).toBe(
      'account_permission_missing',
    )
    await desk.setAccount('JPY', { permissions: ['Fx'], status: 'Blocked' })
    expect(errorCode((await desk.quote({ buyCurrency: 'JPY', amount: '1000000' })).body)).toBe('account_blocked')
    await desk.setAccount('JPY', { status: 'Active' })
  })

  test('outside the market’s hours nothing is quoted', async () => {
    desk.time.now = new Date('2026-11-28T12:00:00Z')
    const { status, body } = await desk.quote({})
    expect([status, errorCode(body)]).toEqual([422, 'outside_trading_hours'])
    expect(body.params).toEqual({ reopensAt: '2026-11-29T22:00:00.000Z' })
    desk.time.now = new Date('2026-11-25T10:00:00Z')
  })

  test('a stale market gives no firm price', async () => {
    desk.market.ageMs = 60_000
    const { status, body, headers } = await desk.quote({})
    expect([status, errorCode(body), headers['retry-after']]).toEqual([503, 'price_unavailable', '5'])
    desk.market.ageMs = 0
  })

  test('it never outlives the cut-off of its value date', async () => {
    desk.time.now = new Date('2026-11-25T12:49:55Z')
    const { body } = await desk.quote({ valueDate: '2026-11-25' })
    expect(body).toMatchObject({ cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' } })
    expect(body).toMatchObject({ cutOffAt: '2026-11-25T12:50:00.000Z', expiresAt: '2026-11-25T12:50:00.000Z' })
    desk.time.now = new Date('2026-11-25T10:00:00Z')
  })

  test('the same key gives the same quote', async () => {
    const headers = { 'idempotency-key': newUuid() }
    const first = await desk.quote({}, headers)
    const again = await desk.quote({}, headers)
    expect(first.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  test('concurrent ones are all stored, each with its own amount', async () => {
    const quotes = await Promise.all(Array.from({ length: 300 }, (_, i) => desk.quote({ amount: `${i + 1000}.00` })))
    expect(quotes.map(({ body }) => body.buyAmount)).toEqual(Array.from({ length: 300 }, (_, i) => `${i + 1000}.00`))
    const { rows } = await db.pool.query(
      'select count(distinct buy_minor)::int as n from fx_quotes where entity_id = $1',
      [desk.entityId],
    )
    expect(rows[0].n).toBeGreaterThanOrEqual(300)
  })
})

describe('the daily limit', () => {
  test('is checked for a quote and enforced at booking', async () => {
    const desk = await openDesk(db, 'RM')
    await db.pool.query('update entity_settings set daily_trade_minor = 15000000 where entity_id = $1', [desk.entityId])
    await expect.poll(async () => (await desk.quote({})).body.limits.remainingDaily).toBe('150000.00')
    const [one, two] = [await desk.quote({}), await desk.quote({})]
    expect((await desk.book(one.body.quoteId)).status).toBe(201)
    const refused = await desk.book(two.body.quoteId)
    expect([refused.status, errorCode(refused.body)]).toEqual([422, 'daily_limit_exceeded'])
    const quote = await desk.quote({})
    expect([quote.status, errorCode(quote.body)]).toEqual([422, 'daily_limit_exceeded'])
    expect(quote.body.params).toEqual({
      kind: 'trade',
      currency: 'EUR',
      limit: '150000.00',
      used: '100000.00',
      resetsAt: '2026-11-25T23:00:00.000Z',
    })
    expect((await desk.quote({ amount: '50000.00' })).body.limits.remainingDaily).toBe('50000.00')
  })
})

describe('booking', () => {
  let desk: Desk
  beforeAll(async () => {
    desk = await openDesk(db, 'RM')
  })

  test('makes a trade that can be read by its id and in the list', async () => {
    const quote = (await desk.quote({ valueDate: '2026-11-27' })).body
    const { status, body } = await desk.book(quote.quoteId, { clientReference: 'deal 1' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'Spot',
      status: 'Executed',
      rate: '1.16546',
      buyAmount: '100000.00',
      sellAmount: '116546.00',
      tradeDate: '2026-11-25',
      valueDate: '2026-11-27',
      cutOffAt: '2026-11-27T12:50:00.000Z',
      cutOffLocal: { time: '13:50', zone: 'Europe/Berlin' },
      quoteId: quote.quoteId,
      clientReference: 'deal 1',
      price: quote.price,
      settlement: { funded: false, fundedAt: null, settledAt: null, failureReason: null, net: null },
      paymentIds: [],
      history: [{ status: 'Executed', at: '2026-11-25T10:00:00.000Z', by: 'client', reason: null }],
    })
    expect((await desk.get(`/v1/fx/trades/${body.tradeId}`)).body).toEqual(body)
    expect((await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}`)).body).toEqual({
      data: [body],
      nextCursor: null,
    })
    expect(await desk.balances()).toMatchObject({ 'fx_position:USD': -29100n, 'fx_revenue:USD': 29100n })
    expect(await desk.events()).toContain('trade.executed')
  })

  test('five concurrent bookings of a quote make one trade', async () => {
    const { quoteId } = (await desk.quote({})).body
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.book(quoteId)))
    const [made] = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, body }) => [status, errorCode(body), body.params.tradeId])).toEqual(
      Array.from({ length: 4 }, () => [409, 'quote_already_booked', made!.body.tradeId]),
    )
  })

  test('a repeated key makes one trade and returns it again', async () => {
    const { quoteId } = (await desk.quote({})).body
    const headers = { 'idempotency-key': newUuid() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.book(quoteId, {}, headers)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.tradeId}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
  })

  test('expiry is judged by when the request was received', async () => {
    const { quoteId } = (await desk.quote({})).body
    const late = (await desk.quote({})).body
    desk.time.now = new Date('2026-11-25T10:00:09.999Z')
    expect((await desk.book(quoteId)).status).toBe(201)
    desk.time.now = new Date('2026-11-25T10:00:10.000Z')
    const { status, body } = await desk.book(late.quoteId)
    expect([status, errorCode(body), body.params.expiredAt]).toEqual([410, 'quote_expired', '2026-11-25T10:00:10.000Z'])
    desk.time.now = new Date('2026-11-25T10:00:00.000Z')
  })

  test('a restart between quote and booking loses neither', async () => {
    const { quoteId } = (await desk.quote({})).body
    await desk.restart()
    expect((await desk.book(quoteId)).status).toBe(201)
  })

  test('a dry run returns the trade and stores nothing', async () => {
    const { quoteId } = (await desk.quote({})).body
    const count = async () => (await db.pool.query('select count(*) from fx_trades')).rows[0].count
    const [trades, balances] = [await count(), await desk.balances()]
    const { status, body } = await desk.book(quoteId, {}, {}, '?dryRun=true')
    expect([status, body.dryRun, body.status]).toEqual([200, true, 'Executed'])
    expect(await count()).toEqual(trades)
    expect(await desk.balances()).toEqual(balances)
    expect((await desk.book(quoteId)).status).toBe(201)
  })

  test('a client reference names one trade', async () => {
    const first = await desk.book((await desk.quote({})).body.quoteId, { clientReference: 'once' })
    const { quoteId } = (await desk.quote({})).body
    const again = await desk.book(quoteId, { clientReference: 'once' })
    expect([again.status, errorCode(again.body), again.body.params.existingId]).toEqual([
      409,
      'duplicate_client_reference',
      first.body.tradeId,
    ])
    expect((await desk.book(quoteId, { clientReference: 'twice' })).status).toBe(201)
  })

  test.each([
    [404, 'quote_not_found', { quoteId: formatId('quo', newUuid()) }],
    [404, 'quote_not_found', { quoteId: 'nonsense' }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [404, 'account_not_found', { buyAccountId: formatId('acc', newUuid()) }],
    [400, 'unknown_field', { rate: '1.0' }],
    [400, 'field_required', { quoteId: undefined }],
    [400, 'text_too_long', { clientReference: 'x'.repeat(65) }],
  ])('%i %s: %o', async (status, code, change) => {
    const { quoteId } = (await desk.quote({})).body
    const answer = await desk.book(quoteId, change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect((await desk.book(quoteId)).status).toBe(201) // the quote is still there
  })

  test('another entity’s quote and trade are not found', async () => {
    const stranger = await openDesk(db, 'RM')
    const { quoteId } = (await desk.quote({})).body
    expect(errorCode((await stranger.book(quoteId)).body)).toBe('quote_not_found')
    const { body } = await desk.book(quoteId)
    expect(errorCode((await stranger.get(`/v1/fx/trades/${body.tradeId}`)).body)).toBe('trade_not_found')
    expect((await stranger.get(`/v1/fx/trades?entityId=${desk.wire.entityId}`)).status).toBe(404)
  })
})

describe('an ABS entity', () => {
  test('needs the money to be quoted, and holds it when it books', async () => {
    const desk = await openDesk(db, 'ABS')
    const poor = await desk.quote({})
    expect([poor.status, errorCode(poor.body)]).toEqual([422, 'insufficient_funds'])
    expect(poor.body.params).toMatchObject({ available: '0.00', missing: '116536.00', currency: 'USD' })
    await desk.fund('USD', 20_000_000n)
    const [one, two] = [await desk.quote({ valueDate: '2026-11-27' }), await desk.quote({ valueDate: '2026-11-27' })]
    expect(one.body.limits.availableBalance).toBe('200000.00')
    const booked = await desk.book(one.body.quoteId)
    expect(booked.body.settlement).toMatchObject({ funded: true, fundedAt: '2026-11-25T10:00:00.000Z' })
    expect(await desk.balances()).toMatchObject({ 'client:USD': [20_000_000n, 11_654_600n] })
    const refused = await desk.book(two.body.quoteId)
    expect([refused.status, errorCode(refused.body)]).toEqual([422, 'insufficient_funds'])
    expect((await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}`)).body.data).toHaveLength(1)
    await desk.advance('2026-11-27T00:00:00.000Z')
    expect(await desk.balances()).toMatchObject({ 'client:EUR': 10_000_000n, 'client:USD': 8_345_400n })
  })
})

describe('payments attached to a spot deal', () => {
  const payee = {
    name: 'Northern Looms Ltd',
    address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
    countryCode: 'GB',
    bankCountryCode: 'GB',
    currency: 'GBP',
    accountNumber: '66374958',
    routingCodes: [{ type: 'SortCode', value: '089999' }],
  }
  const payment = (amount: string, more: object = {}) => ({
    amount,
    creditorAccount: payee,
    reference: 'Invoice 7',
    ...more,
  })
  const order = { buyCurrency: 'GBP', amount: '1000.00', valueDate: '2026-11-27' }

  test('are made with it, linked to it, and paid once it has settled', async () => {
    const desk = await openDesk(db, 'RM')
    await desk.fund('USD', 1_000_000n)
    const { body: quote } = await desk.quote(order)
    const { status, body } = await desk.book(quote.quoteId, { payments: [payment('600.00'), payment('400.00')] })
    expect(status).toBe(201)
    expect(body.paymentIds).toHaveLength(2)
    const read = async () => (await desk.get(`/v1/payments/${body.paymentIds[1]}`)).body
    expect(await read()).toMatchObject({
      status: 'Scheduled',
      tradeId: body.tradeId,
      currency: 'GBP',
      paymentDate: '2026-11-27',
    })
    await desk.advance('2026-11-27T20:00:00.000Z')
    expect((await read()).status).toBe('Completed')
    expect((await desk.balances())['client:GBP']).toBe(0n)
  })

  test('with errors reject the deal, each error at its JSON pointer, and leave the quote bookable', async () => {
    const desk = await openDesk(db, 'RM')
    const { body: quote } = await desk.quote(order)
    const refused = async (payments: object[]) => (await desk.book(quote.quoteId, { payments })).body
    expect(await refused([payment('1.00', { currency: 'EUR' })])).toMatchObject({
      code: 'payment_currency_mismatch',
      errors: [{ pointer: '/payments/0/currency' }],
    })
    expect((await refused([payment('600.00'), payment('400.01')])).code).toBe('payments_exceed_drawdown')
    const { errors } = await refused([
      payment('1.00'),
      payment('1.00', { paymentDate: '2026-11-26' }),
      payment('1.00', { creditorAccount: { ...payee, accountNumber: '66374959' } }),
    ])
    const pointers = errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers).toEqual(expect.arrayContaining(['/payments/1/tradeId']))
    expect(pointers.some((pointer: string) => pointer.startsWith('/payments/2/creditorAccount'))).toBe(true)
    expect(pointers.some((pointer: string) => pointer.startsWith('/payments/0'))).toBe(false)
    expect(errorCode(await refused([{ ...payment('1.00'), tradeId: 'trd_x' }]))).toBe('unknown_field')
    expect((await desk.book(quote.quoteId, { payments: [payment('1000.00')] })).status).toBe(201)
    const { rows } = await db.pool.query('select count(*)::int as n from payments where entity_id = $1', [
      desk.entityId,
    ])
    expect(rows[0].n).toBe(1)
  })

  test('need the right to make payments', async () => {
    const desk = await openDesk(db, 'RM')
    desk.principal.scopes.delete('payments:write')
    const { body: quote } = await desk.quote(order)
    const { status, body } = await desk.book(quote.quoteId, { payments: [payment('1.00')] })
    expect([status, errorCode(body)]).toEqual([403, 'scope_missing'])
  })

  test('report errors of their amounts with schema errors, and leave the quote bookable', async () => {
    const desk = await openDesk(db, 'RM')
    const { quoteId } = (await desk.quote(order)).body
    const payments = [payment('0.00'), payment('1.001', { currency: 'EUR' }), payment('1.001', { currency: 'eur' }), 7]
    const { status, body } = await desk.book(quoteId, { payments, unknown: 1 })
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([
      400,
      ['/payments/0/amount', '/payments/1/amount', '/payments/2/currency', '/payments/3', '/unknown'],
    ])
    const wrong = { ...payee, accountNumber: '66374959' }
    const withPayee = [payment('0.00'), payment('1.00', { creditorAccount: wrong })]
    const told = async (more: object) =>
      (await desk.book(quoteId, more)).body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    const ofPayee = '/payments/1/creditorAccount/accountNumber'
    expect(await told({ payments: withPayee })).toEqual(['/payments/0/amount', ofPayee])
    expect(await told({ payments: withPayee.toSpliced(0, 1, payment('1.00')), unknown: 1 })).toEqual([
      ofPayee,
      '/unknown',
    ])
    const unread = payment('1.00', { creditorAccount: { ...wrong, routingCodes: 7, bic: 'x' } })
    expect(await told({ payments: [unread] })).toEqual([
      '/payments/0/creditorAccount/bic',
      '/payments/0/creditorAccount/routingCodes',
    ])
    const nobody = payment('0.00', { creditorAccount: undefined })
    const twice = payment('0.00', { beneficiaryID: 'ben_1' })
    expect(await told({ payments: [nobody, twice, payment('0.00')] })).toEqual([
      '/payments/0/amount',
      '/payments/0/beneficiaryId',
      '/payments/1/amount',
      '/payments/1/creditorAccount',
      '/payments/2/amount',
    ])
    expect(
      await told({ payments: [{ ...nobody, beneficiaryId: 7 }, payment('1.00', { creditorAccount: 7 })] }),
    ).toEqual(['/payments/0/amount', '/payments/0/beneficiaryId', '/payments/1/creditorAccount'])
    expect((await desk.book(quoteId)).status).toBe(201)
  })
})
