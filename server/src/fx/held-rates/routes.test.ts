import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type Answer, openDesk } from '../../../test/support/desk.ts'
import { setLimits, setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { setAccess } from '../../ledger/index.ts'
import { operatorAct } from '../../../test/support/clients.ts'
import { errorCode } from '../../../test/support/codes.ts'

const db = await testDatabase()
const NOW = '2026-11-25T10:00:00.000Z' // a Wednesday; the 26th is Thanksgiving

async function openHeldDesk(kind: 'RM' | 'ABS' = 'ABS', now = NOW) {
  const desk = await openDesk(db, kind, { now })
  const accountOf = (currency: string) => formatId('acc', desk.account(currency).accountId)
  const hold = (change: object = {}): Promise<Answer> =>
    desk.post('/v1/fx/quotes/held-rate', {
      ...desk.wire,
      buyCurrency: 'EUR',
      sellCurrency: 'USD',
      fixedSide: 'Buy',
      estimatedAmount: '100000.00',
      tenor: 'PT1H',
      postExpiryAction: 'Reject',
      ...change,
    })
  const bookHeld = (quoteId: string, change: object = {}, headers = {}, query = ''): Promise<Answer> =>
    desk.post(
      `/v1/fx/trades/held-rate${query}`,
      {
        ...desk.wire,
        quoteId,
        buyAccountId: accountOf('EUR'),
        sellAccountId: accountOf('USD'),
        amount: '100000.00',
        ...change,
      },
      headers,
    )
  const list = async (query = ''): Promise<Answer['body'][]> =>
    (await desk.get(`/v1/fx/quotes/held-rate?${query}`)).body.data
  const read = async (quoteId: string) => (await desk.get(`/v1/fx/quotes/held-rate/${quoteId}`)).body
  return { ...desk, time: desk.time, accountOf, hold, bookHeld, list, read }
}
type HeldDesk = Awaited<ReturnType<typeof openHeldDesk>>

let desk: HeldDesk
beforeEach(async () => {
  desk = await openHeldDesk()
  await desk.fund('USD', 100_000_000n)
  await desk.fund('EUR', 100_000_000n)
})

const held = async (change: object = {}): Promise<string> => {
  const { status, body } = await desk.hold(change)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.quoteId as string
}

describe('a held rate', () => {
  test('costs the mark-up and the premium of an hour, on the worst delivery date', async () => {
    const { status, body } = await desk.hold()
    expect(status).toBe(201)
    // 1.16255 with 25 bp and 7 % x 0.399 x sqrt(1/8760) = 2.98 bp, rounded up
    expect(body).toMatchObject({
      kind: 'HeldRate',
      status: 'Active',
      ...desk.wire,
      currencyPair: 'EUR/USD',
      direction: 'OneWay',
      usage: 'Single',
      rate: '1.16581',
      bid: null,
      ask: null,
      mid: '1.162500',
      holdPremium: '0.000347',
      holdPremiumBps: '2.98',
      estimatedAmount: '100000.00',
      maxAmount: '110000.00',
      utilisedAmount: '0.00',
      remainingAmount: '110000.00',
      createdAt: NOW,
      expiresAt: '2026-11-25T11:00:00.000Z',
      expiresAtLocal: '2026-11-25T12:00:00+01:00',
      deliveryDates: ['2026-11-25', '2026-11-27'],
      tradeIds: [],
    })
    expect((await desk.hold({ tenor: 'PT24H' })).body.rate > body.rate).toBe(true)
  })

  test('two-way has a price for either side', async () => {
    const { body } = await desk.hold({ direction: 'TwoWay' })
    expect(body.rate).toBeNull()
    expect(body.ask).toBe('1.16581')
    expect(Number(body.bid)).toBeLessThan(1.1596) // 1.16245 less 25 bp, 3 bp and the points to the earlier date
  })

  test.each([
    [400, 'same_currency', { buyCurrency: 'USD' }],
    [400, 'too_many_decimals', { estimatedAmount: '1.001' }],
    [400, 'value_not_allowed', { postExpiryAction: 'Maybe' }],
    [400, 'field_required', { tenor: undefined }],
    [404, 'entity_not_found', { entityId: formatId('ent', newUuid()) }],
    [422, 'tenor_not_allowed', { tenor: 'PT25H' }],
    [422, 'tenor_not_allowed', { tenor: 'PT7M' }],
    [422, 'pair_not_tradeable', { buyCurrency: 'RUB' }],
    [422, 'amount_above_maximum', { estimatedAmount: '1000000000.01' }],
    [422, 'amount_below_minimum', { estimatedAmount: '0.10' }],
  ])('%i %s stores nothing: %o', async (status, code, change) => {
    const answer = await desk.hold(change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect(await desk.list()).toEqual([])
  })

  test('errors of currencies and amount are reported together', async () => {
    const { body } = await desk.hold({ buyCurrency: 'USD', estimatedAmount: '1.001' })
    expect(body.errors).toMatchObject([
      { pointer: '/sellCurrency', code: 'same_currency' },
      { pointer: '/estimatedAmount', code: 'too_many_decimals' },
    ])
  })

  test('with those of the tenor and of the schema, and nothing is stored', async () => {
    const change = { buyCurrency: 'USD', estimatedAmount: '1.001', tenor: 'PT25H' }
    const { status, body } = await desk.hold({ ...change, usage: 'Twice', colour: 'red' })
    const pointers = body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()
    expect([status, pointers]).toEqual([400, ['/colour', '/estimatedAmount', '/sellCurrency', '/tenor', '/usage']])
    expect((await desk.hold({ ...change, tenor: 'long' })).body.errors).toMatchObject([
      { pointer: '/tenor', code: 'pattern_mismatch' },
      { pointer: '/sellCurrency' },
      { pointer: '/estimatedAmount' },
    ])
    expect(await desk.list()).toEqual([])
  })

  test('all errors of a booking, and of the query of the list, are reported together', async () => {
    const booking = (await desk.bookHeld('quo_1', { amount: '0', clientReference: '', colour: 'red' })).body
    expect(booking.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/amount',
      '/clientReference',
      '/colour',
    ])
    const { body } = await desk.get('/v1/fx/quotes/held-rate?currencyPair=EUREUR&after=x&status=Lost')
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '?after',
      '?currencyPair',
      '?status',
    ])
  })

  test('a hold over the cut-off of spot, a closed market and a stale price are refused', async () => {
    desk.time.now = new Date('2026-11-27T22:30:00Z')
    const closed = await desk.hold()
    expect([closed.status, errorCode(closed.body)]).toEqual([422, 'market_closed'])
    expect(closed.body.params.reopensAt).toBe('2026-11-29T22:00:00.000Z')
    desk.time.now = new Date(NOW)
    desk.market.ageMs = 60_000
    expect(errorCode((await desk.hold()).body)).toBe('price_unavailable')
    desk.market.ageMs = 0
    const late = await openHeldDesk('ABS', '2026-11-18T20:00:00Z')
    const crossing = await late.hold({ buyCurrency: 'USD', sellCurrency: 'CAD', tenor: 'PT24H' })
    expect([crossing.status, errorCode(crossing.body)]).toEqual([422, 'hold_crosses_cut_off'])
  })

  test('is for ABS entities that may hold rates', async () => {
    const rm = await openHeldDesk('RM')
    expect(errorCode((await rm.hold()).body)).toBe('not_available_for_entity_kind')
    const features = (await db.pool.query('select profile from entity_settings where entity_id = $1', [desk.entityId]))
      .rows[0].profile.features
    await inTransaction(db, (tx) =>
      setProfile(tx, desk.entityId, { features: { ...features, heldRates: false } }, operatorAct),
    )
    await expect.poll(async () => errorCode((await desk.hold()).body)).toBe('held_rates_not_enabled')
  })

  test('open held rates stay within the limit together, also for concurrent requests; cancelling frees it', async () => {
    await inTransaction(db, (tx) => setLimits(tx, desk.entityId, { heldOpenMinor: 25_000_000n }, operatorAct))
    await expect.poll(async () => (await desk.hold({ estimatedAmount: '250000.01' })).status).toBe(422)
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.hold()))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 201)!
    expect(refused.body).toMatchObject({
      code: 'open_hold_limit_exceeded',
      params: { limit: '250000.00', open: '200000.00', currency: 'EUR' },
    })
    const [first] = await desk.list()
    const cancelled = await desk.post(`/v1/fx/quotes/held-rate/${first.quoteId}/cancel`, {})
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'Cancelled'])
    expect((await desk.hold()).status).toBe(201)
    const again = await desk.post(`/v1/fx/quotes/held-rate/${first.quoteId}/cancel`, {})
    expect([again.status, errorCode(again.body)]).toEqual([409, 'held_rate_not_cancellable'])
    expect(errorCode((await desk.bookHeld(first.quoteId)).body)).toBe('held_rate_cancelled')
  })

  test('the list shows what can be booked, the first to expire first, in pages', async () => {
    const [long, short, other] = [
      await held({ tenor: 'PT4H' }),
      await held(),
      await held({ buyCurrency: 'GBP', tenor: 'PT8H' }),
    ]
    const ids = (rows: { quoteId: string }[]) => rows.map(({ quoteId }) => quoteId)
    expect(ids(await desk.list())).toEqual([short, long, other])
    expect(ids(await desk.list('currencyPair=EURUSD'))).toEqual([short, long])
    expect(ids(await desk.list('expiringBefore=2026-11-25T12:00:00Z'))).toEqual([short])
    const page = (await desk.get('/v1/fx/quotes/held-rate?limit=2')).body
    expect(ids(page.data)).toEqual([short, long])
    const next = (await desk.get(`/v1/fx/quotes/held-rate?limit=2&after=${page.nextCursor}`)).body
    expect([ids(next.data), next.nextCursor]).toEqual([[other], null])
    desk.time.now = new Date('2026-11-25T11:00:00Z')
    expect(ids(await desk.list())).toEqual([long, other])
    expect(ids(await desk.list('status=Expired'))).toEqual([short])
    expect(errorCode((await desk.get('/v1/fx/quotes/held-rate?side=Buy')).body)).toBe('unknown_parameter')
  })

  test('announces its end ahead of time and when it happens', async () => {
    const quoteId = await held()
    await desk.advance('2026-11-25T10:44:59Z')
    expect(await desk.events()).not.toContain('heldRate.expiring')
    await desk.advance('2026-11-25T10:45:00Z')
    expect(await desk.events()).toContain('heldRate.expiring')
    await desk.advance('2026-11-25T11:00:00Z')
    expect((await desk.events()).slice(-1)).toEqual(['heldRate.expired'])
    expect(await desk.read(quoteId)).toMatchObject({ status: 'Expired' })
  })

  test('of another entity is not found', async () => {
    const quoteId = await held()
    const stranger = await openHeldDesk()
    expect(errorCode((await stranger.bookHeld(quoteId)).body)).toBe('quote_not_found')
    expect((await stranger.read(quoteId)).code).toBe('quote_not_found')
    expect(errorCode((await stranger.post(`/v1/fx/quotes/held-rate/${quoteId}/cancel`, {})).body)).toBe(
      'quote_not_found',
    )
    expect((await stranger.get(`/v1/fx/quotes/held-rate?entityId=${desk.wire.entityId}`)).status).toBe(404)
  })
})

describe('a booking', () => {
  test('deals the held price for another amount than the estimate, holds the money and settles', async () => {
    const quoteId = await held()
    desk.time.now = new Date('2026-11-25T10:59:59.999Z')
    const { status, body } = await desk.bookHeld(quoteId, { amount: '95000.00', valueDate: '2026-11-27' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'HeldRate',
      subtype: 'Held',
      status: 'Executed',
      quoteId,
      rate: '1.16581',
      buyAmount: '95000.00',
      sellAmount: '110751.95',
      fixedSide: 'Buy',
      tradeDate: '2026-11-25',
      valueDate: '2026-11-27',
      valueDateAdjusted: false,
      execution: { mode: 'Held', quoteIdUsed: quoteId },
      settlement: { funded: true },
    })
    expect(await desk.read(quoteId)).toMatchObject({
      status: 'Booked',
      remainingAmount: '0.00',
      tradeIds: [body.tradeId],
    })
    expect(await desk.list()).toEqual([])
    expect((await desk.events()).slice(-2)).toEqual(['heldRate.exhausted', 'trade.executed'])
    await desk.advance('2026-11-27T00:00:00Z')
    expect((await desk.get(`/v1/fx/trades/${body.tradeId}`)).body).toMatchObject({ status: 'Settled', quoteId })
    expect(await desk.balances()).toMatchObject({ 'client:EUR': 109_500_000n, 'client:USD': 88_924_805n })
    const balances = await desk.balances()
    for (const [name, balance] of Object.entries(balances)) if (name.startsWith('fx_position')) expect(balance).toBe(0n)
  })

  test.each([
    ['absent', undefined],
    ['a day that cannot be dealt', '2026-11-26'],
    ['no date at all', 'soon'],
  ])('a value date that is %s gives way to the earliest settlement', async (_, valueDate) => {
    const { body } = await desk.bookHeld(await held(), { valueDate })
    expect(body).toMatchObject({ valueDate: '2026-11-25', valueDateAdjusted: true })
  })

  test('with a single use is booked once, also by five concurrent bookings', async () => {
    const quoteId = await held()
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.bookHeld(quoteId)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, errorCode(body), body.params.tradeId]).toEqual([
        409,
        'quote_already_booked',
        made[0]!.body.tradeId,
      ])
    }
  })

  test('a single use is used once, for every writer', async () => {
    const quoteId = await held()
    await desk.bookHeld(quoteId, { amount: '1000.00' })
    const more = db.pool.query('update held_rates set utilised_minor = utilised_minor + 1 where entity_id = $1', [
      desk.entityId,
    ])
    await expect(more).rejects.toThrow('single-use')
  })

  test('several uses end at 110 % of the estimate, however many bookings arrive at the same time', async () => {
    const quoteId = await held({ usage: 'Multiple' })
    const answers = await Promise.all(Array.from({ length: 6 }, () => desk.bookHeld(quoteId, { amount: '30000.00' })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.find(({ status }) => status !== 201)!.body).toMatchObject({
      code: 'amount_exceeds_hold',
      params: { maxAmount: '20000.00', currency: 'EUR' },
    })
    expect(await desk.read(quoteId)).toMatchObject({ status: 'PartlyUsed', utilisedAmount: '90000.00' })
    expect((await desk.bookHeld(quoteId, { amount: '20000.00' })).status).toBe(201)
    expect(await desk.read(quoteId)).toMatchObject({ status: 'Exhausted', remainingAmount: '0.00' })
    expect(errorCode((await desk.bookHeld(quoteId, { amount: '0.01' })).body)).toBe('amount_exceeds_hold')
  })

  test('of a two-way held rate takes its direction from the accounts', async () => {
    const quoteId = await held({ direction: 'TwoWay', usage: 'Multiple' })
    const { bid, ask } = await desk.read(quoteId)
    const bought = await desk.bookHeld(quoteId, { amount: '1000.00' })
    expect(bought.body).toMatchObject({ rate: ask, buyCurrency: 'EUR', buyAmount: '1000.00', fixedSide: 'Buy' })
    const turned = { buyAccountId: desk.accountOf('USD'), sellAccountId: desk.accountOf('EUR') }
    const sold = await desk.bookHeld(quoteId, { amount: '1000.00', ...turned })
    expect(sold.body).toMatchObject({ rate: bid, sellCurrency: 'EUR', sellAmount: '1000.00', fixedSide: 'Sell' })
    const oneWay = await desk.bookHeld(await held(), turned)
    expect([oneWay.status, errorCode(oneWay.body)]).toEqual([422, 'currency_mismatch'])
  })

  test.each([
    [400, 'field_required', { sellAccountId: undefined }],
    [400, 'too_many_decimals', { amount: '0.001' }],
    [404, 'quote_not_found', { quoteId: formatId('quo', newUuid()) }],
    [404, 'account_not_found', { buyAccountId: formatId('acc', newUuid()) }],
    [422, 'amount_exceeds_hold', { amount: '110000.01' }],
  ])('%i %s books nothing: %o', async (status, code, change) => {
    const quoteId = await held()
    const answer = await desk.bookHeld(quoteId, change)
    expect([answer.status, errorCode(answer.body)]).toEqual([status, code])
    expect((await desk.bookHeld(quoteId)).status).toBe(201) // the held rate is still there
  })

  test('without the money nothing is booked', async () => {
    const poor = await openHeldDesk()
    const { body } = await poor.hold()
    const answer = await poor.bookHeld(body.quoteId)
    expect([answer.status, errorCode(answer.body)]).toEqual([422, 'insufficient_funds'])
    expect(await poor.read(body.quoteId)).toMatchObject({ status: 'Active' })
  })

  test('a dry run returns the trade and leaves the held rate unchanged', async () => {
    const quoteId = await held()
    const { status, body } = await desk.bookHeld(quoteId, {}, {}, '?dryRun=true')
    expect([status, body.dryRun, body.execution.mode]).toEqual([200, true, 'Held'])
    expect(await desk.read(quoteId)).toMatchObject({ status: 'Active', tradeIds: [] })
  })

  test('a client reference prevents duplicates for 24 hours, also concurrent ones, and is free after them', async () => {
    const quoteId = await held({ usage: 'Multiple', tenor: 'PT24H' })
    const order = { amount: '1000.00', clientReference: 'subscription-7' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.bookHeld(quoteId, order)))
    const [made] = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused.map(({ body }) => [errorCode(body), body.params.existingId])).toEqual(
      Array.from({ length: 3 }, () => ['duplicate_client_reference', made!.body.tradeId]),
    )
    expect(made!.body.clientReference).toBe('subscription-7')
    const found = await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}&clientReference=subscription-7`)
    expect(found.body.data).toHaveLength(1)
    desk.time.now = new Date('2026-11-26T10:00:00.001Z')
    expect((await desk.bookHeld(await held(), order)).status).toBe(201)
  })

  test('a repeated key books once and returns the same answer', async () => {
    const quoteId = await held({ usage: 'Multiple' })
    const headers = { 'idempotency-key': newUuid() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.bookHeld(quoteId, {}, headers)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.tradeId}`)).size).toBe(1)
    expect(await desk.read(quoteId)).toMatchObject({ utilisedAmount: '100000.00' })
  })

  test('after the market has closed a rate that is still held is dealt', async () => {
    const friday = await openHeldDesk('ABS', '2026-11-27T20:00:00Z')
    await friday.fund('USD', 100_000_000n)
    const { body } = await friday.hold({ tenor: 'PT24H' })
    friday.time.now = new Date('2026-11-28T12:00:00Z')
    const booked = await friday.bookHeld(body.quoteId, { amount: '1000.00' })
    expect(booked.body).toMatchObject({ execution: { mode: 'Held' }, rate: body.rate, tradeDate: '2026-11-30' })
    expect(body.deliveryDates).toContain(booked.body.valueDate)
  })
})

describe('once it has lapsed', () => {
  const lapsed = async (postExpiryAction: string, change: object = {}) => {
    const quoteId = await held({ postExpiryAction, ...change })
    desk.time.now = new Date('2026-11-25T11:00:00.000Z')
    return quoteId
  }

  test('Reject: nothing is booked from the very instant', async () => {
    const quoteId = await lapsed('Reject')
    const { status, body } = await desk.bookHeld(quoteId)
    expect([status, errorCode(body), body.params.expiredAt]).toEqual([410, 'quote_expired', '2026-11-25T11:00:00.000Z'])
  })

  test('AcceptAtSpot: the market’s price now, once; nothing while the market is closed', async () => {
    const quoteId = await lapsed('AcceptAtSpot')
    const { body } = await desk.bookHeld(quoteId, { valueDate: '2026-11-27' })
    expect(body).toMatchObject({
      status: 'Executed',
      subtype: 'Spot',
      rate: '1.16546', // without a premium
      sellAmount: '116546.00',
      valueDateAdjusted: false,
      execution: { mode: 'Spot', quoteIdUsed: null },
    })
    expect(errorCode((await desk.bookHeld(quoteId)).body)).toBe('quote_already_booked')
    expect(await desk.read(quoteId)).toMatchObject({ status: 'Expired', utilisedAmount: '100000.00' })
    const other = await held({ postExpiryAction: 'AcceptAtSpot' })
    desk.time.now = new Date('2026-11-28T12:00:00Z')
    const closed = await desk.bookHeld(other)
    expect([closed.status, errorCode(closed.body)]).toEqual([422, 'market_closed'])
  })

  test('UtiliseNextAvailableQuote: of those of the same pair and side with room the first to expire', async () => {
    const quoteId = await held({ postExpiryAction: 'UtiliseNextAvailableQuote' })
    await held({ tenor: 'PT24H' })
    const next = await held({ tenor: 'PT4H' })
    await held({ tenor: 'PT4H', estimatedAmount: '1000.00' }) // too small
    await held({ tenor: 'PT4H', buyCurrency: 'GBP' })
    await held({ tenor: 'PT4H', buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' })
    desk.time.now = new Date('2026-11-25T11:00:00.000Z')
    const { body } = await desk.bookHeld(quoteId)
    const { rate, status } = await desk.read(next)
    expect(status).toBe('Booked')
    expect(body).toMatchObject({ rate, quoteId, execution: { mode: 'NextQuote', quoteIdUsed: next } })
    for (const used of [next, quoteId]) {
      const again = await desk.bookHeld(used, { amount: '1000.00' })
      expect([errorCode(again.body), again.body.params.tradeId]).toEqual(['quote_already_booked', body.tradeId])
    }
  })

  test('UtiliseNextAvailableQuote: concurrent bookings use different ones', async () => {
    const lapsing = [1, 2, 3].map(() => held({ postExpiryAction: 'UtiliseNextAvailableQuote', usage: 'Multiple' }))
    const asked = await Promise.all(lapsing)
    const next = [await held({ tenor: 'PT4H' }), await held({ tenor: 'PT8H' })]
    desk.time.now = new Date('2026-11-25T11:00:00.000Z')
    const answers = await Promise.all(asked.map((quoteId) => desk.bookHeld(quoteId)))
    const used = answers.filter(({ status }) => status === 201).map(({ body }) => body.execution.quoteIdUsed as string)
    expect(used.toSorted()).toEqual(next.toSorted())
    expect(answers.filter(({ body }) => errorCode(body) === 'no_other_active_quote')).toHaveLength(1)
  })

  test('UtiliseNextAvailableQuote without another one books nothing', async () => {
    const { status, body } = await desk.bookHeld(await lapsed('UtiliseNextAvailableQuote'))
    expect([status, errorCode(body)]).toEqual([422, 'no_other_active_quote'])
  })

  test('ExecuteAtMarketOpen: immediately while the market is open', async () => {
    const { body } = await desk.bookHeld(await lapsed('ExecuteAtMarketOpen'))
    expect(body).toMatchObject({ status: 'Executed', execution: { mode: 'Spot', quoteIdUsed: null } })
  })
})

describe('a trade queued for the market’s opening', () => {
  let weekend: HeldDesk
  const OPENING = '2026-11-29T22:00:00.000Z'

  async function queued(change: object = {}): Promise<Answer> {
    const { body } = await weekend.hold({ postExpiryAction: 'ExecuteAtMarketOpen' })
    await weekend.advance('2026-11-28T12:00:00Z')
    return weekend.bookHeld(body.quoteId, change)
  }

  beforeEach(async () => {
    weekend = await openHeldDesk('ABS', '2026-11-27T18:00:00Z')
    await weekend.fund('USD', 20_000_000n)
  })

  test('holds the money, survives a restart, is dealt at the opening and settles', async () => {
    const { status, body } = await queued()
    expect([status, body.status, body.execution.mode]).toEqual([201, 'QueuedForOpen', 'MarketOpenOrder'])
    expect(await weekend.balances()).toMatchObject({
      'client:USD': [20_000_000n, BigInt(body.sellAmount.replace('.', ''))],
    })
    await weekend.restart()
    await weekend.advance('2026-11-29T21:59:59Z')
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body.status).toBe('QueuedForOpen')
    const successor = await openHeldDesk('ABS', OPENING) // a process that knows nothing but the database
    await successor.advance(OPENING)
    weekend.time.now = new Date(OPENING)
    const dealt = (await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body
    expect(dealt).toMatchObject({ status: 'Executed', tradeDate: '2026-11-30', buyAmount: '100000.00' })
    expect(dealt.history.map((entry: { status: string }) => entry.status)).toEqual(['QueuedForOpen', 'Executed'])
    expect(await weekend.events()).toEqual(expect.arrayContaining(['trade.queuedForOpen', 'trade.executed']))
    expect(await weekend.balances()).toMatchObject({
      'client:USD': [20_000_000n, BigInt(dealt.sellAmount.replace('.', ''))],
    })
    await weekend.advance(`${dealt.valueDate}T00:00:00Z`)
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body.status).toBe('Settled')
  })

  test('is dealt for the value date asked for where that can be', async () => {
    const { body } = await queued({ valueDate: '2026-12-02' })
    await weekend.advance(OPENING)
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body).toMatchObject({ valueDate: '2026-12-02' })
  })

  test('is rejected with the reason where a limit has become too small, and releases the money', async () => {
    const { body } = await queued()
    // The limit is taken away before the market opens: what can have changed is looked at again.
    await inTransaction(db, (tx) => setLimits(tx, weekend.entityId, { dailyTradeMinor: 1n }, operatorAct))
    await weekend.advance(OPENING)
    const rejected = (await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body
    expect(rejected).toMatchObject({
      status: 'Rejected',
      settlement: { funded: false, failureReason: 'daily_limit_exceeded' },
    })
    expect(await weekend.balances()).toMatchObject({ 'client:USD': 20_000_000n })
    expect(await weekend.events()).toContain('trade.rejected')
  })

  test('waits for a price that is late', async () => {
    const { body } = await queued()
    weekend.market.ageMs = 60_000
    await weekend.advance(OPENING)
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body.status).toBe('QueuedForOpen')
    weekend.market.ageMs = 0
    await weekend.advance('2026-11-29T22:00:30.000Z')
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body.status).toBe('Executed')
  })

  test('is rejected when there is no price within an hour of the opening', async () => {
    const { body } = await queued()
    weekend.market.ageMs = 60_000
    await weekend.advance('2026-11-29T22:59:00.000Z')
    expect((await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body.status).toBe('QueuedForOpen')
    await weekend.advance('2026-11-29T23:00:30.000Z')
    const rejected = (await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body
    expect(rejected).toMatchObject({ status: 'Rejected', settlement: { failureReason: 'price_unavailable' } })
    expect(await weekend.balances()).toMatchObject({ 'client:USD': 20_000_000n })
  })

  test('is rejected when its account has been blocked meanwhile', async () => {
    const { body } = await queued()
    const { accountId } = weekend.account('USD')
    await inTransaction(db, (tx) => setAccess(tx, weekend.entityId, accountId, 'Blocked'))
    await weekend.advance(OPENING)
    const rejected = (await weekend.get(`/v1/fx/trades/${body.tradeId}`)).body
    expect(rejected).toMatchObject({ status: 'Rejected', settlement: { failureReason: 'account_blocked' } })
  })

  test('without the money for it nothing is queued', async () => {
    const { body } = await weekend.hold({ postExpiryAction: 'ExecuteAtMarketOpen', estimatedAmount: '900000.00' })
    await weekend.advance('2026-11-28T12:00:00Z')
    const answer = await weekend.bookHeld(body.quoteId, { amount: '900000.00' })
    expect([answer.status, errorCode(answer.body)]).toEqual([422, 'insufficient_funds'])
  })
})
