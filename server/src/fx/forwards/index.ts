/**
 * Forwards of RM entities: quoted with credit and margin, booked, drawn down in parts, amended, and closed out when nobody
 * draws them. A forward is a trade with figures of its own; each drawdown and each close-out is a trade too, which settles
 * as all trades do (`forwardSettlements` is what forwards add to that). Both legs of every part are exact: what is drawn,
 * what is amended and what is left always come to the contract.
 */
export { approvedForward, initialMarginPaid } from './book.ts'
export { refusedDrawdown } from './cancel.ts'
export { approvedDrawdown } from './drawdown.ts'
export { closeOutConfirmation, drawdownConfirmation, forwardConfirmation } from './confirmation.ts'
export { type DebitPort, DEFAULT_POLICY, type ForwardDeps, type ForwardPolicy, noDebits } from './deps.ts'
export { forwardRoutes } from './routes.ts'
export { type ReconcileDeps, reconcileForward } from './reconcile.ts'
export { noteWire, type Receipt } from './wires.ts'
export { forwardSettlements } from './settlement.ts'
export { closeOutForMargin, forwardWork, type ForwardWorkDeps } from './work.ts'
export { coverSettlement, lossCoverWork } from './loss-cover.ts'
export { forwardsModule } from './module.ts'
