/**
 * Reconciliation: once a day compares the money of clients, in clearing and in suspense with the money at the bank and in
 * transit, by currency, and stores the report. A difference is logged as an error and recorded as an event of the house.
 */
export { reconciliationModule } from './module.ts'
export { startNightlyReconciliation } from './nightly.ts'
export { type BankFigures, findReconciliation, latestReconciliation } from './queries.ts'
export { reconcile } from './service.ts'
