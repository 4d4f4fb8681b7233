import pg from 'pg'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isReset, saysDatabaseIsAway } from '../../db/connection-loss.ts'
import { CommittedUnread, inSharedTransaction, NotInSet, shareOf, type Tx } from '../../db/db.ts'
import { claimKeys, responsesOfShared } from '../../idempotency-keys.ts'
import { inSpan } from '../../tracing.ts'
import type { ResourceVerb } from '../../values/emitted.ts'
import { Refusal } from '../../values/refusals.ts'
import {
  type Answer,
  asSent,
  type CommandContext,
  contextOf,
  idempotencyKey,
  isDryRun,
  type Keyed,
  keyed,
  runBesideClaim,
  sendStored,
} from '../command.ts'
import type { Deps } from '../http.ts'
import { recordCommand } from '../origin.ts'
import { inSetOrAlone } from './set-or-alone.ts'
import { createSetQueue, type SetQueue } from './set-queue.ts'

/**
 * Commands of one entity that wait at the same time are carried out in one transaction. Its statements are few, whatever the number
 * of commands: locks and reads first, then one statement for each kind of write. Each command is decided in turn, and sees the effect of the
 * earlier ones. A command that is rejected or that a defect stops leaves nothing there and is decided again in a transaction of its own, as is
 * each command of a set that fails.
 */
export interface CommandSet<O, F> {
  /** Returns true if a command can be part of a set; others are carried out alone. */
  admits(order: O): boolean
  /** Locks the rows of all commands, in the order of a command alone, and reads what decides on them: in one round trip. */
  read(tx: Tx, entityId: string, orders: readonly O[]): Promise<F>
  /** Decides a command and collects its writes (`raiseInSet`), by the functions of a command alone. Notes its effect in the facts once it is made. */
  decide(context: CommandContext, order: O, facts: F): Promise<Answer>
}

interface Member<O> {
  request: FastifyRequest
  reply: FastifyReply
  order: O
  call: Keyed | undefined
}

/** One kind of command. */
interface Kind<O, F> {
  deps: Deps
  operation: ResourceVerb
  set: CommandSet<O, F>
}

type Made = Pick<Answer, 'status'> & { body: string | null }

/** Commands of one kind that wait in a process. Make one for each kind. */
interface CommandSets<O> {
  deps: Deps
  operation: ResourceVerb
  set: Pick<CommandSet<O, unknown>, 'admits'>
  queue: SetQueue<Member<O>, Made | undefined>
}

export function createCommandSets<O, F>(deps: Deps, operation: ResourceVerb, set: CommandSet<O, F>): CommandSets<O> {
  const queue = createSetQueue<Member<O>, Made | undefined>({
    run: (members) =>
      inSpan(`set ${operation}`, { root: true, attributes: { 'cambist.set.size': members.length } }, () =>
        runSet({ deps, operation, set }, members),
      ),
  })
  return { deps, operation, set, queue }
}

/** Carries out a command of an entity and sends its answer, together with others that wait at the same time. */
export async function runInSets<O>(
  { deps, operation, set, queue }: CommandSets<O>,
  request: FastifyRequest,
  reply: FastifyReply,
  order: O,
  work: (context: CommandContext) => Promise<Answer>,
): Promise<FastifyReply> {
  const alone = () => runBesideClaim(deps, request, reply, operation, work)
  if (isDryRun(request) || !set.admits(order)) return alone()
  const key = idempotencyKey(deps, request)
  const call = key === undefined ? undefined : keyed(deps, request, operation, key)
  const inSet = async () => {
    const turn = await queue.submit(request.principal.entityId, { request, reply, order, call })
    if ('release' in turn) return () => alone().finally(turn.release)
    const { result } = turn
    return result && (() => sendStored(reply, { ...result, headers: {}, replayed: false }))
  }
  return inSetOrAlone({ inSet, alone, hasKey: call !== undefined })
}

/** Carries out a set. Returns the answer of each command; undefined for one that is to be carried out alone. */
async function runSet<O, F>(kind: Kind<O, F>, members: readonly Member<O>[]): Promise<(Made | Error | undefined)[]> {
  try {
    const made = await inSharedTransaction(kind.deps.db, (tx) => decideAll(kind, tx, members))
    return members.map((member) => made.get(member))
  } catch (error) {
    if (!isUndone(error)) return members.map(() => error as Error)
    if (!isExpected(error)) logDefect(members[0]!, error)
    return members.map(() => undefined)
  }
}

/** Returns true if a failed set has certainly stored nothing and the database answered: each command can be carried out alone. */
const isUndone = (error: unknown): boolean =>
  isExpected(error) || !(saysDatabaseIsAway(error) || error instanceof CommittedUnread)

const isExpected = (error: unknown): boolean => isOfCommand(error) || error instanceof pg.DatabaseError

/** Logs a defect that no response shows if the commands succeed alone. */
const logDefect = ({ request }: Pick<Member<unknown>, 'request'>, err: unknown): void =>
  request.log.error({ err }, 'a set of commands failed; each is carried out alone')

const isOfCommand = (error: unknown): boolean => error instanceof Refusal || error instanceof NotInSet || isReset(error)

async function decideAll<O, F>(kind: Kind<O, F>, tx: Tx, members: readonly Member<O>[]): Promise<Map<Member<O>, Made>> {
  const [{ request }] = members as [Member<O>]
  const { entityId } = request.principal
  const candidates = withoutRepetitions(members)
  const calls = candidates.flatMap(({ call }) => call ?? [])
  const orders = candidates.map(({ order }) => order)
  const claiming = Promise.all([tx.query(SETTINGS), claimKeys(tx, entityId, calls)])
  claiming.catch(() => {}) // reported below; the reads then fail too
  const facts = await kind.set.read(tx, entityId, orders)
  const [, known] = await claiming
  const made = new Map<Member<O>, Made>()
  for (const member of candidates) {
    if (member.call && known.includes(member.call)) continue
    const answer = await decideOne(kind, tx, member, facts)
    if (answer) made.set(member, answer)
  }
  if (made.size === 0) throw new NotInSet()
  return made
}

/** A request that is sent twice is carried out once; the second waits for the answer of the first, outside the set. */
function withoutRepetitions<O>(members: readonly Member<O>[]): Member<O>[] {
  const seen = new Set<string>()
  return members.filter(({ call }) => {
    if (!call) return true
    const name = `${call.clientId} ${call.key}`
    return seen.has(name) ? false : seen.add(name)
  })
}

/**
 * Decides one command of a set. Returns undefined if it is rejected, does more than a set can, or fails: nothing of it is
 * collected then, and the facts are as before.
 */
async function decideOne<O, F>(
  { deps, operation, set }: Kind<O, F>,
  tx: Tx,
  { request, reply, order, call }: Member<O>,
  facts: F,
): Promise<Made | undefined> {
  const mark = tx.atCommit.mark()
  try {
    const context = contextOf(deps, request, shareOf(tx), false)
    const answer = await set.decide(context, order, facts)
    await recordCommand(context, operation, answer.body)
    const made = { status: answer.status, body: asSent(reply)(answer) }
    if (call) tx.atCommit.add(responsesOfShared, { ...call, ...made, createdAt: call.wall })
    return made
  } catch (error) {
    tx.atCommit.undoTo(mark)
    if (error instanceof pg.DatabaseError || saysDatabaseIsAway(error)) throw error // the transaction is lost
    if (!isOfCommand(error)) logDefect({ request }, error)
    return undefined
  }
}

/**
 * Settings of a set's transaction: it waits for no lock for long, because the commands of its entity wait for it, and plans its
 * statements once, for any number of rows.
 */
const SETTINGS = {
  name: 'settings-of-set',
  text: `select set_config('lock_timeout', '250ms', true), set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`,
}
