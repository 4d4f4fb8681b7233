/**
 * Prices: the port through which market data comes in, crosses through USD, points for dates other than spot, and what
 * a client pays. Everything but the adapters is pure; rates are decimals, amounts bigint, and each rounding is written
 * out once: against the client on the rate; half-up on the amount that is not fixed, but never better for the client than
 * the cost rate (`clientAmounts`).
 */
export {
  type AmountLimits,
  type BaseSide,
  checkAmount,
  clientAmounts,
  clientRate,
  dealAmounts,
  type DealRates,
  exitAmounts,
  revenueOf,
} from './client-price.ts'
export { type Delivery, type Exit, exitDeal, exitOf, valuationDate } from './exit.ts'
export { type Fixing, fixingInstant, isPegged, shippedFixings, usdMid } from './ecb.ts'
export { createEcbDaily, type EcbDaily } from './ecb-daily.ts'
export type { InterestRates, Leg, MarketData, TwoWay } from './market-data.ts'
export { type Interest, interpolatePoints, outright, outrightRate, type PointsPillar } from './points.ts'
export { shippedInterestRates } from './policy-rates.ts'
export { inverseRate, presentPrice } from './present.ts'
export {
  AGE_LIMITS,
  type AgeLimits,
  checkFirm,
  costAgainstMid,
  type DealOrder,
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
  discount,
  leastFavourable,
  liveMarket,
  type Market,
  type MarketSnapshot,
  openSnapshot,
  type Outright,
  pointsBetween,
  takeSnapshot,
} from './snapshot.ts'
