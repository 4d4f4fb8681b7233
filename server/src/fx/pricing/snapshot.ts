import { discount } from './discount.ts'
import { type Day, daysBetween } from '../../kernel/values/days.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import {
  type Calendars,
  earliestValueDate,
  lastKnownDay,
  marketSession,
  type Pair,
  pairOf,
  parsePair,
  pillars,
  refuseCalendar,
  spotDate,
  tradeDateOf,
  withinCoverage,
} from '../calendar/index.ts'
import { crossPrice, USD_PRICE, type UsdPrice } from './cross.ts'
import type { Leg, TwoWay } from './market-data.ts'
import type { Interest } from './points/parity.ts'
import { dayBasisOf, type LegCurve, legOn } from './points/points.ts'
import type { BaseSide } from './client-price.ts'
import { findLeg, gridOf, type MarketPrice, type PriceSources } from './price.ts'
import { refuse } from './refusals.ts'

/**
 * Inputs of the prices of some pairs at one instant, as JSON: `openSnapshot` later reproduces the same prices to the
 * last digit, independent of market, interest rates and calendars. Decimals are unrounded text.
 */
export interface MarketSnapshot {
  version: 1
  /** RFC 3339, business time. */
  at: string
  source: string
  /** Dates by symbol: trade date, spot date, and the range of priced dates. */
  pairs: Record<string, PairDates>
  /** USD pair of each currency in market convention. */
  legs: Record<string, { bid: string; mid: string; ask: string; asOf: string }>
  /** Spot and pillar dates of USD pairs by currency and trade date, "GBP 2026-11-20". */
  curves: Record<string, { spotDate: Day; pillars: Day[] }>
  /** Simple interest by currency, percent a year on its day basis. */
  interest: Record<string, { percent: string; dayBasis: number }>
}

/** The dates of a pair in a snapshot. */
interface PairDates {
  tradeDate: Day
  spotDate: Day
  /** The earliest value date that could still be dealt; absent in snapshots of earlier releases. */
  earliestDate?: Day
  pillars: Day[]
  /** Set past the known holidays: no spot date can be computed, `spotDate` is the last known good day. */
  undated?: true
}

/** Market of a pair for one value date, with its points. */
export interface Outright extends MarketPrice {
  pair: Pair
  tradeDate: Day
  spotDate: Day
  valueDate: Day
  /** Outright less spot, side by side, in pips. */
  points: TwoWay
  /** Set where the holidays of the pair have ended: this is the spot price, for the last day that was known. */
  undated?: true
}

/** The market at one instant, read from a snapshot: every answer follows from that snapshot alone. */
export interface Market {
  at: Date
  /**
   * The price of a pair for any date from the trade date to the last pillar; on days between pillars interpolated.
   * @throws value_date_beyond_curve past the last pillar, price_unavailable before the trade date or without interest rates
   */
  outright(pair: Pair, valueDate: Day): Outright
  /** Dates of a deal in a pair struck at that instant: its trade date, its spot date, the earliest that can be dealt. */
  datesOf(pair: Pair): { tradeDate: Day; spotDate: Day; earliestDate: Day }
  /** Units of `to` per unit of `from` at the spot middles, not rounded. */
  midRate(from: string, to: string): Decimal
  /**
   * Returns the value on `today` of one currency unit on `valueDate`: 1 / (1 + r d / basis); 1 for a date not after it.
   */
  discountFactor(currency: string, today: Day, valueDate: Day): Decimal
  /** Pillar dates of a pair from `from` to `to`, ends included. */
  datesWithin(pair: Pair, from: Day, to: Day): Day[]
}

/** Contents of a snapshot. */
interface Wanted {
  pairs: readonly Pair[]
  currencies?: readonly string[]
  /**
   * True to price pairs beyond their holiday coverage at spot instead of rejecting them: for valuations, never for
   * deals.
   */
  withUndated?: boolean
}

/**
 * Notes the market of some pairs, and of further currencies that amounts will be converted into.
 *
 * @throws value_date_beyond_coverage for a pair without a spot date, unless `withUndated`; pair_not_tradeable for a currency that the market does not quote; price_unavailable when it quotes nothing yet
 */
export function takeSnapshot(sources: PriceSources, wanted: Wanted, at: Date): MarketSnapshot {
  const snapshot: MarketSnapshot = {
    version: 1,
    at: at.toISOString(),
    source: sources.market.source,
    pairs: {},
    legs: {},
    curves: {},
    interest: {},
  }
  for (const pair of wanted.pairs) addPair(snapshot, sources, pair, at, wanted.withUndated)
  for (const currency of wanted.currencies ?? []) {
    if (currency !== 'USD') addLeg(snapshot, sources, pairOf(currency, 'USD'), currency, at)
  }
  return snapshot
}

function addPair(
  snapshot: MarketSnapshot,
  sources: PriceSources,
  pair: Pair,
  at: Date,
  withUndated: boolean | undefined,
): void {
  if (snapshot.pairs[pair.symbol]) return
  const { calendars } = sources
  const tradeDate = dealingDate(pair, at)
  const dates = withUndated
    ? withinCoverage(() => datesOf(calendars, pair, tradeDate, at))
    : datesOf(calendars, pair, tradeDate, at)
  snapshot.pairs[pair.symbol] = dates ?? { ...undatedFrom(calendars, pair, tradeDate) }
  for (const currency of [pair.base, pair.counter]) {
    addInterest(snapshot, sources, currency)
    if (currency === 'USD') continue
    addLeg(snapshot, sources, pair, currency, at)
    if (dates) snapshot.curves[`${currency} ${tradeDate}`] ??= curveOf(calendars, pairOf(currency, 'USD'), tradeDate)
  }
}

const undatedFrom = (calendars: Calendars, pair: Pair, tradeDate: Day): PairDates => ({
  tradeDate,
  spotDate: lastKnownDay(calendars, pair, tradeDate),
  pillars: [],
  undated: true,
})

/** The latest market of a pair, with everything that it was made from. */
interface Remembered {
  calendars: unknown
  /** Contains the trade date; one object per calendars, pair and trade date. */
  earliest: unknown
  base: unknown
  counter: unknown
  market: Market
}
const live = new WeakMap<PriceSources, Map<string, Remembered>>()

/**
 * The market of one pair as it is now. A source answers with the same objects until its prices change; till then, and while
 * the calendars are the same and the trading day lasts, the market that was opened last is answered again. Its `at` may be
 * earlier than asked: outrights depend on the day and the prices alone.
 */
export function liveMarket(sources: PriceSources, pair: Pair, at: Date): Market {
  const calendars = sources.calendars.current?.() ?? sources.calendars
  const earliest = earliestValueDate(calendars, pair, at)
  const [base, counter] = [legOf(sources, pair.base, at), legOf(sources, pair.counter, at)]
  const last = live.get(sources)?.get(pair.symbol)
  const isSame = last && last.calendars === calendars && last.earliest === earliest
  if (isSame && last.base === base && last.counter === counter) return last.market
  const market = openSnapshot(takeSnapshot(sources, { pairs: [pair] }, at))
  const memory = live.get(sources) ?? new Map<string, Remembered>()
  live.set(sources, memory.set(pair.symbol, { calendars, earliest, base, counter, market }))
  return market
}

const legOf = ({ market }: PriceSources, currency: string, at: Date): Leg | undefined =>
  currency === 'USD' ? undefined : market.leg(currency, at)

const MINUTE_MS = 60_000

/**
 * Returns everything that determines the market of some pairs and currencies at an instant, in a fixed order. While each
 * element is identical, so are all prices and conversions: sources return the same objects until they change, and cut-offs and trading
 * days end at full minutes.
 *
 * @param wanted.pairs symbols
 */
export function marketInputs(
  sources: PriceSources,
  wanted: { pairs: readonly string[]; currencies: readonly string[] },
  at: Date,
): unknown[] {
  const { calendars, rates } = sources
  const inputs: unknown[] = [Math.floor(at.getTime() / MINUTE_MS), calendars.current?.() ?? calendars]
  const add = (currency: string) => {
    inputs.push(rates.percent(currency), legOf(sources, currency, at))
  }
  for (const symbol of wanted.pairs) {
    const { base, counter } = parsePair(symbol)
    add(base)
    add(counter)
  }
  for (const currency of wanted.currencies) add(currency)
  return inputs
}

/**
 * Returns the units of `to` per unit of `from` at the current spot mid rates, not rounded: as `Market.midRate` of a snapshot of both.
 *
 * @throws pair_not_tradeable, price_unavailable
 */
export function midRateOf({ market }: PriceSources, from: string, to: string, at: Date): Decimal {
  if (from === to) return ONE
  const inUsd = (currency: string): Decimal => {
    if (currency === 'USD') return ONE
    const { price, isUsdBase } = findLeg(market, pairOf(currency, 'USD'), currency, at)
    return isUsdBase ? ONE.div(price.mid) : price.mid
  }
  return inUsd(from).div(inUsd(to))
}

/** The trade date of a deal struck now, at the next opening while the market is closed. */
function dealingDate(pair: Pair, at: Date): Day {
  const { isOpen, to } = marketSession(at)
  return tradeDateOf(pair, isOpen ? at : to)
}

const datesOf = (calendars: Calendars, pair: Pair, tradeDate: Day, at: Date): PairDates => ({
  tradeDate,
  earliestDate: earliestValueDate(calendars, pair, at).date,
  spotDate: spotDate(calendars, pair, tradeDate),
  pillars: pillars(calendars, pair, tradeDate).map(({ date }) => date),
})

const curveOf = (calendars: Calendars, usdPair: Pair, tradeDate: Day) => ({
  spotDate: spotDate(calendars, usdPair, tradeDate),
  pillars: gridOf(calendars, usdPair, tradeDate),
})

function addLeg(snapshot: MarketSnapshot, sources: PriceSources, pair: Pair, currency: string, at: Date): void {
  if (snapshot.legs[currency]) return
  const { price, asOf } = findLeg(sources.market, pair, currency, at)
  snapshot.legs[currency] = {
    bid: price.bid.toFixed(),
    mid: price.mid.toFixed(),
    ask: price.ask.toFixed(),
    asOf: asOf.toISOString(),
  }
  addInterest(snapshot, sources, currency)
  addInterest(snapshot, sources, 'USD')
}

function addInterest(snapshot: MarketSnapshot, { rates }: PriceSources, currency: string): void {
  const percent = rates.percent(currency)
  if (percent) snapshot.interest[currency] ??= { percent: percent.toFixed(), dayBasis: dayBasisOf(currency) }
}

/** The market that a snapshot describes. */
export function openSnapshot(snapshot: MarketSnapshot): Market {
  const at = new Date(snapshot.at)
  const legs = new Map(Object.entries(snapshot.legs).map(([currency, leg]) => [currency, decimals(leg)]))
  const known = new Map<string, Outright>()
  const interestOf = (currency: string): Interest | undefined => {
    const held = snapshot.interest[currency]
    return held && { percent: new Decimal(held.percent), dayBasis: held.dayBasis }
  }
  const noted = (pair: Pair) => {
    const dates = snapshot.pairs[pair.symbol]
    if (!dates) throw new Error(`the snapshot has no ${pair.symbol}`)
    return dates
  }
  const moved = (pair: Pair, currency: string, date: Day): UsdPrice => {
    if (currency === 'USD') return USD_PRICE
    const usdPair = pairOf(currency, 'USD')
    const { tradeDate } = noted(pair)
    const dates = snapshot.curves[`${currency} ${tradeDate}`]!
    const curve: LegCurve = { pair: usdPair, tradeDate, ...dates, interestOf }
    return { price: legOn(curve, legs.get(currency)!, date), isUsdBase: usdPair.base === 'USD' }
  }
  const priceOn = (pair: Pair, date: Day) => crossPrice(moved(pair, pair.base, date), moved(pair, pair.counter, date))
  const compute = (pair: Pair, valueDate: Day): Outright => {
    const { tradeDate, spotDate: spotDay, pillars: dates, undated } = noted(pair)
    if (undated) return atSpot(pair, { tradeDate, spotDate: spotDay })
    checkWithin(pair, valueDate, tradeDate, dates.at(-1) ?? spotDay)
    const spot = priceOn(pair, spotDay)
    const outright = valueDate === spotDay ? spot : priceOn(pair, valueDate)
    const points = pointsBetween(pair, spot, outright)
    return { pair, tradeDate, spotDate: spotDay, valueDate, spot, outright, points, asOf: asOf(pair) }
  }
  const asOf = (pair: Pair) =>
    new Date([pair.base, pair.counter].flatMap((code) => snapshot.legs[code]?.asOf ?? []).sort()[0]!)
  const raw = (currency: string): UsdPrice =>
    currency === 'USD' ? USD_PRICE : { price: legs.get(currency)!, isUsdBase: pairOf(currency, 'USD').base === 'USD' }
  const atSpot = (pair: Pair, dates: { tradeDate: Day; spotDate: Day }): Outright => {
    const spot = crossPrice(raw(pair.base), raw(pair.counter))
    const points = pointsBetween(pair, spot, spot)
    return { pair, ...dates, valueDate: dates.spotDate, spot, outright: spot, points, asOf: asOf(pair), undated: true }
  }
  const usdValue = (currency: string): Decimal => {
    if (currency === 'USD') return ONE
    const leg = legs.get(currency)
    if (!leg) throw new Error(`the snapshot has no ${currency}`)
    return pairOf(currency, 'USD').base === 'USD' ? ONE.div(leg.mid) : leg.mid
  }
  return {
    at,
    outright(pair, valueDate) {
      const key = pair.symbol + valueDate
      const found = known.get(key) ?? compute(pair, valueDate)
      known.set(key, found)
      return found
    },
    datesOf(pair) {
      const { tradeDate, spotDate: spotDay, earliestDate = tradeDate } = noted(pair)
      return { tradeDate, spotDate: spotDay, earliestDate }
    },
    midRate: (from, to) => (from === to ? ONE : usdValue(from).div(usdValue(to))),
    discountFactor(currency, today, valueDate) {
      const days = daysBetween(today, valueDate)
      if (days <= 0) return ONE
      const interest = interestOf(currency)
      if (!interest) throw refuse.price_unavailable({ currencyPair: currency, missingRate: currency })
      return discount(interest, days)
    },
    datesWithin: (pair, from, to) => noted(pair).pillars.filter((date) => date > from && date < to),
  }
}

const ONE = new Decimal(1)

const decimals = ({ bid, mid, ask }: { bid: string; mid: string; ask: string }): TwoWay => ({
  bid: new Decimal(bid),
  mid: new Decimal(mid),
  ask: new Decimal(ask),
})

function checkWithin(pair: Pair, valueDate: Day, tradeDate: Day, lastDate: Day): void {
  if (valueDate > lastDate) {
    throw refuseCalendar.value_date_beyond_curve({ currencyPair: pair.symbol, valueDate, lastDate })
  }
  if (valueDate < tradeDate) throw refuse.price_unavailable({ currencyPair: pair.symbol, valueDate, tradeDate })
}

/** Returns the difference between a value date and spot in pips of the pair. */
export function pointsBetween(pair: Pair, spot: TwoWay, outright: TwoWay): TwoWay {
  const side = (name: keyof TwoWay) => outright[name].minus(spot[name]).mul(10 ** pair.pipDp)
  return { bid: side('bid'), mid: side('mid'), ask: side('ask') }
}

/**
 * The date in a window that is worst for the client, where a window or open forward is priced: the highest ask when it
 * buys the base, the lowest bid when it sells. Both ends and every pillar between are looked at; the earlier of equals.
 *
 * @param from first day that can be drawn, not before the trade date
 * @throws as `Market.outright`
 */
export function leastFavourable(market: Market, pair: Pair, side: BaseSide, from: Day, to: Day): Outright {
  if (to <= from) return market.outright(pair, from)
  const days = [from, ...market.datesWithin(pair, from, to), to]
  return days
    .map((day) => market.outright(pair, day))
    .reduce((worst, next) => {
      const isWorse =
        side === 'Buy' ? next.outright.ask.gt(worst.outright.ask) : next.outright.bid.lt(worst.outright.bid)
      return isWorse ? next : worst
    })
}
