/**
 * Business events and the audit trail. Every change of state records one event and one audit row in its own transaction;
 * the event feed and the webhooks are projections of the events table.
 */
export { recordAudit, type AuditEntry } from './audit.ts'
export { type Change, recordChange } from './record.ts'
export type { Actor } from '../kernel/actor.ts'
