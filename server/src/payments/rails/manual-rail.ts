import type { RailPort } from './rail.ts'

/**
 * The rail of an installation that has connected no bank: the stored instructions are the hand-over. An operator lists
 * them (`list-instructions`), carries them out and tells what the bank said (`report-payment`); until then they stay Submitted.
 */
export const manualRail: RailPort = { submit: async () => {} }
