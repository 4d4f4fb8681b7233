/**
 * Firm quotes: a price for one client, pair, side, amount and value date, stored durably and valid for some seconds.
 * Pricing happens in memory; fresh data (balance, daily usage) is read by the storing statement, which handles many
 * quotes at once. A quote is used once: `lockQuote`, `checkBookable`, then `useQuote` in the same transaction.
 */
export { dealErrors, fixedCurrencyOf } from './fields.ts'
export { presentDeal, presentQuote } from './present.ts'
export {
  lockQuote,
  lockQuotes,
  type QuoteDetails,
  type QuoteRow,
  type QuoteToStore,
  storeQuote,
  type StoreAnswer,
  useQuote,
} from './queries.ts'
export { checkAccountsExist, checkBookable, type DealAccount, pickAccount, refuse as refuseQuotes } from './rules.ts'
export { FixedSide, FundingCutOff, PriceView, SpotQuote, SpotQuoteOrder } from './schema.ts'
export {
  type AccountSource,
  checkEnabled,
  checkPairEnabled,
  expiryOf,
  type PricedQuote,
  priceSpotQuote,
  type QuoteDeps,
  quoteRow,
  sizeOf,
  whyNotStored,
} from './service.ts'
export { createQuoteStore, type QuoteStore } from './store.ts'
export { valueIn } from './value.ts'
export { QUOTES_KEPT_MS, quotesModule } from './module.ts'
