/** Spot deals: a firm quote booked into a trade, which then settles like every trade. */
export { spotRoutes } from './routes.ts'
export { approvedSpot, type BookingDeps, bookSpot } from './service.ts'
