import type { Queryable } from '../../kernel/db/db.ts'
import { type EntityProfile, findMarkup } from '../../entities/index.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { openValueDates, type Pair, settlementCutOff } from '../calendar/index.ts'
import { clientAmounts, costAgainstMid, type DealRates, priceDeal, revenueOf } from '../pricing/index.ts'
import { fixedCurrencyOf, type QuoteDeps, sizeOf } from '../quotes/index.ts'
import { type DealDemand, demandOnDeal, type StruckDeal } from '../trades/index.ts'
import type { OfferedDate } from './offered-dates.ts'
import type { HeldRateRow } from './queries.ts'
import { chooseDate } from './rules.ts'

/** Deal at the market price with one fixed amount. */
export interface MarketDeal {
  profile: EntityProfile
  pair: Pair
  buyCurrency: string
  sellCurrency: string
  fixedSide: 'Buy' | 'Sell'
  /** Amount in the fixed side's currency. */
  amountMinor: bigint
  /** Value date asked for; the earliest where it cannot be dealt. */
  wanted: string | null
}

interface Struck {
  struck: Omit<StruckDeal, 'holdId'>
  /** Age of the market's price. */
  asOf: Date
  /** Size in the entity's base currency. */
  limitMinor: bigint
  isAdjusted: boolean
}

/**
 * Prices a deal at the client's spot price.
 *
 * @param dealtAt when it is struck: decides the value dates
 * @param at the instant whose market is taken; of a deal still to come the last one known
 * @throws amount_below_minimum, amount_above_maximum, pair_not_tradeable, price_unavailable
 */
export function strikeAtMarket(
  { sources }: Pick<QuoteDeps, 'sources'>,
  deal: MarketDeal,
  dealtAt: Date,
  at = dealtAt,
): Struck {
  const { profile, pair, buyCurrency, fixedSide, amountMinor, wanted } = deal
  const { chosen: dates, isAdjusted } = chooseDate(openValueDates(sources.calendars, pair, dealtAt), wanted)
  const fixed = { minor: amountMinor, currency: fixedSide === 'Buy' ? buyCurrency : deal.sellCurrency }
  const limitMinor = sizeOf({ sources }, profile, fixed, at)
  const tier = { currencyPair: pair.symbol, tenor: dates.tenor, amountMinor: limitMinor }
  const markupBps = new Decimal(findMarkup(profile.pricing, tier))
  const price = priceDeal(sources, { pair, buyCurrency, fixedSide, amountMinor, dates, markupBps }, at)
  return {
    struck: {
      buyMinor: price.buyMinor,
      sellMinor: price.sellMinor,
      rate: formatRate(price.rate, pair.quoteDp),
      costRate: price.costRate.toFixed(),
      midRate: price.mid.toFixed(),
      forwardPoints: price.forwardPoints.toFixed(),
      costMinor: price.costInSellMinor,
      revenueMinor: price.revenueMinor,
      tenor: dates.tenor,
      tradeDate: dates.tradeDate,
      valueDate: dates.date,
      cutOffAt: settlementCutOff(pair, dates.date).at,
    },
    asOf: price.asOf,
    limitMinor,
    isAdjusted,
  }
}

/** Price and amounts of a deal at a held rate. */
export function priceHeld({ pair, buyCurrency, amountMinor }: Omit<MarketDeal, 'profile'>, used: HeldRateRow) {
  const isBuy = buyCurrency === pair.base
  const [rate, cost, points] = isBuy
    ? [used.ask, used.costAsk, used.pointsAsk]
    : [used.bid, used.costBid, used.pointsBid]
  invariant(rate && cost && points !== null, 'the held rate has the side that is dealt')
  const rates: DealRates = { side: isBuy ? 'Buy' : 'Sell', rate: new Decimal(rate), cost: new Decimal(cost) }
  const amounts = clientAmounts(pair, rates, fixedCurrencyOf(used), amountMinor)
  return {
    rate,
    costRate: cost,
    midRate: used.mid,
    forwardPoints: points,
    buyMinor: isBuy ? amounts.baseMinor : amounts.counterMinor,
    sellMinor: isBuy ? amounts.counterMinor : amounts.baseMinor,
    revenueMinor: revenueOf(pair, rates, amounts),
    costMinor: costAgainstMid(pair, rates.side, new Decimal(used.mid), amounts),
  }
}

/** Dates of a deal at a held rate. */
export const datedOn = ({ pair }: Pick<MarketDeal, 'pair'>, { date, tenor, tradeDate }: OfferedDate) => ({
  tenor,
  tradeDate,
  valueDate: date,
  cutOffAt: settlementCutOff(pair, date).at,
})

/** Order on a held rate as policies judge it. */
interface HeldOrder extends Pick<MarketDeal, 'amountMinor' | 'buyCurrency' | 'sellCurrency'> {
  /** Earlier use of the held rate, in the currency of `amountMinor`. */
  usedMinor: bigint
  buyMinor: bigint
  sellMinor: bigint
  /** Size in the entity's base currency. */
  limitMinor: bigint
}

/** Returns the approvals required for a deal, judged with all that its held rate was used for before; undefined if none. */
export function demandOnHeld(
  db: Queryable,
  profile: EntityProfile,
  { amountMinor, usedMinor, buyMinor, sellMinor, limitMinor, buyCurrency, sellCurrency }: HeldOrder,
): Promise<DealDemand | undefined> {
  const withUsed = (minor: bigint) => minor + (minor * usedMinor) / amountMinor
  const amounts = { buyMinor: withUsed(buyMinor), sellMinor: withUsed(sellMinor), limitMinor: withUsed(limitMinor) }
  return demandOnDeal(db, profile, 'Trade', { ...amounts, buyCurrency, sellCurrency })
}
