import { Decimal } from '../../kernel/values/rates.ts'
import type { Pair } from '../calendar/index.ts'

/** Volatilities of pairs, which determine the premium. */
export interface Volatilities {
  /** Percent a year. */
  percent(pair: Pair): Decimal
}

/** Volatility of an unlisted currency: higher than any listed one, so that the premium is never too low. */
const UNKNOWN = new Decimal(20)

/**
 * Volatilities by currency against USD, and by pair where one is named. A cross without a row of its own is reckoned from
 * its two currencies, half correlated: sqrt(a^2 + b^2 - a b).
 */
export function volatilitiesFrom(rows: ReadonlyMap<string, Decimal>): Volatilities {
  const against = (currency: string) => (currency === 'USD' ? undefined : (rows.get(currency) ?? UNKNOWN))
  return {
    percent(pair) {
      const own = rows.get(pair.symbol)
      if (own) return own
      const [a, b] = [against(pair.base), against(pair.counter)]
      if (!a || !b) return (a ?? b)!
      return a.mul(a).plus(b.mul(b)).minus(a.mul(b)).sqrt()
    },
  }
}
