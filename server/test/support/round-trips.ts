import type pg from 'pg'
import { DatabaseClient } from '../../src/kernel/db/client.ts'

/** Statements that a connection sent before it waited for an answer, by name. */
export type RoundTrip = string[]

type Query = (this: pg.Client, query: string | pg.QueryConfig, ...rest: unknown[]) => Promise<unknown>

/** Reads of settings that a process caches. */
const SETTINGS = ['get-entity-profile', 'accounts-of-entity', 'largest-payments']

interface Open {
  trip: RoundTrip
  unanswered: number
  /** True if settings were being read since its last statement. */
  waitsForSettings: boolean
}

/**
 * Returns the round trips of all transactions during `work`, in the order of their first statements. A wait for
 * cached settings does not count: on a busy machine, they may be read again at any time.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<RoundTrip[]> {
  const trips: RoundTrip[] = []
  const open = new Map<object, Open>()
  let settings = 0
  const prototype = DatabaseClient.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function query(given, ...rest) {
    const result = original.call(this, given, ...rest)
    const { name = '', text } = typeof given === 'string' ? { text: given } : given
    const current = open.get(this)
    if (text !== 'begin' && !current) {
      if (!SETTINGS.includes(name)) return result
      settings++
      for (const each of open.values()) each.waitsForSettings = true
      const over = () => void settings--
      result.then(over, over)
      return result
    }
    const isSame = current !== undefined && (current.unanswered > 0 || current.waitsForSettings)
    const next = isSame ? current : { trip: [], unanswered: 0, waitsForSettings: false }
    if (!isSame) trips.push(next.trip)
    open.set(this, next)
    next.trip.push(name || text)
    next.unanswered++
    next.waitsForSettings = settings > 0
    const answered = () => void next.unanswered--
    result.then(answered, answered)
    if (text === 'commit' || text === 'rollback') open.delete(this)
    return result
  }
  try {
    await work()
    return trips
  } finally {
    prototype.query = original
  }
}
