import { describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/support/codes.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openOrderDesk } from '../../../test/support/order-desk.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'

const db = await testDatabase()
const NOW = '2026-11-25T10:00:00.000Z'

describe('a placed order', () => {
  test('shows its terms and the mark-up of the day, and holds no money', async () => {
    const desk = await openOrderDesk(db)
    const { status, body, headers } = await desk.place({ clientReference: 'my order' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...desk.wire,
      type: 'Limit',
      status: 'Active',
      currencyPair: 'EUR/USD',
      rate: '1.15000',
      markupPercent: '0.2500',
      fixedSide: 'Buy',
      buyCurrency: 'EUR',
      buyAmount: '100000.00',
      buyAccountId: formatId('acc', desk.account('EUR').accountId),
      sellCurrency: 'USD',
      sellAmount: '115000.00',
      sellAccountId: formatId('acc', desk.account('USD').accountId),
      clientReference: 'my order',
      expiresAt: '2027-02-23T10:00:00.000Z',
      triggeredAt: null,
      filledRate: null,
      tradeId: null,
      rejectionReason: null,
      history: [{ status: 'Active', at: NOW, by: 'client', reason: null }],
      createdAt: NOW,
      updatedAt: NOW,
    })
    expect(headers['etag']).toBe('"1"')
    expect(await desk.order(body.orderId)).toEqual(body)
    expect(await desk.balances()).toMatchObject({ 'client:USD': 0n, 'client:EUR': 0n }) // and nothing held
    expect(await desk.events()).toContain('order.placed')
  })

  test.each([
    [400, 'same_currency', { buyCurrency: 'USD' }],
    [400, 'too_many_decimals', { amount: '1.001' }],
    [400, 'order_rate_invalid', { rate: '1.150001' }],
    [400, 'order_rate_invalid', { rate: '0' }],
    [400, 'pattern_mismatch', { rate: '-1.1' }],
    [400, 'wrong_type', { rate: 1.15 }],
    [400, 'order_expiry_invalid', { expiresAt: NOW }],
    [400, 'order_expiry_invalid', { expiresAt: '2027-11-26T10:00:00.001Z' }],
    [400, 'value_not_allowed', { type: 'TakeProfit' }],
    [400, 'field_required', { rate: undefined }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [404, 'account_not_found', { sellAccountId: formatId('acc', newUuid()) }],
    [422, 'pair_not_tradeable', { buyCurrency: 'RUB' }],
    [422, 'amount_above_maximum', { amount: '1000000000.01' }],
    [422, 'amount_below_minimum', { amount: '0.10' }],
    [422, 'order_rate_reached', { rate: '1.16546' }],
    [422, 'order_rate_reached', { type: 'Stop', rate: '1.16546' }],
    [422, 'order_rate_too_far', { type: 'Stop', rate: '11.65461' }],
    [422, 'order_rate_too_far', { rate: '0.11654' }],
  ])('%i %s stores nothing: %o', async (status, code, change) => {
    const desk = await openOrderDesk(db)
    const answer = await desk.place(change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect((await desk.get('/v1/fx/orders')).body.data).toEqual([])
  })

  test('the rejection of a rate that is reached states the current one; one step further is accepted', async () => {
    const desk = await openOrderDesk(db)
    const { body } = await desk.place({ rate: '1.16546' })
    expect(body.params).toMatchObject({ currentRate: '1.16546', currencyPair: 'EUR/USD' })
    expect((await desk.place({ rate: '1.16545' })).status).toBe(201)
    expect((await desk.place({ type: 'Stop', rate: '1.16547' })).status).toBe(201)
    const selling = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' } // 1.16245 less 25 bp: 1.15954
    expect(errorCode((await desk.place({ ...selling, rate: '1.15954' })).body)).toBe('order_rate_reached')
    expect((await desk.place({ ...selling, rate: '1.15955' })).status).toBe(201)
    expect((await desk.place({ ...selling, type: 'Stop', rate: '1.15953' })).status).toBe(201)
  })

  test('errors of all fields are reported together', async () => {
    const desk = await openOrderDesk(db)
    const { body } = await desk.place({ amount: '1.001', rate: '1.1234567', expiresAt: '2020-01-01T00:00:00.000Z' })
    expect(body.errors).toMatchObject([
      { pointer: '/amount', code: 'too_many_decimals' },
      { pointer: '/rate', code: 'order_rate_invalid', params: { decimals: 5 } },
      { pointer: '/expiresAt', code: 'order_expiry_invalid' },
    ])
    const { body: other } = await desk.place({ type: undefined, rate: '1.1234567' })
    expect(other.errors.map(({ code }: { code: string }) => code).sort()).toEqual([
      'field_required',
      'order_rate_invalid',
    ])
  })

  test('a blank reference is rejected', async () => {
    const desk = await openOrderDesk(db)
    const { status, body } = await desk.place({ clientReference: ' ' })
    expect([status, body.errors?.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      400,
      ['/clientReference'],
    ])
  })

  test('an entity without the feature places none', async () => {
    const desk = await openOrderDesk(db, 'RM', { enabled: false })
    expect(errorCode((await desk.place()).body)).toBe('orders_not_enabled')
  })

  test.each([
    ['the market is closed', 'outside_trading_hours', '2026-11-28T12:00:00.000Z', 0],
    ['the price is stale', 'price_unavailable', NOW, 6000],
  ])('while %s, none is placed', async (_, code, now, ageMs) => {
    const desk = await openOrderDesk(db, 'ABS', { now })
    desk.market.ageMs = ageMs
    expect(errorCode((await desk.place()).body)).toBe(code)
  })

  test('a reference is taken once; a repeated key returns the same order', async () => {
    const desk = await openOrderDesk(db)
    const first = await desk.place({ clientReference: 'once' }, { 'idempotency-key': 'a' })
    const again = await desk.place({ clientReference: 'once' }, { 'idempotency-key': 'a' })
    expect(again.body).toEqual(first.body)
    const other = await desk.place({ clientReference: 'once' })
    expect([other.status, other.body.code, other.body.params.existingId]).toEqual([
      409,
      'duplicate_client_reference',
      first.body.orderId,
    ])
  })

  test('a dry run checks it and stores nothing', async () => {
    const desk = await openOrderDesk(db)
    const { status, body } = await desk.place({}, {}, '?dryRun=true')
    expect([status, body.dryRun, body.status]).toEqual([200, true, 'Active'])
    expect((await desk.get('/v1/fx/orders')).body.data).toEqual([])
    expect(await desk.events()).not.toContain('order.placed')
  })

  test('two hundred are open at most, also when the last ones come together', async () => {
    const desk = await openOrderDesk(db)
    const first = await desk.placed()
    const columns = `client_id, type, status, currency_pair, fixed_side, buy_currency, buy_account_id, sell_currency,
      sell_account_id, amount_minor, rate, markup_bps, limit_minor, expires_at, history, created_at, updated_at`
    await db.pool.query(
      `insert into fx_orders (entity_id, order_id, ${columns}) select entity_id, gen_random_uuid(), ${columns}
        from fx_orders, generate_series(1, 197) where entity_id = $1`,
      [desk.entityId],
    )
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.place()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'order_limit_reached',
      params: { limit: 200 },
    })
    expect((await desk.cancel(first)).status).toBe(200)
    expect((await desk.place()).status).toBe(201)
  })
})

describe('the list', () => {
  test('shows the newest first, filtered and in pages', async () => {
    const desk = await openOrderDesk(db)
    const limit = await desk.placed({ clientReference: 'a' })
    const stop = await desk.placed({ type: 'Stop', rate: '1.20000' })
    const pound = await desk.placed({ buyCurrency: 'GBP', sellCurrency: 'USD', rate: '1.20000' })
    await desk.cancel(stop)
    const ids = async (query: string) =>
      (await desk.get(`/v1/fx/orders?${query}`)).body.data.map(({ orderId }: { orderId: string }) => orderId)
    expect(await ids('')).toEqual([pound, stop, limit])
    expect(await ids('status=Cancelled')).toEqual([stop])
    expect(await ids('type=Limit')).toEqual([pound, limit])
    expect(await ids('currencyPair=eurusd')).toEqual([stop, limit])
    expect(await ids('clientReference=a')).toEqual([limit])
    expect(await ids('createdTo=2026-11-25T09:59:59.000Z')).toEqual([])
    const first = (await desk.get('/v1/fx/orders?limit=2')).body
    expect(first.data.map(({ orderId }: { orderId: string }) => orderId)).toEqual([pound, stop])
    expect(await ids(`limit=2&after=${first.nextCursor}`)).toEqual([limit])
    expect(errorCode((await desk.get('/v1/fx/orders?currencyPair=EURO')).body)).toBe('pair_not_tradeable')
  })

  test('orders of another entity answer like missing ones', async () => {
    const [desk, other] = [await openOrderDesk(db), await openOrderDesk(db)]
    const orderId = await other.placed()
    expect((await desk.get(`/v1/fx/orders/${orderId}`)).body.code).toBe('order_not_found')
    expect((await desk.get(`/v1/fx/orders/${orderId}/approval`)).body.code).toBe('order_not_found')
    expect((await desk.cancel(orderId)).body.code).toBe('order_not_found')
    expect((await desk.decide('approve', orderId)).body.code).toBe('order_not_found')
    expect((await desk.get('/v1/fx/orders')).body.data).toEqual([])
  })
})

describe('a cancelled order', () => {
  test('is over: it is not filled, and not cancelled again', async () => {
    const desk = await openOrderDesk(db)
    await desk.fund('USD', 100_000_000n)
    const orderId = await desk.placed()
    const { status, body } = await desk.cancel(orderId)
    expect([status, body.status]).toEqual([200, 'Cancelled'])
    expect(body.history.map((entry: { status: string }) => entry.status)).toEqual(['Active', 'Cancelled'])
    await desk.moveTo('1.10000')
    expect((await desk.order(orderId)).status).toBe('Cancelled')
    const again = await desk.cancel(orderId)
    expect([again.status, again.body.code, again.body.params]).toEqual([
      409,
      'order_not_cancellable',
      { status: 'Cancelled' },
    ])
    expect((await desk.events()).filter((type) => type.startsWith('order.'))).toEqual([
      'order.placed',
      'order.cancelled',
    ])
  })

  test('is the version that the client has seen', async () => {
    const desk = await openOrderDesk(db)
    const orderId = await desk.placed()
    expect((await desk.cancel(orderId, { 'if-match': '"2"' })).body.code).toBe('order_version_conflict')
    expect((await desk.cancel(orderId, { 'if-match': '"1"' })).body.status).toBe('Cancelled')
  })
})
