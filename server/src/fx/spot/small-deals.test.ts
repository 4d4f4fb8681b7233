import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/database.ts'
import { openDesk } from '../../../test/support/desk.ts'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { Decimal } from '../../kernel/values/rates.ts'

const db = await testDatabase()
const CURRENCIES = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CAD', 'SEK']

interface Stored {
  buyCurrency: string
  buyMinor: bigint
  sellCurrency: string
  sellMinor: bigint
  pair: string
  mid: string
  cost: string
  revenueMinor: bigint
}

const amountOf = (minor: bigint, currency: string) =>
  new Decimal(minor.toString()).div(new Decimal(10).pow(minorDigits(currency)))

test('a deal of about 1.00 is not executed better than mid, whichever pair, side and amount', async () => {
  const desk = await openDesk(db, 'RM', { currencies: CURRENCIES })
  const orders = CURRENCIES.flatMap((buyCurrency) =>
    CURRENCIES.filter((sellCurrency) => sellCurrency !== buyCurrency).flatMap((sellCurrency) =>
      (['Buy', 'Sell'] as const).flatMap((fixedSide) => {
        const fixed = fixedSide === 'Buy' ? buyCurrency : sellCurrency
        const amounts =
          fixed === 'JPY' ? ['191', '201', '233'] : fixed === 'SEK' ? ['11.50', '12.07'] : ['1.67', '1.71', '1.83']
        return amounts.map((amount) => ({ buyCurrency, sellCurrency, fixedSide, amount }))
      }),
    ),
  )
  for (const order of orders) {
    const { status, body } = await desk.quote(order)
    expect([status, body.detail]).toEqual([201, undefined])
  }
  const { rows } = await db.pool.query<Stored & Record<string, unknown>>(
    `select buy_currency as "buyCurrency", buy_minor as "buyMinor", sell_currency as "sellCurrency", sell_minor as "sellMinor",
       currency_pair as pair, mid_rate as mid, cost_rate as cost, revenue_minor as "revenueMinor"
     from fx_quotes where entity_id = $1`,
    [desk.entityId],
  )
  expect(rows).toHaveLength(orders.length)
  for (const { buyCurrency, buyMinor, sellCurrency, sellMinor, pair, mid, cost, revenueMinor } of rows) {
    const [bought, sold] = [amountOf(buyMinor, buyCurrency), amountOf(sellMinor, sellCurrency)]
    const isBaseBought = buyCurrency === pair.slice(0, 3)
    const [base, counter] = isBaseBought ? [bought, sold] : [sold, bought]
    const isNoBetter = (rate: string) => (isBaseBought ? counter.gte(base.mul(rate)) : counter.lte(base.mul(rate)))
    expect([isNoBetter(mid), isNoBetter(cost)]).toEqual([true, true])
    expect(revenueMinor >= 0n).toBe(true)
  }
})
