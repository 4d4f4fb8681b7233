/**
 * What a payment is for, in the code the destination asks for: national lists where central banks want one, otherwise the
 * ISO 20022 set where the rail carries a code. Lists are data (data/purposes); where each applies is in lists.ts.
 */
export { type PurposeList, purposesFor, readPurpose } from './lists.ts'
