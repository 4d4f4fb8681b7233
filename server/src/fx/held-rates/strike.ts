import { type EntityProfile, findMarkup } from '../../entities/index.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { openValueDates, type Pair, settlementCutOff } from '../calendar/index.ts'
import { priceDeal } from '../pricing/index.ts'
import { type QuoteDeps, sizeOf } from '../quotes/index.ts'
import type { StruckDeal } from '../trades/index.ts'
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
