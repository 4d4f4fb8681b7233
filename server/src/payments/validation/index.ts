/**
 * Checks of a payment by rules and data alone: account numbers and check digits, bank codes, accepted texts, rails and
 * requirements of a destination, cut-offs, arrival and fees. This folder reads neither the database nor the clock.
 */
export { type BankDetails, type CheckedDetails, accountFaults, checkBankDetails } from './bank-details.ts'
export { isCountry, isEea, isSepa, sameBankingCountry } from '../../kernel/values/countries.ts'
export { bicFault, compact, electronicForm, ibanFault, ukAccountOf } from './iban.ts'
export { loadModulusTable } from './modulus-files.ts'
export {
  arrivalDate,
  cutOffAt,
  cutOffOf,
  type DateFault,
  earliestPayment,
  handOverBy,
  type IsBusinessDay,
  isOpenDay,
  paymentDateFault,
} from './payment-dates.ts'
export { carriedRemittance, type CarriedRemittance, isStructured, type Remittance } from './remittance.ts'
export { isReachedByCodes, requirementsFor, shownFor } from './requirements.ts'
export { fault } from './rules.ts'
export {
  creditorReferenceFault,
  nameWarnings,
  endToEndIdFault,
  referenceFaults,
  sentOn,
  type TextWarning,
  numberFault,
  textFault,
} from './text.ts'
export type { ModulusTable } from './uk-modulus.ts'
export { validationModule } from './module.ts'
export { latin } from './swift-text.ts'
