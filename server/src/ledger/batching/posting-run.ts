import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failed, runOfEpoch } from '../../kernel/jobs/batcher.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { isConnectionLoss } from '../../kernel/db/connection-loss.ts'
import { isLockTimeout } from '../../kernel/db/waits/waits.ts'
import { refuseHttp } from '../../kernel/http/problems.ts'
import { invariant } from '../../kernel/values/refusals.ts'
import { type AnswerRow, readAnswer } from '../posting/answers.ts'
import { columnOf } from '../../kernel/db/arrays.ts'
import type { EncodedCommand } from '../posting/columns.ts'
import { predictedValues, legBounds, postValues } from '../posting/encode.ts'
import { isPlain, type Prediction, type SeenBalance } from '../posting/image.ts'
import { type Layout, layOut, type TouchedAccount } from '../posting/layout.ts'
import type { PostingConnection } from './posting-connection.ts'
import { type CallerTable, type PostingStatements, statementsOf, tableValues } from './posting-statements.ts'
import { BALANCE } from '../book/queries.ts'
import { createRecentKeys } from './recent-keys.ts'
import type { BatchAnswer } from '../book/types.ts'

type Queued<T> = EncodedCommand & { resource: T }
type Results = (BatchAnswer | Failed)[]
type Ask<T> = (commands: Queued<T>[]) => Promise<Results>

/**
 * Executes batches: posts optimistically if the cached balances predict the outcome, otherwise, or after a
 * misprediction, lets the database decide.
 */
export function createPostingRun<T>(connection: PostingConnection, clock: Clock, table: CallerTable<T>): Ask<T> {
  const statements = { plain: statementsOf(table, false), checked: statementsOf(table, true) }
  const recent = createRecentKeys()
  let turn: Promise<void> = Promise.resolve() // batches are sent in the order in which they were formed

  function statementsFor(commands: readonly Queued<T>[]): PostingStatements {
    const { refuse } = table
    return refuse && commands.some(({ resource }) => refuse.needed(resource)) ? statements.checked : statements.plain
  }

  /** Rejects commands that were received before a reset of the sandbox: batches are sent later, and again after a lost connection. */
  const ask = (commands: Queued<T>[], layout = layOut(commands)): Promise<Results> =>
    runOfEpoch(
      connection.enter(),
      commands,
      ({ epoch }) => epoch,
      (current) => send(current, current === commands ? layout : layOut(current)),
    )

  async function send(commands: Queued<T>[], layout: Layout): Promise<Results> {
    const values = [...postValues(layout, clock.now(), clock.wall()), ...tableValues(table, commands)]
    const asked = connection.query<AnswerRow>({ ...statementsFor(commands).post, values })
    const isSeen = !table.isUnpredictable && commands.some(isPlain)
    const seen = isSeen ? see(connection, layout.accounts, asked) : answered(asked)
    connection.image.forget(layout.accounts, seen)
    const rows = await asked
    return commands.map((command, i) => answerOf(command, rows[i]!))
  }

  async function writeDown(commands: Queued<T>[], layout: Layout, predicted: Prediction): Promise<Results> {
    try {
      const own = predictedValues(layout, predicted, clock.wall())
      const values = [...own, ...tableValues(table, commands), ...legBounds(layout)]
      const [row] = await connection.query<{ count: number }>({ ...statementsFor(commands).predicted, values })
      invariant(row!.count === commands.length, 'every predicted command is posted')
    } catch (error) {
      connection.image.mispredicted(layout.accounts)
      if (!(error instanceof pg.DatabaseError) || isLockTimeout(error)) throw error
      return ask(commands, layout)
    }
    connection.image.confirmed()
    return answersOf(commands, predicted)
  }

  async function predictOrAsk(commands: Queued<T>[]): Promise<Results> {
    const layout = layOut(commands)
    const isFresh = !commands.some((command) => recent.has(command))
    for (const command of commands) recent.add(command)
    const before = turn
    const isPredictable = isFresh && !table.isUnpredictable && commands.every(isPlain)
    // Else a busy account would always be being read, and never known.
    turn = before.then(() => (isPredictable ? connection.image.settled(layout.accounts) : undefined))
    await turn
    const isCurrent = isOfEpoch(commands, connection.enter())
    const predicted = isPredictable && isCurrent ? connection.image.predict(layout, clock.now()) : undefined
    return predicted ? writeDown(commands, layout, predicted) : ask(commands, layout)
  }

  return async (commands) => {
    try {
      return await predictOrAsk(commands)
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
      return askAgain(commands, ask, error.sent)
    }
  }
}

const isOfEpoch = (commands: readonly EncodedCommand[], current: number | undefined): boolean =>
  current === undefined || commands.every(({ epoch = current }) => epoch === current)

const SEE = {
  name: 'see-balances',
  text: `select ${BALANCE}, ceil(extract(epoch from last_posted_at) * 1000)::float8 as "lastPostedMs"
    from balances where (entity_id, account_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
}

/** Waits for the answer to a batch whose balances stay unknown, because such commands are never predicted. */
const answered = (asked: Promise<unknown>): Promise<SeenBalance[]> =>
  asked.then(
    () => [],
    () => [], // the caller gets the error
  )

/**
 * Reads the balances behind a batch that the database decides: on the same connection and so after it, if called in the turn
 * in which the batch was sent.
 */
async function see(
  { image, read }: PostingConnection,
  accounts: readonly TouchedAccount[],
  asked: Promise<unknown>,
): Promise<SeenBalance[]> {
  try {
    if (image.isPredicting) return await read<SeenBalance & pg.QueryResultRow>({ ...SEE, values: idsOf(accounts) })
    await asked
  } catch {
    // The caller gets the error.
  }
  return []
}

const idsOf = (accounts: readonly TouchedAccount[]) => [
  columnOf('uuid', accounts, ({ entityId }) => entityId),
  columnOf('uuid', accounts, ({ accountId }) => accountId),
]

function answerOf(command: EncodedCommand, row: AnswerRow): BatchAnswer | Failed {
  try {
    return readAnswer(command, row)
  } catch (error) {
    return new Failed(error)
  }
}

function answersOf(commands: readonly EncodedCommand[], { at, sequences }: Prediction): BatchAnswer[] {
  let legs = 0
  return commands.map(({ journalId, legs: { length } }) => ({
    outcome: 'posted',
    journalId,
    postedAt: at,
    sequences: sequences.slice(legs, (legs += length)),
  }))
}

/** Milliseconds for which a batch waits for a database that went away. */
const PATIENCE_MS = 10_000

/**
 * Handles a lost database connection. Unsent commands are sent again. Sent ones may have been executed: with a key they
 * can be repeated safely, without one the caller gets `outcome_unknown`.
 */
async function askAgain<T>(commands: Queued<T>[], ask: Ask<T>, sent: boolean): Promise<(BatchAnswer | Failed)[]> {
  const unknown = new Failed(refuseHttp.outcome_unknown({}, { headers: { 'retry-after': '1' } }))
  const results: (BatchAnswer | Failed)[] = commands.map(() => unknown)
  const isSafe = (command: Queued<T>) => !sent || command.idempotency !== undefined
  const again = [...commands.entries()].filter(([, command]) => isSafe(command))
  if (again.length === 0) return results
  const commandsAgain = again.map(([, command]) => command)
  const isWhole = again.length === commands.length
  // An error of the whole batch would have all of it tried anew, also what must not be: then each command has its own.
  const answers = await (isWhole ? persist(commandsAgain, ask, sent) : persistEach(commandsAgain, ask, sent))
  for (const [i, [place]] of again.entries()) results[place] = answers[i] ?? unknown
  return results
}

async function persistEach<T>(commands: Queued<T>[], ask: Ask<T>, sent: boolean): Promise<Results> {
  return persist(commands, ask, sent).catch(async (error: unknown) => {
    if (commands.length === 1) return [new Failed(error)]
    const half = Math.ceil(commands.length / 2)
    const first = await persistEach(commands.slice(0, half), ask, sent)
    const missing = half - first.length // nobody can tell of these: undefined keeps the places of the others
    const second = await persistEach(commands.slice(half), ask, sent)
    return [...first, ...Array<never>(missing), ...second]
  })
}

async function persist<T>(commands: Queued<T>[], ask: Ask<T>, sent: boolean): Promise<(BatchAnswer | Failed)[]> {
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
  const away = refuseHttp.database_unavailable({}, { headers: { 'retry-after': '5' } })
  return everSent ? [] : commands.map(() => new Failed(away))
}
