import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openForwardDesk } from '../../../test/support/forward-desk.ts'
import { auditLedger } from '../../ledger/index.ts'

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
)
const lives = fc.record({
  isEurBought: fc.boolean(),
  type: fc.constantFrom('Fixed', 'Window', 'Open', 'Variable'),
  isMargined: fc.boolean(),
  steps: fc.array(step, { minLength: 3, maxLength: 9 }),
})

type Life = typeof lives extends fc.Arbitrary<infer L> ? L : never

/** One life that every run begins with; the others are chosen by chance. */
const variable: Life = {
  isEurBought: true,
  type: 'Variable',
  isMargined: true,
  steps: [
    { act: 'draw', amount: 25_000_01, isBuy: true, isNow: true },
    { act: 'amend', type: 'Extend', amount: 10_000_00 },
    { act: 'day', price: 11_400 },
    { act: 'draw', amount: 30_000_00, isBuy: false, isNow: false },
    { act: 'cancel', which: 0 },
  ],
}

test('whatever happens to forwards: drawn + amended + left = contract, the books balance, and in the end every position is flat', async () => {
  await fc.assert(
    fc.asyncProperty(lives, async ({ isEurBought, type, isMargined, steps }) => {
      const db = await testDatabase({ poolSize: 4 })
      const desk = await openForwardDesk(db, {
        currencies: ['EUR', 'USD'],
        now: '2026-11-23T10:00:00.000Z',
        term: { initialMarginWaived: !isMargined },
      })
      await desk.fund('EUR', 100_000_000n)
      await desk.fund('USD', 100_000_000n)
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
        } else if (each.act === 'cancel') {
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
      }
      desk.time.now = new Date(Math.max(desk.time.now.getTime(), Date.parse('2026-12-04T10:00:00.000Z')))
      await desk.advance('2026-12-23T12:00:00.000Z')

      for (const tradeId of forwards) {
        const { status } = await checkContract(desk, tradeId)
        expect(['Settled', 'ClosedOut', 'Extended']).toContain(status)
      }
      const balances = await desk.balances()
      for (const [name, balance] of Object.entries(balances)) {
        if (name.startsWith('fx_position') || name.startsWith('margin')) expect([name, balance]).toEqual([name, 0n])
      }
      const { rows } = await db.pool.query('select coalesce(sum(base_minor), 0)::bigint as open from credit_exposures')
      expect(rows[0].open).toBe(0n)
      expect((await auditLedger(db, () => {})).findings).toEqual([])
    }),
    { numRuns: Number(process.env['RUNS'] ?? 4), endOnFailure: true, examples: [[variable]] },
  )
}, 900_000)

/** What was drawn, amended and is left come to the contract, to the cent, in both currencies. */
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
