/**
 * The audit trail: the events and acts of each entity, sealed into a chain of hashes within seconds of their commit, so
 * that a record changed or deleted behind the service is found and named. Once a day all chains are verified.
 */
export { readAuditBacklog } from './backlog.ts'
export { auditModule } from './module.ts'
export { startNightlyVerification } from './nightly/nightly.ts'
export { recordReads } from './reads.ts'
export { areNotesIntact } from './noted.ts'
export { readDigest } from './record.ts'
export { sealAll } from './seal.ts'
export { startSealing } from './sealing.ts'
export { latestVerification } from './nightly/verifications.ts'
export { listChains, verifyChain } from './verify.ts'
export { recordIdOf } from './present.ts'
