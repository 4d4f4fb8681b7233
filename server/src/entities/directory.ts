import type { Db } from '../kernel/db/db.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { createSharedCache } from '../kernel/db/shared-cache.ts'
import { type EntityProfile, getProfile } from './queries.ts'

/** Entities with settings and prices, cached in this process; a change by any process is seen within a second. */
export interface EntityDirectory {
  /** Returns the profile, synchronously if cached; undefined if the client entity does not exist. */
  get: (entityId: string) => EntityProfile | undefined | Promise<EntityProfile | undefined>
}

/** @param listener not yet started; the directory adds its hearer to it */
export function createEntityDirectory(db: Pick<Db, 'reader'>, listener: Listener): EntityDirectory {
  const cache = createSharedCache(listener, (entityId) => getProfile(db.reader, entityId))
  listener.on('entity_changed', (entityId) => (entityId === undefined ? cache.clear() : cache.forget(entityId)))
  listener.on('sandbox_reset', cache.clear)
  return { get: cache.get }
}
