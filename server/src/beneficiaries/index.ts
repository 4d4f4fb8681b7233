/**
 * Beneficiaries: an entity's payees, checked before they are saved so that a payment to them does not fail on the way. One
 * schema and one set of rules serve validate, create, update and the payee given inline in a payment. Deleting is soft, as
 * payments go on naming whom they went to.
 */
export {
  type BeneficiaryRow,
  findBeneficiary,
  findPolicy as findBeneficiaryPolicy,
  listBeneficiaries,
  lockBeneficiaries,
  lockBeneficiary,
  payeeJsonOf,
} from './queries.ts'
export { type BeneficiaryDeps, beneficiaryRoutes } from './routes.ts'
export {
  decideBeneficiary,
  LAPSE_BENEFICIARY,
  lapseBeneficiaryHandler,
  type Screen,
  setBlocked,
  setPolicy as setBeneficiaryPolicy,
} from './review.ts'
export { faultsOfReadablePayee } from './judge.ts'
export { checkPayee, refuse as refuseBeneficiaries } from './rules.ts'
export { PayeeOrder } from './schema.ts'
export { createBeneficiary, payeeOf } from './service.ts'
export { takeVerification } from './verification.ts'
export { beneficiariesModule } from './module.ts'
