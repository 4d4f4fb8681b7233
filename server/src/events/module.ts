import type { Deps } from '../kernel/http/http.ts'
import { defineModule } from '../kernel/module.ts'
import { eventRoutes } from './routes.ts'

/** Business events and the audit trail. */
export const eventsModule = defineModule<Pick<Deps, 'db'>>({ name: 'events', routes: eventRoutes })
