import { hash } from 'node:crypto'
import type { Queryable } from '../kernel/db/db.ts'
import { LOCK_MINUTES, MAX_FAILURES } from './rules.ts'

/** Returns the failure counter of a name; unknown names share a bounded number of rows. */
export const failureKey = (username: string, exists: boolean): string => {
  const digest = hash('sha256', username, 'hex')
  return exists ? `user:${digest}` : `none:${digest.slice(0, 3)}`
}

/**
 * Counts an attempt before checking it, so that concurrent attempts count too; success clears the count. The fifth in a
 * row, each within 15 minutes of the previous one, locks the name for 15 minutes unless it succeeds. Further attempts
 * do not extend a lock, and counting restarts after it.
 *
 * @returns false while the name is locked
 */
export async function countAttempt(db: Queryable, key: string, wall: Date): Promise<boolean> {
  const over = `coalesce(f.locked_until <= $2, f.last_failure_at <= $2::timestamptz - $4 * interval '1 minute')`
  const { rows } = await db.query<{ failures: number }>(
    `insert into user_failures as f (name_key, failures, last_failure_at) values ($1, 1, $2)
      on conflict (name_key) do update set
        failures = case when ${over} then 1 else f.failures + 1 end,
        locked_until = case when ${over} then null
          else coalesce(f.locked_until, case when f.failures + 1 >= $3 then $2::timestamptz + $4 * interval '1 minute' end) end,
        last_failure_at = $2
      returning failures`,
    [key, wall, MAX_FAILURES, LOCK_MINUTES],
  )
  return rows[0]!.failures <= MAX_FAILURES
}

export async function clearFailures(db: Queryable, key: string): Promise<void> {
  await db.query('delete from user_failures where name_key = $1', [key])
}
