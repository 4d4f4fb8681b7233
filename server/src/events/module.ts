import { defineModule } from '../kernel/module.ts'
import { FEED_DAYS } from './feed.ts'
import { deleteOldImages } from './images.ts'
import { type EventDeps, eventRoutes } from './routes.ts'

/** Business events and the audit trail. */
export const eventsModule = defineModule<EventDeps>({
  name: 'events',
  routes: eventRoutes,
  cleanUp: [(db, { wall }, limit) => deleteOldImages(db, new Date(wall.getTime() - FEED_DAYS * 86_400_000), limit)],
})
