/**
 * Payment schemes: one file with all facts of each, and derived data: the schemes that reach a destination, their
 * limits, charges and fees. All differences between schemes are defined here.
 */
export {
  type FieldRule,
  type PayeeType,
  ROUTING_CODE,
  ROUTING_CODE_TYPES,
  type RoutingCodeType,
} from './facts/bank-fields.ts'
export { isCreditorReference, isQrReference } from './facts/check-digits.ts'
export { bearersFor, carries, feeMinor, mostMinor, pickRail, railsFor, railsOf } from './routing.ts'
export {
  type BankDetailsRule,
  CHARGE_BEARERS,
  type ChargeBearer,
  type CutOff,
  type PaymentScheme,
  SPEEDS,
  type Speed,
} from './facts/scheme.ts'
export { findScheme, RAILS, type Rail, SCHEMES } from './schemes.ts'
export { schemesModule } from './module.ts'
