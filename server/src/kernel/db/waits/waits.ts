import type pg from 'pg'
import type { Tx } from '../tx.ts'
import { limitedPool } from './limited-pool.ts'

/**
 * Time for which a request waits for one lock, and before that for a connection of the pool. It covers the locks of other commands and of
 * jobs many times; what exceeds it is a table that an operator has locked.
 */
export const LOCK_WAIT_MS = 20_000

/** Time for which a batch of postings waits for a lock, and a command for its batch. It is shorter because batches wait one after another. */
export const BATCH_WAIT_MS = 10_000

/**
 * Time after which PostgreSQL ends a transaction whose process asks for nothing: it is suspended or unreachable, and other processes wait for its
 * locks. No transaction of ours waits for another system, and none computes for as long.
 */
export const IDLE_TRANSACTION_MS = 30_000

/** Lets a transaction stay idle for longer. It holds a lock, such as the turn of a nightly run, while other transactions of its process work. */
export const waitForOthers = async (tx: Pick<Tx, 'query'>): Promise<void> => {
  await tx.query(`set local idle_in_transaction_session_timeout = '1h'`)
}

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
