/**
 * Transfers between two accounts of one ABS entity in one currency (requirement 4.1). The hottest command of the service:
 * it goes through the ledger's batcher, which posts, stores the transfer and remembers the answer in one statement.
 */
export { findOrders } from './order-queries.ts'
export { type PastTransfer, planPastTransfers } from './past.ts'
export { createTransferBatcher, type TransferBatcher } from './service.ts'
export { internalTransfersModule } from './module.ts'
