/**
 * Many payments sent at once, as JSON, CSV or pain.001. The items are stored as they came, and due work makes a payment of
 * each: some in every transaction, so that a crash neither loses an item nor makes it twice.
 */
export { batchRoutes } from './routes.ts'
export { BATCH_WORK, batchWork } from './work.ts'
