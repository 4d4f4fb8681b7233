import { describe, expect, test } from 'vitest'
import { coverAmounts, type DealToPost } from './cover-amounts.ts'
import { bookingJournal, coverLegs, payingAccount, settlementJournal } from './journals.ts'

/** Domain 9.2: the client buys EUR 100,000.00 at 1.16546 against a cost of 1.16255. */
const deal: DealToPost = {
  entityId: '01a00000-0000-7000-8000-000000000001',
  tradeId: '01a00000-0000-7000-8000-000000000002',
  kind: 'Spot',
  netMinor: null,
  currencyPair: 'EUR/USD',
  buyCurrency: 'EUR',
  buyMinor: 10_000_000n,
  buyAccountId: 'eur',
  sellCurrency: 'USD',
  sellMinor: 11_654_600n,
  sellAccountId: 'usd',
  rate: '1.16546',
  revenueMinor: 29_100n,
  valueDate: '2026-11-27',
  clientReference: null,
  holdId: null,
}

const positions = (...journals: (ReturnType<typeof settlementJournal> | undefined)[]) => {
  const sums: Record<string, bigint> = {}
  for (const { account, currency, amountMinor } of journals.flatMap((journal) => [...(journal?.legs ?? [])])) {
    if (typeof account !== 'string' && account.kind === 'fx_position')
      sums[currency] = (sums[currency] ?? 0n) + amountMinor
  }
  return sums
}

test('buying the base: the cover costs USD 116,255.00, and after booking and settlement the positions are flat', () => {
  expect(coverAmounts(deal)).toEqual({ bought: 10_000_000n, sold: 11_625_500n })
  expect(positions(bookingJournal(deal, '2026-11-25'))).toEqual({ USD: -29_100n })
  expect(positions(bookingJournal(deal, '2026-11-25'), settlementJournal(deal, '2026-11-27'))).toEqual({
    EUR: 0n,
    USD: 0n,
  })
})

test('selling the base: the cover brings more than the client is paid, by the revenue', () => {
  const selling = {
    ...deal,
    buyCurrency: 'USD',
    buyMinor: 11_595_400n,
    buyAccountId: 'usd',
    sellCurrency: 'EUR',
    sellMinor: 10_000_000n,
    sellAccountId: 'eur',
  }
  expect(coverAmounts(selling)).toEqual({ bought: 11_624_500n, sold: 10_000_000n })
  expect(positions(bookingJournal(selling, '2026-11-25'), settlementJournal(selling, '2026-11-27'))).toEqual({
    EUR: 0n,
    USD: 0n,
  })
})

test('a promised rate that is better than cost: the loss is posted as negative revenue, and the positions are flat', () => {
  const promised = { ...deal, sellMinor: 11_600_000n, revenueMinor: 11_600_000n - 11_625_500n }
  expect(coverAmounts(promised)).toEqual({ bought: 10_000_000n, sold: 11_625_500n })
  const booking = bookingJournal(promised, '2026-11-25')
  expect(booking?.legs).toContainEqual({ account: { kind: 'fx_revenue' }, currency: 'USD', amountMinor: -25_500n })
  expect(positions(booking, settlementJournal(promised, '2026-11-27'))).toEqual({ EUR: 0n, USD: 0n })
})

test('a deal without mark-up and without a hold has nothing to post when booked', () => {
  expect(bookingJournal({ ...deal, revenueMinor: 0n }, '2026-11-25')).toBeUndefined()
})

test('settlement releases the hold made at booking', () => {
  const held = { ...deal, holdId: 'hold' }
  expect(bookingJournal(held, '2026-11-25')?.hold).toEqual({
    holdId: 'hold',
    accountId: 'usd',
    amountMinor: 11_654_600n,
    currency: 'USD',
    purpose: 'trade',
  })
  expect(settlementJournal(held, '2026-11-27').release).toEqual({ holdId: 'hold', accountId: 'usd' })
})

describe('parts of a forward (domain 2.4: EUR 500,000.00 at 1.17182)', () => {
  const child = { ...deal, rate: '1.17182', clientReference: null, valueDate: '2027-02-24' }

  test('Drawdown settles: both legs, the cover, and the revenue of the part, and the positions are flat', () => {
    const drawdown = {
      ...child,
      kind: 'Drawdown' as const,
      buyMinor: 15_000_000n,
      sellMinor: 17_577_300n,
      revenueMinor: 52_650n,
    }
    const journal = settlementJournal(drawdown, '2027-02-24')
    expect(journal).toMatchObject({ kind: 'drawdownSettlement', type: 'Drawdown' })
    expect(positions(journal)).toEqual({ EUR: 0n, USD: 0n })
    expect(coverLegs(drawdown)).toEqual([
      { currency: 'EUR', amountMinor: -15_000_000n },
      { currency: 'USD', amountMinor: 17_577_300n - 52_650n },
    ])
  })

  const closeOut = {
    ...child,
    kind: 'CloseOut' as const,
    rate: '1.15010',
    buyCurrency: 'USD',
    buyMinor: 40_253_500n,
    buyAccountId: 'usd',
    sellCurrency: 'EUR',
    sellMinor: 35_000_000n,
    sellAccountId: 'eur',
    netMinor: 40_253_500n - 41_013_700n,
    revenueMinor: 122_850n,
  }

  test('Close-out EUR 350,000 at bid 1.15010: the client pays USD 7,602.00, and no euro moves', () => {
    const { legs, description } = settlementJournal(closeOut, '2027-01-04')
    expect(legs.find(({ account }) => account === 'usd')).toMatchObject({ currency: 'USD', amountMinor: -760_200n })
    expect(legs.some(({ currency }) => currency === 'EUR')).toBe(false)
    expect(positions(settlementJournal(closeOut, '2027-01-04'))).toEqual({ USD: 0n })
    expect(payingAccount(closeOut)).toBe('usd')
    expect(description).toBe('Closed out EUR 350,000.00 for USD 402,535.00 at 1.15010')
  })

  test('a close-out at the contract’s rate without revenue moves nothing, and its journal still balances', () => {
    const nothing = { ...closeOut, netMinor: 0n, revenueMinor: 0n }
    const { legs } = settlementJournal(nothing, '2027-01-04')
    expect(legs.length).toBeGreaterThan(0)
    expect(positions(settlementJournal(nothing, '2027-01-04'))).toEqual({ USD: 0n })
    expect(coverLegs(nothing)).toEqual([])
  })
})
