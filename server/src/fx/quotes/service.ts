import { unpaidRefusal } from '../../credit/unpaid/index.ts'
import {
  type EntityDirectory,
  type EntityProfile,
  findMarkup,
  refuseEntities,
  settlementExceeded,
} from '../../entities/index.ts'
import { type Day, localDayOf } from '../../kernel/values/days.ts'
import { formatId, newUuid } from '../../kernel/values/ids.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { type Principal, ownEntity, refuseEntity } from '../../kernel/http/principal.ts'
import { type Decimal, decimalOf, exactText, formatRate } from '../../kernel/values/rates.ts'
import type { Refusal } from '../../kernel/values/refusals.ts'
import { checkFields } from '../../kernel/http/validation.ts'
import { refuseLedger } from '../../ledger/index.ts'
import {
  checkMarketOpen,
  checkPair,
  checkValueDate,
  earliestValueDate,
  marketSession,
  type Pair,
  refuseCalendar,
} from '../calendar/index.ts'
import { checkAmount, checkFirm, type DealPrice, priceDeal, type PriceSources } from '../pricing/index.ts'
import { dealErrors, fixedCurrencyOf } from './fields.ts'
import type { QuoteToStore, StoreAnswer } from './queries.ts'
import { checkAccountsExist, type DealAccount, pickAccount, refuse } from './rules.ts'
import type { SpotQuoteOrder } from './schema.ts'
import { dayIn, valueIn } from './value.ts'

/** Quote dependencies: prices, entities and accounts, all served from in-process caches. */
export interface QuoteDeps {
  sources: PriceSources
  entities: EntityDirectory
  accounts: AccountSource
}

/** The accounts of an entity, cached. */
export interface AccountSource {
  ofEntity(entityId: string): readonly DealAccount[] | Promise<readonly DealAccount[]>
}

/** A priced deal, ready to be stored as a quote. */
export interface PricedQuote {
  quote: QuoteToStore
  price: DealPrice
  profile: EntityProfile
}

/** Terms of a spot deal that an order makes when its rate is reached. */
interface OrderedTerms {
  /** Mark-up of the deal; absent: the client's at the time of pricing. */
  markupBps?: Decimal
  /** True for a deal on the spot date; false for one on the date that the order names, or the earliest. */
  isForSpotDate: boolean
}

/**
 * Prices a spot deal for a client with every check that needs no lock: accounts, pair, market hours, value date, price,
 * size. The daily limit and the balance are checked when the quote is stored.
 *
 * @param now business time of receipt; the quote's life begins then
 */
export async function priceSpotQuote(
  deps: QuoteDeps,
  principal: Pick<Principal, 'clientId' | 'entityId'>,
  order: SpotQuoteOrder,
  now: Date,
  terms: OrderedTerms = { isForSpotDate: false },
): Promise<PricedQuote> {
  checkFields(dealErrors(order))
  const entityId = ownEntity(principal, order.entityId)
  const fixedCurrency = fixedCurrencyOf(order)
  const amountMinor = parseAmount(order.amount, fixedCurrency)
  const profile = await deps.entities.get(entityId)
  if (!profile) throw refuseEntity.entity_not_found()
  const accounts = await deps.accounts.ofEntity(entityId)
  checkAccountsExist(accounts, order)
  const pair = checkPair(deps.sources.calendars, order.buyCurrency, order.sellCurrency)
  checkEnabled(profile, pair)
  const buyAccount = pickAccount(accounts, order.buyAccountId, order.buyCurrency)
  const sellAccount = pickAccount(accounts, order.sellAccountId, order.sellCurrency)
  checkMarketOpen(now)
  const { calendars } = deps.sources
  const valueDate = terms.isForSpotDate ? earliestValueDate(calendars, pair, now).spotDate : order.valueDate
  const dates = checkValueDate(calendars, pair, now, valueDate)
  const limitMinor = sizeOf(deps, profile, { minor: amountMinor, currency: fixedCurrency }, now)
  const markup = findMarkup(profile.pricing, { currencyPair: pair.symbol, tenor: dates.tenor, amountMinor: limitMinor })
  const deal = {
    pair,
    buyCurrency: order.buyCurrency,
    fixedSide: order.fixedSide,
    amountMinor,
    dates,
    markupBps: terms.markupBps ?? decimalOf(markup),
  }
  const price = priceDeal(deps.sources, deal, now)
  checkFirm(deps.sources.market, pair, price.asOf, now)
  return {
    quote: quoteRow({
      kind: 'Spot',
      principal,
      profile,
      order,
      price,
      dates,
      dealtUntil: dates.cutOff.at,
      lifeSeconds: profile.settings.quoteLifeSeconds.spot,
      buyAccount,
      sellAccount,
      limitMinor,
      now,
    }),
    price,
    profile,
  }
}

/** Checks that the entity may deal the pair for spot. @throws spot_not_enabled, pair_not_tradeable */
export function checkEnabled(profile: EntityProfile, pair: Pair): void {
  if (!profile.settings.features.spot) throw refuse.spot_not_enabled()
  checkPairEnabled(profile, pair)
}

/** Checks that the entity may deal the pair. @throws pair_not_tradeable */
export function checkPairEnabled({ settings }: EntityProfile, pair: Pair): void {
  if (settings.tradablePairs === null || settings.tradablePairs.includes(pair.symbol)) return
  throw refuseCalendar.pair_not_tradeable({
    currencyPair: pair.symbol,
    reason: 'the pair is not enabled for this entity.',
  })
}

/** The deal's size in the entity's base currency, within its limits. @throws amount_below_minimum, amount_above_maximum */
export function sizeOf(
  deps: Pick<QuoteDeps, 'sources'>,
  profile: EntityProfile,
  amount: { minor: bigint; currency: string },
  now: Date,
): bigint {
  const { baseCurrency } = profile.entity
  const { minTradeMinor, maxTradeMinor } = profile.settings.limits
  const size = valueIn(deps.sources.market, amount, baseCurrency, now)
  if (size < minTradeMinor || size > maxTradeMinor) {
    const [min, max] = [formatAmount(minTradeMinor, baseCurrency), formatAmount(maxTradeMinor, baseCurrency)]
    checkAmount(size, baseCurrency, { min, max })
  }
  return size
}

/** Inputs of a quote's row. */
interface PricedDeal {
  kind: QuoteToStore['kind']
  principal: Pick<Principal, 'clientId'>
  profile: EntityProfile
  order: Pick<SpotQuoteOrder, 'fixedSide' | 'buyCurrency' | 'sellCurrency'>
  price: DealPrice
  dates: { date: Day; tenor: string; tradeDate: Day }
  /** Latest time to deal for the value date. */
  dealtUntil: Date
  lifeSeconds: number
  buyAccount: DealAccount
  sellAccount: DealAccount
  limitMinor: bigint
  now: Date
}

/** Time from the expiry of a quote to its announcement: a booking that was received in time may still be at work. */
const IN_TIME_MS = 5000

/** The row of a quote, ready to be stored. */
export function quoteRow(deal: PricedDeal): QuoteToStore {
  const { principal, profile, order, price, dates, buyAccount, sellAccount, limitMinor, now } = deal
  const { entity, settings } = profile
  const expiresAt = expiryOf(now, deal.lifeSeconds, deal.dealtUntil)
  return {
    entityId: entity.entityId,
    quoteId: newUuid(),
    kind: deal.kind,
    clientId: principal.clientId,
    currencyPair: price.pair.symbol,
    fixedSide: order.fixedSide,
    buyCurrency: order.buyCurrency,
    buyMinor: price.buyMinor,
    buyAccountId: buyAccount.accountId,
    sellCurrency: order.sellCurrency,
    sellMinor: price.sellMinor,
    sellAccountId: sellAccount.accountId,
    rate: formatRate(price.rate, price.pair.quoteDp),
    costRate: exactText(price.costRate),
    midRate: exactText(price.mid),
    forwardPoints: exactText(price.forwardPoints),
    costMinor: price.costInSellMinor,
    revenueMinor: price.revenueMinor,
    limitMinor,
    tenor: dates.tenor,
    tradeDate: dates.tradeDate,
    valueDate: dates.date,
    cutOffAt: deal.dealtUntil,
    createdAt: now,
    expiresAt,
    announceAt: settings.quoteExpiryEvents ? new Date(expiresAt.getTime() + IN_TIME_MS) : null,
    tradeId: null,
    usageDay: localDayOf(now, entity.timeZone),
    dailyLimitMinor: settings.limits.dailyTradeMinor,
    isPrefunded: entity.serviceKind === 'ABS',
    settlementLimitMinor: deal.kind === 'Spot' && entity.serviceKind === 'RM' ? settings.limits.settlementMinor : null,
  }
}

/** A quote lives its seconds, but never past the cut-off of its value date or the close of the market. */
export const expiryOf = (now: Date, seconds: number, cutOffAt: Date): Date =>
  new Date(Math.min(now.getTime() + seconds * 1000, cutOffAt.getTime(), marketSession(now).to.getTime()))

/** Returns the reason why a quote was not stored: daily limit, unpaid amounts, settlement limit or balance. */
export function whyNotStored({ quote, profile }: Omit<PricedQuote, 'price'>, answer: StoreAnswer): Refusal {
  const { usedMinor, availableMinor, settlementUsedMinor, unpaidTradeId } = answer
  const { baseCurrency: currency, timeZone } = profile.entity
  if (usedMinor + quote.limitMinor > quote.dailyLimitMinor) {
    return refuseEntities.daily_limit_exceeded({
      kind: 'trade',
      currency,
      limit: formatAmount(quote.dailyLimitMinor, currency),
      used: formatAmount(usedMinor, currency),
      resetsAt: dayIn(timeZone, quote.createdAt).endsAt.toISOString(),
    })
  }
  if (unpaidTradeId !== null) {
    return unpaidRefusal({
      tradeId: unpaidTradeId,
      kind: answer.unpaidKind!,
      amountMinor: answer.unpaidMinor!,
      currency: answer.unpaidCurrency!,
      dueAt: answer.unpaidSince!,
    })
  }
  const { settlementLimitMinor: limitMinor } = quote
  if (limitMinor !== null) {
    return settlementExceeded({
      currency,
      limitMinor,
      usedMinor: settlementUsedMinor,
      neededMinor: quote.limitMinor,
    })
  }
  return refuseLedger.insufficient_funds({
    accountId: formatId('acc', quote.sellAccountId),
    currency: quote.sellCurrency,
    available: formatAmount(availableMinor, quote.sellCurrency),
    missing: formatAmount(quote.sellMinor - availableMinor, quote.sellCurrency),
  })
}
