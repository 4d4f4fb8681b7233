/**
 * Batches of payments as JSON, CSV or pain.001. The items are stored unchanged, and a job makes a payment of each.
 * Every transaction handles several items, so that a crash neither loses an item nor makes it twice.
 */
export { batchRoutes } from './routes.ts'
export { refuse as refuseBatch } from './rules.ts'
export { BATCH_WORK, batchWork } from './work.ts'
