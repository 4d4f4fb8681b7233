import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

const margined = { term: { initialMarginWaived: false } }

describe('a part of a forward that is closed out before its initial margin is paid', () => {
  test.each([
    ['at a gain', '1.20000'],
    ['at a loss', '1.10000'],
  ])('%s leaves the margin of the whole amount due', async (_how, mid) => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db, margined)
    const { tradeId } = await desk.forward({ marginSide: 'Buy' })
    expect(await desk.margin(tradeId)).toMatchObject({ status: 'Due', amount: '25000.00', outstanding: '25000.00' })
    const side = (by: number) => (Number(mid) + by).toFixed(5)
    desk.market.prices = { EUR: [side(-0.00005), mid, side(0.00005)], GBP: ['1.31230', '1.31240', '1.31250'] }
    const quote = await desk.amend(tradeId, { type: 'CloseOut', currency: 'EUR', amount: '450000.00' })
    expect((await desk.bookAmendment(tradeId, quote.body.quoteId)).status).toBe(201)
    expect(await desk.margin(tradeId)).toMatchObject({ status: 'Due', amount: '2500.00', outstanding: '2500.00' })
    expect((await desk.read(tradeId)).status).toBe('AwaitingInitialMargin')
    await desk.fund('EUR', 250_000n)
    await desk.advance(desk.time.now.toISOString())
    expect((await desk.read(tradeId)).status).toBe('Open')
    expect(await desk.balances()).toMatchObject({ 'margin:EUR': 250_000n, 'client:EUR': 0n })
  })

  test('leaves a margin call behind once nothing remains', async () => {
    const db = await testDatabase()
    const desk = await openForwardDesk(db, margined)
    const { tradeId } = await desk.forward({ marginSide: 'Buy' })
    const quote = await desk.amend(tradeId, { type: 'CloseOut' })
    expect((await desk.bookAmendment(tradeId, quote.body.quoteId)).status).toBe(201)
    const { data } = (await desk.get('/v1/credit/margin-calls')).body
    expect(data).toMatchObject([{ type: 'Initial', status: 'Cancelled', outstanding: '0.00' }])
  })
})
