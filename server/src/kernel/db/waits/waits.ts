import type pg from 'pg'
import { limitedPool } from './limited-pool.ts'

/**
 * Time for which a request waits for one lock, and before that for a connection of the pool. It covers the locks of other commands and of
 * jobs many times; what exceeds it is a table that an operator has locked.
 */
export const LOCK_WAIT_MS = 20_000

/** Time for which a batch of postings waits for a lock, and a command for its batch. It is shorter because batches wait one after another. */
export const BATCH_WAIT_MS = 10_000

/** Returns true if a lock was not free in time, for a statement or for the same one before it, which then was not prepared (26000). */
export const isLockTimeout = (error: unknown): boolean =>
  ['55P03', '26000'].includes(String((error as { code?: unknown } | undefined)?.code))

/** Returns the statement that limits the waits for locks on a connection, unless the operator has limited them already. */
export const limitLockWaits = (waitMs: number): string =>
  `select set_config('lock_timeout', '${waitMs}', false) where current_setting('lock_timeout') = '0'`

/** Statement that reports whether the operator has limited the waits for locks. */
export const HAS_LOCK_TIMEOUT = `select current_setting('lock_timeout') <> '0' as "hasLockTimeout"`

/** Parts of a database that the modules are bound to after services have taken it. */
const BOUND_LATER = ['reactions', 'recordAct', 'resourceReaders'] as const

interface Limitable {
  pool?: pg.Pool
  waitMs?: number | undefined
  hasLockTimeout?: boolean
}

/**
 * Returns a database whose transactions and single statements wait for a connection and for each lock for a limited time, as those of
 * requests do.
 */
export function withLimitedWaits<D extends Limitable>(db: D, waitMs = LOCK_WAIT_MS): D {
  const limited = { ...db, waitMs, ...(db.pool && { pool: limitedPool(db.pool, waitMs, db.hasLockTimeout === true) }) }
  for (const part of BOUND_LATER)
    Object.defineProperty(limited, part, { enumerable: true, get: () => db[part as keyof D] })
  return limited
}
