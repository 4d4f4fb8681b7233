/** Spot deals: a firm quote booked into a trade, which settles like every trade or is cancelled, moved or closed out. */
export { bookSpotAmendmentByOperator, quoteSpotAmendment } from './amend.ts'
export type { AmendDeps } from './amend-making.ts'
export { approvedSpotAmendment } from './amend-waiting.ts'
export { presentAmendedSpot, presentSpotAmendment } from './present.ts'
export { SPOT_AMENDMENTS, type SpotAmendment } from './rules.ts'
export { type BookingDeps, bookSpot, dealOrdered } from './service.ts'
export { spotModule } from './module.ts'
