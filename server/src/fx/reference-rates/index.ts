/**
 * What amounts are counted at, against limits and approval bands, in currencies that the market does not quote: reference
 * rates that an operator sets, dated and with their source. They count, and are never a price: what a currency is dealt at
 * comes from fx/pricing alone, so a currency without a market stays not tradeable.
 */
export { openReferenceRates, REFERENCE_RATES_CHANGED, type LiveReferenceRates } from './book.ts'
export { type CountingRates, countingRates, shippedReferenceRates } from './counting.ts'
export { listReferenceRates, type ReferenceRate } from './queries.ts'
export { AGE_LIMIT_DAYS, currencyFault, isOld, type NewRate, pairOfRate } from './rules.ts'
export { setReferenceRate } from './service.ts'
