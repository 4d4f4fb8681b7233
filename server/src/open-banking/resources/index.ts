/**
 * Account information of the open-banking interface without a version: what a consent opens (accounts, balances,
 * beneficiaries, transactions, statements), what of it its permissions show, and the routes that both versions have. A
 * version brings its words (`AccountWords`, `ConsentWords`) and nothing else.
 */
export { accountAccessConsentRoutes, type ConsentWords } from './consent-routes.ts'
export type { ResourceDeps } from './deps.ts'
export type {
  AccountItem,
  AgentItem,
  BalanceItem,
  BeneficiaryItem,
  Identification,
  StatementItem,
  TransactionItem,
} from './items.ts'
export { accountInformationRoutes, type AccountWords } from './routes.ts'
