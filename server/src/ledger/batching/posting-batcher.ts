import pg from 'pg'
import { type Batcher, type BatcherMetrics, createBatcher, newBatcherMetrics } from '../../kernel/jobs/batcher.ts'
import { isReset } from '../../kernel/db/connection-loss.ts'
import { isLockTimeout } from '../../kernel/db/waits/waits.ts'
import type { Tx } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { Unencodable } from '../../kernel/db/arrays.ts'
import type { EncodedCommand } from '../posting/columns.ts'
import { type AnswerRow, readAnswer } from '../posting/answers.ts'
import { postValues, prepare } from '../posting/encode.ts'
import { layOut } from '../posting/layout.ts'
import { inBatchSpan, inCommandSpan } from './batch-traces.ts'
import type { PostingConnection } from './posting-connection.ts'
import { createPostingRun } from './posting-run.ts'
import { type CallerTable, statementsOf, tableValues } from './posting-statements.ts'
import type { BatchAnswer, CommandRecord, JournalCommand } from '../book/types.ts'

export { openPostingConnection, type PostingConnection } from './posting-connection.ts'

/** Command for the batcher: its posting, and the record its caller stores with it. */
export interface BatchCommand<T> extends JournalCommand, CommandRecord {
  resource: T
}

interface PostingBatcherOptions<T> extends CallerTable<T> {
  cap?: number
  queueLimit?: number
  /** Milliseconds that a command waits for its batch at most. */
  waitMs?: number
}

export interface PostingBatcher<T> {
  /**
   * Posts a command together with other waiting ones.
   *
   * @throws overloaded; database_unavailable when the database stays away and nothing was posted; outcome_unknown when it went away and
   *   the command has no key to ask again with
   */
  post(command: BatchCommand<T>): Promise<BatchAnswer>
  metrics: BatcherMetrics
  drained(): Promise<void>
}

type Queued<T> = EncodedCommand & { resource: T }

/** A batcher over one posting connection; several may share it. */
export function createPostingBatcher<T>(
  connection: PostingConnection,
  clock: Clock,
  options: PostingBatcherOptions<T>,
): PostingBatcher<T> {
  const metrics = newBatcherMetrics()
  const run = createPostingRun(connection, clock, options)
  const batcher: Batcher<Queued<T>, BatchAnswer> = createBatcher({
    cap: options.cap ?? 128,
    queueLimit: options.queueLimit ?? 10_000,
    waitMs: options.waitMs,
    run: (commands) => inBatchSpan(options.name, commands, () => run(commands)),
    recover,
    identity: ({ entityId, idempotency: i }) => i && `${entityId} ${i.clientId} ${i.operation} ${i.key}`,
    isSame: (a, b) => a.idempotency!.request === b.idempotency!.request,
    attached: asReplay,
    metrics,
  })
  return {
    post: async (command) => inCommandSpan(options.name, prepare(command), (prepared) => batcher.submit(prepared)),
    metrics,
    drained: () => batcher.drained(),
  }
}

/**
 * Posts and stores a set of commands in one statement, as a batcher does, in the caller's transaction.
 *
 * @param at business time of booking; @param wall wall time
 */
export async function postSet<T>(
  tx: Tx,
  table: CallerTable<T>,
  commands: readonly BatchCommand<T>[],
  { at, wall }: { at: Date; wall: Date },
): Promise<BatchAnswer[]> {
  const prepared = commands.map(prepare)
  const isChecked = prepared.some(({ resource }) => table.refuse?.needed(resource))
  const values = [...postValues(layOut(prepared), at, wall), ...tableValues(table, prepared)]
  const { rows } = await tx.query<AnswerRow>({ ...statementsOf(table, isChecked).post, values })
  return prepared.map((command, i) => readAnswer(command, rows[i]!))
}

/** A whole batch failed and left nothing behind: conflicts pass with time, and one bad command is found by halving. */
function recover(error: unknown, attempt: number): 'retry' | 'split' | 'reject' {
  if (error instanceof Unencodable) return 'split'
  if (!(error instanceof pg.DatabaseError) || isReset(error) || isLockTimeout(error)) return 'reject'
  const { code } = error
  if ((code === '40001' || code === '40P01') && attempt < 5) return 'retry'
  if (code === '23505' && attempt < 2) return 'retry'
  return 'split'
}

/** Converts a result for a command that waited for an identical one: it gets the first one's stored answer. */
function asReplay<T>(answer: BatchAnswer, first: Queued<T>): BatchAnswer {
  const requestId = first.requestId ?? null
  switch (answer.outcome) {
    case 'posted':
      return { outcome: 'replay', of: { outcome: 'posted', resourceId: first.source.id } }
    case 'insufficient_funds':
      return { outcome: 'replay', of: { outcome: 'insufficient_funds', missingMinor: answer.missingMinor, requestId } }
    case 'account_blocked':
      return { outcome: 'replay', of: { outcome: 'account_blocked', requestId } }
    case 'account_closed':
      return { outcome: 'replay', of: { outcome: 'account_closed', requestId } }
    case 'refused':
      return { outcome: 'replay', of: { outcome: 'refused', resourceId: answer.resourceId, requestId } }
    case 'replay':
    case 'key_reused':
      return answer
  }
}
