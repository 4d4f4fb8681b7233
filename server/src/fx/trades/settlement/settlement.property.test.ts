import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openDesk } from '../../../../test/support/desk.ts'
import { auditLedger } from '../../../ledger/index.ts'

const db = await testDatabase()
const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'SEK']
const DECIMALS: Record<string, number> = { JPY: 0 }

/** mulberry32: the same seed, the same trades. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

test.each(['RM', 'ABS'] as const)(
  `after any trades of an %s entity have settled no position is left (SEED=${seed})`,
  async (kind) => {
    const draw = random(seed)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)]!
    const desk = await openDesk(db, kind, { currencies: CURRENCIES })
    for (const currency of CURRENCIES) await desk.fund(currency, 10_000_000_000n)

    const orders = Array.from({ length: 60 }, () => {
      const buyCurrency = pick(CURRENCIES)
      const sellCurrency = pick(CURRENCIES.filter((currency) => currency !== buyCurrency))
      const fixedSide = pick(['Buy', 'Sell'])
      const decimals = DECIMALS[fixedSide === 'Buy' ? buyCurrency : sellCurrency] ?? 2
      const amount = (10 ** (draw() * 4 + 2.5)).toFixed(decimals)
      return { buyCurrency, sellCurrency, fixedSide, amount }
    })
    const booked = await Promise.all(
      orders.map(async (order) => {
        const quote = await desk.quote(order)
        expect(quote.body.detail).toBeUndefined()
        return desk.book(quote.body.quoteId)
      }),
    )
    expect(new Set(booked.map(({ status }) => status))).toEqual(new Set([201]))

    await desk.advance('2026-12-04T20:00:00.000Z')
    const { data } = (await desk.get(`/v1/fx/trades?entityId=${desk.wire.entityId}&limit=500`)).body
    expect(data).toHaveLength(orders.length)
    expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(new Set(['Settled']))

    const { rows } = await db.pool.query<{
      kind: string
      currency: string
      sum: bigint
      held: bigint
      revenue: bigint
    }>(
      `select kind, currency, sum(balance_minor)::bigint as sum, sum(held_minor)::bigint as held,
       coalesce((select sum(revenue_minor) from fx_trades where entity_id = $1 and split_part(currency_pair, '/', 2) = currency), 0)::bigint as revenue
     from balances where entity_id = $1 group by kind, currency`,
      [desk.entityId],
    )
    for (const row of rows) {
      expect(row.held).toBe(0n)
      if (row.kind === 'fx_position') expect(row).toMatchObject({ currency: row.currency, sum: 0n })
      if (row.kind === 'fx_revenue') expect(row.sum).toBe(row.revenue)
    }
    expect(rows.filter(({ kind }) => kind === 'fx_position').length).toBeGreaterThan(3)

    // The client has exactly what the trades say.
    const funded = 10_000_000_000n
    for (const currency of CURRENCIES) {
      const minor = (text: string) => BigInt(text.replace('.', ''))
      const expected = data.reduce(
        (sum: bigint, trade: Record<string, string>) =>
          sum +
          (trade.buyCurrency === currency ? minor(trade.buyAmount!) : 0n) -
          (trade.sellCurrency === currency ? minor(trade.sellAmount!) : 0n),
        funded,
      )
      expect(rows.find((row) => row.kind === 'client' && row.currency === currency)!.sum).toBe(expected)
    }
    const report = await auditLedger(db, () => {})
    expect(report.findings).toEqual([])
  },
)
