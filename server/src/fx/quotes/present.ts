import { boundedCache } from '../../kernel/bounded-cache.ts'
import { formatId, formatLastingId } from '../../kernel/values/ids.ts'
import { instantText } from '../../kernel/values/days.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { Decimal, formatRate } from '../../kernel/values/rates.ts'
import { parsePair, presentCutOff, settlementCutOff } from '../calendar/index.ts'
import { inverseRate as inverseOf, presentPrice } from '../pricing/index.ts'
import type { QuoteRow, StoreAnswer } from './queries.ts'
import type { PricedQuote } from './service.ts'

/** A new quote as the wire shows it. */
export function presentQuote(
  { quote, profile }: Omit<PricedQuote, 'price'>,
  { availableMinor, usedMinor }: StoreAnswer,
) {
  const { baseCurrency } = profile.entity
  return {
    kind: 'Spot' as const,
    status: 'Active' as const,
    tenor: quote.tenor as 'T0' | 'T1' | 'T2',
    limits: {
      currency: baseCurrency,
      remainingDaily: formatAmount(
        usedMinor < quote.dailyLimitMinor ? quote.dailyLimitMinor - usedMinor : 0n,
        baseCurrency,
      ),
      maxTradeSize: formatAmount(profile.settings.limits.maxTradeMinor, baseCurrency),
      availableBalance: formatAmount(availableMinor, quote.sellCurrency),
    },
    ...presentFields(quote),
  }
}

/** A stored quote as it is at an instant, for events. */
export function presentStored(quote: QuoteRow, at: Date) {
  const isExpired = quote.announcedAt !== null || at >= quote.expiresAt
  const status = quote.tradeId === null ? (isExpired ? ('Expired' as const) : ('Active' as const)) : ('Booked' as const)
  return { kind: quote.kind, status, tenor: quote.tenor, ...presentFields(quote) }
}

/** Cut-offs for the wire, by pair and value date. */
const cutOffs = boundedCache<ReturnType<typeof presentCutOff>>()

const cutOffOf = ({ currencyPair, valueDate }: Pick<QuoteRow, 'currencyPair' | 'valueDate'>) =>
  cutOffs(currencyPair + valueDate, () => presentCutOff(settlementCutOff(parsePair(currencyPair), valueDate)))

function presentFields(quote: Omit<QuoteRow, 'announcedAt'>) {
  const { rate, inverseRate, price } = presentDeal(quote)
  const { cutOffAt, cutOffLocal } = cutOffOf(quote)
  return {
    quoteId: formatId('quo', quote.quoteId),
    entityId: formatLastingId('ent', quote.entityId),
    currencyPair: quote.currencyPair,
    rate,
    inverseRate,
    buyCurrency: quote.buyCurrency,
    buyAmount: formatAmount(quote.buyMinor, quote.buyCurrency),
    buyAccountId: formatLastingId('acc', quote.buyAccountId),
    sellCurrency: quote.sellCurrency,
    sellAmount: formatAmount(quote.sellMinor, quote.sellCurrency),
    sellAccountId: formatLastingId('acc', quote.sellAccountId),
    fixedSide: quote.fixedSide,
    valueDate: quote.valueDate,
    cutOffAt,
    cutOffLocal,
    createdAt: instantText(quote.createdAt),
    expiresAt: instantText(quote.expiresAt),
    price,
  }
}

type Deal = Pick<
  QuoteRow,
  'currencyPair' | 'buyCurrency' | 'sellCurrency' | 'rate' | 'midRate' | 'forwardPoints' | 'costMinor'
>

/** Rates and price of a deal as stored, for the wire. */
export function presentDeal(deal: Deal) {
  const { price, rate, inverseRate } = presentRates(deal)
  return { rate, inverseRate, price: { ...price, costInSellCurrency: formatAmount(deal.costMinor, deal.sellCurrency) } }
}

type Rates = { rate: string; inverseRate: string; price: ReturnType<typeof presentPrice> }
const known = boundedCache<Rates>()

/** All that does not depend on the amount. A price is quoted many times before it moves: the latest are remembered. */
function presentRates(deal: Deal): Rates {
  const pair = parsePair(deal.currencyPair)
  const baseSide = deal.buyCurrency === pair.base ? ('Buy' as const) : ('Sell' as const)
  const key = `${deal.currencyPair} ${baseSide} ${deal.rate} ${deal.midRate} ${deal.forwardPoints}`
  return known(key, () => {
    const rate = new Decimal(deal.rate)
    const mid = new Decimal(deal.midRate)
    const forwardPoints = new Decimal(deal.forwardPoints)
    return {
      rate: formatRate(rate, pair.quoteDp),
      inverseRate: inverseOf(rate),
      price: presentPrice({ pair, baseSide, rate, mid, forwardPoints, costInSellMinor: 0n }), // the amount's is added to it
    }
  })
}
