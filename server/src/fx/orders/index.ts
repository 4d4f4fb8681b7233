/**
 * Limit and stop orders: a spot deal that is made once the client's rate reaches the order's. The mark-up of the day on which an order
 * is placed is part of it, so the market level is known then and the rate watch compares it. A job fills the order through the booking
 * of spot deals, in one transaction, or ends it with the reason. No money is held and no credit is used before that.
 */
export { amountsAtRate } from './amounts.ts'
export { presentOrder } from './present.ts'
export { findOrder } from './queries.ts'
export { ordersModule } from './module.ts'
