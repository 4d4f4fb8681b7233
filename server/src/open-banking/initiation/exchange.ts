import type { Account } from '../../accounts/index.ts'
import { findAccountByIban } from '../../accounts/index.ts'
import { checkMarketOpen, checkPair, checkValueDate, type Pair } from '../../fx/calendar/index.ts'
import { checkFirm, type DealPrice, inverseRate, priceDeal, type PriceSources } from '../../fx/pricing/index.ts'
import { expiryOf } from '../../fx/quotes/index.ts'
import type { Queryable } from '../../kernel/db.ts'
import { Decimal, formatRate } from '../../kernel/rates.ts'
import { fault, refuseFaults, refuseOb } from '../http/index.ts'
import { debtorOf } from '../consents/index.ts'
import { type Initiation, transferCurrency } from './terms.ts'

/** Basis points of our price where the payer, and so its own price, is not known yet. */
const LIST_MARKUP_BPS = 50
/** How long an actual rate stands: the user's time to decide, and the third party's to come back. */
export const RATE_LIFE_SECONDS = 600

/** The exchange that a consent would need. Rates are decimal text, in the market's convention for the pair. */
export interface Exchange {
  currencyPair: string
  rate: string
  sellCurrency: string
  buyCurrency: string
  valueDate: string
  expiresAt: Date
  price: DealPrice
}

/**
 * The currency that leaves the account: the one instructed where it is not the payee's; else the unit of the rate asked
 * for, the account named, or not known before the user chooses.
 */
export async function debitCurrency(db: Queryable, initiation: Initiation): Promise<string | undefined> {
  const transfer = transferCurrency(initiation)
  const { InstructedAmount, ExchangeRateInformation: rate } = initiation
  if (rate?.RateType === 'Agreed') return transfer
  if (InstructedAmount.Currency !== transfer) return InstructedAmount.Currency
  if (rate && rate.UnitCurrency !== transfer) return rate.UnitCurrency
  return (await namedAccount(db, initiation))?.currency
}

/** The account that the order names as the payer. It tells nothing but its currency, and that only in a price. */
async function namedAccount(db: Queryable, initiation: Initiation): Promise<Account | undefined> {
  const named = debtorOf({ terms: { initiation: initiation as unknown as Record<string, unknown>, risk: {} } })
  return named?.scheme === 'UK.OBIE.IBAN' ? findAccountByIban(db, named.identification) : undefined
}

/**
 * Our price for the exchange of an order, firm or not, by the price list: whose price it would be is not known yet.
 *
 * @throws what the calendar and the market refuse, at /Data/Initiation/CurrencyOfTransfer
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
  const pair = pairOrRefuse(sources, buyCurrency, sellCurrency)
  checkMarketOpen(now)
  const dates = checkValueDate(sources.calendars, pair, now, undefined)
  const deal = { pair, buyCurrency, fixedSide, amountMinor, dates, markupBps: new Decimal(LIST_MARKUP_BPS) } as const
  const price = priceDeal(sources, deal, now)
  checkFirm(sources.market, pair, price.asOf, now)
  return {
    currencyPair: pair.symbol,
    rate: formatRate(price.rate, pair.quoteDp),
    sellCurrency,
    buyCurrency,
    valueDate: dates.date,
    expiresAt: expiryOf(now, RATE_LIFE_SECONDS, dates.cutOff.at),
    price,
  }
}

function pairOrRefuse(sources: PriceSources, buyCurrency: string, sellCurrency: string): Pair {
  try {
    return checkPair(sources.calendars, buyCurrency, sellCurrency)
  } catch {
    const params = { currency: buyCurrency, detail: `it cannot be bought with ${sellCurrency}` }
    throw refuseFaults([fault('/Data/Initiation/CurrencyOfTransfer', refuseOb.ob_currency_unsupported(params))])
  }
}

/** The rate as the standard writes it: so much of the other currency for one unit. */
export function rateForUnit({ currencyPair, rate }: Pick<Exchange, 'currencyPair' | 'rate'>, unit: string): string {
  return currencyPair.startsWith(`${unit}/`) ? rate : inverseRate(new Decimal(rate))
}
