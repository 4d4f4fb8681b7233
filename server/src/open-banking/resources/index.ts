/**
 * Version-independent account information: the data a consent covers (accounts, balances, beneficiaries, transactions,
 * statements), filtered by its permissions, and the routes common to both versions. A version adds only its words
 * (`AccountWords`, `ConsentWords`).
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
export { accountSchemas } from './document/schemas.ts'
export { resourcesModule } from './module.ts'
