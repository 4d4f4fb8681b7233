/**
 * Cash margin: initial margin of a deal, variation margin of losing deals, and the calls for both. Money moves between
 * an account and the entity's margin account in the same currency, so margin is never available. Modules that book
 * deals on credit request initial margin with `requireInitialMargin`, pay it with `payInitialMargin` or await it
 * (the event `initialMargin.received` follows), release it with `releaseInitialMargin`, end all margin of a finished deal with
 * `releaseTradeMargin`, and block drawdowns with `checkNoOverdueCall`. `runMargin` calls and releases variation margin,
 * daily and on demand.
 */
export { checkNoOverdueCall, deadline, type SettleDeps } from './calls.ts'
export {
  findInitialMargin,
  type InitialMargin,
  lowerInitialMargin,
  payInitialMargin,
  payRequiredMargin,
  releaseHeldMargin,
  releaseInitialMargin,
  releaseTradeMargin,
  requireInitialMargin,
  withdrawNetCalls,
} from './initial.ts'
export {
  findCall,
  heldCurrencies,
  type HeldMargin,
  heldMargins,
  heldMarginsOf,
  type MarginRow,
  NET,
  openCalls,
} from './queries.ts'
export { type Risk, variationTerms, type VariationTerms } from './variation/required.ts'
export {
  checkMayDeal,
  checkNoneOverdue,
  type CreditFacts,
  lockCreditFacts,
  readCreditFacts,
} from './quoting/credit-facts.ts'
export { CREDIT_VERSION, type CreditImage, createCreditImage, type VersionedFacts } from './quoting/credit-image.ts'
export { divideVariationMargin } from './variation/division.ts'
export { marginStep } from './variation/step.ts'
export { riskOf } from './run.ts'
export { type CloseOut, type CloseOutResult, rescheduleCloseOuts } from './work.ts'
export { marginModule } from './module.ts'
