import pg from 'pg'
import { statusEvent } from '../../events/index.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { CommandContext } from '../../kernel/http/command.ts'
import { actOf } from '../../kernel/values/act.ts'
import type { Clock } from '../../kernel/values/clock.ts'
import { Refusal } from '../../kernel/values/refusals.ts'
import { createPostingBatcher, type PostingBatcher, type PostingConnection } from '../../ledger/index.ts'
import { holdCommand } from '../lifecycle/money.ts'
import type { OrderDeps } from '../orders/deps.ts'
import type { PaymentWithHistory } from '../record/queries.ts'
import type { PaymentOrder } from '../record/schema.ts'
import { createFactsImage, type FactsImage } from './facts.ts'
import { planPlain } from './plain.ts'
import { type Acceptance, ACCEPTANCES } from './statement.ts'

/** Accepts payments in sets. One for each process. */
export interface PaymentAcceptance {
  db: Pick<Db, 'pool' | 'reactions'>
  batcher: PostingBatcher<Acceptance>
  facts: FactsImage
}

/** Creates the acceptance: each payment is held and stored in one statement together with other waiting ones. */
export const createPaymentAcceptance = (
  db: Pick<Db, 'pool' | 'reactions'>,
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
  const plain = await planPlain(context, { ...deps, facts }, order)
  if (!plain || db.reactions?.has(statusEvent('payment', plain.row.status))) return undefined
  const { row, payeeName, view } = plain
  const body = answerOf(view)
  const resource = { row, act: actOf(context), factsVersion: plain.facts.version, answered: key && { ...key, body } }
  const command = { ...holdCommand(row, payeeName), journalId: row.paymentId, requestId: context.requestId, resource }
  try {
    const answer = await batcher.post(command)
    if (answer.outcome === 'posted') return body
  } catch (error) {
    if (!mayBeDecidedAlone(error, key !== undefined)) throw error
  }
  facts.forget(plain.facts.key)
  return undefined
}

/** A batch that failed has stored nothing; after a lost connection only a key shows whether it has. */
const mayBeDecidedAlone = (error: unknown, hasKey: boolean): boolean =>
  error instanceof pg.DatabaseError || (hasKey && error instanceof Refusal && error.code === 'outcome_unknown')
