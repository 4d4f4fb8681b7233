import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { givenTrade } from '../../../test/support/given-trade.ts'
import { FRIDAY, openPayments, type PaymentService } from '../../../test/support/payment-service.ts'
import { setAccountStatus } from '../../accounts/index.ts'
import { lockTrade, moveTrade } from '../../fx/trades/index.ts'
import { inTransaction } from '../../kernel/db/db.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { fundsTexts, publicFundsText } from './way-back.ts'

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

/** Runs the jobs due and reads a payment; its last event has to show it as the read does. */
async function shown(service: PaymentService, paymentId: string) {
  await service.settle()
  const read = await service.read(paymentId)
  const events = (await service.get('/v1/events?limit=200')).body.data as { resource: { id: string }; data: object }[]
  const last = events.filter(({ resource }) => resource.id === paymentId).at(-1)!
  expect(last.data).toEqual({ ...read, allowedActions: expect.anything() })
  return read
}

describe('a payment out of a trade that does not reach its payee shows where the money is and the next steps', () => {
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
    await move(service, tradeId, 'Settled')
    expect((await service.read(paymentId)).funds).toMatchObject({
      state: 'OnAccount',
      actions: ['PayAgain', 'SellBack'],
    })
    const { body } = await service.get('/v1/payments')
    expect(body.data.map(({ funds }: { funds: unknown }) => funds !== null)).toEqual([true])
  })

  test('paid again out of the trade: only money that no other payment uses is stated, in a new version with each change', async () => {
    const service = await openPayments(db, 'RM')
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY }) // EUR 1,000.00
    const pay = async (amount: string) => (await service.create({ tradeId, amount })).body.paymentId as string
    const cancel = (paymentId: string) => service.post(`/v1/payments/${paymentId}/cancel`, {})
    const ended = await pay('700.00')
    await cancel(ended)
    expect((await shown(service, ended)).funds).toMatchObject({ state: 'InTrade', amount: '700.00' })
    const part = await pay('400.00')
    const shared = await shown(service, ended)
    expect(shared.funds).toMatchObject({ state: 'InTrade', amount: '600.00' })
    expect(shared.statusReason.message).toContain(
      `it delivers 600.00 EUR, excluding the money of other payments of the trade, to the account ${service.account['EUR']}.`,
    )
    const rest = await pay('600.00')
    const used = await shown(service, ended)
    expect([used.funds, used.statusReason.nextAction]).toEqual([null, 'None.'])
    expect(used.statusReason.message).not.toContain('delivers')
    await cancel(part) // its money is stated once, by itself
    expect((await shown(service, part)).funds.amount).toBe('400.00')
    expect((await shown(service, ended)).funds).toBeNull()
    await move(service, tradeId, 'Settled')
    expect((await shown(service, part)).funds).toMatchObject({ state: 'OnAccount', amount: '400.00' })
    expect((await service.read(rest)).funds).toBeNull()
    const { body } = await service.get('/v1/payments')
    const listed = body.data.map(({ funds }: { funds: { amount: string } | null }) => funds?.amount)
    expect(listed).toEqual([undefined, '400.00', undefined])
    expect(service.failures).toEqual([])
  })

  test('paid again and cancelled again: each unused amount is stated once, and each change is one version with one event', async () => {
    const service = await openPayments(db, 'RM')
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY }) // EUR 1,000.00
    const pay = async (amount: string) => (await service.create({ tradeId, amount })).body.paymentId as string
    const cancel = async (paymentId: string) => {
      await service.advance(1000)
      await service.post(`/v1/payments/${paymentId}/cancel`, {})
    }
    const updates = async () => {
      await service.settle()
      const { data } = (await service.get('/v1/events?limit=200&types=payment.updated')).body
      return (data as { resource: { id: string } }[]).map(({ resource }) => resource.id)
    }
    const stated = async (...ids: string[]) =>
      Promise.all(ids.map(async (id) => (await shown(service, id)).funds?.amount ?? null))
    const old = await pay('300.00')
    const first = await pay('700.00')
    await cancel(first)
    const second = await pay('600.00')
    expect(await stated(first, second)).toEqual(['100.00', null])
    await cancel(second)
    expect(await stated(first, second)).toEqual(['100.00', '600.00'])
    expect(await updates()).toEqual([first])
    const third = await pay('650.00') // all that the first states, and 550.00 of the second
    expect(await stated(first, second, third)).toEqual([null, '50.00', null])
    expect(await updates()).toEqual([first, first, second])
    await cancel(old) // made before the others, ended after them
    expect(await stated(old, first, second, third)).toEqual(['300.00', null, '50.00', null])
    expect(await updates()).toHaveLength(3)
    await cancel(third)
    expect(await stated(old, first, second, third)).toEqual(['300.00', null, '50.00', '650.00'])
    expect(await updates()).toHaveLength(3)
    expect(service.failures).toEqual([])
  })

  test('cancelled at one instant: the amounts add up to what the trade has left, and the last events show them', async () => {
    const service = await openPayments(db, 'RM')
    const tradeId = await givenTrade(db, service, { valueDate: FRIDAY }) // EUR 1,000.00
    const pay = async (amount: string) => (await service.create({ tradeId, amount })).body.paymentId as string
    const cancel = (paymentId: string) => service.post(`/v1/payments/${paymentId}/cancel`, {})
    const old = await pay('300.00')
    const first = await pay('700.00')
    await cancel(first)
    const again = await pay('700.00')
    await cancel(again)
    expect((await shown(service, first)).funds).toBeNull()
    await cancel(old)
    const amounts: unknown[] = []
    for (const id of [old, first, again]) amounts.push((await shown(service, id)).funds?.amount ?? null)
    expect(amounts).toEqual([null, '300.00', '700.00'])
  })

  test('failed and paid again out of the trade: the money is not stated as on the account any more', async () => {
    const { service, tradeId, paymentId } = await paidOut('x #FAIL:AC04')
    await service.advance('2026-11-20T18:00:00.000Z')
    const before = await shown(service, paymentId)
    expect(before.funds.state).toBe('OnAccount')
    const again = { tradeId, amount: '960.00', paymentDate: '2026-11-23' }
    await service.create(again)
    const part = await shown(service, paymentId)
    expect(part.funds.state).toBe('OnAccount')
    const fee = Number(before.funds.amount) - 100
    expect(Number(part.funds.amount)).toBeCloseTo(40 + fee)
    expect(part.statusReason.message).toContain(
      ', excluding the money of other payments of the trade, is on the account',
    )
    await service.create({ ...again, amount: '40.00' })
    const used = await shown(service, paymentId)
    expect([used.funds, used.statusReason.code, used.statusReason.message]).toEqual([
      null,
      'AC04',
      'The account is closed.',
    ])
  })

  test('of a held rate that awaits approval: paying again is no option until the trade is booked', () => {
    const trade = { kind: 'HeldRate', status: 'PendingApproval', sellCurrency: 'USD', valueDate: FRIDAY } as const
    const cancelled = {
      status: 'Cancelled' as const,
      amountMinor: 100_00n,
      feeMinor: 0n,
      returnedMinor: null,
      suspenseMinor: 0n,
      trade: { ...trade, buyMinor: '100000', isLive: true },
      othersMinor: 0n,
      tradeId: newUuid(),
      currency: 'EUR',
      accountId: newUuid(),
    }
    expect(fundsTexts(cancelled)!.nextAction).toMatch(/^Wait until the trade is booked\./)
    expect(publicFundsText(cancelled)).toContain('it delivers 100.00 EUR to the account.')
    const delivers = 'it delivers 30.00 EUR, excluding the money of other payments of the trade, to the account.'
    expect(publicFundsText({ ...cancelled, othersMinor: 970_00n })).toContain(delivers)
    expect(publicFundsText({ ...cancelled, othersMinor: 1000_00n })).toBeUndefined()
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

  test('a partial return is shown as partial', () => {
    const part = {
      status: 'Returned' as const,
      amountMinor: 100_00n,
      feeMinor: 0n,
      returnedMinor: 60_00n,
      suspenseMinor: 20_00n,
    }
    const text = fundsTexts({
      ...part,
      trade: null,
      othersMinor: null,
      tradeId: null,
      currency: 'EUR',
      accountId: newUuid(),
    })
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
