/**
 * Business events and the audit trail. Every change of state records one event in its own transaction, with who did it and
 * from which request: the event feed, the webhooks and the audit log are projections of the events table.
 */
export { auditRows, auditsOfSet, recordAudit } from './audit.ts'
export { changesOf } from './changes.ts'
export { FEED_DAYS, readEvents, readFeed } from './feed.ts'
export { formatEventId, presentEvents } from './present.ts'
export { formatResourceId } from './resources.ts'
export { checkTypes } from './rules.ts'
export { shownResourceId, storedResourceId } from './resources.ts'
export { emit, emitAll, eventsOfSet, statusEvent, statusEvents } from './record.ts'
export type { Actor } from '../kernel/values/actor.ts'
export { encodeImage } from './images.ts'
export { type EventView, type EventViews, readEach } from './views.ts'
export { eventsModule } from './module.ts'
