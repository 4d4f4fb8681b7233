import { type Day, localDayOf } from '../kernel/values/days.ts'
import type { Queryable } from '../kernel/db/db.ts'

/** Time zones by entity. An entity's zone never changes, so cached values stay valid. */
const zones = new Map<string, string>()

/**
 * Returns the local day of an instant at an entity. It is the value date of everything without its own: receipts
 * without a date from the bank, transfers, margin and refunds. Payments have their payment date, trades their value
 * date.
 *
 * @returns at once when the entity's zone is known in this process
 */
export function localDay(db: Queryable, entityId: string, at: Date): Day | Promise<Day> {
  const zone = zones.get(entityId)
  return zone === undefined ? readZone(db, entityId).then((read) => localDayOf(at, read)) : localDayOf(at, zone)
}

async function readZone(db: Queryable, entityId: string): Promise<string> {
  const { rows } = await db.query<{ zone: string }>({
    name: 'zone-of-entity',
    text: 'select time_zone as zone from entities where entity_id = $1',
    values: [entityId],
  })
  const zone = rows[0]?.zone ?? 'UTC'
  if (rows.length > 0) zones.set(entityId, zone)
  return zone
}
