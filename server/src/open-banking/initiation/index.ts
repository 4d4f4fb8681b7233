/**
 * Payment initiation of the open-banking interface without a version: what a consent for a payment is checked against and
 * offered (charges, dates, rate), and the payment it leads to, which is a payment of the payments module with its exchange
 * dealt by the spot module. A version brings its bodies and its words (`PaymentWords`) and nothing else.
 *
 * A payment that misses its cut-off is made on the next day the rail is open: cut-offs are told and refuse nothing. An
 * actual rate stands ten minutes, and the payment is refused after them.
 */
export type { InitiationDeps } from './deps.ts'
export { needsOthers } from './needs-others.ts'
export { paymentInitiationRoutes } from './routes.ts'
export * from './schema-parts.ts'
export { withNamespaces } from './terms/terms.ts'
export type { PaymentWords } from './terms/words.ts'
