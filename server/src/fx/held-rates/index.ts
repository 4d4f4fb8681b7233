/**
 * Held rates: a price guaranteed for up to a day against a premium, for clients who learn the final amount later than
 * they need the price. A booking deals at the held price; after the expiry, the quote's action applies: reject, deal at
 * spot, use the next held rate, or wait for the market's opening. A waiting trade is a scheduled job, so it survives a
 * restart.
 */
export { shippedVolatilities } from './shipped-volatilities.ts'
export { type Volatilities } from './volatility.ts'
export { findHeldRatesOn } from './queries.ts'
export { heldRatesModule } from './module.ts'
