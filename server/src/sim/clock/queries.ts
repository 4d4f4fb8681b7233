import type { Queryable, Tx } from '../../kernel/db.ts'
import type { ClockState } from './rules.ts'

const COLUMNS = 'version, offset_ms as "offsetMs", frozen_at as "frozenAt"'

type Row = Omit<ClockState, 'offsetMs'> & { offsetMs: bigint }

const toState = ({ version, offsetMs, frozenAt }: Row): ClockState => ({
  version,
  offsetMs: Number(offsetMs),
  frozenAt,
})

export async function readState(db: Queryable): Promise<ClockState> {
  const { rows } = await db.query<Row>(`select ${COLUMNS} from sandbox_clock`)
  return toState(rows[0]!)
}

/** The state, locked until the transaction ends: clock moves happen one after the other. */
export async function lockState(tx: Tx): Promise<ClockState> {
  const { rows } = await tx.query<Row>(`select ${COLUMNS} from sandbox_clock for update`)
  return toState(rows[0]!)
}

/** Stores the first state; does nothing where there is one. */
export async function insertState(db: Queryable, state: ClockState): Promise<void> {
  await db.query(
    'insert into sandbox_clock (version, offset_ms, frozen_at) values ($1, $2, $3) on conflict do nothing',
    [state.version, state.offsetMs, state.frozenAt],
  )
}

export async function updateState(tx: Tx, state: ClockState): Promise<void> {
  await tx.query('update sandbox_clock set version = $1, offset_ms = $2, frozen_at = $3', [
    state.version,
    state.offsetMs,
    state.frozenAt,
  ])
}
