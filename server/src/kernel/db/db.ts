import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseClient, firstErrorOf } from './client.ts'
import {
  ConnectionLoss,
  isReset,
  isServerAnswer,
  isUnsent,
  Overtaken,
  SandboxReset,
  saysDatabaseIsAway,
} from './connection-loss.ts'
import type { DatabaseConnection } from './hosts.ts'
import { gatherWrites } from './one-write.ts'
import { openReader } from './reads/reader.ts'
import { begin, connect, sendAfter } from './waits/begin.ts'
import { HAS_LOCK_TIMEOUT, IDLE_TRANSACTION_MS, isLockTimeout } from './waits/waits.ts'
import { createSockets, type SilenceLimits, watchSilence } from './silence.ts'
import {
  type ActRecorder,
  AtCommit,
  type Queryable,
  type Reactions,
  type ResourceReaders,
  type Tx,
  Unconfirmed,
  type Writer,
} from './tx.ts'

export { enterEpoch } from './waits/begin.ts'
export type { Queryable, Reaction, Reactions, RecordedAct, ResourceReader, Tx, Writer } from './tx.ts'

/**
 * Access to PostgreSQL. `Db` holds the pool for transactions and pipelined connections for single reads;
 * `Tx` is one transaction. Scalars arrive exact: bigint as BigInt, numeric as text, date as 'YYYY-MM-DD',
 * timestamptz as Date (millisecond precision is all we store).
 */
export interface Db {
  pool: pg.Pool
  /** Single statements outside a transaction, sent down a pipelined connection without waiting. Never begin a transaction here. */
  reader: Queryable
  connection: DatabaseConnection
  /** Milliseconds for which a transaction waits for a connection, and for each lock; undefined: without a limit (`withLimitedWaits`). */
  waitMs?: number | undefined
  /** True if the operator has limited the waits for locks of the account or the database: transactions keep that limit. */
  hasLockTimeout?: boolean
  /** Present in the sandbox: its transactions fail if it was reset since. */
  epochs?: Epochs | undefined
  /** Reactions of the modules to events emitted in the transactions of this database. */
  reactions?: Reactions
  /** Records an act in the audit trail. */
  recordAct?: ActRecorder
  /** Readers of the resources that those events are about. */
  resourceReaders?: ResourceReaders
  close(): Promise<void>
}

/** Epochs of the sandbox (decision 151). */
interface Epochs {
  /** Returns the epoch that this process knows: a new transaction belongs to it. */
  current: () => number
  /** True for transactions that move the clock: a reset waits for the clock's row instead. */
  isMove?: boolean
}

/** Returns a database whose transactions belong to the epoch in which a business time was read. */
export const asOfEpoch = <D extends Pick<Db, 'epochs'>>(db: D, epoch: number | undefined): D =>
  db.epochs && epoch !== undefined ? { ...db, epochs: { ...db.epochs, current: () => epoch } } : db

/**
 * Returns a database whose transactions belong to no epoch. A reset of the sandbox does not wait for them: use it for one that runs other
 * transactions, which would wait for the reset.
 */
export const outsideEpochs = <D extends Pick<Db, 'epochs'>>(db: D): D => ({ ...db, epochs: undefined })

/** Returns a database whose transactions move the clock. They wait for one another without a limit: a move can take minutes. */
export const asMove = <D extends Pick<Db, 'epochs' | 'waitMs'>>(db: D): D =>
  db.epochs ? { ...db, waitMs: undefined, epochs: { ...db.epochs, isMove: true } } : db

/** Rejects an act whose business time was read in another epoch than that of the transaction. @throws SandboxReset */
export function checkEpoch(tx: Tx, epoch: number | undefined): void {
  if (epoch !== undefined && tx.epoch !== undefined && epoch !== tx.epoch) throw new SandboxReset()
}

const TIMESTAMPTZ = 1184
const readAnyInstant = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as (text: string) => Date

/**
 * Reads an instant as PostgreSQL prints it in UTC, such as `2026-11-27 10:00:00.123+00`; digits after the millisecond are cut
 * off. A row of a payment has nine, and the regular expressions of the driver take four times as long. Any other form is read
 * by the driver.
 */
function readInstant(text: string): Date {
  const end = text.length - 3
  if (!isUtc(text, end)) return readAnyInstant(text)
  const [year, month, day] = [pairAt(text, 0) * 100 + pairAt(text, 2), pairAt(text, 5), pairAt(text, 8)]
  let millis = 0
  for (let i = 20, unit = 100; i < end && unit >= 1; i++, unit /= 10) millis += digitAt(text, i) * unit
  return new Date(Date.UTC(year, month - 1, day, pairAt(text, 11), pairAt(text, 14), pairAt(text, 17), millis))
}

/** Returns true for a year from 1000 to 9999 and the offset +00. */
const isUtc = (text: string, end: number): boolean =>
  end >= 19 && text.endsWith('+00') && text[4] === '-' && text[0] !== '0' && (end === 19 || text[19] === '.')

const digitAt = (text: string, at: number): number => text.charCodeAt(at) - 48

const pairAt = (text: string, at: number): number => digitAt(text, at) * 10 + digitAt(text, at + 1)

const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === 20) return (text: string) => BigInt(text)
    if (oid === TIMESTAMPTZ) return readInstant
    if (oid === 1016) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt))
    if (oid === 1082 || oid === 1231) return (text: string) => text
    if (oid === 1182) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(','))
    return pg.types.getTypeParser(oid, format ?? 'text') as (text: string) => unknown
  },
} as pg.CustomTypesConfig

/** The settings every connection of ours uses. */
const connectionSettings = (connection: DatabaseConnection): DatabaseConnection => ({
  application_name: 'cambist',
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
  types: exactTypes,
  ...connection,
})

interface DbOptions {
  poolSize?: number
  /** Time after which an unused connection of the pool is closed; 10 s if absent. */
  idleMs?: number
  /** Limits after which the connections of a silent database are cut; absent: they wait. */
  silence?: SilenceLimits
}

/** Opens the pool and the connections for reads. */
export async function openDb(connection: DatabaseConnection, options: DbOptions = {}): Promise<Db> {
  const sockets = options.silence && createSockets(options.silence)
  const settings = connectionSettings({ ...connection, ...(sockets && { stream: sockets.stream }) })
  // Statements are sent at once and answered in order: those that need no answer of one another share a round trip.
  const sizes = { max: options.poolSize ?? 16, idleTimeoutMillis: options.idleMs ?? 10_000, pipeline: true }
  const pool = new pg.Pool({ ...settings, ...sizes, Client: DatabaseClient } as pg.PoolConfig)
  pool.on('error', () => {}) // an idle connection was cut; the pool opens another when it needs one
  // One in use was cut between two statements: the next statement reports it. Unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const reader = openReader(settings)
  const { rows } = await pool.query<Pick<Db, 'hasLockTimeout'>>(HAS_LOCK_TIMEOUT)
  const watch = sockets && options.silence && watchSilence(connection, sockets, options.silence)
  return {
    pool,
    reader,
    connection: settings,
    hasLockTimeout: rows[0]!.hasLockTimeout === true,
    async close() {
      await watch?.close()
      await reader.end()
      await pool.end()
    },
  }
}

/** Parts of the database that a transaction needs. */
export type Transactions = Pick<
  Db,
  'pool' | 'waitMs' | 'hasLockTimeout' | 'epochs' | 'reactions' | 'recordAct' | 'resourceReaders'
>

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
 * back and is thrown. If a write of `raiseAtCommit` fails, `work` is run again with each write confirmed when it is made.
 *
 * @throws ConnectionLoss with `sent` when the database went away during the commit, so that its outcome is unknown; SandboxReset
 */
export async function inTransaction<T>(given: Transactions, work: (tx: Tx) => Promise<T>): Promise<T> {
  const db = asOfEpoch(given, given.epochs?.current()) // one epoch for all attempts
  let unconfirmed: Unconfirmed | undefined = new Unconfirmed()
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(db, work, unconfirmed)
    } catch (error) {
      const isOutside = saysDatabaseIsAway(error) || isReset(error) || isLockTimeout(error) // it would wait as long again
      const isMispredicted = unconfirmed?.isUsed === true && !isOutside
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
export async function inRolledBackTransaction<T>(db: Transactions, work: (tx: Tx) => Promise<T>): Promise<T> {
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
 * Makes a write that nearly always succeeds. The transaction continues without waiting for its outcome, and COMMIT is sent in the same round
 * trip as such writes. If one fails, the transaction is rolled back and run again. The second time the error is thrown
 * here. Reads after the write see it.
 *
 * @param write sends exactly one statement, before anything is awaited. With `raises`, PostgreSQL must fail the statement
 *   unless the write takes effect: its answer is not read
 */
export async function raiseAtCommit(tx: Tx, write: (raises: boolean) => Promise<unknown>): Promise<void> {
  if (!tx.unconfirmed || tx.unconfirmed.savepoints > 0) return void (await write(false))
  await tx.unconfirmed.foresee(() => write(true))
}

/** A command cannot share the transaction of a set, because it does more than its writers cover. It is then carried out alone. */
export class NotInSet extends Error {}

/**
 * Makes a write as `raiseAtCommit` does. Where several commands share the transaction, the writer sends one statement for all of them,
 * which PostgreSQL must fail unless every one takes effect.
 *
 * @param alone sends the statement of a command with a transaction of its own
 */
export async function raiseInSet<T>(
  tx: Tx,
  writer: Writer<T>,
  item: T,
  alone: (raises: boolean) => Promise<unknown>,
): Promise<void> {
  if (tx.isShared) writeAtCommit(tx, writer, item)
  else await raiseAtCommit(tx, alone)
}

/**
 * Runs `work` in one transaction that several commands share, and sends their writes together with COMMIT. An error rolls all of it
 * back and is thrown; nothing is run again.
 *
 * @throws ConnectionLoss with `sent` as `inTransaction`
 */
export const inSharedTransaction = <T>(db: Transactions, work: (tx: Tx) => Promise<T>): Promise<T> =>
  attemptTransaction(db, work, new Unconfirmed())

/** Returns a shared transaction as each of its commands has it: any statement of a command throws NotInSet. */
export const shareOf = (tx: Tx): Tx => ({ ...tx, isShared: true, query: () => Promise.reject(new NotInSet()) })

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
  db: Transactions,
  work: (tx: Tx) => Promise<T>,
  unconfirmed: Unconfirmed | undefined,
): Promise<T> {
  const client = await connect(db)
  let broken: Error | undefined
  let rejected: unknown
  let sender: ReturnType<typeof sendAfter> | undefined
  const epoch = db.epochs?.current()
  try {
    gatherWrites(client)
    const lockMs = db.hasLockTimeout ? undefined : db.waitMs
    const begun = begin(client, { lockMs, epoch, isMove: db.epochs?.isMove }) // the first statement goes with it
    begun.catch((error: unknown) => (rejected = error))
    sender = sendAfter(client, begun)
    const { query: send } = sender
    const tx: Tx = {
      isTransaction: true,
      atCommit: new AtCommit(),
      unconfirmed,
      epoch,
      lockMs,
      reactions: db.reactions,
      recordAct: db.recordAct,
      resourceReaders: db.resourceReaders,
      query(query, values) {
        if (unconfirmed) unconfirmed.statements++
        return send(query, values)
      },
    }
    const result = await work(tx)
    await begun
    await tx.atCommit.prepare(tx)
    await tx.atCommit.send(tx, unconfirmed)
    await commit(client, unconfirmed)
    return result
  } catch (thrown) {
    const error = rejected ?? firstErrorOf(client, thrown)
    sender?.end()
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    if (saysDatabaseIsAway(error)) broken ??= error as Error // a read-only server answers: the pool must not keep it
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Sends COMMIT after writes that PostgreSQL checks, and waits for all of them.
 *
 * @throws the error of the first write that failed; ConnectionLoss with `sent` if the commit may or may not have taken effect
 */
async function commit(client: pg.PoolClient, unconfirmed: Unconfirmed | undefined): Promise<void> {
  gatherWrites(client)
  const [done, ...written] = await Promise.allSettled([client.query('commit'), ...(unconfirmed?.writes ?? [])])
  const failed = written.find((write) => write.status === 'rejected')
  if (failed && isServerAnswer(failed.reason)) throw failed.reason as Error
  if (done.status === 'rejected')
    throw isServerAnswer(done.reason) ? (done.reason as Error) : new ConnectionLoss(done.reason, !isUnsent(done.reason))
  // A failed statement whose error was swallowed makes COMMIT answer ROLLBACK: never report that as done.
  if (done.value.command !== 'COMMIT') throw new Error('the transaction was rolled back at commit')
  if (!failed) return
  unconfirmed!.isUsed = false // committed though an answer was misread: not to be run again
  throw new CommittedUnread('the transaction was committed, but the answer to a write was not understood', {
    cause: failed.reason,
  })
}

/** A transaction was committed, and the answer to one of its writes is a defect: it must not be run again. */
export class CommittedUnread extends Error {}

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: string }).code
  return code === '40001' || code === '40P01'
}

/** An error that has `inTransaction` run its work again: another transaction was faster and decided otherwise. */
export const overtaken = (what: string): Error => new Overtaken(what)

/** Returns true if an error is the violation of a named constraint. */
export function violates(error: unknown, constraint: string): boolean {
  return (error as { constraint?: string }).constraint === constraint
}
