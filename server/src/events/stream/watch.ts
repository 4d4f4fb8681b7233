import type { Db } from '../../kernel/db/db.ts'

/** Notices new events of entities. */
interface EventWatch {
  /** Calls back after new events of an entity, until the returned function is called. */
  on(entityId: string, hear: () => void): () => void
}

const EVERY_MS = 250

/**
 * Creates a watch. While something listens, one statement a quarter of a second reads the event counters of all entities concerned. A
 * NOTIFY at each posting would instead take a lock that all commits of the database share.
 */
export function watchEvents(db: Pick<Db, 'reader'>): EventWatch {
  const hearers = new Map<string, Set<() => void>>()
  const seen = new Map<string, bigint>()
  let timer: NodeJS.Timeout | undefined

  async function look(): Promise<void> {
    const { rows } = await db.reader.query<{ entityId: string; last: bigint }>({
      name: 'watch-event-counters',
      text: 'select entity_id as "entityId", event_sequence as last from books where entity_id = any($1)',
      values: [[...hearers.keys()]],
    })
    for (const { entityId, last } of rows) {
      if (seen.get(entityId) === last) continue
      seen.set(entityId, last)
      for (const hear of hearers.get(entityId) ?? []) hear()
    }
  }

  const schedule = () => {
    timer = setTimeout(() => {
      void look()
        .catch(() => {}) // the database is away: the next look finds what was missed
        .finally(() => (hearers.size > 0 ? schedule() : (timer = undefined)))
    }, EVERY_MS).unref()
  }

  return {
    on(entityId, hear) {
      const own = hearers.get(entityId) ?? new Set()
      hearers.set(entityId, own.add(hear))
      if (!timer) schedule()
      return () => {
        own.delete(hear)
        if (own.size > 0) return
        hearers.delete(entityId)
        seen.delete(entityId)
      }
    },
  }
}
