import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { type ForwardDesk, openForwardDesk } from '../../../test/support/forward-desk.ts'
import { Decimal } from '../../kernel/values/rates.ts'

const db = await testDatabase()
const VALUE_DATE = '2027-05-24'
const NEXT = '2027-08-24'

const types = [
  ['Fixed', {}],
  ['Window', { accessDate: '2027-02-24' }],
  ['Open', {}],
  ['Variable', { accessDate: '2026-12-28' }],
] as const
const sides = [
  ['buys', { buyCurrency: 'EUR', sellCurrency: 'USD', fixedSide: 'Buy' }],
  ['sells', { buyCurrency: 'USD', sellCurrency: 'EUR', fixedSide: 'Sell' }],
] as const
const cases = types.flatMap(([type, dates]) =>
  sides.map(([verb, side]) => [type, verb, { ...dates, ...side }] as const),
)

const deal = (desk: ForwardDesk, forwardType: string, order: object) =>
  desk.forward({ forwardType, valueDate: VALUE_DATE, amount: '123456.78', ...order })

/** Cash of an amendment's quote: positive is the client's gain. */
const cashOf = ({ chargeOrCredit, settlementAmount }: { chargeOrCredit: string; settlementAmount: string }) =>
  new Decimal(settlementAmount).mul(chargeOrCredit === 'Charge' ? -1 : 1).toFixed(2)

/** Returns the result of every way to leave a forward now. */
async function waysOut(desk: ForwardDesk, tradeId: string, newValueDate: string) {
  const [closeOut, extension, earlier] = [
    await desk.amend(tradeId, { type: 'CloseOut' }),
    await desk.amend(tradeId, { type: 'Extend', newValueDate }),
    await desk.amend(tradeId, { type: 'BringForward', newValueDate: '2027-04-26' }),
  ]
  const details = await desk.read(tradeId)
  return { closeOut: closeOut.body, extension: extension.body, earlier: earlier.body, mtm: details.forward.mtm }
}

describe.each(cases)('a forward that is %s and %s the base currency', (forwardType, _, order) => {
  test('has one price at any moment: close-out, extension, bring-forward and MTM agree', async () => {
    const desk = await openForwardDesk(db)
    const { tradeId } = await deal(desk, forwardType, order)
    for (const [at, mid] of [
      ['2026-11-20T11:00:00.000Z', '1.16250'],
      ['2026-12-16T11:00:00.000Z', '1.19370'],
      ['2027-03-10T11:00:00.000Z', '1.14130'],
    ] as const) {
      desk.time.now = new Date(at)
      const spread = '0.00010'
      desk.market.prices = {
        EUR: [new Decimal(mid).minus(spread).toFixed(5), mid, new Decimal(mid).plus(spread).toFixed(5)],
      }
      const { closeOut, extension, earlier, mtm } = await waysOut(desk, tradeId, NEXT)
      expect([cashOf(extension), cashOf(earlier), new Decimal(mtm.amount).toFixed(2)]).toEqual(
        Array(3).fill(cashOf(closeOut)),
      )
      expect([extension.nearRate, earlier.nearRate, mtm.marketForwardRate]).toEqual(Array(3).fill(closeOut.nearRate))
    }
  })

  test('closed the moment it was made costs the spread and the mark-up, nothing else', async () => {
    const desk = await openForwardDesk(db)
    const forward = await deal(desk, forwardType, order)
    const { body: closeOut } = await desk.amend(forward.tradeId, { type: 'CloseOut' })
    const { rows } = await db.pool.query(
      `select t.mid_rate as "dealtMid", t.cost_rate as cost, a.near_mid_rate as "closedMid", a.near_cost_rate as "nearCost"
       from fx_trades t join fx_amendments a using (entity_id, trade_id) where t.entity_id = $1`,
      [desk.entityId],
    )
    const [{ dealtMid, closedMid, cost, nearCost }] = rows
    expect(closedMid).toBe(dealtMid) // the same day of the same market
    const isBought = order.buyCurrency === 'EUR'
    const spread = new Decimal(isBought ? cost : nearCost).minus(isBought ? nearCost : cost)
    const half = new Decimal(dealtMid).minus(isBought ? nearCost : cost)
    expect(spread.minus(half.mul(2)).abs().lt('1e-12')).toBe(true) // bid and ask around one middle
    const lost = new Decimal(forward.rate).minus(closeOut.nearRate).abs().mul('123456.78')
    expect(new Decimal(cashOf(closeOut)).plus(lost).abs().lte('0.01')).toBe(true)
  })
})

test('an open forward is not cheaper to extend by a day than to close out when the market pays for waiting', async () => {
  const desk = await openForwardDesk(db)
  const forward = await deal(desk, 'Open', sides[1][1]) // sells EUR, whose forward rises: priced for its first day
  const [before] = await priced(desk)
  const { body: quote } = await desk.amend(forward.tradeId, { type: 'Extend', newValueDate: NEXT })
  await desk.fund('USD', 1_000_000n)
  const { body: booked } = await desk.bookAmendment(forward.tradeId, quote.quoteId)
  expect(booked.newTrade.rate <= quote.nearRate).toBe(true) // it may be drawn on that first day: no points are earned
  expect(new Set(await priced(desk))).toEqual(new Set([before]))
})

const priced = async (desk: ForwardDesk): Promise<string[]> =>
  (
    await db.pool.query<{ day: string }>('select priced_at_date as day from fx_forwards where entity_id = $1', [
      desk.entityId,
    ])
  ).rows.map(({ day }) => day)
