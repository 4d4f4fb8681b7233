import { expect, test } from 'vitest'
import { bookingJournal, coverAmounts, type DealToPost, settlementJournal } from './journals.ts'

/** Domain 9.2: the client buys EUR 100,000.00 at 1.16546 against a cost of 1.16255. */
const deal: DealToPost = {
  entityId: '01a00000-0000-7000-8000-000000000001',
  tradeId: '01a00000-0000-7000-8000-000000000002',
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

test('a deal without mark-up and without a hold has nothing to post when booked', () => {
  expect(bookingJournal({ ...deal, revenueMinor: 0n }, '2026-11-25')).toBeUndefined()
})

test('what was held at booking is released at settlement', () => {
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
