/**
 * Forwards of RM entities: quoted with credit and margin, booked, drawn down in parts, amended, and closed out if
 * undrawn. A forward is a trade with additional figures; each drawdown and close-out is a trade too and settles like
 * all trades (`forwardSettlements` adds the forward's part). Both legs of every part are exact: drawn, amended and
 * remaining amounts always add up to the contract.
 */
export { type DebitPort, type ForwardDeps, type ForwardPolicy, noDebits } from './record/deps.ts'
export { noteWire } from './drawdowns/wires.ts'
export { forwardsModule } from './module.ts'
