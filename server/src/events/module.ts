import { defineModule } from '../kernel/module.ts'

/** Business events and the audit trail. */
export const eventsModule = defineModule<object>({ name: 'events' })
