import type pg from 'pg'
import { failConnecting } from '../connection-loss.ts'
import { gatherWrites } from '../one-write.ts'
import type { Tx } from '../tx.ts'
import { isRead } from './early-reads.ts'

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

/** Sends the statements of a transaction. */
interface Sender {
  query: Tx['query']
  /** Sends nothing more: the transaction is rolled back next. */
  end(): void
}

/**
 * Creates the sender of a transaction. Reads go with its `begin`; the first write, and all statements after it, wait until
 * it has begun. PostgreSQL can fail `begin` alone: an operator cancels it, or a `statement_timeout` ends it after a pause of the machine. A write that
 * was already on its way would then be committed by itself, as a part of a command.
 */
export function sendAfter(client: pg.PoolClient, begun: Promise<void>): Sender {
  let hasBegun = false
  let hasEnded = false
  let isWriting = false
  begun.then(
    () => (hasBegun = true),
    () => {},
  )
  const send = (query: pg.QueryConfig | string, values: unknown[] | undefined) => {
    gatherWrites(client)
    return client.query(query as pg.QueryConfig, values)
  }
  const query = (statement: pg.QueryConfig | string, values?: unknown[]) => {
    if (hasBegun || (!isWriting && isRead(statement))) return send(statement, values)
    isWriting = true
    return begun.then(() => {
      if (hasEnded) throw new Error('the transaction ended before this statement was sent')
      return send(statement, values)
    })
  }
  return { query: query as Tx['query'], end: () => void (hasEnded = true) }
}
