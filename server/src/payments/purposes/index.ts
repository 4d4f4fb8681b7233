/**
 * Payment purposes in the code the destination requires: national lists if a central bank demands one, otherwise the
 * ISO 20022 set if the rail carries a code. Lists are data (data/purposes); lists.ts defines the destinations of each.
 */
export { type PurposeList, purposesFor, readPurpose } from './lists.ts'
export { purposesModule } from './module.ts'
