/**
 * Client accounts: holders, funding details, permissions, and reports: balances, transactions, statements. The ledger
 * holds the money under the same account id. Other modules look accounts up by `findAccount` (stored id, inside a
 * transaction) or through the cached directory.
 */
export type { PendingCredits } from './balances.ts'
export { type AccountDirectory, createAccountDirectory, getAccount } from './directory.ts'
export { announceEntries } from './events/entries.ts'
export { imageBeforeBalance } from './events/views.ts'
export { openOwnBanks, type OwnBanks } from './identifiers/bank-codes.ts'
export type { IssuedNumber } from './identifiers/issued.ts'
export {
  type Account,
  accountsOf,
  findAccount,
  findAccountById,
  isOpenForCredit,
  openForCredit,
} from './queries.ts'
export { defaultAccount, instantsOf, requirePermission } from './rules.ts'
export { PERMISSIONS, type Permission, type TransactionOut } from './schema.ts'
export { createAccount, setAccountStatus } from './service.ts'
export { createStatementBook, type StatementBook } from './statements/book.ts'
export { MEDIA as STATEMENT_MEDIA, writeStatement } from './statements/formats/index.ts'
export type { StoredStatement } from './statements/queries.ts'
export { presentHead as presentStatement } from './statements/statement.ts'
export { formatTransactionId, presentHold, presentPosting } from './transactions.ts'
export { findVirtual } from './virtual/queries.ts'
export { refuseVirtual } from './virtual/rules.ts'
export { reportingAccounts } from './virtual/routes.ts'
export { findAccountByIban, findNamedAccount, isVirtualOpen } from './virtual/service.ts'
export { accountsModule } from './module.ts'
