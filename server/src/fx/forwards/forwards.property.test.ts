import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'
import { auditLedger } from '../../ledger/index.ts'
import { forwardAudits } from './record/audits.ts'

const minor = (amount: string) => BigInt(amount.replace('.', ''))

const step = fc.oneof(
  fc.record({
    act: fc.constant('draw' as const),
    amount: fc.integer({ min: 1, max: 60_000_00 }),
    isBuy: fc.boolean(),
    isNow: fc.boolean(),
  }),
  fc.record({ act: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({
    act: fc.constant('amend' as const),
    type: fc.constantFrom('CloseOut', 'Extend', 'BringForward', 'Split'),
    amount: fc.integer({ min: 1, max: 40_000_00 }),
  }),
  fc.record({ act: fc.constant('day' as const), price: fc.integer({ min: 11_000, max: 12_500 }) }),
  fc.record({ act: fc.constant('fund' as const), amount: fc.integer({ min: 1, max: 60_000_00 }) }),
)
const lives = fc.record({
  isEurBought: fc.boolean(),
  type: fc.constantFrom('Fixed', 'Window', 'Open', 'Variable'),
  isMargined: fc.boolean(),
  /** Otherwise drawdowns and losses wait for money, and drawdowns lapse. */
  isFunded: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
})

type Life = typeof lives extends fc.Arbitrary<infer L> ? L : never

/** Lives that every run begins with; the others are chosen by chance. */
const unfunded: Life = {
  isEurBought: true,
  type: 'Open',
  isMargined: true,
  isFunded: false,
  steps: [
    { act: 'draw', amount: 60_000_00, isBuy: true, isNow: false },
    { act: 'amend', type: 'CloseOut', amount: 10_000_00 },
    { act: 'draw', amount: 30_000_00, isBuy: true, isNow: true },
    { act: 'day', price: 11_100 },
    { act: 'cancel', which: 0 },
    { act: 'day', price: 11_300 },
    { act: 'draw', amount: 60_000_00, isBuy: true, isNow: true },
  ],
}
const variable: Life = {
  isEurBought: true,
  type: 'Variable',
  isMargined: true,
  isFunded: true,
  steps: [
    { act: 'draw', amount: 25_000_01, isBuy: true, isNow: true },
    { act: 'amend', type: 'Extend', amount: 10_000_00 },
    { act: 'day', price: 11_400 },
    { act: 'draw', amount: 30_000_00, isBuy: false, isNow: false },
    { act: 'cancel', which: 0 },
  ],
}

test('after any operations on forwards contract, margin, credit and watch follow from their deals, and in the end every position is flat', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ isEurBought, type, isMargined, isFunded, steps }) => {
      const db = await testDatabase({ poolSize: 4 })
      const desk = await openForwardDesk(db, {
        currencies: ['EUR', 'USD'],
        now: '2026-11-23T10:00:00.000Z',
        term: { initialMarginWaived: !isMargined },
      })
      const money = isFunded ? 100_000_000n : 1_000_000n // enough for the initial margin
      await desk.fund('EUR', money)
      await desk.fund('USD', money)
      const [buyCurrency, sellCurrency] = isEurBought ? ['EUR', 'USD'] : ['USD', 'EUR']
      const accountId = (await desk.quoteForward({ buyCurrency, sellCurrency, amount: '1000.00' })).body.sellAccountId
      const paying = isMargined ? { payInitialMarginFromAccountId: accountId } : {}
      const window = type === 'Window' || type === 'Variable' ? { accessDate: '2026-11-27' } : {}
      const order = { buyCurrency, sellCurrency, amount: '100000.00', forwardType: type, valueDate: '2026-12-14' }
      const forwards = [(await desk.forward({ ...order, ...window }, paying)).tradeId as string]
      const drawn: string[] = []

      for (const each of steps) {
        if (each.act === 'day') {
          const price = (shift: number) => ((each.price + shift) / 10_000).toFixed(5)
          desk.market.prices = { EUR: [price(-1), price(0), price(1)] }
          await desk.advance(new Date(desk.time.now.getTime() + 86_400_000).toISOString())
        } else if (each.act === 'fund') await desk.fund(sellCurrency, BigInt(each.amount))
        else if (each.act === 'cancel') {
          const drawdownId = drawn[each.which]
          if (drawdownId) await desk.cancel(drawdownId)
        } else if (each.act === 'draw') {
          const currency = each.isBuy ? buyCurrency : sellCurrency
          const amount = (each.amount / 100).toFixed(2)
          const when = each.isNow ? {} : { valueDate: '2026-12-14' }
          const { body } = await desk.draw(forwards[0]!, amount, { currency, ...when })
          if (body.drawdownId) drawn.push(body.drawdownId)
        } else {
          const dates: Record<string, object> = {
            Extend: { newValueDate: '2026-12-18' },
            BringForward: { newValueDate: '2026-12-07' },
          }
          const amount = { amount: (each.amount / 100).toFixed(2) }
          const quote = await desk.amend(forwards[0]!, { type: each.type, ...dates[each.type], ...amount })
          if (quote.status !== 201) continue
          const { body } = await desk.bookAmendment(forwards[0]!, quote.body.quoteId)
          if (body.newTradeId) forwards.push(body.newTradeId)
        }
        for (const tradeId of forwards) await checkContract(desk, tradeId)
        await checkEntity(db, desk)
      }
      await desk.fund('EUR', 100_000_000n)
      await desk.fund('USD', 100_000_000n)
      desk.time.now = new Date(Math.max(desk.time.now.getTime(), Date.parse('2026-12-04T10:00:00.000Z')))
      await desk.advance('2026-12-23T12:00:00.000Z')

      for (const tradeId of forwards) {
        const { status } = await checkContract(desk, tradeId)
        expect(['Settled', 'ClosedOut', 'Extended']).toContain(status)
      }
      await checkEntity(db, desk)
      const balances = await desk.balances()
      for (const [name, balance] of Object.entries(balances)) {
        if (name.startsWith('fx_position') || name.startsWith('margin')) expect([name, balance]).toEqual([name, 0n])
      }
      const { rows } = await db.pool.query('select coalesce(sum(base_minor), 0)::bigint as open from credit_exposures')
      expect(rows[0].open).toBe(0n)
      expect((await auditLedger(db, () => {}, forwardAudits)).findings).toEqual([])
    }),
    { numRuns: Number(process.env['RUNS'] ?? 4), endOnFailure: true, examples: [[variable], [unfunded]] },
  )
}, 900_000)

/** Checks that drawn, amended and remaining amounts add up exactly to the contract in both currencies. */
async function checkContract(desk: Awaited<ReturnType<typeof openForwardDesk>>, tradeId: string) {
  const forward = await desk.trade(tradeId)
  const { totals } = await desk.drawdowns(tradeId)
  for (const leg of ['Buy', 'Sell'] as const) {
    const sum = minor(totals[`drawn${leg}`]) + minor(totals[`amended${leg}`]) + minor(totals[`remaining${leg}`])
    expect(sum).toBe(minor(forward[`${leg.toLowerCase()}Amount`]))
    expect(minor(totals[`remaining${leg}`]) >= 0n).toBe(true)
  }
  return forward
}

interface Held {
  tradeId: string
  status: string
  isLive: boolean
  jobs: number
  openBuy: bigint
  openSell: bigint
  exposureBuy: bigint
  exposureSell: bigint
  held: bigint
  needed: bigint
}

/**
 * Derives the expected open balances from the trades alone: contract less settled and amended amounts. A forward is
 * live while it has an open balance or an unpaid loss.
 */
const OPEN = `
  select t.trade_id as "tradeId", t.status, o.buy as "openBuy", o.sell as "openSell",
    o.buy > 0 or o.losses > 0 as "isLive",
    (select count(*)::int from due_work w where w.kind = 'forward.watch' and w.resource_id = t.trade_id) as jobs,
    coalesce(case e.base_side when 'Buy' then e.base_minor else e.counter_minor end, 0) as "exposureBuy",
    coalesce(case e.base_side when 'Buy' then e.counter_minor else e.base_minor end, 0) as "exposureSell",
    coalesce((select sum(held_minor) from credit_margins m where m.trade_id = t.trade_id), 0)::bigint as held,
    f.open_margin_minor + o.margin as needed
  from fx_trades t join fx_forwards f using (entity_id, trade_id)
    left join credit_exposures e using (entity_id, trade_id)
    cross join lateral (
      select (f.contract_buy_minor - f.amended_buy_minor
            - coalesce(sum(c.buy_minor) filter (where c.kind = 'Drawdown' and c.status = 'Settled'), 0))::bigint as buy,
          (f.contract_sell_minor - f.amended_sell_minor
            - coalesce(sum(c.sell_minor) filter (where c.kind = 'Drawdown' and c.status = 'Settled'), 0))::bigint as sell,
          count(*) filter (where c.kind = 'CloseOut' and c.net_minor < 0 and c.status <> 'Settled') as losses,
          coalesce(sum(coalesce(d.margin_applied_minor, l.margin_applied_minor))
            filter (where c.status not in ('Settled', 'Cancelled')), 0)::bigint as margin
        from fx_trades c left join fx_drawdowns d using (entity_id, trade_id) left join fx_close_outs l using (entity_id, trade_id)
        where c.entity_id = t.entity_id and c.parent_trade_id = t.trade_id and c.kind in ('Drawdown', 'CloseOut')) o
  where t.entity_id = $1 and t.kind = 'Forward'`

/**
 * Checks that exposure equals the open balance, margin is explained by it, each live forward has one job, and ended
 * forwards have none.
 */
async function checkEntity(
  db: Awaited<ReturnType<typeof testDatabase>>,
  desk: Awaited<ReturnType<typeof openForwardDesk>>,
) {
  const { rows } = await db.pool.query<Held & Record<string, unknown>>(OPEN, [desk.entityId])
  for (const forward of rows) {
    const { tradeId, status, isLive, jobs, held, needed } = forward
    const exposure = [forward.exposureBuy, forward.exposureSell]
    expect([tradeId, status, ...exposure]).toEqual([tradeId, status, forward.openBuy, forward.openSell])
    expect([tradeId, status, jobs]).toEqual([tradeId, status, isLive ? 1 : 0])
    expect([tradeId, status, held <= (isLive ? needed : 0n)]).toEqual([tradeId, status, true])
  }
  const { rows: margin } = await db.pool.query(
    `select coalesce(sum(balance_minor), 0)::bigint as booked,
       (select coalesce(sum(held_minor), 0)::bigint from credit_margins where entity_id = $1) as held
     from balances where entity_id = $1 and kind = 'margin'`,
    [desk.entityId],
  )
  expect(margin[0].booked).toBe(margin[0].held)
}
