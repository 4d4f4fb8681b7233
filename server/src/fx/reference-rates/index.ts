/**
 * Reference rates for limits and approval bands, in currencies that the market does not quote. An operator sets them
 * with date and source. They are never prices: deals use fx/pricing alone, so a currency without a market stays not
 * tradeable.
 */
export { openReferenceRates, readReferenceRates, REFERENCE_RATES_CHANGED, type LiveReferenceRates } from './book.ts'
export { type CountingRates, countingRates } from './counting.ts'
export { listReferenceRates, type ReferenceRate } from './queries.ts'
export { AGE_LIMIT_DAYS, currencyError, isOld, pairOfRate } from './rules.ts'
export { setReferenceRate } from './service.ts'
export { referenceRatesModule } from './module.ts'
