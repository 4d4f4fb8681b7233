/**
 * Version-independent payment initiation: checks and offers for a payment consent (charges, dates, rate), and the
 * resulting payment, which is a payment of the payments module with an exchange dealt by the spot module. A version
 * adds only its bodies and its words (`PaymentWords`). A payment that misses its cut-off is made on the rail's next
 * open day: cut-offs are informative. An actual rate is valid for ten minutes; after that the payment is rejected.
 */
export type { InitiationDeps, MakingDeps } from './deps.ts'
export { checkPayee } from './making/payee-check.ts'
export { findPayers } from './making/payers.ts'
export { createInitiations } from './making/record.ts'
export { findInitiated } from './queries.ts'
export { paymentInitiationRoutes } from './routes.ts'
export {
  Authorisation,
  BENEFICIARY_ACCOUNT_TYPES,
  Country,
  DateTime,
  Money,
  accountMembers,
  bodiesOf,
  closed,
  commonInitiation,
  internationalInitiation,
  oneOf,
  open,
  optional,
  text,
} from './schema-parts.ts'
export { withNamespaces } from './terms/terms.ts'
export type { PaymentStatusCode, PaymentWords } from './terms/words.ts'
export { initiationModule } from './module.ts'
