import { hash } from 'node:crypto'
import type { Queryable } from '../kernel/db/db.ts'

/** Delays after failures: none at first, then doubling from the first wait to the longest. */
export interface DelayPolicy {
  /** Failures without a delay. */
  free: number
  /** Seconds to wait after the last free failure. */
  first: number
  /** Longest wait in seconds; 0: failures are counted and never delay. */
  longest: number
  /** Seconds without a failure after which the count restarts. */
  forget: number
}

/** One count of failed attempts. */
export interface Counter extends DelayPolicy {
  key: string
}

/** Largest difference between the clocks of two processes that is not taken for a clock that was set back. */
const SKEW_SECONDS = 60

/** Kinds of counters that belong to a user. */
const OF_USER = ['origin', 'device', 'passkey', 'user', 'code'] as const

/** Returns the key of a user's counter; it discloses neither the name nor the origin. */
export const attemptKey = (kind: (typeof OF_USER)[number], username: string, origin = ''): string =>
  `${kind}:${hash('sha256', username, 'base64url')}:${origin === '' ? '' : hash('sha256', origin, 'base64url')}`

/**
 * Counts an attempt in every counter, unless one of them has to wait: then it counts in none.
 *
 * @returns seconds to wait (0: the attempt is counted), and the failures of each counter including this attempt
 */
export async function countAttempts(
  db: Queryable,
  counters: readonly Counter[],
  wall: Date,
): Promise<{ waitSeconds: number; failures: Map<string, number> }> {
  const waiting = async () => secondsToWait(db, counters, wall)
  const waitSeconds = await waiting()
  if (waitSeconds > 0) return { waitSeconds, failures: new Map() }
  const { rows } = await db.query<{ key: string; failures: number }>({
    name: 'count-log-in-attempt',
    text: `with asked as (
        select * from jsonb_to_recordset($1) as a(key text, free int, first float8, longest float8, forget float8))
      insert into user_failures as f (name_key, failures, last_failure_at, locked_until)
        select key, 1, $2, null from asked order by key
      on conflict (name_key) do update set
        failures = case when ${STALE} then 1 else f.failures + 1 end,
        locked_until = case when ${STALE} or f.failures + 1 < ${OF('free')} then null
          else $2::timestamptz + least(${OF('first')} * power(2, least(f.failures + 1 - ${OF('free')}, 30)), ${OF('longest')}) * interval '1 second' end,
        last_failure_at = $2
        where f.locked_until is null or f.locked_until <= $2 or f.locked_until > $2::timestamptz + (${OF('longest')} + ${SKEW_SECONDS}) * interval '1 second'
      returning name_key as key, failures`,
    values: [JSON.stringify(counters), wall],
  })
  const failures = new Map(rows.map(({ key, failures: count }) => [key, count]))
  if (failures.size === counters.length) return { waitSeconds: 0, failures }
  // A concurrent attempt was the last without a delay.
  await withdrawAttempts(db, [...failures.keys()])
  return { waitSeconds: Math.max(1, await waiting()), failures: new Map() }
}

const OF = (column: string) => `(select ${column} from asked where key = f.name_key)`
const STALE = `f.last_failure_at <= $2::timestamptz - ${OF('forget')} * interval '1 second'`

/** Ignores delays that are longer than their policy has: the clock was set back since. */
async function secondsToWait(db: Queryable, counters: readonly Counter[], wall: Date): Promise<number> {
  const { rows } = await db.query<{ key: string; until: Date }>({
    name: 'read-log-in-delay',
    text: 'select name_key as key, locked_until as until from user_failures where name_key = any($1) and locked_until > $2',
    values: [counters.map(({ key }) => key), wall],
  })
  const longest = new Map(counters.map(({ key, longest: seconds }) => [key, seconds]))
  const waits = rows
    .map(({ key, until }) => ({ key, seconds: Math.ceil((until.getTime() - wall.getTime()) / 1000) }))
    .filter(({ key, seconds }) => seconds <= longest.get(key)! + SKEW_SECONDS)
  return Math.max(0, ...waits.map(({ seconds }) => seconds))
}

/** Withdraws an attempt that made no guess, or that was right. */
export async function withdrawAttempts(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.query({
    name: 'withdraw-log-in-attempt',
    text: `update user_failures f set failures = greatest(f.failures - 1, 0), locked_until = null
      from (select name_key from user_failures where name_key = any($1) order by name_key for update) held
      where f.name_key = held.name_key`,
    values: [keys],
  })
}

/** Forgets failures. */
export async function clearAttempts(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query('delete from user_failures where name_key = any($1)', [keys])
}

/** Forgets every failure of a user. */
export async function clearUser(db: Queryable, username: string): Promise<void> {
  await db.query(
    `delete from user_failures
      where exists (select 1 from unnest($1::text[]) as held(start) where starts_with(name_key, held.start))`,
    [OF_USER.map((kind) => attemptKey(kind, username))],
  )
}

/** Deletes counters without a failure since an instant, at most `limit`. */
export async function deleteOldAttempts(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from user_failures where name_key in
      (select name_key from user_failures where last_failure_at < $1 limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
