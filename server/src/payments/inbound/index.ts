/**
 * Inbound payments: credited to their account, held for screening, or booked as unidentified in the house book until
 * assigned. Money that may not be kept is returned. Each receipt posts one journal in one book; the other book follows
 * by a crossing.
 */
export { createPendingCredits } from './pending.ts'
export { presentInbound } from './present.ts'
export {
  findByBankReference,
  findByBankReferences,
  findInbound,
  findNaming,
  type InboundRow,
  listUnidentified,
  lockInbound,
  sumOfEntry,
} from './queries.ts'
export { type PastFunds, planPastFunds } from './past.ts'
export { RETURN_REASONS, type ReturnReason } from './reasons.ts'
export { InboundPayment } from './schema.ts'
export { assignFunds } from './assignment.ts'
export {
  type IncomingFunds,
  isHeldAgain,
  noteForClosedAccount,
  receiveFunds,
  releaseFunds,
  returnFunds,
} from './service.ts'
export { inboundModule } from './module.ts'
