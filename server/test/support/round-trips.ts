import type pg from 'pg'
import { DatabaseClient } from '../../src/kernel/db/client.ts'

/** Statements that a connection sent before it waited for an answer, by name. */
export type RoundTrip = string[]

type Query = (this: pg.Client, query: string | pg.QueryConfig, ...rest: unknown[]) => Promise<unknown>

/** Returns the round trips of all transactions during `work`, in the order of their first statements. */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<RoundTrip[]> {
  const trips: RoundTrip[] = []
  const open = new Map<object, { trip: RoundTrip; unanswered: number }>()
  const prototype = DatabaseClient.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function query(given, ...rest) {
    const result = original.call(this, given, ...rest)
    const { name = '', text: sent } = typeof given === 'string' ? { text: given } : given
    const text = sent.startsWith('begin;') ? 'begin' : sent // with the limit of its waits
    const current = open.get(this)
    if (text !== 'begin' && !current) return result // a single statement
    const next = current && current.unanswered > 0 ? current : { trip: [], unanswered: 0 }
    if (next !== current) trips.push(next.trip)
    open.set(this, next)
    next.trip.push(name || text)
    next.unanswered++
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
