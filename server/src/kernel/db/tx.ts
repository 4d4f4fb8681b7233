import type pg from 'pg'
import type { Act } from '../values/act.ts'
import type { Emitted } from '../values/emitted.ts'

export interface Queryable {
  query<R extends pg.QueryResultRow>(query: pg.QueryConfig | string, values?: unknown[]): Promise<pg.QueryResult<R>>
}

/** A transaction in progress. */
export type Tx = Queryable & {
  readonly isTransaction: true
  readonly atCommit: AtCommit
  /** Writes that are confirmed before COMMIT; absent where each write is confirmed when it is made. */
  readonly unconfirmed?: Unconfirmed | undefined
  /** True where several commands share the transaction: it collects the writes of `raiseInSet` and sends nothing else. */
  readonly isShared?: boolean
  /** Milliseconds for which the transaction waits for each lock; undefined: as set for its connection. */
  readonly lockMs?: number | undefined
  /** Epoch of the sandbox to which the transaction belongs; undefined in production. */
  readonly epoch?: number | undefined
  readonly reactions?: Reactions | undefined
  readonly recordAct?: ActRecorder | undefined
  readonly resourceReaders?: ResourceReaders | undefined
}

/** Readers of resources by their type. */
export type ResourceReaders = Readonly<Record<string, ResourceReader>>

export interface ResourceReader {
  /**
   * Reads resources of an entity as they are now, by their ids, through `db` alone. In a transaction it sees the changes made so
   * far; another connection would not, and could wait for its locks.
   */
  read(db: Queryable, entityId: string, ids: readonly string[]): Promise<ReadonlyMap<string, object>>
  /** Returns a resource as it was at an earlier step of the same transaction, from what the emitter of the step gave. */
  earlier?(source: object, now: object): object
}

/** Stores a record of an act that has no event, in one statement. */
export type ActRecorder = (tx: Tx, act: Act, entry: RecordedAct) => Promise<void>

export interface RecordedAct {
  entityId: string
  /** Action: "client.secretRotated". */
  action: string
  resourceType: string
  resourceId: string | null
  /** Further data for auditors, such as `before` and `after`; never a secret. Amounts as strings. */
  detail?: Record<string, unknown>
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
  /** Lock order of the writers, ascending: -3 deals, -2 balances, -1 daily usage, 0 stored responses, 1 jobs, 2 event counters. */
  place: -3 | -2 | -1 | 0 | 1 | 2
  /** Reads what the items are stored with, before any writer takes a lock. */
  prepare?(tx: Tx, items: readonly T[]): Promise<void>
  /** Sends its statements. */
  write(tx: Tx, items: readonly T[]): Promise<void>
  /** Returns true if `write` sends its statements at once and PostgreSQL fails them unless everything is stored. */
  raises?(items: readonly T[]): boolean
}

/** Items collected for the last statements of a transaction, with the writer of each. */
export class AtCommit {
  private items: { writer: Writer<never>; item: unknown }[] = []
  /** True once the transaction has recorded an act. */
  hasAct = false
  /** Number of savepoints that the transaction has undone: with each it lost the locks taken in it. */
  undone = 0

  add<T>(writer: Writer<T>, item: T): void {
    this.items.push({ writer, item })
  }

  /** Returns the items collected for a writer so far. */
  itemsOf<T>(writer: Writer<T>): T[] {
    return this.items.filter((each) => (each.writer as unknown) === writer).map(({ item }) => item as T)
  }

  /** Returns a mark; `undoTo` drops everything collected after it. */
  mark(): number {
    return this.items.length
  }

  undoTo(mark: number): void {
    this.items.length = mark
    this.undone++
  }

  /** Returns true if the transaction leaves a record in the audit trail: an event or an act. */
  hasRecord(): boolean {
    return this.hasAct || this.items.some(({ writer }) => writer.place === 2)
  }

  /** Has each writer read what it needs. */
  async prepare(tx: Tx): Promise<void> {
    await Promise.all(this.inOrder().map(async ({ writer, items }) => writer.prepare?.(tx, items)))
  }

  /** Runs each writer once with all of its items, and adds the outcomes that PostgreSQL checks to `unconfirmed`; waits for the others. */
  async send(tx: Tx, unconfirmed: Unconfirmed | undefined): Promise<void> {
    for (const { writer, items } of this.inOrder()) {
      const write = () => writer.write(tx, items)
      if (writer.raises?.(items) && unconfirmed) await unconfirmed.send(write)
      else await write()
    }
  }

  private inOrder() {
    const writers = [...new Set(this.items.map(({ writer }) => writer))].sort((a, b) => a.place - b.place)
    return writers.map((writer) => ({
      writer,
      items: this.items.filter((entry) => entry.writer === writer).map(({ item }) => item as never),
    }))
  }
}

/** Writes of a transaction that were sent without waiting for their outcome. */
export class Unconfirmed {
  /** Outcomes of the writes. */
  readonly writes: Promise<unknown>[] = []
  /** Number of savepoints under way: a write in one is confirmed at once, because its error is handled there. */
  savepoints = 0
  /** True once a write was sent: an error may then have its cause in that write. */
  isUsed = false
  /** Number of statements that the transaction has sent. */
  statements = 0

  /** Makes a write that is taken for granted. */
  async foresee(write: () => Promise<unknown>): Promise<void> {
    this.isUsed = true
    await this.send(write)
  }

  /** Sends a write. One that did not send its statement at once is waited for: COMMIT must never go ahead of it. */
  async send(write: () => Promise<unknown>): Promise<void> {
    const before = this.statements
    const outcome = write()
    if (this.statements === before) return void (await outcome)
    outcome.catch(() => {}) // reported by `confirm` or by the commit
    this.writes.push(outcome)
  }

  /** Waits for all writes. @throws the error of the first that failed */
  async confirm(): Promise<void> {
    for (const write of this.writes) await write
    this.isUsed = false
  }
}
