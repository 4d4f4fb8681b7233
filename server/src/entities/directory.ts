import type { Db } from '../kernel/db/db.ts'
import type { Listener } from '../kernel/db/notifications.ts'
import { createSharedCache } from '../kernel/db/shared-cache.ts'
import { type EntityProfile, getProfile, type LargestPayment, largestPayments } from './queries.ts'

/** Entities with settings and prices, cached in this process; a change by any process is seen within a second. */
export interface EntityDirectory {
  /** Returns the profile, synchronously if cached; undefined if the client entity does not exist. */
  get: (entityId: string) => EntityProfile | undefined | Promise<EntityProfile | undefined>
  /** Returns the largest payment that any active entity may make, by base currency. */
  largestPayments: () => readonly LargestPayment[] | Promise<readonly LargestPayment[]>
}

const ALL = 'all'

/** @param listener not yet started; the directory adds its hearer to it */
export function createEntityDirectory(db: Pick<Db, 'reader'>, listener: Listener): EntityDirectory {
  const cache = createSharedCache(listener, (entityId) => getProfile(db.reader, entityId))
  const largest = createSharedCache(listener, () => largestPayments(db.reader))
  listener.on('entity_changed', (entityId) => (entityId === undefined ? cache.clear() : cache.forget(entityId)))
  listener.on('sandbox_reset', cache.clear)
  for (const channel of ['entity_changed', 'sandbox_reset']) listener.on(channel, largest.clear)
  const all = (found: readonly LargestPayment[] | undefined) => found ?? []
  return {
    get: cache.get,
    largestPayments() {
      const found = largest.get(ALL)
      return found instanceof Promise ? found.then(all) : all(found)
    },
  }
}
