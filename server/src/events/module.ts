import { defineModule } from '../kernel/module.ts'
import { type EventDeps, eventRoutes } from './routes.ts'

/** Business events and the audit trail. */
export const eventsModule = defineModule<EventDeps>({ name: 'events', routes: eventRoutes })
