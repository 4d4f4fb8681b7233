import { type EntityProfile, findMarkup } from '../../entities/index.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { checkValueDate, earliestValueDate, type Pair, parsePair } from '../calendar/index.ts'
import {
  checkFirm,
  clientAmounts,
  clientRate,
  costAgainstMid,
  type DealPrice,
  marketPrice,
  priceDeal,
  type PriceSources,
  revenueOf,
} from '../pricing/index.ts'
import {
  type AmendmentRow,
  datesFor,
  fixedOf,
  type LimitUse,
  NO_MARKUP,
  type OppositeDeal,
  type SizeDeps,
  sizeOfContinued,
  type TradeRow,
} from '../trades/index.ts'
import { refuse } from './rules.ts'

/** Fields that pricing a spot amendment determines. */
type Priced = Pick<
  AmendmentRow,
  'newMidRate' | 'spotRate' | 'settlementMinor' | 'nearRate' | 'nearMidRate' | 'nearCostRate'
> &
  Partial<AmendmentRow>

/** A spot trade by base and counter currency. */
export function sidesOf(trade: TradeRow) {
  const pair = parsePair(trade.currencyPair)
  const isBaseBought = trade.buyCurrency === pair.base
  const [baseMinor, counterMinor] = isBaseBought ? [trade.buyMinor, trade.sellMinor] : [trade.sellMinor, trade.buyMinor]
  return { pair, isBaseBought, baseMinor, counterMinor }
}

/** The day for which the opposite deal is priced: the trade's value date or, once that cannot be dealt, the earliest. */
export function exitDate(
  { calendars }: Pick<PriceSources, 'calendars'>,
  { currencyPair, valueDate }: TradeRow,
  now: Date,
): string {
  const earliest = earliestValueDate(calendars, parsePair(currencyPair), now).date
  return valueDate < earliest ? earliest : valueDate
}

/**
 * Prices the opposite of a whole spot trade at the market's side, without mark-up.
 *
 * @throws price_unavailable
 */
export function priceExit(sources: PriceSources, trade: TradeRow, now: Date): OppositeDeal {
  const { pair, isBaseBought, baseMinor, counterMinor } = sidesOf(trade)
  const valueDate = exitDate(sources, trade, now)
  const price = priceDeal(
    sources,
    {
      pair,
      buyCurrency: trade.sellCurrency,
      fixedSide: isBaseBought ? 'Sell' : 'Buy',
      amountMinor: baseMinor,
      dates: datesFor(sources.calendars, pair, valueDate, now),
      markupBps: NO_MARKUP,
    },
    now,
  )
  checkFirm(sources.market, pair, price.asOf, now)
  const netMinor = isBaseBought ? price.counterMinor - counterMinor : counterMinor - price.counterMinor
  return { price, part: trade, netMinor, valueDate, revenueMinor: trade.revenueMinor + price.revenueMinor }
}

/** Returns the quote fields of an exit. */
export const pricedExit = ({ price, netMinor }: OppositeDeal): Priced => ({
  nearRate: formatRate(price.rate, price.pair.quoteDp),
  nearMidRate: price.mid.toFixed(),
  nearCostRate: price.costRate.toFixed(),
  newMidRate: price.mid.toFixed(),
  spotRate: price.spotRate.toFixed(),
  settlementMinor: netMinor,
})

/**
 * Prices a trade moved to another value date: its close-out rate plus the swap between the two dates on the client's
 * side, with the client's mark-up. The amount that the client fixed stays. No loss is rolled into the new rate.
 *
 * @throws amendment_date_unchanged; what is wrong with the new date; price_unavailable
 */
export function priceMoved(
  deps: SizeDeps & { sources: PriceSources },
  profile: EntityProfile,
  trade: TradeRow,
  newValueDate: string,
  now: Date,
): Priced {
  const { sources } = deps
  const { pair, isBaseBought } = sidesOf(trade)
  if (newValueDate === trade.valueDate) throw refuse.amendment_date_unchanged({ valueDate: trade.valueDate })
  const dates = checkValueDate(sources.calendars, pair, now, newValueDate)
  const exit = priceExit(sources, trade, now)
  const { swap, cost } = movedCost(sources, trade, exit, newValueDate, now)
  const side = isBaseBought ? 'Buy' : 'Sell'
  const newRate = clientRate(
    cost,
    side,
    markupOf(deps, profile, trade, { newValueDate, tenor: dates.tenor }, now),
    pair.quoteDp,
  )
  const fixed = fixedOf(trade, trade)
  const amounts = clientAmounts(pair, { side, rate: newRate, cost }, fixed.currency, fixed.minor)
  const { baseMinor, counterMinor } = amounts
  const moved = marketPrice(sources, pair, datesFor(sources.calendars, pair, newValueDate, now), now)
  return {
    ...pricedExit(exit),
    newValueDate,
    newTenor: dates.tenor,
    swapPoints: swap.mul(10 ** pair.pipDp).toFixed(),
    newRate: formatRate(newRate, pair.quoteDp),
    newCostRate: cost.toFixed(),
    newMidRate: moved.outright.mid.toFixed(),
    newBuyMinor: isBaseBought ? baseMinor : counterMinor,
    newSellMinor: isBaseBought ? counterMinor : baseMinor,
    newRevenueMinor: revenueOf(pair, { side, cost }, amounts),
  }
}

/**
 * Returns the cost rate of a trade moved to another value date: the rate of its exit plus the swap between the two dates.
 *
 * @throws price_unavailable
 */
export function movedCost(
  sources: PriceSources,
  trade: TradeRow,
  exit: OppositeDeal,
  newValueDate: string,
  now: Date,
): { swap: Decimal; cost: Decimal } {
  const { pair, isBaseBought } = sidesOf(trade)
  const swap = swapCost(sources, pair, isBaseBought, { near: exit.valueDate, far: newValueDate }, now)
  return { swap, cost: exit.price.rate.plus(swap) }
}

/** The swap from one value date to another, on the side that the client takes, in rate units. */
function swapCost(
  sources: PriceSources,
  pair: Pair,
  isBaseBought: boolean,
  { near, far }: { near: string; far: string },
  now: Date,
): Decimal {
  const pointsOn = (date: string) => {
    const { spot, outright } = marketPrice(sources, pair, datesFor(sources.calendars, pair, date, now), now)
    return { bid: outright.bid.minus(spot.bid), ask: outright.ask.minus(spot.ask) }
  }
  const [left, taken] = [pointsOn(near), pointsOn(far)]
  return isBaseBought ? taken.ask.minus(left.bid) : taken.bid.minus(left.ask)
}

function markupOf(
  deps: SizeDeps,
  profile: EntityProfile,
  trade: TradeRow,
  { newValueDate, tenor }: { newValueDate: string; tenor: string },
  now: Date,
): Decimal {
  const sized = { amount: fixedOf(trade, trade), use: limitUseOf({ newValueDate }, trade) }
  const amountMinor = sizeOfContinued(deps, profile, sized, now)
  return new Decimal(findMarkup(profile.pricing, { currencyPair: trade.currencyPair, tenor, amountMinor }))
}

/** Returns how an amendment uses the daily limit: only a move to a later value date is refused beyond it (decision 132). */
export const limitUseOf = (row: Pick<AmendmentRow, 'newValueDate'>, trade: TradeRow): LimitUse =>
  isLater(row, trade) ? 'Refused' : 'Counted'

/** Returns true for a move to a later value date, which uses limits for longer. */
export const isLater = ({ newValueDate }: Pick<AmendmentRow, 'newValueDate'>, { valueDate }: TradeRow): boolean =>
  newValueDate !== null && newValueDate > valueDate

/** The opposite deal as it was quoted: rate and cash are the quote's. */
export function quotedExit(sources: PriceSources, trade: TradeRow, row: AmendmentRow, now: Date): OppositeDeal {
  const { pair, isBaseBought, baseMinor } = sidesOf(trade)
  const [rate, mid, cost] = [new Decimal(row.nearRate!), new Decimal(row.nearMidRate!), new Decimal(row.nearCostRate!)]
  const side = isBaseBought ? 'Sell' : 'Buy'
  const amounts = clientAmounts(pair, { side, rate, cost }, pair.base, baseMinor)
  const { counterMinor } = amounts
  const revenueMinor = revenueOf(pair, { side, cost }, amounts)
  const price: DealPrice = {
    pair,
    baseSide: side,
    mid,
    spotRate: new Decimal(row.spotRate),
    forwardPoints: cost.minus(row.spotRate).mul(10 ** pair.pipDp),
    costRate: cost,
    rate,
    markupBps: NO_MARKUP,
    asOf: row.createdAt,
    baseMinor,
    counterMinor,
    buyMinor: isBaseBought ? counterMinor : baseMinor,
    sellMinor: isBaseBought ? baseMinor : counterMinor,
    revenueMinor,
    costInSellMinor: costAgainstMid(pair, side, mid, amounts),
  }
  return {
    price,
    part: trade,
    netMinor: row.settlementMinor,
    valueDate: exitDate(sources, trade, now),
    revenueMinor: trade.revenueMinor + revenueMinor,
  }
}
