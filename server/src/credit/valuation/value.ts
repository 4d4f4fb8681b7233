import {
  CONVERSION_DIGITS,
  DISCOUNT_DIGITS,
  DISCOUNT_UNIT,
  type ExitPrice,
  scaled,
  ten,
  withScale,
} from './exit-price.ts'
import { estimate, nearest, type Scale } from './estimates.ts'
import { minorDigits } from '../../kernel/values/currencies.ts'
import { toDecimal, toMinor } from '../../kernel/values/money.ts'
import { Decimal, divideHalfUp, powerOfTen, roundRate } from '../../kernel/values/rates.ts'

export { divideHalfUp }
import { parsePair } from '../../fx/calendar/index.ts'
import {
  type BaseSide,
  type Delivery,
  exitOf,
  type Market,
  type MarketSnapshot,
  openSnapshot,
  type PriceSources,
  takeSnapshot,
} from '../../fx/pricing/index.ts'
import { snapshotOf } from './snapshots.ts'

/** Remaining deal, as far as its value depends on it. */
interface OpenDeal extends Delivery {
  /** "EUR/USD" */
  currencyPair: string
  /** Client's side in the base currency. */
  baseSide: BaseSide
  /** Minor units of the base and of the counter currency that are still to be exchanged. */
  baseMinor: bigint
  counterMinor: bigint
}

/** Value of a deal to the client: negative is a loss. Minor units, each rounded once, half-up. */
export interface DealValue {
  /** Undiscounted close-out value in the counter currency, to the minor unit. */
  counterMinor: bigint
  /** The same in the reporting currency, undiscounted and discounted. */
  undiscountedMinor: bigint
  mtmMinor: bigint
  /** Remaining base amount in the reporting currency. */
  notionalMinor: bigint
}

type PricesByDate = Map<string, ExitPrice>

/** Values deals in one reporting currency at one market; the price of each pair, side and delivery is computed once. */
export interface Valuer {
  market: Market
  /** Currency of the values. */
  currency: string
  exit(deal: Omit<OpenDeal, 'baseMinor' | 'counterMinor'>): ExitPrice
  value(deal: OpenDeal): DealValue
  /** Converts a deal's remaining base amount into the reporting currency at spot mid, without pricing an outright. */
  notional(deal: Pick<OpenDeal, 'currencyPair' | 'baseMinor'>): bigint
  /** An amount of another currency in this one, at the spot middle, half-up. */
  convert(amountMinor: bigint, from: string): bigint
}

/**
 * A valuer of one market snapshot.
 *
 * @param currency in which values are reported
 * @throws by `exit` and `value`: value_date_beyond_curve, price_unavailable
 */
export function createValuer(snapshot: MarketSnapshot, currency: string): Valuer {
  const market = openSnapshot(snapshot)
  const known = { Buy: new Map<string, PricesByDate>(), Sell: new Map<string, PricesByDate>() }
  const exit: Valuer['exit'] = (deal) => {
    const { currencyPair, baseSide, pricedAtDate, valueDate } = deal
    const byDate = known[baseSide].get(currencyPair) ?? new Map<string, ExitPrice>()
    const key = pricedAtDate === null || pricedAtDate === valueDate ? valueDate : `${pricedAtDate} ${valueDate}`
    const found = byDate.get(key)
    if (found) return found
    const made = exitPrice(market, currency, deal)
    known[baseSide].set(currencyPair, byDate.set(key, made))
    return made
  }
  return {
    market,
    currency,
    exit,
    value: (deal) => valueAt(exit(deal), deal),
    ...atSpot(market, currency),
  }
}

/**
 * A valuer of the market as it is now, not kept. Spot middles alone answer `notional` and `convert`; the curves of all pairs
 * are looked up only when something is valued.
 *
 * @param wanted the pairs of the deals, and further currencies that amounts are converted from
 */
export function liveValuer(
  sources: PriceSources,
  wanted: { pairs: readonly string[]; currencies: readonly string[] },
  currency: string,
  at: Date,
): Valuer {
  let whole: Valuer | undefined
  const all = () => (whole ??= createValuer(snapshotOf(sources, wanted, at), currency))
  const bases = wanted.pairs.map((symbol) => parsePair(symbol).base)
  const currencies = [...new Set([currency, ...wanted.currencies, ...bases])]
  const spot = openSnapshot(takeSnapshot(sources, { pairs: [], currencies }, at))
  return {
    get market() {
      return all().market
    },
    currency,
    exit: (deal) => all().exit(deal),
    value: (deal) => all().value(deal),
    ...atSpot(spot, currency),
  }
}

/** Builds the parts of a valuer that need only spot mid rates. Each currency's rate is looked up once. */
function atSpot(market: Market, currency: string): Pick<Valuer, 'notional' | 'convert'> {
  const rates = new Map<string, { scale: bigint; by: bigint }>()
  const rateOf = (base: string) => {
    const found = rates.get(base)
    if (found) return found
    const rate = roundRate(market.midRate(base, currency), CONVERSION_DIGITS, 'half-up')
    const made = {
      scale: scaled(rate, CONVERSION_DIGITS) * ten(minorDigits(currency)),
      by: ten(minorDigits(base) + CONVERSION_DIGITS),
    }
    rates.set(base, made)
    return made
  }
  return {
    notional({ currencyPair, baseMinor }) {
      const { scale, by } = rateOf(parsePair(currencyPair).base)
      return divideHalfUp(baseMinor * scale, by)
    },
    convert: (amountMinor, from) =>
      from === currency
        ? amountMinor
        : toMinor(toDecimal(amountMinor, from).mul(market.midRate(from, currency)), currency),
  }
}

function exitPrice(market: Market, currency: string, deal: Omit<OpenDeal, 'baseMinor' | 'counterMinor'>): ExitPrice {
  const pair = parsePair(deal.currencyPair)
  const { side, outright, costRate, rate, discountFactor } = exitOf(market, pair, deal.baseSide, deal)
  const marketSide = side === 'Buy' ? 'ask' : 'bid'
  return withScale(pair, currency, {
    pair,
    baseSide: deal.baseSide,
    spotRate: outright.spot[marketSide],
    forwardPoints: outright.points[marketSide],
    marketForwardRate: rate,
    costRate,
    pricedAtDate: outright.valueDate,
    undated: outright.undated,
    discountFactor: roundRate(discountFactor, DISCOUNT_DIGITS, 'half-up'),
    conversionRate: roundRate(market.midRate(pair.counter, currency), CONVERSION_DIGITS, 'half-up'),
    notionalRate: roundRate(market.midRate(pair.base, currency), CONVERSION_DIGITS, 'half-up'),
  })
}

/**
 * Values a deal: amount to be received less amount to be paid at the market forward rate, in counter currency: base x
 * forward less counter amount for bought base, the reverse for sold base. Then discounted, then converted at spot.
 */
export function valueAt(price: ExitPrice, deal: Pick<OpenDeal, 'baseMinor' | 'counterMinor'>): DealValue {
  const { estimates, baseSide } = price
  const found = estimates && estimate(estimates, baseSide === 'Buy', Number(deal.baseMinor), Number(deal.counterMinor))
  if (!found) return exactValueAt(price, deal)
  return {
    counterMinor: BigInt(found.counter),
    undiscountedMinor: BigInt(found.undiscounted),
    mtmMinor: BigInt(found.mtm),
    notionalMinor: BigInt(found.notional),
  }
}

function exactValueAt({ scale, baseSide }: ExitPrice, deal: Pick<OpenDeal, 'baseMinor' | 'counterMinor'>): DealValue {
  const gain = deal.baseMinor * scale.rate * scale.perBase - deal.counterMinor * scale.perCounter
  const value = baseSide === 'Buy' ? gain : -gain
  const exitMinor = amountAtExit(scale, baseSide, deal.baseMinor)
  return {
    counterMinor: baseSide === 'Buy' ? exitMinor - deal.counterMinor : deal.counterMinor - exitMinor,
    undiscountedMinor: divideHalfUp(value * scale.conversion, scale.toReport),
    mtmMinor: divideHalfUp(value * scale.conversion * scale.discount, scale.toReport * DISCOUNT_UNIT),
    notionalMinor: divideHalfUp(deal.baseMinor * scale.notional, scale.toNotional),
  }
}

/** Counter amount of the opposite deal, by the rule of `exitAmounts`: half-up, not better than the cost rate, at least one minor unit. */
function amountAtExit(scale: Scale, baseSide: BaseSide, baseMinor: bigint): bigint {
  const nearest = divideHalfUp(baseMinor * scale.rate * scale.perBase, scale.perCounter)
  const exact = baseMinor * scale.cost
  const bound = baseSide === 'Buy' ? exact / scale.perCost : (exact + scale.perCost - 1n) / scale.perCost
  const isBeyond = baseSide === 'Buy' ? nearest > bound : nearest < bound
  const derived = isBeyond ? bound : nearest
  return derived > 0n || baseMinor === 0n ? derived : 1n
}

/**
 * A ratio in ten-thousandths of a percent, half-up; 0 of nothing. Integers: it is shown with every line of a valuation.
 *
 * @param whole not negative
 */
export function percentUnits(part: bigint, whole: bigint): bigint {
  if (whole === 0n) return 0n
  const estimated = nearest((Number(part) * 1_000_000) / Number(whole))
  return estimated === undefined ? divideHalfUp(part * 1_000_000n, whole) : BigInt(estimated)
}

/** Percent with four decimals: (-25000n) is "-2.5000". */
export function formatPercent(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** Returns `rateMovePercent` in ten-thousandths of a percent. */
export function rateMoveUnits({ baseSide, pair, scale }: ExitPrice, contractRate: string): bigint {
  const point = contractRate.indexOf('.')
  const decimals = point < 0 ? 0 : contractRate.length - point - 1
  const digits = Math.max(pair.quoteDp, decimals)
  const contract = BigInt(contractRate.replace('.', '')) * powerOfTen(digits - decimals)
  const move = scale.rate * powerOfTen(digits - pair.quoteDp) - contract
  return percentUnits(baseSide === 'Buy' ? move : -move, contract)
}

/**
 * Returns the market move from a deal's rate in percent of that rate; negative if against the client.
 *
 * @param contractRate counter currency per unit of base
 */
export function rateMovePercent(baseSide: BaseSide, contractRate: Decimal, marketRate: Decimal): Decimal {
  const move = marketRate.minus(contractRate).div(contractRate).mul(100)
  return baseSide === 'Buy' ? move : move.neg()
}

/** part / whole in percent; 0 of nothing. */
export const percentOf = (part: bigint, whole: bigint): Decimal =>
  whole === 0n ? new Decimal(0) : new Decimal(part.toString()).div(whole.toString()).mul(100)
