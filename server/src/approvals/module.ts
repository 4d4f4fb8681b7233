import { defineModule } from '../kernel/module.ts'
import { approvalEvents } from './service.ts'

/** Four-eyes approvals. */
export const approvalsModule = defineModule<object>({ name: 'approvals', events: [approvalEvents] })
