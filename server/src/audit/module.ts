import { defineModule } from '../kernel/module.ts'
import { type AuditDeps, auditRoutes } from './routes.ts'

/** The audit trail as a chain of hashes. */
export const auditModule = defineModule<AuditDeps>({ name: 'audit', routes: auditRoutes })
