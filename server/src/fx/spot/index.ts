/** Spot deals: a firm quote booked into a trade, which settles like every trade or is cancelled, moved or closed out. */
export { type AmendDeps, bookSpotAmendment, quoteSpotAmendment } from './amend.ts'
export { spotAmendmentRoutes } from './amendment-routes.ts'
export { presentAmendedSpot, presentSpotAmendment } from './present.ts'
export { spotRoutes } from './routes.ts'
export { SPOT_AMENDMENTS, type SpotAmendment } from './rules.ts'
export { approvedSpot, type BookingDeps, bookSpot } from './service.ts'
export { spotSettlement, spotWork } from './work.ts'
export { spotModule } from './module.ts'
