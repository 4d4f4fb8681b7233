import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import type { DealPrice } from './price.ts'

type Shown = Pick<DealPrice, 'pair' | 'baseSide' | 'mid' | 'rate' | 'forwardPoints' | 'costInSellMinor'>

/** The parts of a price as the wire names them: how much worse than the middle the client's rate is, and why; negative is better. */
export function presentPrice({ pair, baseSide, mid, rate, forwardPoints, costInSellMinor }: Shown) {
  const margin = baseSide === 'Buy' ? rate.minus(mid) : mid.minus(rate)
  return {
    mid: formatRate(mid, pair.quoteDp + 1),
    margin: formatRate(margin, pair.quoteDp + 1),
    marginPercent: formatRate(margin.div(mid).mul(100), 4),
    forwardPoints: formatRate(forwardPoints, 4),
    fees: [] as never[],
    costInSellCurrency: formatAmount(costInSellMinor, baseSide === 'Buy' ? pair.counter : pair.base),
  }
}

/** 1 / rate to six significant digits: for display, never for amounts. */
export const inverseRate = (rate: Decimal): string => new Decimal(1).div(rate).toPrecision(6)
