/**
 * Connection to banks. A release stores an instruction. A job submits it, with retries, to the adapter that the registry
 * names for its scheme and entity, as an external call in the queue of the adapter. Reports are stored before they take
 * effect. Adapters implement `RailPort`: the sandbox has one for all schemes, `file/` connects a bank by ISO 20022 files in
 * a folder, and the manual one leaves execution to an operator.
 */
export { asSentOn } from './as-sent.ts'
export { createFileRail, makeRailFolders } from './file/file-rail.ts'
export { createFileReader } from './file/reader/index.ts'
export { type Claimant, numbered } from './file/claims.ts'
export { type DebitEntry, readInbox, type Rejected } from './file/inbox.ts'
export type { Statement, StatementLine, StatementStore } from './file/statements/take.ts'
export { isNamedByBank } from './file/entry-references.ts'
export { type BankItem, type Credit, creditOf } from './file/items.ts'
export { readSettings as readRailSettings } from './file/settings.ts'
export { manualRail } from './manual-rail.ts'
export {
  insertInstructions,
  listOpenInstructions,
  lockInstruction,
  lockInstructions,
  lockMessage,
  lockMessages,
  markAllApplied,
  markAllSubmitted,
  markApplied,
  type MessageRow,
  reportedByHand,
} from './queries.ts'
export {
  CREDITED,
  type Minor,
  OWN_ID_LENGTH,
  type RailInstruction,
  type RailPort,
  type RailReport,
  type RecallRequest,
} from './rail.ts'
export { handOverAll, type InProcessOrder, instructAll } from './in-process.ts'
export {
  type HandOver,
  handOver,
  isLate,
  type MoveDate,
  redateInstruction,
  servingOf,
  submitWork,
} from './hand-over.ts'
export { createRailRegistry, type Outage, type RailAdapter, type RailRegistry } from './registry.ts'
export { instructionsOfSet, reportsJson, reportsOfSet, type Submission, submissionOf } from './of-set.ts'
export { findReturned, type Returned, type ReturnNames } from './find-returned.ts'
export { findSameMoney, isDebitBooked, reportedOfEntry } from './same-money.ts'
export {
  checkNotUnderWay,
  instructRail,
  isReported,
  mayReport,
  receiveReport,
  REPORT_WORK,
  reportByHand,
  SUBMIT_WORK,
  takeReport,
} from './service.ts'
export { railsModule } from './module.ts'
