import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { lockTrade, moveTrade } from '../../fx/trades/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { fundsTexts } from './way-back.ts'

const db = await testDatabase()

const move = (service: PaymentService, tradeId: string, to: 'Settled' | 'AwaitingFunds') =>
  inTransaction(db, async (tx) => {
    const trade = (await lockTrade(tx, service.entityId, service.uuid(tradeId)))!
    const act = { actor: { type: 'system' as const }, at: service.time.now, wall: service.time.now }
    const journal = to === 'Settled' ? { settlementJournalId: trade.tradeId } : {}
    await moveTrade(tx, trade, { from: ['Executed', 'AwaitingFunds'], to, event: 'trade.settled' }, act, journal)
  })

/** A payment of EUR 100.00 out of a trade that has delivered. */
async function paidOut(reference: string) {
  const service = await openPayments(db, 'RM')
  const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
  await move(service, tradeId, 'Settled')
  await service.fund('EUR', 1_000_00n)
  const { paymentId } = (await service.create({ tradeId, reference })).body
  await service.settle()
  return { service, tradeId, paymentId }
}

const sellBack = 'To sell it back, request a quote that sells EUR for USD: POST /v1/fx/quotes/spot.'
const payAgain = 'To pay again, send a new payment from the account: POST /v1/payments.'

describe('a payment out of a trade that does not reach its payee says where the money is and what can be done', () => {
  test('refused by the bank after settlement: the money bought is on the account', async () => {
    const { service, paymentId } = await paidOut('x #FAIL:AC04')
    await service.advance('2026-11-20T18:00:00.000Z')
    const { status, statusReason, funds } = await service.read(paymentId)
    expect([status, statusReason.code]).toEqual(['Failed', 'AC04'])
    const { EUR: accountId } = service.account
    expect(funds).toMatchObject({ state: 'OnAccount', accountId, currency: 'EUR', actions: ['PayAgain', 'SellBack'] })
    expect(statusReason.message).toBe(`The account is closed. ${funds.amount} EUR is on the account ${accountId}.`)
    expect(statusReason.nextAction).toBe(`Ask the payee for its present account. ${payAgain} ${sellBack}`)
    expect((await service.balance('EUR')).balance).toBe(1_000_00n)
    // and it can be paid again, out of the same trade
    const { paymentId: again } = (
      await service.create({ tradeId: (await service.read(paymentId)).tradeId, paymentDate: '2026-11-23' })
    ).body
    await service.advance('2026-11-23T18:00:00.000Z')
    expect(await service.read(again)).toMatchObject({ status: 'Completed', funds: null })
  })

  test('returned after completion: it is on the account', async () => {
    const { service, paymentId } = await paidOut('x #RETURN:AC04')
    await service.advance('2026-11-20T18:00:00.000Z')
    const { status, statusReason, funds } = await service.read(paymentId)
    expect([status, funds.state, funds.amount]).toEqual(['Returned', 'OnAccount', '100.00'])
    expect(statusReason.message).toContain(`100.00 EUR is on the account ${service.account['EUR']}.`)
    expect(statusReason.nextAction).toContain(sellBack)
  })

  test('rejected before the trade settles: the trade can be paid out again, cancelled or closed out at a price', async () => {
    const service = await openPayments(db, 'RM')
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY })
    const { paymentId } = (await service.create({ tradeId })).body
    await service.post(`/v1/payments/${paymentId}/cancel`, {})
    const cancelled = await service.read(paymentId)
    expect(cancelled).toMatchObject({
      status: 'Cancelled',
      funds: { state: 'InTrade', amount: '100.00', currency: 'EUR', actions: ['PayAgain', 'CancelTrade'] },
    })
    expect(cancelled.statusReason.message).toContain(
      `on its value date ${FRIDAY} it delivers 100.00 EUR to the account`,
    )
    expect(cancelled.statusReason.nextAction).toContain(
      `To cancel the trade, request a price with type Cancel: POST /v1/fx/trades/spot/${tradeId}/amendments/quote.`,
    )
    await move(service, tradeId, 'AwaitingFunds')
    expect((await service.read(paymentId)).funds.actions).toEqual(['PayAgain', 'CloseOutTrade'])
    expect((await service.create({ tradeId, amount: '1000.00' })).status).toBe(201) // all of it is free again
    await move(service, tradeId, 'Settled')
    expect((await service.read(paymentId)).funds).toMatchObject({
      state: 'OnAccount',
      actions: ['PayAgain', 'SellBack'],
    })
    const { body } = await service.get('/v1/payments')
    expect(body.data.map(({ funds }: { funds: unknown }) => funds !== null)).toEqual([false, true])
  })

  test('came back for an account that was closed: it is in suspense', async () => {
    const service = await openPayments(db, 'RM')
    await service.fund('EUR', 100_00n)
    const { paymentId } = (await service.create({ reference: 'x #RETURN:AC04' })).body
    await service.settle()
    const act = { actor: { type: 'operator' as const }, at: service.time.now, wall: new Date() }
    await inTransaction(db, (tx) => setAccountStatus(tx, service.uuid(service.account['EUR']!), 'Closed', act))
    await service.advance('2026-11-20T18:00:00.000Z')
    const { statusReason, funds } = await service.read(paymentId)
    expect(funds).toMatchObject({ state: 'InSuspense', amount: '100.00', actions: [] })
    expect(statusReason.message).toContain('is closed: 100.00 EUR is held in suspense.')
  })

  test('by the command that it names: the trade of a cancelled payment is ended at the market', async () => {
    const desk = await openDesk(db, 'RM')
    await desk.fund('USD', 10_000_000n)
    const { quoteId } = (await desk.quote({ buyCurrency: 'GBP', amount: '1000.00', valueDate: '2026-11-27' })).body
    const payee = {
      name: 'Northern Looms Ltd',
      address: { line1: '1 Mill Lane', city: 'Leeds', countryCode: 'GB' },
      countryCode: 'GB',
      bankCountryCode: 'GB',
      currency: 'GBP',
      accountNumber: '66374958',
      routingCodes: [{ type: 'SortCode', value: '089999' }],
    }
    const payment = { amount: '100.00', currency: 'GBP', reference: 'Invoice 7', creditorAccount: payee }
    const { status, body: trade } = await desk.book(quoteId, { payments: [payment] })
    expect([status, trade.errors]).toEqual([201, undefined])
    const [paymentId] = trade.paymentIds
    const { body } = await desk.post(`/v1/payments/${paymentId}/cancel`, {})
    const path = /POST (\S+\/amendments\/quote)/.exec(body.statusReason.nextAction)![1]!
    const quote = await desk.post(path, { ...desk.wire, type: 'Cancel' })
    expect(quote.status).toBe(201)
    const ended = await desk.post(path.replace(/\/quote$/, ''), { ...desk.wire, quoteId: quote.body.quoteId })
    expect(ended.body.trade.status).toBe('Cancelled')
    const after = (await desk.get(`/v1/payments/${paymentId}`)).body
    expect([after.funds, after.statusReason.nextAction]).toEqual([null, 'None.'])
  })

  test('a part that came back says that it is a part', () => {
    const part = {
      status: 'Returned' as const,
      amountMinor: 100_00n,
      feeMinor: 0n,
      returnedMinor: 60_00n,
      suspenseMinor: 20_00n,
    }
    const text = fundsTexts({ ...part, trade: null, tradeId: null, currency: 'EUR', accountId: newUuid() })
    expect(text!.message).toMatch(
      /^40\.00 EUR, a part of the payment, is on the account acc_\w+\. 20\.00 EUR is held in suspense, because/,
    )
  })

  test('a rejected payment for which nothing was bought strands no money', async () => {
    const service = await openPayments(db, 'ABS')
    const { body } = await service.create()
    expect([body.status, body.funds, body.statusReason.message]).toEqual([
      'Rejected',
      null,
      'The account does not hold the amount and the fee.',
    ])
  })
})
