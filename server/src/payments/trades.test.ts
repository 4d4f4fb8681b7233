import { expect, test } from 'vitest'
import { testDatabase } from '../../test/support/database.ts'
import { givenTrade } from '../../test/support/given-trade.ts'
import { FRIDAY, openPayments } from '../../test/support/payment-service.ts'

const db = await testDatabase()

const monday = { paymentDate: '2026-11-23' }

test('a payment out of a trade is dated on its value date or later, in its currency, and within what it bought', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(db, service)
  const refused = async (change: object, currency = 'EUR') => {
    const { status, body } = await service.create({ tradeId, ...monday, ...change }, currency)
    return [status, body.code]
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

test('of payments at once out of one trade, no more is accepted than it bought', async () => {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => service.create({ tradeId, ...monday, amount: '300.00' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422, 422])
})

test('an ABS payment waits for the trade that it pays out, and is rejected without funds once that has settled', async () => {
  const service = await openPayments(db, 'ABS')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  const waiting = (await service.create({ tradeId })).body
  expect(waiting.status).toBe('AwaitingFunds')
  await service.fund('EUR', 100_00n)
  await service.settle()
  expect((await service.read(waiting.paymentId)).status).toBe('Submitted')
  const settled = await givenTrade(db, service, { valueDate: FRIDAY })
  await db.pool.query(
    `update fx_trades set status = 'Settled', settled_at = now(), settlement_journal_id = trade_id where trade_id = $1`,
    [service.uuid(settled)],
  )
  expect((await service.create({ tradeId: settled })).body).toMatchObject({
    status: 'Rejected',
    statusReason: { code: 'InsufficientFunds' },
  })
})
