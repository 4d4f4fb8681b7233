import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../test/support/payment-service.ts'
import { insertTrade, type TradeRow } from '../fx/trades/index.ts'
import { inTransaction } from '../kernel/db.ts'
import { formatId, newUuid } from '../kernel/ids.ts'

const db = await testDatabase()

/** A booked trade that buys 1,000.00 EUR for Monday; answers its wire id. */
async function givenTrade(service: PaymentService, change: Partial<TradeRow> = {}): Promise<string> {
  const { entityId, account, time, uuid, clients } = service
  const none = { subtype: null, parentTradeId: null, quoteId: null, clientReference: null, tenor: null, holdId: null }
  const trade: TradeRow = {
    ...none,
    entityId,
    tradeId: newUuid(),
    kind: 'Spot',
    status: 'Executed',
    version: 1,
    clientId: clients.maker,
    currencyPair: 'EUR/USD',
    fixedSide: 'Buy',
    rate: '1.16',
    costRate: '1.16',
    midRate: '1.16',
    forwardPoints: '0',
    buyCurrency: 'EUR',
    buyMinor: 100000n,
    buyAccountId: uuid(account['EUR']!),
    sellCurrency: 'USD',
    sellMinor: 116000n,
    sellAccountId: uuid(account['USD']!),
    costMinor: 116000n,
    revenueMinor: 0n,
    tradeDate: FRIDAY,
    valueDate: '2026-11-23',
    cutOffAt: new Date('2026-11-23T14:00:00Z'),
    settlementJournalId: null,
    fundedAt: null,
    settledAt: null,
    failureReason: null,
    paymentIds: [],
    history: [],
    createdAt: time.now,
    updatedAt: time.now,
    ...change,
  }
  await inTransaction(db, (tx) => insertTrade(tx, trade))
  return formatId('trd', trade.tradeId)
}

const monday = { paymentDate: '2026-11-23' }

test('a payment out of a trade is dated on its value date or later, in its currency, and within what it bought', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(service)
  const refused = async (change: object, currency = 'EUR') => {
    const { status, body } = await service.create({ tradeId, ...monday, ...change }, currency)
    return [status, body.code]
  }
  expect(await refused({ paymentDate: FRIDAY })).toEqual([422, 'payment_before_trade_value_date'])
  expect(await refused({ amount: '1000.01' })).toEqual([422, 'amount_exceeds_trade'])
  expect(await refused({}, 'USD')).toEqual([422, 'trade_currency_mismatch'])
  const cancelled = await givenTrade(service, { status: 'Cancelled' })
  expect(await refused({ tradeId: cancelled })).toEqual([422, 'trade_not_payable'])
  const stranger = await givenTrade(await openPayments(db, 'ABS'))
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

test('of payments at once out of one trade, no more is accepted than it bought', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(service)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => service.create({ tradeId, ...monday, amount: '300.00' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422])
})

test('an ABS payment waits for the trade that it pays out, and is rejected without funds once that has settled', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(service, { valueDate: FRIDAY })
  const waiting = (await service.create({ tradeId })).body
  expect(waiting.status).toBe('AwaitingFunds')
  await service.fund('EUR', 100_00n)
  await service.settle()
  expect((await service.read(waiting.paymentId)).status).toBe('Submitted')
  const settled = await givenTrade(service, { valueDate: FRIDAY })
  await db.pool.query(
    `update fx_trades set status = 'Settled', settled_at = now(), settlement_journal_id = trade_id where trade_id = $1`,
    [service.uuid(settled)],
  )
  expect((await service.create({ tradeId: settled })).body).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'InsufficientFunds' },
  })
})
