import type { Queryable, Tx } from '../../kernel/db/db.ts'
import type { ClockState } from './rules.ts'

const COLUMNS = 'version, epoch, offset_ms as "offsetMs", frozen_at as "frozenAt"'

type Row = Omit<ClockState, 'offsetMs'> & { offsetMs: bigint }

const toState = ({ version, epoch, offsetMs, frozenAt }: Row): ClockState => ({
  version,
  epoch,
  offsetMs: Number(offsetMs),
  frozenAt,
})

export async function readState(db: Queryable): Promise<ClockState> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from sandbox_clock`)
  return toState(rows[0]!)
}

/** Returns true if the clock was started, which opening a database with the settings of a sandbox does. */
export async function hasClock(db: Queryable): Promise<boolean> {
  const { rows } = await db.query('select 1 from sandbox_clock')
  return rows.length > 0
}

/**
 * Returns the latest business time at which anything was booked or recorded; undefined when nothing was. After a kill during
 * a clock move it is later than the stored clock shows.
 */
export async function latestRecord(db: Queryable): Promise<Date | undefined> {
  const { rows } = await db.query<{ latest: Date | null }>(
    // balances_pkey, events_pkey
    `select greatest((select max(last_posted_at) from balances where last_posted_at <> 'infinity'),
      (select max(e.at) from books b cross join lateral (
        select at from events where entity_id = b.entity_id order by sequence desc limit 1) e)) as latest`,
  )
  return rows[0]!.latest ?? undefined
}

/** Stores a state unless another process is moving the clock or has moved it since `before` was read. */
export async function replaceState(db: Queryable, before: ClockState, next: ClockState): Promise<void> {
  await db.query(
    `with free as (select 1 from sandbox_clock where version = $1 for update skip locked)
      update sandbox_clock set version = $2, offset_ms = $3, frozen_at = $4 from free`,
    [before.version, next.version, next.offsetMs, next.frozenAt],
  )
}

/** The state, locked until the transaction ends: clock moves happen one after the other. */
export async function lockState(tx: Tx): Promise<ClockState> {
  const { rows } = await tx.query<Row>(`select ${COLUMNS} from sandbox_clock for update`)
  return toState(rows[0]!)
}

/** Waits until no transaction belongs to an epoch, and keeps others from beginning, until the transaction ends (`enter_epoch`). */
export async function lockEpoch(tx: Tx): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(7305)')
}

/** Stores the first state; does nothing where there is one. */
export async function insertState(db: Queryable, state: ClockState): Promise<void> {
  await db.query(
    'insert into sandbox_clock (version, epoch, offset_ms, frozen_at) values ($1, $2, $3, $4) on conflict do nothing',
    [state.version, state.epoch, state.offsetMs, state.frozenAt],
  )
}

export async function updateState(tx: Tx, state: ClockState): Promise<void> {
  await tx.query('update sandbox_clock set version = $1, epoch = $2, offset_ms = $3, frozen_at = $4', [
    state.version,
    state.epoch,
    state.offsetMs,
    state.frozenAt,
  ])
}
