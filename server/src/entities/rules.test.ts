import { describe, expect, test } from 'vitest'
import { findMarkup, type PriceTier } from './pricing.ts'
import { isLei } from '../kernel/text/lei.ts'

describe('legal entity identifiers', () => {
  test.each([
    ['5493001KJTIIGC8Y1R12', true],
    ['529900T8BM49AURSDO55', true],
    ['529900T8BM49AURSDO56', false],
    ['529900T8BM49AURSOD55', false],
    ['529900t8bm49aursdo55', false],
    ['529900T8BM49AURSDO5', false],
  ])('%s: %s', (lei, valid) => expect(isLei(lei)).toBe(valid))
})

describe('mark-up', () => {
  const tier = (currencyPair: string | null, tenor: string | null, fromAmountMinor: bigint, markupBps: string) => ({
    currencyPair,
    tenor,
    fromAmountMinor,
    markupBps,
  })
  const tiers: PriceTier[] = [
    tier(null, null, 0n, '40'),
    tier(null, null, 1_000_000n, '30'),
    tier(null, 'T0', 0n, '50'),
    tier('EUR/USD', null, 0n, '20'),
    tier('EUR/USD', null, 1_000_000n, '10'),
    tier('EUR/USD', 'T2', 5_000_000n, '5'),
  ]
  test.each([
    ['GBP/USD', 'T2', 999_999n, '40'],
    ['GBP/USD', 'T2', 1_000_000n, '30'],
    ['GBP/USD', 'T0', 1_000_000n, '50'],
    ['EUR/USD', 'T2', 1n, '20'],
    ['EUR/USD', 'T0', 1_000_000n, '10'],
    ['EUR/USD', 'T2', 4_999_999n, '10'],
    ['EUR/USD', 'T2', 5_000_000n, '5'],
  ])('%s %s from %s: %s bps', (currencyPair, tenor, amountMinor, bps) => {
    expect(findMarkup(tiers, { currencyPair, tenor, amountMinor })).toBe(bps)
    expect(findMarkup([...tiers].reverse(), { currencyPair, tenor, amountMinor })).toBe(bps)
  })

  test('is none without a price that fits', () => {
    expect(
      findMarkup([tier('EUR/USD', null, 0n, '9')], { currencyPair: 'EUR/GBP', tenor: 'T2', amountMinor: 1n }),
    ).toBe('0')
  })
})
