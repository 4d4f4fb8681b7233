/** Screening applied to entities, payments, payees and incoming money, and the effects of a reviewer's decision. */
export { checkPayeeDecided, closeCaseOfPayment, withScreening } from './compliance.ts'
export { checkEntityDecided, screenChangedEntity, screenNewEntity } from './entities.ts'
export { complianceModule } from './module.ts'
