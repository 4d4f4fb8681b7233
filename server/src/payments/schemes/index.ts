/**
 * Payment schemes: one file with all facts of each, and what follows from them: the schemes that reach a destination, their
 * limits, charges and fees. Everything that differs between schemes is read from here.
 */
export {
  type FieldRule,
  type PayeeType,
  ROUTING_CODE,
  ROUTING_CODE_TYPES,
  type RoutingCodeType,
} from './bank-fields.ts'
export { isAba, isClabe, isCnpj, isCpf, isCreditorReference, isQrReference } from './check-digits.ts'
export { bearersFor, carries, feeMinor, mostMinor, pickRail, railsFor, railsOf } from './routing.ts'
export {
  type BankDetailsRule,
  CHARGE_BEARERS,
  type ChargeBearer,
  type CutOff,
  type PaymentScheme,
  SPEEDS,
  type Speed,
} from './scheme.ts'
export { findScheme, RAILS, type Rail, SCHEMES } from './schemes.ts'
