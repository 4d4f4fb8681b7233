/**
 * Payments from an entity's accounts: fully checked before creation, then moved along one life cycle (lifecycle.ts) by
 * clients, scheduled jobs and rail reports. Each step moves money through the ledger and records history, event and
 * audit row in one transaction. The rail is called afterwards from a stored row.
 */
export { acceptRecorded, createPaymentAcceptance, type PaymentAcceptance } from './acceptance/accept.ts'
export type { PaymentRecord, Recorded } from './acceptance/statement.ts'
export { checkSomeoneMayPay } from './orders/assess-money.ts'
export { openPolicies, type OrderDeps, type PaymentDeps, type PaymentPolicies } from './orders/deps.ts'
export { carriedOn } from './orders/texts.ts'
export { isCredited, isoOf, mayGo, PAYMENT_STATUSES, type PaymentStatus } from './record/lifecycle.ts'
export {
  CLEARINGS,
  type Clearing,
  countOpenContradictions,
  listOpenContradictions,
  presentContradiction,
} from './reports/contradiction-queries.ts'
export { clearContradiction, rejectEntry } from './reports/contradictions.ts'
export { predictContradiction } from './reports/predicted.ts'
export { lifecyclePage } from './surface/lifecycle-page.ts'
export { presentPayment } from './surface/present.ts'
export { publicFundsText, reasonOf as paymentReasonOf } from './record/way-back.ts'
export { type OwnReason, presentReason } from './record/status-reasons.ts'
export { listOpenRecalls } from './reports/recall-queries.ts'
export { requestRecall } from './reports/recalls.ts'
export { type Rescreen, reviewPayment } from './lifecycle/review.ts'
export { paidOutOfTrade, paysOut } from './record/trade-use.ts'
export { findPayment, findPaymentsOn, lockPayment, type PaymentRow, type PaymentWithHistory } from './record/queries.ts'
export { destinationsOf, payeesPaid } from './record/payee-queries.ts'
export { lockAttached, withdrawAttached } from './lifecycle/payouts.ts'
export { mayWait } from './lifecycle/progress.ts'
export { type CreditorAccount, Payment, PaymentOrder } from './record/schema.ts'
export { clientStep, getLocked as getLockedPayment, makePayment, transitionPayment } from './lifecycle/service.ts'
export { noteCredited } from './lifecycle/transitions.ts'
export { paymentsModule } from './module.ts'
export { type PastPayment, planPastPayments, recordPastPayments } from './sets/past.ts'
