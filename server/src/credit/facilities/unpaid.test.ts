import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { creditOf, type ForwardDesk, openForwardDesk } from '../../../test/support/forward-desk.ts'
import { Decimal } from '../../kernel/values/rates.ts'

const db = await testDatabase()

/** A forward closed out at a loss that the client has no money for. */
async function unpaidLoss(desk: ForwardDesk) {
  const { tradeId } = await desk.forward()
  const quote = await desk.amend(tradeId, { type: 'CloseOut' })
  const booked = await desk.bookAmendment(tradeId, quote.body.quoteId)
  expect(quote.body.chargeOrCredit).toBe('Charge')
  return { closeOutId: booked.body.closeOutTradeId as string, loss: quote.body.settlementAmount as string }
}

/** USD in GBP at the desk's standing market. */
const inGbp = (amount: string) => new Decimal(amount).div('1.31240').toFixed(2)

test('an unpaid close-out loss uses credit until it is paid', async () => {
  const desk = await openForwardDesk(db)
  const credit = creditOf(desk)
  const { closeOutId, loss } = await unpaidLoss(desk)
  await desk.advance('2026-11-20T10:15:00.000Z')
  expect((await desk.trade(closeOutId)).status).toBe('AwaitingFunds')
  const used = inGbp(loss)
  expect(await credit.facility()).toMatchObject({
    utilised: used,
    unpaidLosses: used,
    available: new Decimal('2000000').minus(used).toFixed(2),
  })
  expect((await credit.simulate()).facilities[0].before).toMatchObject({ utilised: used, unpaidLosses: used })
  await desk.fund('USD', BigInt(loss.replace('.', '')))
  await desk.advance('2026-11-20T10:16:00.000Z')
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await credit.facility()).toMatchObject({ utilised: '0.00', unpaidLosses: '0.00' })
})

test('an overdue spot trade uses no credit, and the next forward is accepted', async () => {
  const desk = await openForwardDesk(db)
  const credit = creditOf(desk)
  const { body: trade } = await desk.book((await desk.quote({ valueDate: '2026-11-24' })).body.quoteId)
  await desk.advance('2026-11-24T00:00:00.000Z')
  expect((await credit.facility()).utilised).toBe('0.00') // it is within the settlement limit
  await desk.advance(trade.cutOffAt)
  expect((await desk.trade(trade.tradeId)).status).toBe('Overdue')
  expect(await credit.facility()).toMatchObject({ utilised: inGbp(trade.sellAmount) })
  const quoted = await desk.quoteForward()
  expect([quoted.status, quoted.body.code]).toEqual([422, 'unpaid_amounts_outstanding'])
  await desk.fund('USD', BigInt(trade.sellAmount.replace('.', '')))
  await desk.advance(new Date(Date.parse(trade.cutOffAt) + 60_000).toISOString())
  expect((await credit.facility()).utilised).toBe('0.00')
  expect((await desk.quoteForward()).status).toBe(201)
})

test('a deal takes the credit that an unpaid loss uses', async () => {
  const desk = await openForwardDesk(db, { facility: { limitMinor: 45_000_000n }, term: { limitMinor: 45_000_000n } })
  const order = { amount: '507000.00' } // GBP 449,091 of 450,000
  expect((await desk.quoteForward(order)).status).toBe(201)
  await unpaidLoss(desk) // GBP 1,268, not due yet
  const { status, body } = await desk.quoteForward(order)
  expect([status, body.code]).toEqual([422, 'credit_limit_exceeded'])
})

test('a forward is rejected while a close-out loss is overdue', async () => {
  const desk = await openForwardDesk(db)
  const open = await desk.forward({ amount: '10000.00' })
  const { closeOutId, loss } = await unpaidLoss(desk)
  await desk.advance('2026-11-20T10:15:00.000Z')
  expect((await desk.quoteForward()).status).toBe(201) // not due yet
  const { cutOffAt } = await desk.trade(closeOutId)
  const quote = await (async () => {
    desk.time.now = new Date(new Date(cutOffAt).getTime() - 1000)
    return (await desk.quoteForward()).body
  })()
  await desk.advance(cutOffAt)
  const refused = {
    code: 'unpaid_amounts_outstanding',
    params: { tradeId: closeOutId, amount: loss, currency: 'USD', dueAt: cutOffAt, remedy: 'Fund its account' },
  }
  const quoted = await desk.quoteForward()
  expect([quoted.status, quoted.body]).toEqual([422, expect.objectContaining(refused)])
  const booked = await desk.bookForward(quote.quoteId)
  expect([booked.status, booked.body]).toEqual([422, expect.objectContaining(refused)])
  const extended = await desk.amend(open.tradeId, { type: 'Extend', newValueDate: '2027-03-24' })
  expect([extended.status, extended.body.code]).toEqual([422, 'unpaid_amounts_outstanding'])
  expect((await desk.draw(open.tradeId, '10000.00', { valueDate: open.valueDate })).status).toBe(201)
  await desk.fund('USD', BigInt(loss.replace('.', '')))
  await desk.advance(cutOffAt)
  expect((await desk.quoteForward()).status).toBe(201)
})

test('the error for an overdue forward names the remedies, extend or close out, and an extension works', async () => {
  const desk = await openForwardDesk(db)
  const overdue = await desk.forward({ amount: '10000.00', valueDate: '2026-12-08' })
  await desk.advance(overdue.cutOffAt)
  expect((await desk.trade(overdue.tradeId)).status).toBe('Overdue')
  for (const { status, body } of [await desk.quoteForward(), await desk.quote({})])
    expect([status, body.code, body.params.tradeId, body.detail]).toEqual([
      422,
      'unpaid_amounts_outstanding',
      overdue.tradeId,
      expect.stringMatching(/[0-9]Z[.] Extend it or close it out before a new deal on credit[.]$/),
    ])
  const quote = await desk.amend(overdue.tradeId, { type: 'Extend', newValueDate: '2027-03-24' })
  expect((await desk.bookAmendment(overdue.tradeId, quote.body.quoteId)).status).toBe(201)
  expect((await desk.quoteForward()).status).toBe(201)
})
