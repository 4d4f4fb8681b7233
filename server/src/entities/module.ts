import { defineModule } from '../kernel/module.ts'
import { type EntityRouteDeps, entityRoutes } from './routes.ts'

/** Client entities with their settings, limits and prices. */
export const entitiesModule = defineModule<EntityRouteDeps>({ name: 'entities', routes: entityRoutes })
