import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { NewFacility } from '../../../credit/facilities/index.ts'
import { creditOf, openForwardDesk } from '../../../../test/support/forward-desk.ts'

/** A desk whose forward has lost until its margin call of 20 November is issued; the call is due on the 24th, with no grace after it. */
async function called(terms: Partial<NewFacility> = {}) {
  const desk = await openForwardDesk(await testDatabase(), {
    facility: { overdueAction: 'CloseOut', overdueGraceHours: 0, ...terms },
  })
  await desk.fund('USD', 10_000_000n)
  const { tradeId } = await desk.forward()
  desk.market.prices = { EUR: ['1.10990', '1.11000', '1.11010'] }
  await desk.advance('2026-11-20T18:00:00.000Z')
  const calls = async () => (await desk.get(`/v1/credit/margin-calls?entityId=${desk.wire.entityId}`)).body.data
  const readCall = async () => (await calls())[0]
  expect((await readCall()).status).toBe('Issued')
  const facility = async () => (await desk.get('/v1/credit/facilities')).body.data[0]
  /** Splits a part off the forward. */
  const split = async (amount: string): Promise<string> => {
    const { quoteId } = (await desk.amend(tradeId, { type: 'Split', amount })).body
    const { status, body } = await desk.bookAmendment(tradeId, quoteId)
    expect(status).toBe(201)
    return body.newTrade.tradeId
  }
  return { desk, tradeId, readCall, calls, facility, split }
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

const NET = {
  marginMethod: 'NetPosition',
  callBasis: 'NetMtmAbsolute',
  thresholdMinor: 100_000n,
  callMinor: 100_000n,
} as const

describe('a split', () => {
  test.each([
    ['issued', 0, {}, '2026-11-23T09:00:00.000Z'],
    ['overdue', 24, {}, '2026-11-24T20:00:00.000Z'],
    ['for the net position, and overdue', 24, NET, '2026-11-24T20:00:00.000Z'],
  ])(
    'does not keep a part from its close-out, and gives no later deadline, while the call is %s',
    async (_what, overdueGraceHours, terms, at) => {
      const { desk, tradeId, readCall, calls, split } = await called({ overdueGraceHours, ...terms })
      const { dueAt, amount } = await readCall()
      await desk.advance(at)
      const partId = await split('499000.00')
      const open = await calls()
      const sum = (of: { amount: string }[]) =>
        of.reduce((total, call) => total + BigInt(call.amount.replace('.', '')), 0n)
      expect([sum(open), new Set(open.map((call: { dueAt: string }) => call.dueAt))]).toEqual([
        sum([{ amount }]),
        new Set([dueAt]),
      ])
      expect(open.flatMap((call: { reasonTradeIds: string[] }) => call.reasonTradeIds).sort()).toEqual(
        [tradeId, partId].sort(),
      )
      const closesAt = new Date(Date.parse(dueAt) + overdueGraceHours * 3_600_000)
      await desk.advance(closesAt.toISOString())
      const parts = [await desk.read(tradeId), await desk.read(partId)]
      expect(parts.map(({ status }) => status)).toEqual(['ClosedOut', 'ClosedOut'])
      expect(parts.map(({ history }) => history.at(-1).reason)).toEqual(['MarginCallOverdue', 'MarginCallOverdue'])
      expect((await calls()).map(({ status }: { status: string }) => status)).toEqual(open.map(() => 'Cancelled'))
    },
  )

  test('takes along its share of margin that is held: nothing is released or called', async () => {
    const { desk, tradeId, calls, split } = await called()
    await desk.fund('GBP', 5_000_000n)
    await desk.advance('2026-11-20T18:01:00.000Z')
    const [{ status, amount }] = await calls()
    expect(status).toBe('Met')
    const before = await desk.balances()
    const partId = await split('200000.00')
    expect(await desk.balances()).toEqual(before)
    const { issued, released, runs } = await creditOf(desk).run()
    expect([issued, released, runs[0].variationMarginReleased]).toEqual([[], [], '0.00'])
    const held = (await creditOf(desk).mtm()).data.map(
      (each: { tradeId: string; variationMarginHeld: { amount: string } }) => [
        each.tradeId,
        Number(each.variationMarginHeld.amount) / Number(amount),
      ],
    )
    expect(new Map(held)).toEqual(
      new Map([
        [tradeId, expect.closeTo(0.6, 4)],
        [partId, expect.closeTo(0.4, 4)],
      ]),
    )
  })
})
