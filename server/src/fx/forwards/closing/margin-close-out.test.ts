import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openForwardDesk } from '../../../../test/support/forward-desk.ts'

/**
 * A desk whose forward has lost until its margin call of 20 November is issued; the call is due on the 24th, with no grace after it.
 *
 * @param order the forward, if not for three months
 */
async function called(order: object = {}) {
  const desk = await openForwardDesk(await testDatabase(), {
    facility: { overdueAction: 'CloseOut', overdueGraceHours: 0 },
  })
  await desk.fund('USD', 10_000_000n)
  const { tradeId } = await desk.forward(order)
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'] }
  await desk.advance('2026-11-20T18:00:00.000Z')
  const readCall = async () => (await desk.get(`/v1/credit/margin-calls?entityId=${desk.wire.entityId}`)).body.data[0]
  expect((await readCall()).status).toBe('Issued')
  const facility = async () => (await desk.get('/v1/credit/facilities')).body.data[0]
  return { desk, tradeId, readCall, facility }
}

test.each([
  ['all', '500000.00'],
  ['a part', '200000.00'],
])('a client cannot keep a forward from its close-out with a drawdown of %s for a later day', async (_what, amount) => {
  const { desk, tradeId, readCall, facility } = await called()
  const drawn = await desk.draw(tradeId, amount)
  expect(drawn.status).toBe(201)
  await desk.advance('2026-11-24T20:00:00.000Z')
  const details = await desk.read(tradeId)
  expect(details).toMatchObject({ status: 'ClosedOut', forward: { amended: { buyAmount: '500000.00' } } })
  const drawdown = await desk.trade(drawn.body.drawdownId)
  expect(drawdown.status).toBe('Cancelled')
  expect(drawdown.history.at(-1)).toMatchObject({ status: 'Cancelled', reason: 'MarginCallOverdue' })
  const closeOut = await desk.trade(details.forward.linkedTrades[0].tradeId)
  expect(closeOut).toMatchObject({ kind: 'CloseOut', buyAmount: expect.anything(), sellAmount: '500000.00' })
  expect(closeOut.history[0].reason).toBe('MarginCallOverdue')
  expect((await readCall()).status).toBe('Cancelled')
  expect((await facility()).mtm.amount).toBe('0.00')
})

test('without a price the drawdown stays, and so does the call, until there is one', async () => {
  const { desk, tradeId, readCall } = await called()
  const { drawdownId } = (await desk.draw(tradeId, '200000.00')).body
  desk.market.ageMs = 3_600_000
  await desk.advance('2026-11-24T20:00:00.000Z')
  const statuses = async () => [
    (await desk.read(tradeId)).status,
    (await desk.trade(drawdownId)).status,
    (await readCall()).status,
  ]
  expect(await statuses()).toEqual(['PartiallyDrawn', 'Booked', 'Overdue'])
  desk.market.ageMs = 0
  await desk.advance('2026-11-24T20:02:00.000Z')
  expect(await statuses()).toEqual(['ClosedOut', 'Cancelled', 'Cancelled'])
})
