/**
 * Checks of a payment by rules and data alone: account numbers and check digits, bank codes, accepted texts, rails and
 * requirements of a destination, cut-offs, arrival and fees. This folder reads neither the database nor the clock.
 */
export { type BankDetails, type CheckedDetails, accountErrors, checkBankDetails } from './bank-details.ts'
export { isCountry, isEea, isSepa, sameBankingCountry } from '../../kernel/values/countries.ts'
export { bicError, compact, electronicForm, ibanError, ukAccountOf } from './iban.ts'
export { loadModulusTable } from './modulus-files.ts'
export {
  arrivalDate,
  cutOffAt,
  cutOffOf,
  type DateError,
  earliestPayment,
  handOverBy,
  type IsBusinessDay,
  isOpenDay,
  paymentDateError,
} from './payment-dates.ts'
export { carriedRemittance, type CarriedRemittance, isStructured, type Remittance } from './remittance.ts'
export { isReachedByCodes, requirementsFor, shownFor } from './requirements.ts'
export { error } from './rules.ts'
export {
  creditorReferenceError,
  nameWarnings,
  endToEndIdError,
  referenceErrors,
  sentOn,
  type TextWarning,
  numberError,
  textError,
} from './text.ts'
export type { ModulusTable } from './uk-modulus.ts'
export { validationModule } from './module.ts'
export { latin } from './swift-text.ts'
