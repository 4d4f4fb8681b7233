/**
 * Beneficiaries: an entity's payees, checked before they are saved so that a payment to them does not fail on the way. One
 * schema and one set of rules serve validate, create, update and the payee given inline in a payment. Deleting is soft, as
 * payments go on naming whom they went to.
 */
export { presentBeneficiary } from './present.ts'
export {
  type BeneficiaryPolicy,
  type BeneficiaryRow,
  findBeneficiary,
  findPolicy as findBeneficiaryPolicy,
  listBeneficiaries,
  lockBeneficiaries,
  lockBeneficiary,
  payeeJsonOf,
  type SavedPayee,
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
export { type CheckedPayee, checkPayee, refuse as refuseBeneficiaries, requireFaultless } from './rules.ts'
export { BeneficiaryOut, PayeeOrder } from './schema.ts'
export { createBeneficiary, type PaymentsWaitingFor, payeeOf } from './service.ts'
export { takeVerification } from './verification.ts'
export { beneficiariesModule } from './module.ts'
