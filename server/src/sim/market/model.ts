import { Decimal } from '../../kernel/values/rates.ts'
import { marketSession, pairOf } from '../../fx/calendar/index.ts'
import { type Fixing, isPegged, type Leg, usdMid } from '../../fx/pricing/index.ts'
import { createWalk, type Walk } from './walk.ts'

/** Typical move of a day in billionths of the rate, and half the spread in millionths, where not the usual ones. */
const TRAITS: Record<string, { deviation?: number; halfSpread?: number }> = {
  EUR: { halfSpread: 20 },
  GBP: { halfSpread: 25 },
  JPY: { halfSpread: 25, deviation: 5_000_000 },
  CHF: { halfSpread: 30 },
  AUD: { halfSpread: 30, deviation: 5_000_000 },
  NZD: { halfSpread: 40, deviation: 5_000_000 },
  CAD: { halfSpread: 30, deviation: 3_500_000 },
  DKK: { halfSpread: 50 },
  SEK: { halfSpread: 120, deviation: 5_500_000 },
  NOK: { halfSpread: 120, deviation: 5_500_000 },
  PLN: { halfSpread: 150, deviation: 5_000_000 },
  CZK: { halfSpread: 200 },
  HKD: { halfSpread: 40, deviation: 200_000 },
  CNY: { halfSpread: 100, deviation: 1_500_000 },
  SGD: { halfSpread: 80, deviation: 2_500_000 },
  AED: { halfSpread: 30 },
  TRY: { halfSpread: 800, deviation: 4_000_000 },
  ZAR: { halfSpread: 300, deviation: 8_000_000 },
  MXN: { halfSpread: 200, deviation: 7_000_000 },
}
const USUAL = { deviation: 4_000_000, halfSpread: 250 }

/** The market before anybody moved it: a pure function of seed and business time. */
export interface MarketModel {
  /** Middle of the currency's USD pair at an instant while the market is open, not rounded; undefined without a rate. */
  mid(currency: string, at: Date): Decimal | undefined
}

/**
 * Creates the market model: rates are linear between two fixings; after the last one it is that fixing times the walk,
 * which begins there at 1. DKK walks with EUR, its peg; AED does not walk.
 *
 * @param fixings oldest first
 */
export function createModel(fixings: Fixing[], seed: number): MarketModel {
  const last = fixings.at(-1)!
  const walks = new Map<string, Walk>()
  const walkOf = (currency: string): Walk => {
    const known = walks.get(currency) ?? createWalk(seed, currency, TRAITS[currency]?.deviation ?? USUAL.deviation)
    walks.set(currency, known)
    return known
  }
  const factor = (currency: string, at: Date): Decimal => {
    const seconds = Math.floor((at.getTime() - last.at.getTime()) / 1000)
    if (seconds <= 0 || isPegged(currency)) return new Decimal(1)
    if (currency === 'DKK') return new Decimal(1).div(factor('EUR', at))
    return new Decimal(1_000_000_000 + walkOf(currency)(seconds)).div(1_000_000_000)
  }
  return {
    mid: (currency, at) => historic(fixings, currency, at)?.mul(factor(currency, at)),
  }
}

function historic(fixings: Fixing[], currency: string, at: Date): Decimal | undefined {
  const last = fixings.at(-1)!
  if (at >= last.at) return usdMid(last, currency)
  const after = firstAfter(fixings, at)
  const [one, other] = [fixings[Math.max(0, after - 1)]!, fixings[after]!]
  const [from, to] = [usdMid(one, currency), usdMid(other, currency)]
  if (!from || !to || one === other) return to
  const share = new Decimal(at.getTime() - one.at.getTime()).div(other.at.getTime() - one.at.getTime())
  return from.plus(to.minus(from).mul(share))
}

/** Index of the first fixing later than an instant, by halving. */
function firstAfter(fixings: Fixing[], at: Date): number {
  let [low, high] = [0, fixings.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fixings[middle]!.at > at) high = middle
    else low = middle + 1
  }
  return low
}

/** The instant whose prices are shown: now, to the second; the last close while the market is closed. */
export function pricedAt(at: Date): Date {
  const { isOpen, from } = marketSession(at)
  return isOpen ? new Date(Math.floor(at.getTime() / 1000) * 1000) : from
}

/** A currency's USD pair around its middle, three decimals finer than the pair is quoted. */
export function spreadAround(mid: Decimal, currency: string, asOf: Date): Leg {
  const half = mid.mul(TRAITS[currency]?.halfSpread ?? USUAL.halfSpread).div(1_000_000)
  const decimals = pairOf(currency, 'USD').quoteDp + 3
  const round = (rate: Decimal) => rate.toDecimalPlaces(decimals)
  return { bid: round(mid.minus(half)), mid: round(mid), ask: round(mid.plus(half)), asOf }
}
