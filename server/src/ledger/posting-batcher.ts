import pg from 'pg'
import { type Batcher, type BatcherMetrics, createBatcher, Failed, newBatcherMetrics } from '../kernel/batcher.ts'
import type { Clock } from '../kernel/clock.ts'
import { ANSWER_COLUMNS, type AnswerRow, readAnswer } from './answers.ts'
import { arrayOf, type EncodedCommand, POST_PARAMETERS, postCall, postValues, prepare } from './encode.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { isConnectionLoss } from '../kernel/connection-loss.ts'
import { refuseHttp } from '../kernel/problems.ts'
import type { PostingConnection } from './posting-connection.ts'
import type { BatchAnswer, CommandRecord, JournalCommand } from './types.ts'

export { openPostingConnection, type PostingConnection } from './posting-connection.ts'

/** A command for the batcher: what is to be posted, and what its caller stores beside it. */
export interface BatchCommand<T> extends JournalCommand, CommandRecord {
  resource: T
}

/**
 * The caller's own table, written in the statement that posts: one round trip and one commit for all of it.
 * Columns travel beside the commands; in SQL they are `r.<name>`, next to the answer's columns (`r.outcome` is 0 for a
 * command that was posted) and `r.journal_id`, `r.entity_id`, `r.posted_at`, `r.sequences` (one per leg).
 */
export interface PostingBatcherOptions<T> {
  /** Names the prepared statement. */
  name: string
  columns: { name: string; type: string; value: (resource: T) => string | bigint | number | null | undefined }[]
  /** `insert into … select … from r where r.outcome = 0`. */
  insert: string
  /**
   * Before posting: an expression of type uuid[] that gives, per command, the resource that stands in its way, or null;
   * in it `c` is a row per command with the columns and `entity_id`. The command is then answered 'refused'.
   */
  refuse?: { expression: string; needed: (resource: T) => boolean }
  cap?: number
  queueLimit?: number
}

export interface PostingBatcher<T> {
  /**
   * Posts a command, together with whatever else is waiting.
   *
   * @throws overloaded; outcome_unknown when the database went away and the command has no key to ask again with
   */
  post(command: BatchCommand<T>): Promise<BatchAnswer>
  metrics: BatcherMetrics
  drained(): Promise<void>
}

export type { BatcherMetrics } from '../kernel/batcher.ts'

type Queued<T> = EncodedCommand & { resource: T }

/** A batcher over one posting connection; several may share it. */
export function createPostingBatcher<T>(
  connection: PostingConnection,
  clock: Clock,
  options: PostingBatcherOptions<T>,
): PostingBatcher<T> {
  const statements = statementsOf(options)
  const metrics = newBatcherMetrics()
  const batcher: Batcher<Queued<T>, BatchAnswer> = createBatcher({
    cap: options.cap ?? 128,
    queueLimit: options.queueLimit ?? 10_000,
    run: (commands) => run(connection, clock, options, statements, commands),
    recover,
    identity: ({ entityId, idempotency: i }) => i && `${entityId} ${i.clientId} ${i.operation} ${i.key}`,
    isSame: (a, b) => a.idempotency!.request === b.idempotency!.request,
    attached: asReplay,
    metrics,
  })
  return {
    post: (command) => batcher.submit(prepare(command)),
    metrics,
    drained: () => batcher.drained(),
  }
}

interface Statements {
  plain: string
  checked: string
}

function statementsOf<T>({ columns, insert, refuse }: PostingBatcherOptions<T>): Statements {
  const given = ['uuid', 'uuid', ...columns.map(({ type }) => type)]
  const unnest = `unnest(${given.map((type, i) => `$${POST_PARAMETERS + i + 1}::${type}[]`).join(', ')})`
  const names = ['journal_id', 'entity_id', ...columns.map(({ name }) => name)].join(', ')
  const text = (refused?: string) => `with r as materialized (
      select * from rows from (${postCall(refused)}, ${unnest}) as r(${ANSWER_COLUMNS}, ${names})
    ), written as (${insert})
    select ${ANSWER_COLUMNS} from r`
  return {
    plain: text(),
    checked: text(refuse && `(select array_agg((${refuse.expression})) from ${unnest} as c(${names}))`),
  }
}

/** Milliseconds for which a batch waits for a database that went away. */
const PATIENCE_MS = 10_000

async function run<T>(
  connection: PostingConnection,
  clock: Clock,
  options: PostingBatcherOptions<T>,
  statements: Statements,
  commands: Queued<T>[],
): Promise<(BatchAnswer | Failed)[]> {
  const checked = options.refuse !== undefined && commands.some(({ resource }) => options.refuse!.needed(resource))
  const query = {
    name: `post-${options.name}${checked ? '-checked' : ''}`,
    text: checked ? statements.checked : statements.plain,
  }
  const ask = async (asked: Queued<T>[]) => {
    const rows = await connection.query<AnswerRow>({ ...query, values: valuesOf(options, asked, clock) })
    return asked.map((command, i) => answerOf(command, rows[i]!))
  }
  try {
    return await ask(commands)
  } catch (error) {
    if (!isConnectionLoss(error)) throw error
    return askAgain(commands, ask, error.sent)
  }
}

const valuesOf = <T>({ columns }: PostingBatcherOptions<T>, commands: Queued<T>[], clock: Clock) => [
  ...postValues(commands, clock.now(), clock.wall()),
  arrayOf(
    'uuid',
    commands.map(({ journalId }) => journalId),
  ),
  arrayOf(
    'uuid',
    commands.map(({ entityId }) => entityId),
  ),
  ...columns.map(({ type, value }) =>
    arrayOf(
      type,
      commands.map(({ resource }) => value(resource)),
    ),
  ),
]

function answerOf(command: EncodedCommand, row: AnswerRow): BatchAnswer | Failed {
  try {
    return readAnswer(command, row)
  } catch (error) {
    return new Failed(error)
  }
}

/**
 * The database went away. What had not been sent is sent again. What had been sent may have been done: with a key it can be
 * asked again without harm, without one nobody can tell, and the caller is told just that.
 */
async function askAgain<T>(
  commands: Queued<T>[],
  ask: (asked: Queued<T>[]) => Promise<(BatchAnswer | Failed)[]>,
  sent: boolean,
): Promise<(BatchAnswer | Failed)[]> {
  const unknown = new Failed(refuseHttp.outcome_unknown({}, { headers: { 'retry-after': '1' } }))
  const results: (BatchAnswer | Failed)[] = commands.map(() => unknown)
  const isSafe = (command: Queued<T>) => !sent || command.idempotency !== undefined
  const again = [...commands.entries()].filter(([, command]) => isSafe(command))
  if (again.length === 0) return results
  const answers = await persist(
    again.map(([, command]) => command),
    ask,
    sent,
  )
  for (const [i, [place]] of again.entries()) results[place] = answers[i] ?? unknown
  return results
}

async function persist<T>(
  commands: Queued<T>[],
  ask: (asked: Queued<T>[]) => Promise<(BatchAnswer | Failed)[]>,
  sent: boolean,
): Promise<(BatchAnswer | Failed)[]> {
  let everSent = sent
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) {
    try {
      return await ask(commands)
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
      everSent ||= error.sent
      if (everSent && commands.some(({ idempotency }) => !idempotency)) return askAgain(commands, ask, true)
    }
  }
  const away = refuseHttp.overloaded({}, { headers: { 'retry-after': '5' } })
  return everSent ? [] : commands.map(() => new Failed(away))
}

/** A whole batch failed and left nothing behind: conflicts pass with time, and one bad command is found by halving. */
function recover(error: unknown, attempt: number): 'retry' | 'split' | 'reject' {
  if (!(error instanceof pg.DatabaseError)) return 'reject'
  const { code } = error
  if ((code === '40001' || code === '40P01') && attempt < 5) return 'retry'
  if (code === '23505' && attempt < 2) return 'retry'
  return 'split'
}

/** A command that waited for a same one before it: its answer is what the first one stored. */
function asReplay<T>(answer: BatchAnswer, first: Queued<T>): BatchAnswer {
  const requestId = first.requestId ?? null
  switch (answer.outcome) {
    case 'posted':
      return { outcome: 'replay', of: { outcome: 'posted', resourceId: first.source.id } }
    case 'insufficient_funds':
      return { outcome: 'replay', of: { outcome: 'insufficient_funds', missingMinor: answer.missingMinor, requestId } }
    case 'account_blocked':
      return { outcome: 'replay', of: { outcome: 'account_blocked', requestId } }
    case 'refused':
      return { outcome: 'replay', of: { outcome: 'refused', resourceId: answer.resourceId, requestId } }
    case 'replay':
    case 'key_reused':
      return answer
  }
}
