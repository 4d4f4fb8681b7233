import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { creditOf, type ForwardDesk, openForwardDesk } from '../../../test/support/forward-desk.ts'

const db = await testDatabase()

/** EUR/USD moved to a rate, for all that share the desk's market. */
const moveEuro = (desk: ForwardDesk, mid: string, half = 0.00005) => {
  const side = (by: number) => (Number(mid) + by).toFixed(5)
  desk.market.prices = {
    ...desk.market.prices,
    EUR: [side(-half), mid, side(half)],
    GBP: ['1.31230', '1.31240', '1.31250'],
  }
}

describe('a forward that was booked by API', () => {
  test('is valued at the rate it would be closed out at, and what was drawn no longer counts', async () => {
    const desk = await openForwardDesk(db)
    const credit = creditOf(desk)
    const forward = await desk.forward()
    const [before] = (await credit.mtm()).data
    expect(before).toMatchObject({
      tradeId: forward.tradeId,
      currencyPair: 'EUR/USD',
      contractRate: forward.rate,
      outstandingBuyAmount: '500000.00',
      outstandingSellAmount: forward.sellAmount,
      valueDate: forward.valueDate,
    })
    expect(Number(before.mtm)).toBeLessThan(0) // the spread and the mark-up are lost at once
    const facility = await credit.facility()
    expect(facility.utilised).toBe(before.notional)
    await desk.fund('USD', 100_000_000n)
    await desk.advance('2027-02-24T09:00:00.000Z')
    const drawn = await desk.draw(forward.tradeId, '150000.00')
    expect(drawn.status).toBe(201)
    await desk.advance('2027-02-24T12:00:00.000Z')
    const [after] = (await credit.mtm()).data
    expect(after.outstandingBuyAmount).toBe('350000.00')
    expect(Number((await credit.facility()).utilised)).toBeCloseTo(Number(facility.utilised) * 0.7, 0)
  })

  test('against which the market moves gets a call, becomes overdue, and is closed out by policy', async () => {
    const desk = await openForwardDesk(db, { facility: { overdueAction: 'CloseOut', overdueGraceHours: 24 } })
    const credit = creditOf(desk)
    const forward = await desk.forward()
    moveEuro(desk, '1.10000')
    const { issued } = await credit.run()
    expect(issued).toMatchObject([{ reasonTradeIds: [forward.tradeId], currency: 'GBP', status: 'Issued' }])
    await desk.advance(issued[0].dueAt)
    expect((await credit.call(issued[0].marginCallId)).status).toBe('Overdue')
    await desk.advance(new Date(Date.parse(issued[0].dueAt) + 25 * 3_600_000).toISOString())
    expect((await desk.trade(forward.tradeId)).status).toBe('ClosedOut')
    expect(await credit.call(issued[0].marginCallId)).toMatchObject({ status: 'Cancelled', outstanding: '0.00' })
    const after = await credit.facility() // nothing but the loss of the close-out, which nobody has paid
    expect(after).toMatchObject({ utilised: after.unpaidLosses, variationMarginDue: '0.00' })
    expect(Number(after.unpaidLosses)).toBeGreaterThan(0)
    expect((await credit.mtm()).data).toEqual([])
  })
})
