import type { RailPort } from './rail.ts'

/**
 * Rail of an installation without a connected bank: the stored instructions are the hand-over. An operator lists them
 * (`list-instructions`), executes them and records the bank's report (`report-payment`); until then they stay
 * Submitted.
 */
export const manualRail: RailPort = { isInProcess: true, submit: async () => {} }
