import { describe, expect, test } from 'vitest'
import { operatorAct } from '../../../test/support/clients.ts'
import { testDatabase } from '../../../test/support/database.ts'
import { openOrderDesk, setMiddle } from '../../../test/support/order-desk.ts'
import { findAccountUses } from '../../commands/operator/clients/account-uses.ts'
import { AUDITS } from '../../composition/modules.ts'
import { setEntityStatus, setLimits, setPrice, setProfile } from '../../entities/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { auditLedger } from '../../ledger/index.ts'
import { lookAtMarket } from '../rate-watch/look.ts'

const db = await testDatabase()

const buying = { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy' }
const selling = { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' }

/** A desk with money in both currencies. */
async function fundedDesk(kind: 'RM' | 'ABS' = 'ABS', options: Parameters<typeof openOrderDesk>[2] = {}) {
  const desk = await openOrderDesk(db, kind, options)
  for (const currency of ['EUR', 'USD']) await desk.fund(currency, 100_000_000n)
  return desk
}
type OrderDesk = Awaited<ReturnType<typeof fundedDesk>>
type Profile = Awaited<ReturnType<OrderDesk['settings']>>

const tradesOf = async (desk: OrderDesk) => (await desk.get('/v1/fx/trades')).body.data
const orderEvents = async (desk: OrderDesk) =>
  (await desk.events()).filter((type) => type.startsWith('order.') || type.startsWith('trade.'))

describe('a limit order', () => {
  test('is filled at the better rate of the moment by a spot trade that names it', async () => {
    const desk = await fundedDesk()
    const orderId = await desk.placed({ rate: '1.15000', clientReference: 'mine' })
    await desk.moveTo('1.14000') // ask 1.14005, with 25 bp 1.1429001
    const order = await desk.order(orderId)
    expect(order).toMatchObject({
      status: 'Filled',
      rate: '1.15000',
      filledRate: '1.14291',
      triggeredAt: '2026-11-25T10:00:00.000Z',
      rejectionReason: null,
    })
    expect(order.history.at(-1)).toMatchObject({ status: 'Filled', by: 'system' })
    expect(await desk.trade(order.tradeId)).toMatchObject({
      kind: 'Spot',
      status: 'Executed',
      orderId,
      clientReference: null,
      rate: '1.14291',
      buyAmount: '100000.00',
      sellAmount: '114291.00',
      valueDate: '2026-11-27',
      tenor: 'T2',
      settlement: { funded: true },
      history: [{ status: 'Executed', by: 'system' }],
    })
    expect((await desk.balances())['client:USD']).toEqual([100_000_000n, 11_429_100n])
    expect(await orderEvents(desk)).toEqual(['order.placed', 'order.triggered', 'trade.executed', 'order.filled'])
    await desk.advance('2026-11-27T12:00:00.000Z')
    expect((await desk.trade(order.tradeId)).status).toBe('Settled')
    expect((await desk.balances())['client:EUR']).toBe(110_000_000n)
    expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
  })

  // The client buys at the ask with 25 bp, rounded up, and sells at the bid less 25 bp, rounded down.
  test.each([
    ['Limit', buying, '1.15000', '1.147090', '1.147080', '1.15000'],
    ['Limit', selling, '1.17000', '1.172980', '1.172983', '1.17000'],
    ['Stop', buying, '1.18000', '1.176997', '1.177007', '1.18000'],
    ['Stop', selling, '1.15000', '1.152943', '1.152942', '1.15000'],
  ])('%s %o at %s: the market at %s does not fill it, at %s it does', async (type, sides, rate, not, at, filled) => {
    const desk = await fundedDesk()
    const orderId = await desk.placed({ ...sides, type, rate, amount: '1000.00' })
    await desk.moveTo(not)
    expect((await desk.order(orderId)).status).toBe('Active')
    await desk.moveTo(at)
    expect(await desk.order(orderId)).toMatchObject({ status: 'Filled', filledRate: filled })
  })
})

test('a stop order is filled at the worse rate of a market that jumps', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed({ type: 'Stop', rate: '1.18000' })
  await desk.moveTo('1.20000')
  expect(await desk.order(orderId)).toMatchObject({ status: 'Filled', filledRate: '1.20306' })
})

test('an order keeps the mark-up of the day on which it was placed', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed({ rate: '1.15000' })
  const [price] = (await desk.settings()).pricing
  await inTransaction(db, (tx) => setPrice(tx, desk.entityId, { ...price!, markupBps: '100' }, operatorAct))
  await expect.poll(async () => (await desk.quote({ valueDate: '2026-11-27' })).body.rate).toBe('1.17418')
  await desk.moveTo('1.14000')
  expect((await desk.order(orderId)).filledRate).toBe('1.14291')
})

describe('an order whose level was reached', () => {
  /** Has the level reached, and the job not run yet. */
  async function reached(desk: OrderDesk, change: object = {}) {
    const orderId = await desk.placed(change)
    setMiddle(desk.market, '1.14000')
    await lookAtMarket({ db, sources: desk.sources }, desk.time.now)
    return orderId
  }

  test('is watched again if the market has moved back, and filled when it returns', async () => {
    const desk = await fundedDesk()
    const orderId = await reached(desk)
    await desk.moveTo('1.16250')
    expect(await desk.order(orderId)).toMatchObject({ status: 'Active', triggeredAt: null })
    await desk.moveTo('1.14000')
    expect((await desk.order(orderId)).status).toBe('Filled')
  })

  test('waits for a firm price, and is not filled at a stale one', async () => {
    const desk = await fundedDesk()
    const orderId = await reached(desk)
    desk.market.ageMs = 6000
    await desk.advance('2026-11-25T10:05:00.000Z')
    expect(await desk.order(orderId)).toMatchObject({ status: 'Active', tradeId: null })
    desk.market.ageMs = 0
    await desk.advance('2026-11-25T10:05:30.000Z')
    expect((await desk.order(orderId)).status).toBe('Filled')
  })

  test('waits while the market has no price at all, and expires in the end', async () => {
    const desk = await fundedDesk()
    const orderId = await reached(desk, { expiresAt: '2026-11-25T10:10:00.000Z' })
    desk.market.prices = { EUR: undefined } as never
    desk.market.ageMs = 6000
    await desk.advance('2026-11-25T10:11:00.000Z')
    expect((await desk.order(orderId)).status).toBe('Expired')
    expect(await tradesOf(desk)).toEqual([])
  })

  test('expires if its job runs only then', async () => {
    const desk = await fundedDesk()
    const orderId = await reached(desk, { expiresAt: '2026-11-25T10:10:00.000Z' })
    desk.time.now = new Date('2026-11-25T10:10:00.000Z')
    await desk.run()
    expect((await desk.order(orderId)).status).toBe('Expired')
    expect(await orderEvents(desk)).toEqual(['order.placed', 'order.expired'])
  })

  test('is over at its expiry, whether or not that was noted: it is not cancelled then', async () => {
    const desk = await fundedDesk()
    const orderId = await desk.placed({ expiresAt: '2026-11-25T10:10:00.000Z' })
    desk.time.now = new Date('2026-11-25T10:10:00.000Z')
    expect((await desk.cancel(orderId)).body).toMatchObject({
      code: 'order_not_cancellable',
      params: { status: 'Expired' },
    })
  })
})

test('an order is not filled while the market is closed, but at its opening', async () => {
  const desk = await fundedDesk('ABS', { now: '2026-11-27T21:30:00.000Z' }) // a Friday, half an hour before the close
  const [limit, late] = [await desk.placed(), await desk.placed()]
  setMiddle(desk.market, '1.14000')
  await lookAtMarket({ db, sources: desk.sources }, desk.time.now) // the jobs of both run after the close
  desk.time.now = new Date('2026-11-28T12:00:00.000Z')
  await desk.run()
  expect([(await desk.order(limit)).status, (await desk.order(late)).status]).toEqual(['Active', 'Active'])
  await desk.advance('2026-11-30T10:00:00.000Z')
  expect((await desk.order(limit)).triggeredAt).toBe('2026-11-29T22:00:00.000Z')
  expect((await desk.order(late)).status).toBe('Filled')
})

test('an order that expires is not filled when its rate is reached later', async () => {
  const desk = await fundedDesk()
  const orderId = await desk.placed({ expiresAt: '2026-11-26T10:00:00.000Z' })
  await desk.advance('2026-11-26T10:00:00.000Z')
  expect((await desk.order(orderId)).status).toBe('Expired')
  await desk.moveTo('1.14000')
  expect((await desk.order(orderId)).status).toBe('Expired')
  expect(await tradesOf(desk)).toEqual([])
})

describe('an order that the rules reject when its rate is reached', () => {
  const profile = (desk: OrderDesk, change: object) =>
    inTransaction(db, (tx) => setProfile(tx, desk.entityId, change, operatorAct))
  const limits = (desk: OrderDesk, change: object) =>
    inTransaction(db, (tx) => setLimits(tx, desk.entityId, change, operatorAct))
  const seen = async (desk: OrderDesk, of: (profile: Profile) => unknown, value: unknown): Promise<void> => {
    await expect.poll(async () => of(await desk.settings())).toEqual(value)
  }

  test.each<[code: string, 'RM' | 'ABS', (desk: OrderDesk) => Promise<unknown>]>([
    ['insufficient_funds', 'ABS', (desk) => desk.fund('USD', -100_000_000n)],
    ['account_blocked', 'ABS', (desk) => desk.setAccount('USD', { status: 'Blocked' })],
    ['account_permission_missing', 'ABS', (desk) => desk.setAccount('EUR', { permissions: ['Payments'] })],
    ['orders_not_enabled', 'ABS', (desk) => desk.enable(false)],
    [
      'pair_not_tradeable',
      'ABS',
      async (desk) => {
        await profile(desk, { tradablePairs: ['EUR/GBP'] })
        await seen(desk, ({ settings }) => settings.tradablePairs, ['EUR/GBP'])
      },
    ],
    [
      'spot_not_enabled',
      'RM',
      async (desk) => {
        const { features } = (await desk.settings()).settings
        await profile(desk, { features: { ...features, spot: false } })
        await seen(desk, ({ settings }) => settings.features.spot, false)
      },
    ],
    [
      'entity_not_active',
      'RM',
      async (desk) => {
        await inTransaction(db, (tx) => setEntityStatus(tx, desk.entityId, 'Suspended', operatorAct))
        await expect.poll(async () => (await desk.settings()).entity.status).toBe('Suspended')
      },
    ],
    [
      'amount_above_maximum',
      'RM',
      async (desk) => {
        await limits(desk, { maxTradeMinor: 1000n })
        await seen(desk, ({ settings }) => settings.limits.maxTradeMinor, 1000n)
      },
    ],
    [
      'daily_limit_exceeded',
      'ABS',
      async (desk) => {
        await limits(desk, { dailyTradeMinor: 1000n })
        await seen(desk, ({ settings }) => settings.limits.dailyTradeMinor, 1000n)
      },
    ],
    [
      'settlement_limit_exceeded',
      'RM',
      async (desk) => {
        await limits(desk, { settlementMinor: 1000n })
        await seen(desk, ({ settings }) => settings.limits.settlementMinor, 1000n)
      },
    ],
  ])('ends as Rejected with %s, and nothing is posted or stored for it (%s)', async (code, kind, change) => {
    const desk = await fundedDesk(kind)
    const orderId = await desk.placed()
    await change(desk)
    const before = await desk.balances()
    await desk.moveTo('1.14000')
    const { rows } = await db.pool.query<{ status: string; reason: string; quotes: number }>(
      `select status, rejection_reason as reason, (select count(*)::int from fx_quotes q where q.entity_id = o.entity_id) as quotes
        from fx_orders o where entity_id = $1`,
      [desk.entityId],
    )
    expect(rows).toEqual([{ status: 'Rejected', reason: code, quotes: 0 }])
    expect(await desk.balances()).toEqual(before)
    expect(await orderEvents(desk)).toEqual(['order.placed', 'order.triggered', 'order.rejected'])
    await desk.moveTo('1.13000')
    expect((await orderEvents(desk)).at(-1)).toBe('order.rejected')
    if (code === 'entity_not_active') return
    expect(await desk.order(orderId)).toMatchObject({
      rejectionReason: code,
      tradeId: null,
      triggeredAt: expect.any(String),
    })
    expect(await tradesOf(desk)).toEqual([])
  })
})

test('an RM order is filled on credit, within the settlement limit, without money on the account', async () => {
  const desk = await openOrderDesk(db, 'RM')
  const orderId = await desk.placed()
  await desk.moveTo('1.14000')
  const { tradeId } = await desk.order(orderId)
  expect(await desk.trade(tradeId)).toMatchObject({ status: 'Executed', settlement: { funded: false } })
})

test('an RM order is filled with money that is held while an earlier deal is unpaid, and rejected without it', async () => {
  const desk = await openOrderDesk(db, 'RM')
  const { body } = await desk.quote({ valueDate: '2026-11-27' })
  await desk.book(body.quoteId)
  await desk.advance('2026-11-27T16:00:00.000Z') // past its cut-off, and before it is closed out
  const [first, second] = [await desk.placed({ amount: '2000.00' }), await desk.placed({ rate: '1.13000' })]
  await desk.fund('USD', 300_000n)
  await desk.moveTo('1.14000')
  expect(await desk.order(first)).toMatchObject({ status: 'Filled' })
  await desk.moveTo('1.10000')
  expect(await desk.order(second)).toMatchObject({
    status: 'Rejected',
    rejectionReason: 'unpaid_amounts_outstanding',
  })
})

test.each([
  ['Move', { newValueDate: '2026-11-25' }],
  ['Cancel', {}],
])(
  'the trade of an order is amended like every other, without a second trade that names the order: %s',
  async (type, more) => {
    const desk = await fundedDesk()
    const orderId = await desk.placed()
    await desk.moveTo('1.14000')
    const { tradeId } = await desk.order(orderId)
    const quoted = await desk.post(`/v1/fx/trades/spot/${tradeId}/amendments/quote`, { ...desk.wire, type, ...more })
    expect([quoted.status, quoted.body.code]).toEqual([201, undefined])
    const booking = { ...desk.wire, quoteId: quoted.body.quoteId }
    const booked = await desk.post(`/v1/fx/trades/spot/${tradeId}/amendments`, booking)
    expect([booked.status, booked.body.code]).toEqual([201, undefined])
    expect((await tradesOf(desk)).map((trade: { orderId: string | null }) => trade.orderId).filter(Boolean)).toEqual([
      orderId,
    ])
    expect((await auditLedger(db, () => {}, AUDITS)).findings).toEqual([])
  },
)

test('an account with an open order cannot be closed: the order names it', async () => {
  const desk = await openOrderDesk(db)
  const orderId = await desk.placed()
  const uses = (currency: string) => findAccountUses(db.reader, desk.entityId, desk.account(currency).accountId)
  expect([await uses('USD'), await uses('EUR'), await uses('GBP')]).toEqual([[orderId], [orderId], []])
  await desk.cancel(orderId)
  expect(await uses('USD')).toEqual([])
})
