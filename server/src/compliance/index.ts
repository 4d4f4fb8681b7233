/** Screening applied to payments, payees and incoming money, and the effects of a reviewer's decision. */
export { closeCaseOfPayment, screenPayees, withScreening } from './compliance.ts'
