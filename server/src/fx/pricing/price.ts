import { boundedCache } from '../../kernel/bounded-cache.ts'
import { addDays, type Day } from '../../kernel/values/days.ts'
import { type Decimal, exactText } from '../../kernel/values/rates.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import {
  type Calendars,
  type Pair,
  pairOf,
  pillars,
  refuseCalendar,
  remembered,
  spotDate,
  type ValueDate,
} from '../calendar/index.ts'
import { baseOf, type BaseSide, clientAmounts, clientRate, counterOf, revenueOf } from './client-price.ts'
import { crossPrice, USD_PRICE, type UsdPrice } from './cross.ts'
import type { InterestRates, MarketData, TwoWay } from './market-data.ts'
import type { Interest } from './points/parity.ts'
import { dayBasisOf, legOn } from './points/points.ts'
import { refuse } from './refusals.ts'

/** Inputs of a price. */
export interface PriceSources {
  calendars: Calendars
  market: MarketData
  rates: InterestRates
}

/** A pair's market for one value date. */
export interface MarketPrice {
  spot: TwoWay
  /** Rate for the value date: spot, or spot adjusted by the points. */
  outright: TwoWay
  /** Age of the older of the two USD pairs. */
  asOf: Date
}

/**
 * The market of a pair for a value date, spot or forward. Each USD pair is moved from its own spot date to the value date, then the two
 * are crossed: points are never crossed. A cross's spot may be a one-day outright of a leg (EUR/CAD).
 *
 * @throws pair_not_tradeable when a currency has no reference rate; price_unavailable when the source has none at all;
 *   value_date_beyond_curve past the pair's last pillar
 */
export function marketPrice(sources: PriceSources, pair: Pair, dates: PriceDates, at: Date): MarketPrice {
  const base = findLeg(sources.market, pair, pair.base, at)
  const counter = findLeg(sources.market, pair, pair.counter, at)
  const asOf = base.asOf <= counter.asOf ? base.asOf : counter.asOf
  const { spot, outright } = lastPrice(sources, pair, dates, base, counter)
  return { spot, outright, asOf }
}

export type PriceDates = Pick<ValueDate, 'date' | 'spotDate' | 'tradeDate'>
type Moved = Pick<MarketPrice, 'spot' | 'outright'>
type Remembered = Moved & { base: TwoWay; counter: TwoWay; calendars: Calendars }

const memories = new WeakMap<PriceSources, Map<string, Remembered>>()

/** Caches the last price of pair and date while the source returns the same object and the calendars are unchanged. */
function lastPrice(sources: PriceSources, pair: Pair, dates: PriceDates, base: FoundLeg, counter: FoundLeg): Moved {
  const memory = memories.get(sources) ?? new Map<string, Remembered>()
  const key = pair.symbol + dates.tradeDate + dates.date
  const last = memory.get(key)
  const calendars = sources.calendars.current?.() ?? sources.calendars // imported holidays may move a leg's spot date
  if (last && last.base === base.price && last.counter === counter.price && last.calendars === calendars) return last
  const { spot, outright } = priceFrom(sources, pair, dates, base, counter)
  const made = { spot, outright, base: base.price, counter: counter.price, calendars }
  if (memory.size > 5000) memory.clear()
  memories.set(sources, memory.set(key, made))
  return made
}

function priceFrom(sources: PriceSources, pair: Pair, dates: PriceDates, base: FoundLeg, counter: FoundLeg): Moved {
  const on = (date: string) =>
    crossPrice(movedTo(sources, base, dates.tradeDate, date), movedTo(sources, counter, dates.tradeDate, date))
  const spot = on(dates.spotDate)
  if (dates.date === dates.spotDate) return { spot, outright: spot }
  if (dates.date > dates.spotDate) checkOnCurve(sources.calendars, pair, dates)
  return { spot, outright: on(dates.date) }
}

interface FoundLeg extends UsdPrice {
  /** Undefined for USD itself. */
  pair?: Pair
  asOf: Date
}

/** A currency's USD pair; USD itself is worth 1. @throws pair_not_tradeable, price_unavailable */
export function findLeg(market: MarketData, pair: Pair, currency: string, at: Date): FoundLeg {
  if (currency === 'USD') return { asOf: at, ...USD_PRICE }
  const price = market.leg(currency, at)
  if (!price) {
    if (!market.leg('EUR', at)) throw unavailable({ currencyPair: pair.symbol }) // it has no rates yet, of anything
    const reason = `${currency} has no reference rate.`
    throw refuseCalendar.pair_not_tradeable({ currencyPair: pair.symbol, currency, reason })
  }
  const usdPair = pairOf(currency, 'USD')
  return { price, pair: usdPair, isUsdBase: usdPair.base === 'USD', asOf: price.asOf }
}

function movedTo(sources: PriceSources, leg: FoundLeg, tradeDate: string, date: string): UsdPrice {
  if (!leg.pair) return leg
  const { pair } = leg
  const { calendars, rates } = sources
  const spot = spotDate(calendars, pair, tradeDate)
  if (spot === date) return leg
  const curve = {
    pair,
    tradeDate,
    spotDate: spot,
    pillars: date < spot ? [] : gridOf(calendars, pair, tradeDate),
    interestOf: (currency: string) => interestIn(rates, currency),
  }
  return { price: legOn(curve, leg.price, date), isUsdBase: leg.isUsdBase }
}

/** @throws value_date_beyond_curve */
function checkOnCurve(calendars: Calendars, pair: Pair, { tradeDate, date }: PriceDates): void {
  const lastDate = pillars(calendars, pair, tradeDate).at(-1)?.date ?? spotDate(calendars, pair, tradeDate)
  if (date <= lastDate) return
  throw refuseCalendar.value_date_beyond_curve({ currencyPair: pair.symbol, valueDate: date, lastDate })
}

/** Days by which a cross may reach past the last pillar of one of its legs, whose spot was earlier. */
const CROSS_REACH = 14

/** Returns the dates at which a USD pair's points are derived from interest rates; the last serves crosses only. */
export const gridOf = remembered((calendars: Calendars, usdPair: Pair, tradeDate: Day): Day[] => {
  const dates = pillars(calendars, usdPair, tradeDate).map(({ date }) => date)
  return [...dates, addDays(dates.at(-1) ?? spotDate(calendars, usdPair, tradeDate), CROSS_REACH)]
})

function interestIn(rates: InterestRates, currency: string): Interest | undefined {
  const percent = rates.percent(currency)
  return percent && { percent, dayBasis: dayBasisOf(currency) }
}

/** Maximum age of a market price for a firm quote, in seconds: one limit for the eight majors, one for the others. */
interface AgeLimits {
  majors: number
  others: number
}
const AGE_LIMITS: AgeLimits = { majors: 5, others: 30 }
const MAJORS = new Set(['EUR', 'GBP', 'AUD', 'NZD', 'USD', 'CAD', 'CHF', 'JPY'])

/**
 * A firm quote needs a dealable source and a fresh price; an estimate needs neither.
 * @throws price_unavailable with Retry-After
 */
export function checkFirm(market: MarketData, pair: Pair, asOf: Date, at: Date, limits: AgeLimits = AGE_LIMITS): void {
  const maxAgeSeconds = MAJORS.has(pair.base) && MAJORS.has(pair.counter) ? limits.majors : limits.others
  if (market.isDealable && at.getTime() - asOf.getTime() <= maxAgeSeconds * 1000) return
  throw unavailable({ currencyPair: pair.symbol, asOf: asOf.toISOString(), maxAgeSeconds }, maxAgeSeconds)
}

/** Returns true if an error reports that no firm price is available. */
export const isPriceUnavailable = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'price_unavailable'

/** Delay before a job retries an unavailable price. */
export const PRICE_RETRY_MS = 60_000

const unavailable = (params: object, retryAfterSeconds = 30) =>
  refuse.price_unavailable({ ...params }, { headers: { 'retry-after': String(retryAfterSeconds) } })

/** Deal to be priced, with one fixed amount. */
interface DealOrder {
  pair: Pair
  buyCurrency: string
  fixedSide: 'Buy' | 'Sell'
  /** Amount in the fixed side's currency. */
  amountMinor: bigint
  dates: PriceDates
  markupBps: Decimal
}

/** A priced deal. Rates are counter currency per unit of base. */
export interface DealPrice {
  pair: Pair
  /** Client's side in the base currency. */
  baseSide: BaseSide
  /** The market's middle for the value date. */
  mid: Decimal
  /** The market's side that the client gets, for spot. */
  spotRate: Decimal
  /** Points to the value date in pips; negative when it costs less than spot. */
  forwardPoints: Decimal
  /** Market rate for the value date. */
  costRate: Decimal
  /** Client rate: the only rate from which amounts are computed. */
  rate: Decimal
  markupBps: Decimal
  asOf: Date
  baseMinor: bigint
  counterMinor: bigint
  buyMinor: bigint
  sellMinor: bigint
  /** House revenue on the trade date in the counter currency: the client's amount against the cover cost; signed. */
  revenueMinor: bigint
  /** Client's cost against mid, in the sell currency. */
  costInSellMinor: bigint
}

/**
 * Prices a deal for a client, for spot or for a forward date (`checkForwardDate` gives its dates; a window is priced for
 * the date that `leastFavourable` names).
 * @throws pair_not_tradeable, amount_below_minimum, price_unavailable, value_date_beyond_curve
 */
export function priceDeal(sources: PriceSources, order: DealOrder, at: Date): DealPrice {
  const { pair, markupBps } = order
  const market = marketPrice(sources, pair, order.dates, at)
  const baseSide: BaseSide = order.buyCurrency === pair.base ? 'Buy' : 'Sell'
  const terms = termsOf(market, pair, baseSide, markupBps)
  const { rate, costRate } = terms
  const isBaseFixed = (order.fixedSide === 'Buy') === (baseSide === 'Buy')
  const rates = { side: baseSide, rate, cost: costRate }
  const amounts = clientAmounts(pair, rates, isBaseFixed ? pair.base : pair.counter, order.amountMinor)
  const [buyMinor, sellMinor] =
    baseSide === 'Buy' ? [amounts.baseMinor, amounts.counterMinor] : [amounts.counterMinor, amounts.baseMinor]
  return {
    pair,
    baseSide,
    mid: market.outright.mid,
    ...terms,
    markupBps,
    asOf: market.asOf,
    ...amounts,
    buyMinor,
    sellMinor,
    revenueMinor: revenueOf(pair, rates, amounts),
    costInSellMinor: costAgainstMid(pair, baseSide, market.outright.mid, amounts),
  }
}

type Terms = Pick<DealPrice, 'spotRate' | 'costRate' | 'rate' | 'forwardPoints'>
const knownTerms = new WeakMap<TwoWay, { spot: TwoWay; of: (key: string, compute: () => Terms) => Terms }>()

/**
 * Returns all of a price that does not depend on the amount: the same for every deal at one market, side and mark-up, so
 * it is computed once while the source returns the same price.
 */
function termsOf({ spot, outright }: MarketPrice, pair: Pair, baseSide: BaseSide, markupBps: Decimal): Terms {
  let known = knownTerms.get(outright)
  if (known?.spot !== spot) {
    known = { spot, of: boundedCache(100) }
    knownTerms.set(outright, known)
  }
  const key = `${pair.symbol} ${baseSide} ${exactText(markupBps)}`
  return known.of(key, () => computeTerms({ spot, outright }, pair, baseSide, markupBps))
}

function computeTerms({ spot, outright }: Moved, pair: Pair, baseSide: BaseSide, markupBps: Decimal): Terms {
  const side = baseSide === 'Buy' ? 'ask' : 'bid'
  const [spotRate, costRate] = [spot[side], outright[side]]
  return {
    spotRate,
    costRate,
    rate: clientRate(costRate, baseSide, markupBps, pair.quoteDp),
    forwardPoints: costRate.minus(spotRate).mul(10 ** pair.pipDp),
  }
}

type Amounts = Pick<DealPrice, 'baseMinor' | 'counterMinor'>

/** Returns a deal's cost to the client against mid, in its sell currency. */
export function costAgainstMid(pair: Pair, side: BaseSide, mid: Decimal, { baseMinor, counterMinor }: Amounts): bigint {
  if (side === 'Buy') return counterMinor - counterOf(pair, mid, baseMinor)
  return baseMinor - baseOf(pair, mid, counterMinor)
}
