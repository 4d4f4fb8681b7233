/** Screening applied to payments, payees and incoming money, and the effects of a reviewer's decision. */
export { checkPayeeDecided, closeCaseOfPayment, withScreening } from './compliance.ts'
export { complianceModule } from './module.ts'
