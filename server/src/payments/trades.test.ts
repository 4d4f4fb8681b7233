import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { givenTrade } from '../../test/support/given-trade.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { lockTrade, moveTrade } from '../fx/trades/index.ts'
import { inTransaction } from '../kernel/db/db.ts'
import { advance } from './lifecycle/transitions.ts'
import { lockPayment } from './record/queries.ts'
import { errorCode } from '../../test/support/codes.ts'

const db = await testDatabase()

const monday = { paymentDate: '2026-11-23' }

test('a payment out of a trade is dated on its value date or later, in its currency, and within what it bought', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(db, service)
  const refused = async (change: object, currency = 'EUR') => {
    const { status, body } = await service.create({ tradeId, ...monday, ...change }, currency)
    return [status, errorCode(body)]
  }
  expect(await refused({ paymentDate: FRIDAY })).toEqual([422, 'payment_before_trade_value_date'])
  expect(await refused({ amount: '1000.01' })).toEqual([422, 'amount_exceeds_trade'])
  expect(await refused({}, 'USD')).toEqual([422, 'trade_currency_mismatch'])
  const cancelled = await givenTrade(db, service, { status: 'Cancelled' })
  expect(await refused({ tradeId: cancelled })).toEqual([422, 'trade_not_payable'])
  const stranger = await givenTrade(db, await openPayments(db, 'ABS'))
  expect(await refused({ tradeId: stranger })).toEqual([404, 'trade_not_found'])

  const { body } = await service.create({ tradeId, ...monday, amount: '600.00' })
  expect([body.status, body.tradeId]).toEqual(['Scheduled', tradeId])
  expect((await service.create({ tradeId, ...monday, amount: '400.01' })).body.params.remaining).toBe('400.00')
  const { rows } = await db.pool.query('select payment_ids from fx_trades where entity_id = $1 and trade_id = $2', [
    service.entityId,
    service.uuid(tradeId),
  ])
  expect(rows[0].payment_ids).toEqual([service.uuid(body.paymentId)])
})

test.each([
  ['amount_exceeds_trade', 'that is paid out already', {}, 'of which 0.00 are not yet paid out'],
  ['trade_not_payable', 'that is drawn down instead', { kind: 'Forward', status: 'Open' }, 'this Forward is Open'],
  ['trade_not_payable', 'that ended', { status: 'Cancelled' }, 'this Spot is Cancelled'],
] as const)('%s: the advice of a payment from a trade %s works', async (code, _why, trade, states) => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, trade)
  if (code === 'amount_exceeds_trade') await service.create({ tradeId, ...monday, amount: '1000.00' })
  const { body } = await service.create({ tradeId, ...monday, amount: '1.00' })
  expect([errorCode(body), body.detail]).toEqual([code, expect.stringContaining(states)])
  expect(body.detail).toContain('leave out `tradeId`')
  expect((await service.create({ ...monday, amount: '1.00' })).status).toBe(201)
})

test('a payment whose trade cannot settle although it has the money leads to the cause', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY, status: 'SettlementFailed' })
  const { body } = await service.create({ tradeId })
  expect(body.statusReason.code).toBe('TradeNotSettled')
  expect(body.statusReason.nextAction).toContain('`settlement.failureReason` of the trade')
})

test('concurrent payments out of one trade are accepted up to the amount that it bought', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => service.create({ tradeId, ...monday, amount: '300.00' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422])
})

const settle = (tradeId: string) =>
  db.pool.query(
    `update fx_trades set status = 'Settled', settled_at = now(), settlement_journal_id = trade_id where trade_id = $1`,
    [tradeId],
  )
/** A trade takes a step of its life, as its product does it. */
test('of a payment of which a part was returned, that part alone can be paid out of its trade again', async () => {
  const service = await openPayments(db, 'RM')
  await service.fund('EUR', 1_000_00n)
  const tradeId = await givenTrade(db, service)
  const { body } = await service.create({ tradeId, ...monday, amount: '1000.00' })
  await settle(service.uuid(tradeId))
  await service.advance(3 * 86_400_000)
  await service.advance(60_000)
  await inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, service.entityId, service.uuid(body.paymentId))
    const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: service.time.now }
    await advance(tx, payment!, 'Returned', { ...act, amountMinor: 1_00n })
  })
  const again = await service.create({ tradeId, ...monday, amount: '1.01' })
  expect([errorCode(again.body), again.body.params.remaining]).toEqual(['amount_exceeds_trade', '1.00'])
  expect((await service.create({ tradeId, ...monday, amount: '1.00' })).status).toBe(201)
})

const move = (service: PaymentService, tradeId: string, to: 'Settled' | 'Cancelled') =>
  inTransaction(db, async (tx) => {
    const trade = (await lockTrade(tx, service.entityId, service.uuid(tradeId)))!
    const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
    const journal = to === 'Settled' ? { settlementJournalId: trade.tradeId } : {}
    await moveTrade(tx, trade, { from: ['Executed'], to, event: 'trade.settled' }, act, journal)
  })

/** The events of a type in the feed. */
const events = async (service: PaymentService, type: string) =>
  (await service.get(`/v1/events?types=${type}`)).body.data as { resource: object; data: object }[]

test('each later payment out of a trade is a new version of the trade, with an event that shows it', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(db, service)
  const pay = async (amount: string) => (await service.create({ tradeId, ...monday, amount })).body.paymentId as string
  const ids = [await pay('100.00'), await pay('200.00')]
  const attached = await events(service, 'trade.paymentAttached')
  expect(attached).toMatchObject([
    { resource: { type: 'trade', id: tradeId, version: 2 }, data: { paymentIds: ids.slice(0, 1) } },
    { resource: { type: 'trade', id: tradeId, version: 3 }, data: { paymentIds: ids } },
  ])
  expect((await service.get(`/v1/fx/trades/${tradeId}`)).body).toEqual(attached[1]!.data)
})

test('a payment that was cancelled before its trade settles has a new version when the money arrives', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service)
  const { paymentId } = (await service.create({ tradeId, ...monday })).body
  await service.post(`/v1/payments/${paymentId}/cancel`, undefined)
  const before = await service.read(paymentId)
  await move(service, tradeId, 'Settled')
  await service.settle()
  const after = await service.read(paymentId)
  expect([before.funds.state, after.funds.state]).toEqual(['InTrade', 'OnAccount'])
  expect(after.version).toBe(before.version + 1)
  expect(await events(service, 'payment.updated')).toMatchObject([
    { resource: { type: 'payment', id: paymentId, version: after.version }, data: after },
  ])
  expect(service.failures).toEqual([])
})

describe.each(['ABS', 'RM'] as const)('a payment out of a trade of an %s entity', (kind) => {
  test('waits for the settlement and never uses other money', async () => {
    const service = await openPayments(db, kind)
    await service.fund('EUR', 500_00n)
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    const { body } = await service.create({ tradeId })
    expect(body).toMatchObject({ status: 'AwaitingFunds', statusReason: { code: 'TradeNotSettled' } })
    await service.fund('EUR', 500_00n)
    await service.settle()
    expect((await service.read(body.paymentId)).status).toBe('AwaitingFunds')
    await move(service, tradeId, 'Settled')
    await service.settle()
    expect((await service.read(body.paymentId)).status).toBe('Submitted')
    expect(service.failures).toEqual([])
  })

  test('dated later waits for its date, then for the settlement', async () => {
    const service = await openPayments(db, kind)
    await service.fund('EUR', 500_00n)
    const tradeId = await givenTrade(db, service)
    const { body } = await service.create({ tradeId, ...monday })
    expect(body.status).toBe('Scheduled')
    await service.advance('2026-11-23T08:00:00.000Z')
    expect(await service.read(body.paymentId)).toMatchObject({
      status: 'AwaitingFunds',
      statusReason: { code: 'TradeNotSettled' },
    })
  })

  test('is sent on the next business day if the trade settles after the cut-off', async () => {
    const service = await openPayments(db, kind)
    await service.fund('EUR', 500_00n)
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    const { body } = await service.create({ tradeId })
    await service.advance(`${FRIDAY}T18:00:00.000Z`)
    expect(await service.read(body.paymentId)).toMatchObject({
      status: 'Scheduled',
      paymentDate: '2026-11-23',
      statusReason: { code: 'DateMoved' },
    })
    await move(service, tradeId, 'Settled')
    await service.advance('2026-11-23T10:00:00.000Z')
    expect((await service.read(body.paymentId)).status).toBe('Completed')
  })

  test('shows CutOffPassed, not a pending settlement, when it is rejected for being late', async () => {
    const service = await openPayments(db, kind)
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    const { body } = await service.create({ tradeId, ifDateMissed: 'Reject' })
    expect(body.statusReason.code).toBe('TradeNotSettled')
    await service.advance(`${FRIDAY}T18:00:00.000Z`)
    const { status, statusReason } = await service.read(body.paymentId)
    expect([status, statusReason.code]).toEqual(['Rejected', 'CutOffPassed'])
    expect(statusReason.message).toContain('The trade that buys the money is not settled')
    expect(statusReason.nextAction).toContain('Send a new payment with a later date.')
    const again = await service.create({ tradeId, ...monday })
    expect([again.status, again.body.status]).toEqual([201, 'Scheduled'])
  })

  test('is cancelled when the trade will not settle', async () => {
    const service = await openPayments(db, kind)
    await service.fund('EUR', 500_00n)
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    const { body } = await service.create({ tradeId })
    await move(service, tradeId, 'Cancelled')
    await service.settle()
    expect(await service.read(body.paymentId)).toMatchObject({
      status: 'Cancelled',
      statusReason: { code: 'TradeCancelled' },
    })
  })
})

test('money of a settled trade goes to its payment before older payments that wait', async () => {
  const service = await openPayments(db, 'RM')
  const older = (await service.create({ amount: '900.00' })).body
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  const payout = (await service.create({ tradeId, amount: '1000.00' })).body
  await service.settle()
  await move(service, tradeId, 'Settled')
  await service.fund('EUR', 1_000_00n)
  await service.settle()
  expect((await service.read(payout.paymentId)).status).toBe('Submitted')
  expect((await service.read(older.paymentId)).status).toBe('AwaitingFunds')
})

test('an ABS payment out of a trade that has settled is rejected without funds', async () => {
  const service = await openPayments(db, 'ABS')
  const settled = await givenTrade(db, service, { valueDate: FRIDAY })
  await settle(service.uuid(settled))
  expect((await service.create({ tradeId: settled })).body).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'InsufficientFunds' },
  })
})
