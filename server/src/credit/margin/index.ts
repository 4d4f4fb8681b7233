/**
 * Cash margin: initial margin of a deal, variation margin of deals that lose, and the calls for both. Money moves between
 * an account and the entity's margin account in the same currency, so margin is never available.
 *
 * Whoever books deals on credit asks for initial margin with `requireInitialMargin`, has it paid by `payInitialMargin` or
 * awaits it (`InitialMarginReceived` tells), gives it back with `releaseInitialMargin`, ends all margin of a deal that is
 * over with `releaseTradeMargin`, and refuses drawdowns with `checkNoOverdueCall`. Variation margin is called for and
 * given back by `runMargin`, daily and on demand.
 */
export { checkNoOverdueCall, deadline, type SettleDeps, settleCall } from './calls.ts'
export { marginCallsAwaitingFunds } from './collection.ts'
export {
  findInitialMargin,
  type InitialMargin,
  initialMarginAwaitingFunds,
  payInitialMargin,
  releaseHeldMargin,
  releaseInitialMargin,
  releaseTradeMargin,
  requireInitialMargin,
} from './initial.ts'
export { type HeldMargin, heldMargins, heldMarginsAt, type MarginRow, NET, openCalls } from './queries.ts'
export { marginStep, type Risk, variationTerms, type VariationTerms } from './rules.ts'
export { marginRoutes } from './routes.ts'
export { marginRunRoute } from './sandbox.ts'
export { riskOf } from './run.ts'
export { type CloseOut, type CloseOutResult, marginWork } from './work.ts'
export { marginModule } from './module.ts'
