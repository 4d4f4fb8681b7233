import { hash } from 'node:crypto'
import type { Db } from '../kernel/db/db.ts'
import { writeAlone } from '../kernel/db/waits/write-alone.ts'
import { LOCK_MINUTES, MAX_FAILURES } from './rules.ts'

const DECOYS = 1024

/**
 * Returns the key under which requests for tokens are limited: the claimed id and its origin, so that others cannot use up a
 * client's limit, and a bounded number of keys for each origin.
 *
 * @param origin group of addresses, as in `addressGroup`
 */
export const requesterKey = (clientId: string, origin: string): string => `${decoyRow(clientId).slice(-3)}@${origin}`

/** Returns the failure counter of an unknown client id: one of a bounded number of rows. */
export function decoyRow(clientId: string): string {
  const row = Number.parseInt(hash('sha256', clientId, 'hex').slice(0, 8), 16) % DECOYS
  return `00000000-0000-4000-8000-${row.toString(16).padStart(12, '0')}`
}

/**
 * Counts a failure of a client from an origin; the tenth in a row, each within 15 minutes of the previous one, locks the
 * client for that origin for 15 minutes. Further failures do not extend a lock, and counting restarts after it. Other
 * origins are not locked: knowing an id is not enough to lock a client out.
 *
 * @param origin group of addresses, as in `addressGroup`
 */
export async function recordFailure(db: Pick<Db, 'pool'>, row: string, origin: string, wall: Date): Promise<void> {
  await writeAlone(db, {
    name: 'record-client-failure',
    text: `insert into client_failures as f (client_id, origin, failures, last_failure_at) values ($1, $5, 1, $2)
      on conflict (client_id, origin) do update set
        failures = case when is_over then 1 else f.failures + 1 end,
        locked_until = case when is_over then null
          else coalesce(f.locked_until, case when f.failures + 1 >= $3 then $2::timestamptz + $4 * interval '1 minute' end) end,
        last_failure_at = $2`.replaceAll(
      'is_over',
      `coalesce(f.locked_until <= $2, f.last_failure_at <= $2::timestamptz - $4 * interval '1 minute')`,
    ),
    values: [row, wall, MAX_FAILURES, LOCK_MINUTES, origin],
  })
}

/** Forgets the failures from the origin of a client that has proved itself. */
export async function clearFailures(db: Pick<Db, 'pool'>, clientId: string, origin: string): Promise<void> {
  await writeAlone(db, {
    name: 'clear-client-failures',
    text: 'delete from client_failures where client_id = $1 and origin = $2',
    values: [clientId, origin],
  })
}
