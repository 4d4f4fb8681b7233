import type { Socket } from 'node:net'
import type pg from 'pg'
import { DatabaseClient } from '../client.ts'
import { isOfConnecting, silent } from '../connection-loss.ts'
import type { DatabaseConnection } from '../hosts.ts'
import { gatherWrites } from '../one-write.ts'
import { isLockTimeout, limitLockWaits, LOCK_WAIT_MS } from '../waits/waits.ts'
import type { Queryable } from '../tx.ts'

/** Time without an answer after which a connection is overdue: its first statement is slow, or waits for a lock. */
const OVERDUE_MS = 200
/** Connections for reads at most. */
const MOST = 8
/** Time without attempts to open a further connection after PostgreSQL did not accept one. */
const REST_MS = 1000
/** Time for the answers that are awaited when the process stops. Nothing is lost with those of slower reads. */
const END_MS = 1000

/**
 * Opens the connections for reads. Statements go down one pipelined connection, where each waits for those before it. While an answer of it
 * is overdue, others go to another connection, and the same statement waits behind its like: the table that it reads may be locked. A
 * connection that is no longer needed is closed. If a further connection cannot be opened, its statements wait on the first one. A read whose
 * table is not free in time fails, with all of its like that wait behind it. Reads never go through the pool: transactions that hold all of its
 * connections and read would then wait for one another for ever.
 *
 * @param waitMs milliseconds for which a read waits for a lock
 */
export function openReader(settings: DatabaseConnection, waitMs = LOCK_WAIT_MS): Queryable & { end(): Promise<void> } {
  const first = createLane(settings, waitMs)
  const lanes = [first]
  let restsUntil = 0
  let ended = false

  function laneOf(statement: string): Lane {
    if (lanes.length === 1 && !first.isOverdue()) return first
    const isResting = performance.now() < restsUntil
    const usable = isResting ? lanes.filter((lane) => lane === first || lane.isOpen()) : lanes
    const overdue = usable.filter((lane) => lane.isOverdue())
    const like = overdue.find((lane) => lane.first() === statement)
    if (like) return like
    const another = () => (isResting ? undefined : openAnother())
    const free = usable.find((lane) => !overdue.includes(lane)) ?? another() ?? usable.at(-1)!
    closeUnneeded(free)
    return free
  }

  function openAnother(): Lane | undefined {
    if (lanes.length < MOST) lanes.push(createLane(settings, waitMs))
    else return undefined
    return lanes.at(-1)
  }

  function closeUnneeded(used: Lane): void {
    const last = lanes.at(-1)!
    if (last === used || !last.isIdle()) return
    lanes.pop()
    last.end().catch(() => {}) // it was lost already
  }

  return {
    query<R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]) {
      if (ended) return Promise.reject(new Error('the database was closed'))
      const statement = typeof query === 'string' ? query : (query.name ?? query.text)
      const lane = laneOf(statement)
      const answer = lane.send<R>(statement, query, values)
      if (lane === first) return answer
      return answer.catch((error: unknown) => {
        if (!isOfConnecting(error)) throw error
        restsUntil = performance.now() + REST_MS
        return first.send<R>(statement, query, values)
      })
    },
    async end() {
      ended = true
      await Promise.all(lanes.map((lane) => lane.end()))
    },
  }
}

interface Lane {
  /** Sends a statement, by its name or text, without waiting for those before it. */
  send<R extends pg.QueryResultRow>(
    statement: string,
    query: pg.QueryConfig | string,
    values?: unknown[],
  ): Promise<pg.QueryResult<R>>
  /** Returns true while an answer is overdue. */
  isOverdue(): boolean
  /** Returns the statement whose answer comes next; undefined without any. */
  first(): string | undefined
  /** Returns true while no answer is awaited. */
  isIdle(): boolean
  /** Returns true while the connection is open. */
  isOpen(): boolean
  /** Ends the connection. Statements that are not answered soon fail. */
  end(): Promise<void>
}

/** Creates a pipelined connection, opened when first used and again after it was lost; its statements wait for it. */
function createLane(settings: DatabaseConnection, waitMs: number): Lane {
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  /** Statements without an answer, in the order in which they were sent. */
  const awaited: string[] = []
  /** Time of the latest answer, or of the first of these statements. */
  let movedAt = 0

  async function open(): Promise<pg.Client> {
    const next = new DatabaseClient({ ...settings, pipeline: true } as DatabaseConnection)
    const drop = () => {
      if (client === next) client = undefined
    }
    next.on('error', drop)
    next.on('end', drop)
    await next.connect()
    await next.query(limitLockWaits(waitMs))
    client = next
    return next
  }

  function opened(): Promise<pg.Client> {
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  function query<R extends pg.QueryResultRow>(text: pg.QueryConfig | string, values?: unknown[]) {
    if (!client) return opened().then((open) => open.query<R>(text as pg.QueryConfig, values))
    gatherWrites(client)
    return client.query<R>(text as pg.QueryConfig, values)
  }

  const onAnswer = () => {
    awaited.shift()
    movedAt = performance.now()
  }
  /** Fails the same statements behind one whose lock was not free in time: each would wait as long again. */
  const onError = (statement: string, error: unknown) => {
    onAnswer()
    if (!client || !isLockTimeout(error) || !awaited.includes(statement)) return
    socketOf(client).destroy(silent())
    client = undefined
  }

  return {
    send<R extends pg.QueryResultRow>(statement: string, text: pg.QueryConfig | string, values?: unknown[]) {
      if (awaited.push(statement) === 1) movedAt = performance.now()
      const answer = query<R>(text, values)
      answer.then(onAnswer, (error: unknown) => onError(statement, error))
      return answer
    },
    isOverdue: () => awaited.length > 0 && performance.now() - movedAt > OVERDUE_MS,
    first: () => awaited[0],
    isIdle: () => awaited.length === 0,
    isOpen: () => client !== undefined,
    async end() {
      await opening?.catch(() => {})
      if (!client) return
      const socket = socketOf(client)
      const timer = setTimeout(() => socket.destroy(), END_MS)
      await client.end().finally(() => clearTimeout(timer))
    },
  }
}

const socketOf = (client: pg.Client): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
