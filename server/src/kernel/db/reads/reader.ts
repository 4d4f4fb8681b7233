import type pg from 'pg'
import { DatabaseClient } from '../client.ts'
import type { DatabaseConnection } from '../hosts.ts'
import { gatherWrites } from '../one-write.ts'
import type { Queryable } from '../tx.ts'

/** Time without an answer after which a connection is overdue: its first statement is slow, or waits for a lock. */
const OVERDUE_MS = 200
/** Connections for reads at most. */
const MOST = 8

/**
 * Opens the connections for reads. Statements go down one pipelined connection, where each waits for those before it. While an answer of it
 * is overdue, others go to another connection, and the same statement waits behind its like: the table that it reads may be locked. A
 * connection that is no longer needed is closed. Reads never go through the pool: transactions that hold all of its connections and read
 * would then wait for one another for ever.
 */
export function openReader(settings: DatabaseConnection): Queryable & { end(): Promise<void> } {
  const lanes = [createLane(settings)]
  let ended = false

  function laneOf(statement: string): Lane {
    if (lanes.length === 1 && !lanes[0]!.isOverdue()) return lanes[0]!
    const overdue = lanes.filter((lane) => lane.isOverdue())
    const like = overdue.find((lane) => lane.first() === statement)
    if (like) return like
    const free = lanes.find((lane) => !overdue.includes(lane)) ?? openAnother() ?? lanes.at(-1)!
    closeUnneeded(free)
    return free
  }

  function openAnother(): Lane | undefined {
    if (lanes.length < MOST) lanes.push(createLane(settings))
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
      return laneOf(statement).send<R>(statement, query, values)
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
  end(): Promise<void>
}

/** Creates a pipelined connection, opened when first used and again after it was lost; its statements wait for it. */
function createLane(settings: DatabaseConnection): Lane {
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

  return {
    send<R extends pg.QueryResultRow>(statement: string, text: pg.QueryConfig | string, values?: unknown[]) {
      if (awaited.push(statement) === 1) movedAt = performance.now()
      const answer = query<R>(text, values)
      answer.then(onAnswer, onAnswer)
      return answer
    },
    isOverdue: () => awaited.length > 0 && performance.now() - movedAt > OVERDUE_MS,
    first: () => awaited[0],
    isIdle: () => awaited.length === 0,
    async end() {
      await opening?.catch(() => {})
      await client?.end()
    },
  }
}
