import pg from 'pg'
import { emit, encodeImage, statusEvent } from '../../events/index.ts'
import { type Db, inSavepoint } from '../../kernel/db/db.ts'
import { traceScheduled } from '../../kernel/jobs/job-traces.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { type Act, actOf } from '../../kernel/values/act.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import {
  type BatchCommand,
  createPostingBatcher,
  type PostingBatcher,
  type PostingConnection,
  postSet,
} from '../../ledger/index.ts'
import { holdCommand } from '../lifecycle/money.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { Origin } from '../lifecycle/service.ts'
import { followUp, SCREEN_WORK, stepEvent } from '../lifecycle/transitions.ts'
import type { PaymentWithHistory } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { createFactsImage, type FactsImage } from './facts.ts'
import { type PlainPayment, planPlain } from './plain.ts'
import { type Acceptance, ACCEPTANCES, ACCEPTED_WITHIN } from './statement.ts'

/** Accepts payments in sets. One for each process. */
export interface PaymentAcceptance {
  db: Pick<Db, 'reader' | 'reactions'>
  batcher: PostingBatcher<Acceptance>
  facts: FactsImage
}

/** Creates the acceptance: each payment is held and stored in one statement together with other waiting ones. */
export const createPaymentAcceptance = (
  db: Pick<Db, 'reader' | 'reactions'>,
  connection: PostingConnection,
  clock: Clock,
): PaymentAcceptance => ({
  db,
  batcher: createPostingBatcher(connection, clock, ACCEPTANCES),
  facts: createFactsImage(db),
})

/**
 * Makes a payment that nothing stops, together with others; returns its answer. Returns undefined for any other
 * payment, and for one that lost a race: nothing is stored then, and `makePayment` decides.
 *
 * @param key the client's key with its request; @param answerOf text of the answer, stored under the key
 * @throws overloaded; outcome_unknown if the database went away and there is no key to ask again with
 */
export async function acceptPlain(
  { db, batcher, facts }: PaymentAcceptance,
  deps: OrderDeps,
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  order: PaymentOrder,
  {
    key,
    answerOf,
  }: {
    key: Omit<NonNullable<Acceptance['answered']>, 'body'> | undefined
    answerOf: (view: PaymentWithHistory) => string
  },
): Promise<string | undefined> {
  if (hasReactions(db)) return undefined
  const plain = await planPlain(context, { ...deps, facts }, order)
  if (!plain) return undefined
  const body = answerOf(plain.view)
  const command = commandOf(plain, context, key && { ...key, body }, encodeImage(plain.view))
  try {
    const answer = await batcher.post(command)
    if (answer.outcome === 'posted') {
      traceScheduled(SCREEN_WORK, command.resource.workId)
      return body
    }
  } catch (error) {
    if (!mayBeDecidedAlone(error, key !== undefined)) throw error
  }
  facts.forget(plain.facts.key)
  return undefined
}

/** A batch that failed has stored nothing; after a lost connection only a key shows whether it has. */
const mayBeDecidedAlone = (error: unknown, hasKey: boolean): boolean =>
  isDecidedAlone(error) || (hasKey && error instanceof Refusal && error.code === 'outcome_unknown')

/** Returns true for a broken constraint, such as a limit or a used reference, and for a lost race. */
const isDecidedAlone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(23|40)/.test(error.code ?? '')

/** Returns true if a module reacts to an accepted payment: then each is made alone, with its reactions. */
const hasReactions = ({ reactions }: Pick<Db, 'reactions'>): boolean =>
  reactions?.has(statusEvent('payment', 'Screening')) ?? false

const commandOf = (
  { row, payeeName, facts }: PlainPayment,
  act: Act,
  answered: Acceptance['answered'],
  image?: string,
): BatchCommand<Acceptance> => ({
  ...holdCommand(row, payeeName),
  journalId: row.paymentId,
  ...(act.requestId === undefined ? {} : { requestId: act.requestId }),
  resource: {
    row,
    act: actOf(act),
    factsVersion: facts.version,
    workId: newUuid(),
    answered,
    ...(image !== undefined && { image }),
  },
})

/** Plans a payment to be made by `acceptAll`; undefined if it is to be made alone. */
export const planToAccept = async (
  { db, facts }: PaymentAcceptance,
  deps: OrderDeps,
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  { order, origin }: { order: PaymentOrder; origin: Origin },
): Promise<PlainPayment | undefined> =>
  hasReactions(db) ? undefined : planPlain(context, { ...deps, facts }, order, origin)

/**
 * Makes several planned payments of a client in one statement of the caller's transaction: all of them or none. If one
 * lacks money or exceeds a limit, those after it depend on it, and `makePayment` decides on each in turn.
 *
 * @returns true if they were made
 */
export async function acceptAll(
  { facts }: PaymentAcceptance,
  context: Omit<CommandContext, 'dryRun'>,
  plans: readonly PlainPayment[],
): Promise<boolean> {
  const { tx } = context
  const commands = plans.map((plan) => commandOf(plan, context, undefined))
  try {
    await inSavepoint(tx, async () => {
      const answers = await postSet(tx, ACCEPTED_WITHIN, commands, context)
      if (answers.some(({ outcome }) => outcome !== 'posted')) throw new NotAllPosted()
    })
  } catch (error) {
    if (!(error instanceof NotAllPosted) && !isDecidedAlone(error)) throw error
    for (const plan of plans) facts.forget(plan.facts.key)
    return false
  }
  for (const { row } of plans) {
    await followUp(tx, row, context.at)
    await emit(tx, context, stepEvent(row, context))
  }
  return true
}

/** Undoes the payments of a set of which one was refused. */
class NotAllPosted extends Error {}
