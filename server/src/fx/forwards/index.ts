/**
 * Forwards of RM entities: quoted with credit and margin, booked, drawn down in parts, amended, and closed out if
 * undrawn. A forward is a trade with additional figures; each drawdown and close-out is a trade too and settles like
 * all trades (`forwardSettlements` adds the forward's part). Both legs of every part are exact: drawn, amended and
 * remaining amounts always add up to the contract.
 */
export { approvedForward, initialMarginPaid } from './booking/book.ts'
export { refusedDrawdown } from './drawdowns/cancel.ts'
export { approvedDrawdown } from './drawdowns/drawdown.ts'
export { closeOutConfirmation, drawdownConfirmation, forwardConfirmation } from './surface/confirmation.ts'
export { type DebitPort, DEFAULT_POLICY, type ForwardDeps, type ForwardPolicy, noDebits } from './record/deps.ts'
export { forwardRoutes } from './surface/routes.ts'
export { reconcileForward } from './closing/reconcile.ts'
export { noteWire } from './drawdowns/wires.ts'
export { forwardSettlements } from './drawdowns/settlement.ts'
export { closeOutForMargin, forwardWork } from './surface/work.ts'
export { coverSettlement, lossCoverWork } from './closing/loss-cover.ts'
export { forwardsModule } from './module.ts'
