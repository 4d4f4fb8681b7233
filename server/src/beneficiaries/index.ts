/**
 * Beneficiaries: an entity's payees, checked before saving so that payments to them do not fail later. One schema and
 * one set of rules serve validate, create, update and inline payees of payments. Deleting is soft, because payments
 * keep naming their payees.
 */
export {
  beneficiariesAfter,
  type BeneficiaryRow,
  findBeneficiary,
  findPolicy as findBeneficiaryPolicy,
  listBeneficiaries,
  lockBeneficiaries,
  lockBeneficiary,
  payeeJsonOf,
} from './queries.ts'
export { type BeneficiaryDeps } from './routes.ts'
export {
  decideBeneficiary,
  holdForScreening,
  type Screen,
  setBlocked,
  setPolicy as setBeneficiaryPolicy,
} from './review.ts'
export { errorsOfReadablePayee } from './judge.ts'
export { checkPayee, refuse as refuseBeneficiaries } from './rules.ts'
export { PayeeOrder } from './schema.ts'
export { createBeneficiary, payeeOf } from './service.ts'
export { beneficiariesModule } from './module.ts'
