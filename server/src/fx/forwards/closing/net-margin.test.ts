import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { creditOf, openForwardDesk } from '../../../../test/support/forward-desk.ts'

const db = await testDatabase()
const minor = (amount: string) => BigInt(amount.replace('.', ''))

/** A purchase of EUR against GBP under a facility for the net position, with an open margin call in GBP. */
async function calledDesk(deals: number) {
  const desk = await openForwardDesk(db, {
    facility: { marginMethod: 'NetPosition', callBasis: 'MtmOverNotional' },
  })
  const tradeIds: string[] = []
  for (let i = 0; i < deals; i++) tradeIds.push((await desk.forward({ sellCurrency: 'GBP' })).tradeId)
  desk.market.prices = { EUR: ['1.09995', '1.10000', '1.10005'], GBP: ['1.31230', '1.31240', '1.31250'] }
  const credit = creditOf(desk)
  const { issued } = await credit.run()
  expect(issued).toMatchObject([{ type: 'Variation', currency: 'GBP' }])
  const close = async (tradeId: string) => {
    const quote = await desk.amend(tradeId, { type: 'CloseOut' })
    const { body } = await desk.bookAmendment(tradeId, quote.body.quoteId)
    return { closeOutId: body.closeOutTradeId as string, lossMinor: minor(quote.body.settlementAmount) }
  }
  const receive = async (amountMinor: bigint) => {
    await desk.fund('GBP', amountMinor)
    await desk.advance(desk.time.now.toISOString())
  }
  const call = () => credit.call(issued[0].marginCallId)
  return { desk, tradeIds, close, receive, call }
}

test('a net margin call is collected after the last deal is closed, from money meant for its loss', async () => {
  const { desk, tradeIds, close, receive, call } = await calledDesk(1)
  const { closeOutId, lossMinor } = await close(tradeIds[0]!)
  expect(await call()).toMatchObject({ status: 'Cancelled', outstanding: '0.00' })
  await receive(lossMinor - 60_000n)
  expect(await desk.balances()).toMatchObject({ 'client:GBP': lossMinor - 60_000n })
  await receive(60_000n + 5_000_000n)
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await desk.balances()).toMatchObject({ 'client:GBP': 5_000_000n })
})

test('a net margin call of other deals takes the money for a loss before the loss is past due', async () => {
  const { desk, tradeIds, close, receive, call } = await calledDesk(2)
  const { closeOutId, lossMinor } = await close(tradeIds[0]!)
  const open = await call()
  expect(open.status).toBe('Issued')
  await receive(lossMinor - 60_000n)
  expect(await call()).toMatchObject({ status: 'Issued', outstanding: open.outstanding })
  await receive(60_000n + minor(open.outstanding))
  expect((await desk.trade(closeOutId)).status).toBe('Settled')
  expect(await call()).toMatchObject({ status: 'Met' })
})
