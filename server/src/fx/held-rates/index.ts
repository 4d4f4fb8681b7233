/**
 * Held rates: a price kept for up to a day against a premium, for clients who learn the final amount later than they need
 * the price. A booking deals the held price; once it has lapsed, what the quote said is to happen then: refuse, deal at
 * spot, use the next held rate, or wait for the market's opening. A trade that waits is due work, so it outlives a restart.
 */
export { heldRateRoutes } from './routes.ts'
export { approvedHeldRate } from './approved.ts'
export { heldRateWork } from './work.ts'
export { type Volatilities, shippedVolatilities } from './volatility.ts'
export { heldRatesModule } from './module.ts'
