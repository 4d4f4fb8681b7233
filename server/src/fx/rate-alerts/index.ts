/**
 * Rate alerts: the client names a rate of a pair, and hears once when the market's middle reaches it. Nothing is dealt. Events, webhooks and
 * e-mails tell of it.
 */
export { presentRateAlert } from './present.ts'
export { findRateAlert } from './queries.ts'
export { rateAlertsModule } from './module.ts'
