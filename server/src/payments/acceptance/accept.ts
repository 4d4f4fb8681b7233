import pg from 'pg'
import { emit, encodeImage, statusEvent } from '../../events/index.ts'
import { type Db, inSavepoint, type Tx } from '../../kernel/db/db.ts'
import { traceScheduled } from '../../kernel/jobs/job-traces.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { type Act, actOf } from '../../kernel/values/act.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { newUuid } from '../../kernel/values/ids.ts'
import {
  type BatchCommand,
  type CallerTable,
  createPostingBatcher,
  type PostingBatcher,
  type PostingConnection,
  postSet,
} from '../../ledger/index.ts'
import { acceptCommand } from '../lifecycle/money.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { Origin } from '../lifecycle/service.ts'
import { firstWork, followUp, stepEvent } from '../lifecycle/transitions.ts'
import { REPORT_WORK, SUBMIT_WORK } from '../rails/index.ts'
import type { PaymentRow, PaymentWithHistory } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { createFactsImage, type FactsImage, nameOf, readDecisive } from './facts.ts'
import { type PlainPayment, planPlain } from './plain.ts'
import {
  type Acceptance,
  ACCEPTANCES,
  acceptancesWith,
  ACCEPTED_WITHIN,
  type PaymentRecord,
  type Recorded,
} from './statement.ts'

/** Accepts payments in sets. One for each process and kind of record. */
export interface PaymentAcceptance<T extends Acceptance = Acceptance> {
  db: Pick<Db, 'reader' | 'reactions'>
  batcher: PostingBatcher<T>
  facts: FactsImage
  /** Returns an acceptance whose payments another module stores a record with. Make one for each module and process. */
  withRecord<R>(record: PaymentRecord<R>): PaymentAcceptance<Recorded<R>>
}

/** Creates the acceptance: each payment is debited or held, and stored, in one statement together with other waiting ones. */
export function createPaymentAcceptance(
  db: Pick<Db, 'reader' | 'reactions'>,
  connection: PostingConnection,
  clock: Clock,
): PaymentAcceptance {
  const facts = createFactsImage(db)
  const accepting = <T extends Acceptance>(table: CallerTable<T>): PaymentAcceptance<T> => ({
    db,
    batcher: createPostingBatcher(connection, clock, table),
    facts,
    withRecord: (record) => accepting(acceptancesWith(record)),
  })
  return accepting(ACCEPTANCES)
}

/**
 * Makes a payment that nothing stops, together with others; returns its answer. Returns undefined for any other
 * payment, and for one that lost a race: nothing is stored then, and `makePayment` decides.
 *
 * @param key the client's key with its request; @param answerOf text of the answer, stored under the key
 * @throws overloaded; outcome_unknown if the database went away and only the key, if any, shows whether it was made
 */
export async function acceptPlain(
  acceptance: PaymentAcceptance,
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
  let body: string | undefined
  const made = await acceptRecorded(acceptance, deps, context, order, {
    complete(accepted, { view }) {
      body = answerOf(view)
      return key ? { ...accepted, answered: { ...key, body } } : accepted
    },
  })
  return made && body
}

/**
 * Makes a payment as `acceptPlain` does, with the record of another module.
 *
 * @param complete adds the record
 * @returns the payment; undefined if nothing is stored
 */
export async function acceptRecorded<T extends Acceptance>(
  { db, batcher, facts }: PaymentAcceptance<T>,
  deps: OrderDeps,
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  order: PaymentOrder,
  { origin, complete }: { origin?: Origin; complete: (accepted: Acceptance, plain: PlainPayment) => T },
): Promise<PlainPayment | undefined> {
  if (hasReactions(db)) return undefined
  const plain = await planPlain(context, deps, facts, { order, origin })
  if (!plain) return undefined
  const resource = complete(acceptanceOf(plain, context, encodeImage(plain.view)), plain)
  try {
    const answer = await batcher.post(commandOf(plain, context, resource))
    if (answer.outcome === 'posted') {
      traceJobs(resource)
      return plain
    }
  } catch (error) {
    if (!isDecidedAlone(error)) throw error
  }
  facts.forget(plain.facts.key)
  return undefined
}

/** Returns true for a broken constraint, such as a limit or a used reference, and for a lost race. */
const isDecidedAlone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(23|40)/.test(error.code ?? '')

/** Returns true if a module reacts to an accepted payment: then each is made alone, with its reactions. */
const hasReactions = ({ reactions }: Pick<Db, 'reactions'>): boolean => FIRST.some((type) => reactions?.has(type))

/** Events of a payment that is accepted in a set. */
const FIRST = [
  ...(['Screening', 'Scheduled', 'Submitted'] as const).map((status) => statusEvent('payment', status)),
  'account.debited',
] as const

const commandOf = <T extends Acceptance>({ row, payeeName }: PlainPayment, act: Act, resource: T): BatchCommand<T> => ({
  ...acceptCommand(row, payeeName),
  journalId: row.releaseJournalId ?? row.paymentId,
  ...(act.requestId === undefined ? {} : { requestId: act.requestId }),
  epoch: act.epoch,
  resource,
})

const acceptanceOf = ({ row, straight, facts }: PlainPayment, act: Act, image?: string): Acceptance => ({
  row,
  act: actOf(act),
  factsVersion: facts.version,
  work: workOf(row, straight, act.at),
  straight,
  answered: undefined,
  ...(image !== undefined && { image }),
})

/** Returns the job that an accepted payment begins with: none if its adapter has it already. */
function workOf(row: PaymentRow, straight: PlainPayment['straight'], at: Date): Acceptance['work'] {
  if (!straight) return { ...firstWork(row, at), workId: newUuid() }
  return straight.submission.adapter ? undefined : { kind: SUBMIT_WORK, dueAt: at, workId: newUuid() }
}

/** Traces the jobs that a payment begins with. */
function traceJobs({ work, straight }: Acceptance): void {
  if (work) traceScheduled(work.kind, work.workId)
  for (const { workId } of straight?.submission.reports ?? []) traceScheduled(REPORT_WORK, workId)
}

/** Plans a payment to be made by `acceptAll`; undefined if it is to be made alone. */
export const planToAccept = async (
  { db, facts }: PaymentAcceptance,
  deps: OrderDeps,
  context: Omit<CommandContext, 'tx' | 'dryRun'>,
  planned: { order: PaymentOrder; origin: Origin },
): Promise<PlainPayment | undefined> => (hasReactions(db) ? undefined : planPlain(context, deps, facts, planned))

/**
 * Finds the plans that `acceptAll` would refuse because a fact has changed since the copy was taken, or because another
 * payment has the client reference. Drops the old copies.
 *
 * @param plans of one entity
 */
export async function findOutdated(
  { facts }: PaymentAcceptance,
  tx: Tx,
  entityId: string,
  plans: readonly PlainPayment[],
): Promise<ReadonlySet<PlainPayment>> {
  if (plans.length === 0) return new Set()
  const keys = plans.map((plan) => plan.facts.key)
  const references = plans.map(({ row }) => row.clientReference).filter((reference) => reference !== null)
  const { versions, used } = await readDecisive(tx, entityId, keys, references)
  const changed = plans.filter((plan) => versions.get(nameOf(plan.facts.key)) !== plan.facts.version)
  for (const plan of changed) facts.forget(plan.facts.key)
  return new Set([...changed, ...plans.filter(({ row }) => used.has(row.clientReference ?? ''))])
}

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
  const commands = plans.map((plan) => commandOf(plan, context, acceptanceOf(plan, context)))
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
