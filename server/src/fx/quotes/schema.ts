import { type Static, Type } from 'typebox'
import {
  Amount,
  AmountOut,
  AnyId,
  CurrencyCode,
  describedAs,
  DayText,
  EntityId,
  Input,
  Instant,
  ZonedTime,
  Nullable,
  OneOf,
  Resource,
  Rate,
} from '../../kernel/http/wire.ts'

export const FixedSide = OneOf(['Buy', 'Sell'], { description: 'The side whose amount is fixed and stays exact.' })

export const SpotQuoteOrder = Input({
  entityId: EntityId,
  buyAccountId: Type.Optional(AnyId('the account to credit. Default: the default account of its currency')),
  sellAccountId: Type.Optional(AnyId('the account to debit. Default: the default account of its currency')),
  buyCurrency: CurrencyCode,
  sellCurrency: CurrencyCode,
  fixedSide: FixedSide,
  amount: Amount,
  valueDate: Type.Optional(Nullable(DayText)),
})
export type SpotQuoteOrder = Static<typeof SpotQuoteOrder>

/** Distance of the client's rate from mid, and its cost. */
export const PriceView = Resource('Price', {
  mid: Rate,
  margin: Type.String({
    description:
      'Difference between the rate and mid, to the client’s disadvantage; negative if the rate is better than mid.',
  }),
  marginPercent: Type.String({ description: 'The margin as a percentage of mid.' }),
  forwardPoints: Type.String({ description: 'Forward points in pips; negative if the forward rate is below spot.' }),
  fees: Type.Array(AmountOut),
  costInSellCurrency: AmountOut,
})

/** Funding cut-off of a quote and of the trade booked from it. */
export const FundingCutOff = {
  cutOffAt: Type.String({
    format: 'date-time',
    description: 'Time by which the sell amount must be in the sell account: the cut-off of the value date.',
  }),
  cutOffLocal: describedAs('The same time in the zone of the currency with the earlier cut-off.', ZonedTime),
}

const status = OneOf(['Active', 'Booked', 'Expired'])

/** Fields of a quote of any product. */
const deal = {
  entityId: Type.String(),
  currencyPair: Type.String({ examples: ['EUR/USD'] }),
  rate: Rate,
  inverseRate: Type.String({ description: 'Inverse of the rate, for display only.' }),
  buyCurrency: CurrencyCode,
  buyAmount: AmountOut,
  buyAccountId: Type.String(),
  sellCurrency: CurrencyCode,
  sellAmount: AmountOut,
  sellAccountId: Type.String(),
  fixedSide: FixedSide,
  valueDate: DayText,
  ...FundingCutOff,
  createdAt: Instant,
  expiresAt: Type.String({ format: 'date-time', description: 'A booking must be received before this instant.' }),
  price: PriceView,
}

/** A stored quote of any product, as events show it. */
export const StoredQuote = Resource('Quote', {
  quoteId: Type.String(),
  kind: OneOf(['Spot', 'Forward', 'HeldRate']),
  status,
  ...deal,
  tenor: Type.String({ examples: ['T2', 'P3M'] }),
})

export const SpotQuote = Resource('SpotQuote', {
  quoteId: Type.String(),
  kind: OneOf(['Spot']),
  status,
  ...deal,
  tenor: OneOf(['T0', 'T1', 'T2']),
  limits: Resource('QuoteLimits', {
    currency: Type.String({ description: 'Currency of remainingDaily and maxTradeSize.' }),
    remainingDaily: AmountOut,
    maxTradeSize: AmountOut,
    availableBalance: Type.String({ description: 'Available balance of the sell account in the sell currency.' }),
  }),
})
