import type pg from 'pg'
import { failConnecting } from '../connection-loss.ts'

/**
 * Returns a connection of the pool. It waits without a limit if `waitMs` is undefined.
 *
 * @throws Error that `isOfConnecting` recognises if none is free in time
 */
export async function connect({
  pool,
  waitMs,
}: {
  pool: pg.Pool
  waitMs?: number | undefined
}): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  if (waitMs === undefined || pool.waitingCount === 0) return connecting
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitMs)))
  const client = await Promise.race([connecting, late]).finally(() => clearTimeout(timer))
  if (client) return client
  void connecting.then(
    (unused) => unused.release(),
    () => {},
  )
  return failConnecting(new Error('no connection of the pool became free in time'))
}

/** Returns the statement by which a transaction belongs to an epoch of the sandbox. It waits for a reset, and fails after one. */
export const enterEpoch = (epoch: number, isMove = false): pg.QueryConfig => ({
  name: 'enter-epoch',
  text: 'select enter_epoch($1, $2)',
  values: [epoch, isMove],
})

interface Beginning {
  /** Milliseconds for which the transaction waits for each lock; undefined: as set for the connection. */
  lockMs: number | undefined
  epoch: number | undefined
  isMove: boolean | undefined
}

/** Begins a transaction with its limit, in the sandbox one of an epoch. */
export async function begin(client: pg.PoolClient, { lockMs, epoch, isMove }: Beginning): Promise<void> {
  const begun = client.query(lockMs === undefined ? 'begin' : `begin; set local lock_timeout = ${lockMs}`)
  await (epoch === undefined ? begun : Promise.all([begun, client.query(enterEpoch(epoch, isMove))]))
}
