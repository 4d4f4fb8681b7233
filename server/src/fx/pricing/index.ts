/**
 * Prices: the port for market data, crosses through USD, points for dates other than spot, and client prices.
 * Everything but the adapters is pure; rates are decimals, amounts bigint. Each rounding is defined once: rates round
 * against the client; the amount that is not fixed rounds half-up, but never better for the client than the cost rate
 * (`clientAmounts`).
 */
export {
  type BaseSide,
  checkAmount,
  clientAmounts,
  clientRate,
  dealAmounts,
  type DealRates,
  exitAmounts,
  revenueOf,
} from './client-price.ts'
export { type Delivery, type Exit, exitDeal, exitOf } from './exit.ts'
export { type Fixing, isPegged, shippedFixings, usdMid } from './ecb/ecb.ts'
export { createEcbDaily } from './ecb/ecb-daily.ts'
export type { Leg, MarketData } from './market-data.ts'
export { shippedInterestRates } from './policy-rates.ts'
export { inverseRate, presentPrice } from './present.ts'
export {
  checkFirm,
  costAgainstMid,
  type DealPrice,
  isPriceUnavailable,
  type MarketPrice,
  marketPrice,
  PRICE_RETRY_MS,
  type PriceDates,
  priceDeal,
  type PriceSources,
} from './price.ts'
export { refuse as refusePricing } from './refusals.ts'
export {
  leastFavourable,
  liveMarket,
  type Market,
  marketInputs,
  midRateOf,
  type MarketSnapshot,
  openSnapshot,
  type Outright,
  pointsBetween,
  takeSnapshot,
} from './snapshot.ts'
export { pricingModule } from './module.ts'
