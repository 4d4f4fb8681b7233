/**
 * Payments out of an entity's accounts: checked as a whole before they are made, then taken along one life cycle
 * (lifecycle.ts) by clients, by work that falls due and by what the rails report. Each step moves its money through the
 * ledger, and records history, event and audit row, in one transaction; the rail is called afterwards from a stored row.
 */
export { type Advice, type AdvicePort } from './advice.ts'
export { recheckPaymentsTo } from './approved.ts'
export { wouldNeedApproval } from './demand.ts'
export { inBase } from './base-amount.ts'
export {
  type FindAccount,
  openPolicies,
  type PayingAccount,
  type PaymentDeps,
  type PaymentPolicies,
  type ScreeningMoment,
  type PaymentWorkDeps,
} from './deps.ts'
export { paymentsAwaitingFunds } from './funding.ts'
export {
  isCredited,
  isoOf,
  lifecycle,
  mayGo,
  nextOf,
  PAYMENT_STATUSES,
  paymentCan,
  type PaymentStatus,
} from './lifecycle.ts'
export { CLEARINGS, type Clearing, listOpenContradictions, presentContradiction } from './contradiction-queries.ts'
export { clearContradiction, rejectEntry } from './contradictions.ts'
export { decidePayment, recallApproval, requestApprovalAgain } from './decisions.ts'
export { presentPayment } from './present.ts'
export { publicFundsText, reasonOf as paymentReasonOf } from './way-back.ts'
export { isBankReason, type OwnReason, presentReason } from './status-reasons.ts'
export { listOpenRecalls } from './recall-queries.ts'
export { requestRecall } from './recalls.ts'
export { type ReviewDecision, reviewPayment } from './review.ts'
export { paidOutOfTrade } from './funding-queries.ts'
export { findPayment, findPaymentsOn, lockPayment, type PaymentRow, type PaymentWithHistory } from './queries.ts'
export { payeesPaid, unreleasedTo as paymentsWaitingFor } from './payee-queries.ts'
export { attachedPayments, withdrawAttached } from './payouts.ts'
export { confirmationRoutes } from './confirmation-routes.ts'
export { paymentRoutes } from './routes.ts'
export { refuse as refusePayments } from './rules.ts'
export { type CreditorAccount, Payment, PaymentOrder } from './schema.ts'
export {
  cancelPayment,
  clientStep,
  createPayment,
  getLocked as getLockedPayment,
  makePayment,
  transitionPayment,
} from './service.ts'
export { noteCredited } from './transitions.ts'
export { paymentWork } from './work.ts'
export { paymentsModule } from './module.ts'
export { smtpAdvice } from './smtp-advice.ts'
