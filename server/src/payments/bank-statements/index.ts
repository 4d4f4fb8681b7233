/**
 * Statements of connected banks and their comparison with the books. A statement (camt.053) is stored once and never books money: its lines
 * are matched with the movements of the safeguarding account that the bank's other messages have booked. The rest are breaks,
 * which an operator explains.
 */
export { explainBreak, listBreaks, presentBreak } from './breaks.ts'
export { bankStatementsModule } from './module.ts'
export { matchAndReconcile } from './reconcile.ts'
export { listStatements, presentStatement } from './statements.ts'
export { statementStoreOf } from './store.ts'
