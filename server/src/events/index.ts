/**
 * Business events and the audit trail. Every change of state records one event and one audit row in its own transaction;
 * the event feed and the webhooks are projections of the events table.
 */
export { recordAudit, type AuditEntry } from './audit.ts'
export { recordChange, type Actor, type Change } from './record.ts'
