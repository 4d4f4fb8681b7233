import type pg from 'pg'

/** Calls of functions that write, in a statement that begins as a read; a test compares them with the schema. Those that claim a key only lock and read. */
const WRITES = /\b(ledger_|finish_|cancel_|open_|join_|schedule_|jobs_of_|nextval|setval|pg_notify)\w*\s*\(/i

/** Reads, and settings that a transaction begins with. Others, such as a longer time for which it may be idle, need the transaction. */
const READS = /^\s*(select|set local lock_timeout|set transaction)\b/i

/** A further statement in the same text. */
const FURTHER = /;\s*\S/

/** Returns true if a statement changes nothing even where its transaction has not begun. */
export function isRead(query: pg.QueryConfig | string): boolean {
  const text = typeof query === 'string' ? query : query.text
  return READS.test(text) && !WRITES.test(text) && !FURTHER.test(text)
}
