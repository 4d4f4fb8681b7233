/**
 * Client accounts: holders, funding details, permissions, and reports: balances, transactions, statements. The ledger
 * holds the money under the same account id. Other modules look accounts up by `findAccount` (stored id, inside a
 * transaction) or through the cached directory.
 */
export type { PendingCredits } from './balances.ts'
export { type AccountDirectory, createAccountDirectory, getAccount } from './directory.ts'
export { ibanOf, ibanOfSortCode, isOwnIban } from './identifiers.ts'
export {
  type Account,
  accountsOf,
  findAccount,
  findAccountByIban,
  findAccountById,
  isOpenForCredit,
} from './queries.ts'
export { accountRoutes } from './routes.ts'
export { defaultAccount, instantsOf, requirePermission } from './rules.ts'
export { PERMISSIONS, type Permission, type TransactionOut } from './schema.ts'
export { createAccount, type NewAccount, setAccountStatus } from './service.ts'
export { createStatementBook, type StatementBook } from './statements/book.ts'
export { MEDIA as STATEMENT_MEDIA, writeStatement } from './statements/formats/index.ts'
export type { StoredStatement } from './statements/queries.ts'
export { presentHead as presentStatement, type StatementHead } from './statements/statement.ts'
export { BANK_TRANSACTION_CODES, formatTransactionId, presentHold, presentPosting } from './transactions.ts'
export { accountsModule } from './module.ts'
