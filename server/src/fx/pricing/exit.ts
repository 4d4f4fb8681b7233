import { type Day, dayOf } from '../../kernel/values/days.ts'
import { Decimal } from '../../kernel/values/rates.ts'
import type { Pair } from '../calendar/index.ts'
import { type BaseSide, clientRate, exitAmounts, revenueOf } from './client-price.ts'
import { costAgainstMid, type DealPrice } from './price.ts'
import type { Market, Outright } from './snapshot.ts'

/** Delivery of an open forward, as far as its value depends on it. */
export interface Delivery {
  valueDate: Day
  /** Day that a window, open or variable forward was priced for; null for a fixed one. */
  pricedAtDate: Day | null
}

/** Market price for a client who leaves a forward now. */
export interface Exit {
  pair: Pair
  /** Client's side in the base currency for leaving the deal. */
  side: BaseSide
  /** The valuation date's market. */
  outright: Outright
  /** The market's side for the client, not rounded. */
  costRate: Decimal
  /** The same without a mark-up, rounded against the client to the pair's decimals. */
  rate: Decimal
  /** Worth today of one unit of the counter currency on the value date, not rounded. */
  discountFactor: Decimal
}

const later = (one: Day, other: Day): Day => (one > other ? one : other)

/**
 * Returns the date an open forward is valued for: the value date of a fixed one, or the earliest date that can be dealt
 * once that has passed; of every other one the day it was priced for, not before today's spot date.
 */
function valuationDate(market: Market, pair: Pair, { valueDate, pricedAtDate }: Delivery): Day {
  const { spotDate, earliestDate } = market.datesOf(pair)
  return pricedAtDate === null ? later(valueDate, earliestDate) : later(pricedAtDate, spotDate)
}

/**
 * Returns valuation date, exit rate and discount of an open forward. Mark-to-market, margin calls, close-out, extension and
 * bring-forward all use this one answer, so a forward has one price at any moment.
 *
 * @param baseSide what the forward does with the base currency
 * @throws value_date_beyond_curve, price_unavailable
 */
export function exitOf(market: Market, pair: Pair, baseSide: BaseSide, delivery: Delivery): Exit {
  const side: BaseSide = baseSide === 'Buy' ? 'Sell' : 'Buy'
  const outright = market.outright(pair, valuationDate(market, pair, delivery))
  const costRate = outright.outright[side === 'Buy' ? 'ask' : 'bid']
  return {
    pair,
    side,
    outright,
    costRate,
    rate: clientRate(costRate, side, NO_MARKUP, pair.quoteDp),
    discountFactor: market.discountFactor(pair.counter, dayOf(market.at), delivery.valueDate),
  }
}

const NO_MARKUP = new Decimal(0)

/** Prices the opposite deal of an amount of base currency at a forward's exit. */
export function exitDeal(exit: Exit, baseMinor: bigint): DealPrice {
  const { pair, side, outright, rate, costRate } = exit
  const rates = { side, rate, cost: costRate }
  const amounts = exitAmounts(pair, rates, baseMinor)
  const { counterMinor } = amounts
  const marketSide = side === 'Buy' ? 'ask' : 'bid'
  return {
    pair,
    baseSide: side,
    mid: outright.outright.mid,
    spotRate: outright.spot[marketSide],
    forwardPoints: outright.points[marketSide],
    costRate,
    rate,
    markupBps: NO_MARKUP,
    asOf: outright.asOf,
    ...amounts,
    buyMinor: side === 'Buy' ? baseMinor : counterMinor,
    sellMinor: side === 'Buy' ? counterMinor : baseMinor,
    revenueMinor: revenueOf(pair, rates, amounts),
    costInSellMinor: costAgainstMid(pair, side, outright.outright.mid, amounts),
  }
}
