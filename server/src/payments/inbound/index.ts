/**
 * Money received for clients: credited to the account it is for, held back for screening, or kept as unidentified in the
 * house's book until it is assigned; what may not be kept is sent back. Each receipt posts one journal in one book; the other book follows by a crossing.
 */
export { createPendingCredits } from './pending.ts'
export { presentInbound } from './present.ts'
export { findByBankReference, findInbound, listUnidentified, lockInbound } from './queries.ts'
export { InboundPayment } from './schema.ts'
export {
  assignFunds,
  type IncomingFunds,
  noteForClosedAccount,
  receiveFunds,
  releaseFunds,
  returnFunds,
} from './service.ts'
export { inboundModule } from './module.ts'
