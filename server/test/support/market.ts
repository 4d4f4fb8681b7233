import type { Leg, MarketData } from '../../src/fx/pricing/index.ts'
import { Decimal } from '../../src/kernel/values/rates.ts'

/** Bid, mid and ask against USD in market convention. */
export const PRICES: Record<string, [string, string, string]> = {
  EUR: ['1.16245', '1.16250', '1.16255'],
  GBP: ['1.31230', '1.31240', '1.31250'],
  JPY: ['154.310', '154.320', '154.330'],
  CHF: ['0.80510', '0.80520', '0.80530'],
  CAD: ['1.40140', '1.40150', '1.40160'],
  SEK: ['9.40100', '9.40200', '9.40300'],
}

/** Market with constant prices. Like every source it returns the same object until a change. */
export function standingMarket(state: { ageMs: number; prices?: typeof PRICES } = { ageMs: 0 }): MarketData {
  const known = new Map<string, Leg>()
  return {
    source: 'a standing market',
    isDealable: true,
    leg(currency, at) {
      const sides = state.prices?.[currency] ?? PRICES[currency]
      if (!sides) return undefined
      const asOf = new Date(at.getTime() - state.ageMs)
      const last = known.get(currency)
      const [bid, mid, ask] = sides.map((side) => new Decimal(side)) as [Decimal, Decimal, Decimal]
      if (last?.asOf.getTime() === asOf.getTime() && last.mid.eq(mid)) return last
      known.set(currency, { bid, mid, ask, asOf })
      return known.get(currency)
    },
  }
}
