import { type Account, findAccountByIban, type OwnBanks } from '../../accounts/index.ts'
import { checkMarketOpen, checkPair, checkValueDate, marketSession } from '../../fx/calendar/index.ts'
import { checkFirm, type DealPrice, inverseRate, priceDeal, type PriceSources } from '../../fx/pricing/index.ts'
import { expiryOf, type SpotQuoteOrder } from '../../fx/quotes/index.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { formatId } from '../../kernel/values/ids.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { feeMinor } from '../../payments/schemes/index.ts'
import type { CheckedOrder } from './terms/checks.ts'
import { ibanOfDebtor } from './terms/payee.ts'
import { type Initiation, transferCurrency } from './terms/terms.ts'

/** Basis points of our price where the payer, and so its own price, is not known yet. */
const LIST_MARKUP_BPS = 50
/** Validity of an actual rate: time for the user's decision and the third party's return. */
const RATE_LIFE_SECONDS = 600

/** Dependencies of the search for the account that an order names. */
interface NameDeps {
  db: { reader: Queryable }
  ownBanks: OwnBanks
}

/** The exchange that a consent would need. Rates are decimal text, in the market's convention for the pair. */
export interface Exchange {
  currencyPair: string
  rate: string
  sellCurrency: string
  buyCurrency: string
  valueDate: string
  expiresAt: Date
  /** Close of the market, after which it cannot be dealt. */
  marketClosesAt: Date
  price: DealPrice
}

/**
 * The currency that leaves the account: the one instructed where it is not the payee's; else the unit of the rate asked
 * for, the account named, or not known before the user chooses.
 */
export async function debitCurrency(deps: NameDeps, initiation: Initiation): Promise<string | undefined> {
  const transfer = transferCurrency(initiation)
  const { CurrencyOfTransfer, InstructedAmount, ExchangeRateInformation: rate } = initiation
  const isDomestic = CurrencyOfTransfer === undefined
  if (isDomestic || rate?.RateType === 'Agreed') return transfer
  if (InstructedAmount.Currency !== transfer) return InstructedAmount.Currency
  if (rate && rate.UnitCurrency !== transfer) return rate.UnitCurrency
  return namedCurrency(deps, initiation)
}

/** Returns the currency of the order's payer account; it is disclosed only through a price. */
async function namedCurrency({ db, ownBanks }: NameDeps, initiation: Initiation): Promise<string | undefined> {
  const { DebtorAccount: named } = initiation
  const iban = named && ibanOfDebtor(named, ownBanks)
  return iban === undefined ? undefined : (await findAccountByIban(db.reader, iban))?.currency
}

/**
 * Returns the exchanged amount in minor units of the instructed currency: a fee on top is bought together with the
 * payee's amount.
 */
export const exchangedMinor = (initiation: Initiation, { amountMinor, rail, bearer }: CheckedOrder): bigint =>
  amountMinor + (feeMinor(rail, bearer, transferCurrency(initiation)) ?? 0n)

/** The order for a quote that an exchange is dealt by. */
export function quoteOrder(initiation: Initiation, checked: CheckedOrder, payer: Account): SpotQuoteOrder {
  const { Currency } = initiation.InstructedAmount
  const buyCurrency = transferCurrency(initiation)
  return {
    entityId: formatId('ent', payer.entityId),
    buyCurrency,
    sellCurrency: payer.currency,
    fixedSide: Currency === buyCurrency ? 'Buy' : 'Sell',
    amount: formatAmount(exchangedMinor(initiation, checked), Currency),
    sellAccountId: formatId('acc', payer.accountId),
  }
}

/**
 * Our price for the exchange of an order, firm or not, by the price list: whose price it would be is not known yet.
 *
 * @throws the rejections of the calendar and the market: pair_not_tradeable, outside_trading_hours, price_unavailable
 */
export function exchangeFor(
  sources: PriceSources,
  initiation: Initiation,
  amountMinor: bigint,
  sellCurrency: string,
  now: Date,
): Exchange {
  const buyCurrency = transferCurrency(initiation)
  const fixedSide = initiation.InstructedAmount.Currency === buyCurrency ? 'Buy' : 'Sell'
  const pair = checkPair(sources.calendars, buyCurrency, sellCurrency)
  checkMarketOpen(now)
  const dates = checkValueDate(sources.calendars, pair, now, undefined)
  const deal = { pair, buyCurrency, fixedSide, amountMinor, dates, markupBps: new Decimal(LIST_MARKUP_BPS) } as const
  const price = priceDeal(sources, deal, now)
  const marketClosesAt = marketSession(now).to
  checkFirm(sources.market, pair, price.asOf, now)
  return {
    currencyPair: pair.symbol,
    rate: formatRate(price.rate, pair.quoteDp),
    sellCurrency,
    buyCurrency,
    valueDate: dates.date,
    expiresAt: expiryOf(now, RATE_LIFE_SECONDS, earlier(dates.cutOff.at, marketClosesAt)),
    marketClosesAt,
    price,
  }
}

/** A rate is promised for no longer than it can be dealt: until the value date's cut-off, and the market's close. */
export const earlier = (one: Date, other: Date): Date => (one < other ? one : other)

/** The rate as the standard writes it: so much of the other currency for one unit. */
export function rateForUnit({ currencyPair, rate }: Pick<Exchange, 'currencyPair' | 'rate'>, unit: string): string {
  return currencyPair.startsWith(`${unit}/`) ? rate : inverseRate(new Decimal(rate))
}
