/**
 * The way out to the banks. A release leaves a stored instruction; work that falls due hands it to the rail behind the
 * port, as often as it takes; what the rail reports is stored before it counts. Adapters implement `RailPort`: the
 * sandbox has one for all schemes, `file/` connects a bank by ISO 20022 files in a folder, and the manual one leaves it
 * to an operator.
 */
export { asSentOn } from './as-sent.ts'
export { createFileRail, makeRailFolders } from './file/file-rail.ts'
export { type Credit, readInbox, type Rejected } from './file/inbox.ts'
export { readSettings as readRailSettings } from './file/settings.ts'
export { manualRail } from './manual-rail.ts'
export { listOpenInstructions, lockInstruction, lockMessage, markApplied, type MessageRow } from './queries.ts'
export { CREDITED, type RailInstruction, type RailPort, type RailReport } from './rail.ts'
export { findReturned } from './find-returned.ts'
export { findSameMoney } from './same-money.ts'
export { instructRail, receiveReport, REPORT_WORK, SUBMIT_WORK, submitWork, takeReport } from './service.ts'
