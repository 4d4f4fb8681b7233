/**
 * The way out to the banks. A release leaves a stored instruction; work that falls due hands it to the rail behind the
 * port, as often as it takes; what the rail reports is stored before it counts. Adapters implement `RailPort`: the
 * sandbox has one for all schemes.
 */
export { manualRail } from './manual-rail.ts'
export { listOpenInstructions, lockMessage, markApplied, type MessageRow, type OpenInstruction } from './queries.ts'
export type { RailInstruction, RailPort, RailReport } from './rail.ts'
export { instructRail, receiveReport, REPORT_WORK, SUBMIT_WORK, submitWork } from './service.ts'
