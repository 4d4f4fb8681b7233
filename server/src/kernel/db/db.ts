import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Act } from '../values/act.ts'
import type { Emitted } from '../values/emitted.ts'
import { ConnectionLoss, isServerAnswer, saysDatabaseIsAway } from './connection-loss.ts'

/**
 * Access to PostgreSQL. `Db` holds the pool for transactions and a pipelined connection for single reads;
 * `Tx` is one transaction. Scalars arrive exact: bigint as BigInt, numeric as text, date as 'YYYY-MM-DD',
 * timestamptz as Date (millisecond precision is all we store).
 */
export interface Db {
  pool: pg.Pool
  /** Single statements outside a transaction, sent down one pipelined connection. Never begin a transaction here. */
  reader: Queryable
  connection: pg.ClientConfig
  /** Reactions of the modules to events emitted in the transactions of this database. */
  reactions?: Reactions
  close(): Promise<void>
}

export interface Queryable {
  query<R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

/** A transaction in progress. */
export type Tx = Queryable & {
  readonly isTransaction: true
  readonly atCommit: AtCommit
  /** Writes that are confirmed before COMMIT; absent where each write is confirmed when it is made. */
  readonly unconfirmed?: Unconfirmed | undefined
  readonly reactions?: Reactions | undefined
}

/**
 * Step of a later module that follows from an event. It runs in the emitter's transaction: its error undoes the emitter's
 * work too.
 */
export type Reaction = (tx: Tx, act: Act, event: Emitted) => Promise<void>

/** Reactions by event type, in the order of their modules. */
export type Reactions = ReadonlyMap<string, readonly Reaction[]>

/** Writes the items that a transaction collected for it, in the order in which they were collected. */
export interface Writer<T> {
  /** Lock order of the writers, ascending: 1 jobs, 2 event counters. */
  place: 1 | 2
  write(tx: Tx, items: readonly T[]): Promise<void>
  /** Returns true if the items are written by one statement, sent at once, that fails unless all are stored. COMMIT is sent with it. */
  isOneStatement?(items: readonly T[]): boolean
}

/** Items collected for the last statements of a transaction, with the writer of each. */
class AtCommit {
  private items: { writer: Writer<never>; item: unknown }[] = []

  add<T>(writer: Writer<T>, item: T): void {
    this.items.push({ writer, item })
  }

  /** Returns a mark; `undoTo` drops everything collected after it. */
  mark(): number {
    return this.items.length
  }

  undoTo(mark: number): void {
    this.items.length = mark
  }

  /** Runs each writer of a place once, with all of its items. */
  async write(tx: Tx, place: 1 | 2): Promise<void> {
    for (const { writer, items } of this.of(place)) await writer.write(tx, items)
  }

  /** Returns true if nothing but COMMIT has to follow the statement of the last writer. */
  endsInOneStatement(): boolean {
    const last = this.of(2)
    return last.length === 1 && last[0]!.writer.isOneStatement?.(last[0]!.items) === true
  }

  private of(place: 1 | 2) {
    const writers = [...new Set(this.items.map(({ writer }) => writer))].filter((writer) => writer.place === place)
    return writers.map((writer) => ({
      writer,
      items: this.items.filter((entry) => entry.writer === writer).map(({ item }) => item as never),
    }))
  }
}

/** Writes of a transaction that were sent without waiting for their outcome. */
class Unconfirmed {
  private writes: Promise<unknown>[] = []
  /** Number of savepoints under way: a write in one is confirmed at once, because its error is handled there. */
  savepoints = 0
  /** True once a write was sent: an error may then have its cause in that write. */
  isUsed = false

  add(write: Promise<unknown>): void {
    write.catch(() => {}) // reported by `confirm`
    this.writes.push(write)
    this.isUsed = true
  }

  /** Waits for all writes. @throws the error of the first that failed */
  async confirm(): Promise<void> {
    for (const write of this.writes) await write
    this.isUsed = false
  }
}

const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 20) return (text: string) => BigInt(text)
    if (oid === 1016) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt))
    if (oid === 1082 || oid === 1231) return (text: string) => text
    if (oid === 1182) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))
    return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown
  },
} as pg.CustomTypesConfig

/** The settings every connection of ours uses. */
const connectionSettings = (connection: pg.ClientConfig): pg.ClientConfig => ({
  application_name: 'cambist',
  types: exactTypes,
  ...connection,
})

/** Opens the pool and the pipelined read connection. */
export async function openDb(connection: pg.ClientConfig, options: { poolSize?: number } = {}): Promise<Db> {
  const settings = connectionSettings(connection)
  // Statements are sent at once and answered in order: those that need no answer of one another share a round trip.
  const pool = new pg.Pool({ ...settings, max: options.poolSize ?? 16, pipeline: true } as pg.PoolConfig)
  pool.on('error', () => {}) // an idle connection was cut; the pool opens another when it needs one
  // One in use was cut between two statements: the next statement reports it. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const reader = pipelinedReader(settings)
  await pool.query('select 1')
  return {
    pool,
    reader,
    connection: settings,
    async close() {
      await reader.end()
      await pool.end()
    },
  }
}

/**
 * One pipelined connection for reads, opened when first used and again after it was lost; reads wait for it. They never go
 * through the pool: transactions that hold all of its connections and read would then wait for one another for ever.
 */
function pipelinedReader(settings: pg.ClientConfig): Queryable & { end(): Promise<void> } {
  let client: pg.Client | undefined
  let opening: Promise<pg.Client> | undefined
  let closed = false

  async function open(): Promise<pg.Client> {
    const next = new pg.Client({ ...settings, pipeline: true } as pg.ClientConfig)
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
    if (closed) return Promise.reject(new Error('the database was closed'))
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  return {
    query<R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]) {
      if (client) return client.query<R>(query as pg.QueryConfig, values)
      return opened().then((open) => open.query<R>(query as pg.QueryConfig, values))
    },
    async end() {
      closed = true
      await opening?.catch(() => {})
      await client?.end()
    },
  }
}

/** Error that rolls back a transaction and keeps its result (dry run). */
class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back on purpose')
    this.result = result
  }
}

/**
 * Runs `work` in one transaction (READ COMMITTED) and commits it. A serialisation failure or a deadlock (40001, 40P01)
 * is run again, up to ten times and after a pause that grows, so that those who met do not meet again; anything else rolls
 * back and is thrown. If a write of `confirmAtCommit` fails, `work` is run again with each write confirmed when it is made.
 *
 * @throws ConnectionLoss with `sent` when the database went away during the commit: nobody knows whether it took effect
 */
export async function inTransaction<T>(db: Pick<Db, 'pool' | 'reactions'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  let unconfirmed: Unconfirmed | undefined = new Unconfirmed()
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(db, work, unconfirmed)
    } catch (error) {
      const isMispredicted = unconfirmed?.isUsed === true && !saysDatabaseIsAway(error)
      if (isMispredicted) unconfirmed = undefined
      else if (attempt >= 10 || !isRetryable(error)) throw error
      else {
        unconfirmed &&= new Unconfirmed()
        await sleep(Math.random() * 10 * attempt)
      }
    }
  }
}

/** Runs `work` as `inTransaction` does, then rolls everything back and returns the result: a dry run. */
export async function inRolledBackTransaction<T>(
  db: Pick<Db, 'pool' | 'reactions'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction<T>(db, async (tx) => {
      const result = await work(tx)
      await tx.unconfirmed?.confirm()
      throw new RolledBack(result)
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T
    throw error
  }
}

/**
 * Collects an item that `writer` stores in the last statements before COMMIT. Use it for rows that every transaction
 * contends for, so that their locks are held for as short a time as possible and always come last in the lock order.
 * Items collected inside a savepoint that is rolled back are dropped.
 */
export function writeAtCommit<T>(tx: Tx, writer: Writer<T>, item: T): void {
  tx.atCommit.add(writer, item)
}

/**
 * Makes a write that nearly always succeeds. The transaction continues without waiting for its outcome, which is confirmed before COMMIT: writes
 * that follow one another share a round trip. If it fails, the transaction is rolled back and run again. The
 * second time the error is thrown here. Reads after the write see it.
 *
 * @param write sends exactly one statement, before anything is awaited
 */
export async function confirmAtCommit(tx: Tx, write: () => Promise<unknown>): Promise<void> {
  if (!tx.unconfirmed || tx.unconfirmed.savepoints > 0) return void (await write())
  tx.unconfirmed.add(write())
}

/**
 * Runs `work` in a savepoint. An error undoes everything `work` wrote and collected, and is thrown; the transaction can
 * continue.
 */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const mark = tx.atCommit.mark()
  await beginSavepoint(tx)
  try {
    const result = await work()
    await tx.query('release savepoint step')
    return result
  } catch (error) {
    await undoSavepoint(tx, mark)
    throw error
  } finally {
    if (tx.unconfirmed) tx.unconfirmed.savepoints--
  }
}

/** Runs `work` in a savepoint, undoes everything it wrote, collected and locked, and returns its result: a preview. */
export async function inRolledBackSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const mark = tx.atCommit.mark()
  await beginSavepoint(tx)
  try {
    return await work()
  } finally {
    await undoSavepoint(tx, mark)
    if (tx.unconfirmed) tx.unconfirmed.savepoints--
  }
}

/** Begins a savepoint. Earlier writes are confirmed first, so that the savepoint reports only its own errors. */
async function beginSavepoint(tx: Tx): Promise<void> {
  await tx.unconfirmed?.confirm()
  await tx.query('savepoint step')
  if (tx.unconfirmed) tx.unconfirmed.savepoints++
}

async function undoSavepoint(tx: Tx, mark: number): Promise<void> {
  tx.atCommit.undoTo(mark)
  await tx.query('rollback to savepoint step; release savepoint step')
}

async function attemptTransaction<T>(
  db: Pick<Db, 'pool' | 'reactions'>,
  work: (tx: Tx) => Promise<T>,
  unconfirmed: Unconfirmed | undefined,
): Promise<T> {
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    const begun = client.query('begin') // the first statement goes with it
    begun.catch(() => {})
    const tx: Tx = {
      isTransaction: true,
      atCommit: new AtCommit(),
      unconfirmed,
      reactions: db.reactions,
      query: (query, values) => client.query(query as pg.QueryConfig, values),
    }
    const result = await work(tx)
    await begun
    await tx.atCommit.write(tx, 1)
    await unconfirmed?.confirm()
    await commit(client, tx)
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (saysDatabaseIsAway(error)) broken ??= error as Error // a read-only server answers: the pool must not keep it
    throw error
  } finally {
    client.release(broken)
  }
}

/** Runs the last writer and commits. @throws ConnectionLoss with `sent` if the commit may or may not have taken effect */
async function commit(client: pg.PoolClient, tx: Tx): Promise<void> {
  const isFolded = tx.atCommit.endsInOneStatement()
  const written = tx.atCommit.write(tx, 2)
  if (!isFolded) await written
  const [last, done] = await Promise.allSettled([written, client.query('commit')])
  if (last.status === 'rejected' && isServerAnswer(last.reason)) throw last.reason as Error
  if (done.status === 'rejected')
    throw isServerAnswer(done.reason) ? (done.reason as Error) : new ConnectionLoss(done.reason, true)
  // A failed statement whose error was swallowed makes COMMIT answer ROLLBACK: never report that as done.
  if (done.value.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  if (last.status === 'rejected') throw last.reason as Error
}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === '40001' || code === '40P01'
}

/** An error that has `inTransaction` run its work again: another transaction was faster and decided otherwise. */
export const overtaken = (what: string): Error => Object.assign(new Error(what), { code: '40001' })

/** Returns true if an error is the violation of a named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint
}
