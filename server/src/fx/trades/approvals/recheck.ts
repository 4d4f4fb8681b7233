import { checkActive, type EntityDirectory, type EntityProfile } from '../../../entities/index.ts'
import { formatId } from '../../../kernel/values/ids.ts'
import { refuseEntity } from '../../../kernel/http/principal.ts'
import { Decimal, formatRate } from '../../../kernel/values/rates.ts'
import { refusals } from '../../../kernel/values/refusals.ts'
import { checkMarketOpen, checkPair, type Pair, parsePair } from '../../calendar/index.ts'
import { checkFirm, marketPrice, type PriceDates, type PriceSources } from '../../pricing/index.ts'
import { checkPairEnabled, pickAccount, type QuoteDeps, sizeOf } from '../../quotes/index.ts'
import { fixedOf } from '../fixed.ts'
import type { TradeRow } from '../queries.ts'

const refuse = refusals({
  trade_price_moved: {
    status: 409,
    message:
      'The market has moved by {movedBps} bp since the trade was priced at {rate}; the rate would be about {currentRate} ' +
      'now. An approval allows {toleranceBps} bp in either direction. Request a new quote.',
  },
})

export type RecheckDeps = Pick<QuoteDeps, 'sources' | 'entities' | 'accounts'>

/** Deal after its approval wait, with its product's checks. */
interface DealToRecheck {
  trade: TradeRow
  /** Throws the product's rejection if the entity may not deal it. */
  checkProduct(profile: EntityProfile): void
  /** True for a new deal, which size limits count; a drawdown belongs to a deal already counted. */
  isNewDeal: boolean
  /** The market's rate at the time of pricing, and the dates it was for; absent where the price cannot go stale. */
  priced?: { costRate: string; dates: PriceDates } | undefined
}

/**
 * Checks again, at its last approval, everything that may have changed since a deal was booked: the entity, the product,
 * the pair, the accounts and their permissions, the size limits, and the price. The market may have moved by no more than
 * the entity's `approvalPriceToleranceBps`, for or against the client. Dates are the caller's; credit, daily limits and
 * balances are checked where the deal is made.
 *
 * @throws entity_not_active, pair_not_tradeable, account_not_found, account_permission_missing, account_blocked,
 *   amount_below_minimum, amount_above_maximum, outside_trading_hours, price_unavailable, trade_price_moved
 */
export async function recheckDeal(deps: RecheckDeps, deal: DealToRecheck, now: Date): Promise<EntityProfile> {
  const { trade, priced } = deal
  const profile = await activeProfile(deps, trade.entityId)
  deal.checkProduct(profile)
  const pair = checkPair(deps.sources.calendars, trade.buyCurrency, trade.sellCurrency)
  checkPairEnabled(profile, pair)
  const accounts = await deps.accounts.ofEntity(trade.entityId)
  pickAccount(accounts, formatId('acc', trade.buyAccountId), trade.buyCurrency)
  pickAccount(accounts, formatId('acc', trade.sellAccountId), trade.sellCurrency)
  if (deal.isNewDeal) sizeOf(deps, profile, fixedOf(trade, trade), now)
  if (priced) checkPrice(deps.sources, profile.settings.approvalPriceToleranceBps, trade, priced, now)
  return profile
}

/** Returns the profile of an entity that may deal. @throws entity_not_active */
export async function activeProfile(
  { entities }: { entities: Pick<EntityDirectory, 'get'> },
  entityId: string,
): Promise<EntityProfile> {
  const profile = await entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  checkActive(profile)
  return profile
}

/** The market's rate on the side a trade deals, for its dates. @throws price_unavailable */
export function marketCost(sources: PriceSources, trade: DealtPair, dates: PriceDates, now: Date) {
  const pair: Pair = parsePair(trade.currencyPair)
  const { outright, asOf } = marketPrice(sources, pair, dates, now)
  return { pair, cost: outright[trade.buyCurrency === pair.base ? 'ask' : 'bid'], asOf }
}
type DealtPair = Pick<TradeRow, 'currencyPair' | 'buyCurrency'>

function checkPrice(
  sources: PriceSources,
  toleranceBps: number,
  trade: TradeRow,
  { costRate, dates }: NonNullable<DealToRecheck['priced']>,
  now: Date,
): void {
  checkMarketOpen(now)
  const { pair, cost, asOf } = marketCost(sources, trade, dates, now)
  checkFirm(sources.market, pair, asOf, now)
  checkNotMoved(toleranceBps, { pair, rate: trade.rate, costThen: new Decimal(costRate), cost })
}

/** A price that waited for approval. */
interface WaitingPrice {
  pair: Pair
  /** Rate of the deal, decimal text. */
  rate: string
  /** Cost rate when it was priced, and now. */
  costThen: Decimal
  cost: Decimal
}

/** @throws trade_price_moved where the market has moved by more than the tolerance, up or down */
export function checkNotMoved(toleranceBps: number, { pair, rate, costThen, cost }: WaitingPrice): void {
  const movedBps = cost.minus(costThen).div(costThen).mul(10_000)
  if (movedBps.abs().lte(toleranceBps)) return
  throw refuse.trade_price_moved({
    movedBps: formatRate(movedBps, 1),
    toleranceBps,
    rate: formatRate(new Decimal(rate), pair.quoteDp),
    currentRate: formatRate(cost.div(costThen).mul(rate), pair.quoteDp),
  })
}
