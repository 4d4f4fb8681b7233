import type { CommandContext } from '../../kernel/http/command.ts'
import type { Queryable, Tx } from '../../kernel/db/db.ts'
import { type DueWork, scheduleWork, type WorkHandler } from '../../kernel/jobs/work.ts'
import { lifecycle, PAYMENT_STATUSES } from '../record/lifecycle.ts'
import type { PaymentRow } from '../record/queries.ts'
import { answerRecall, findRecall, insertRecall, markRecallHandedOver } from './recall-queries.ts'
import {
  type HandOver,
  handOver,
  lockInstruction,
  type MessageRow,
  type RailRegistry,
  type RecallRequest,
  receiveReport,
  servingOf,
} from '../rails/index.ts'
import { refuse } from '../record/rules.ts'
import { clientStep, getLocked } from '../lifecycle/service.ts'
import { raiseVersion, recordTracking, type Step } from '../lifecycle/transitions.ts'

export const RECALL_WORK = 'payment.recall'

/** States from which a payment can be recalled: sent and not returned. */
export const recallable = PAYMENT_STATUSES.filter((status) => ['Clearing', 'Paid'].includes(lifecycle[status].money))

interface RecallOrder {
  /** ISO 20022 cancellation reason. */
  reason: string
  note?: string | undefined
}

/**
 * Recalls a payment for a client; its rail answers later. A payment can be recalled once.
 *
 * @throws payment_not_found, payment_not_recallable, recall_exists
 */
export async function recallPayment(
  context: Omit<CommandContext, 'dryRun'>,
  paymentId: string | undefined,
  order: RecallOrder,
): Promise<PaymentRow> {
  const payment = await getLocked(context.tx, context.principal.entityId, paymentId)
  return requestRecall(context.tx, payment, order, clientStep(context))
}

/**
 * Stores a request and makes it due to be handed over.
 *
 * @param payment locked
 * @returns the payment in its new version
 * @throws payment_not_recallable, recall_exists
 */
export async function requestRecall(tx: Tx, payment: PaymentRow, order: RecallOrder, step: Step): Promise<PaymentRow> {
  const { entityId, paymentId, status } = payment
  if (!recallable.includes(status)) throw refuse.payment_not_recallable({ status, allowed: recallable })
  const before = await findRecall(tx, entityId, paymentId)
  if (before) {
    throw refuse.recall_exists({ requestedAt: before.requestedAt.toISOString(), recallStatus: before.status })
  }
  const { reason, note = null } = order
  const requestedBy = step.actor.type === 'client' ? (step.actor.id ?? null) : null
  await insertRecall(tx, { entityId, paymentId, reason, note, requestedBy, requestedAt: step.at })
  await scheduleWork(tx, { entityId, kind: RECALL_WORK, resourceId: paymentId, dueAt: step.at })
  const row = await raiseVersion(tx, payment, step.at)
  await recordTracking(tx, row, step, { recall: 'Requested', reason })
  return row
}

/**
 * Hands a stored request to the adapter that submitted the payment, once it is committed and repeatedly if necessary. Before
 * the payment is submitted there is nothing to recall: its hand-over schedules the request again. A recall is sent while its
 * entity is suspended, unlike a payment: it brings money back to an account with us, and a delay makes that less likely.
 */
export const recallWork =
  (rails: RailRegistry): WorkHandler =>
  async (tx, work, { at }) => {
    const instruction = await lockInstruction(tx, work.entityId, work.resourceId)
    const recall = instruction?.submittedAt && (await openRecall(tx, work))
    if (!instruction || !recall) return
    const adapter = servingOf(rails, instruction)
    const { port, id } = adapter
    const request = { instruction: instruction.body, ...recall }
    const store = async (storing: Tx) => {
      await lockInstruction(storing, work.entityId, work.resourceId)
      if (!(await openRecall(storing, work))) return false
      await markRecallHandedOver(storing, work.entityId, work.resourceId, at)
      return true
    }
    if (!port.recall || port.isInProcess) {
      await port.recall?.(request, work.dueAt, (report) => receiveReport(tx, report, id))
      await store(tx)
      return
    }
    const begin = async (beginning: Tx) => ((await openRecall(beginning, work)) ? 'Call' : 'Nothing')
    const call: HandOver['call'] = async (report) => port.recall?.(request, work.dueAt, report)
    return handOver({ work, adapter, begin, call, store })
  }

/** A request that is still to be handed over. */
async function openRecall(
  db: Queryable,
  { entityId, resourceId }: Pick<DueWork, 'entityId' | 'resourceId'>,
): Promise<Pick<RecallRequest, 'reason' | 'note'> | undefined> {
  const recall = await findRecall(db, entityId, resourceId)
  if (recall?.status !== 'Requested' || recall.handedOverAt) return undefined
  return { reason: recall.reason, ...(recall.note === null ? {} : { note: recall.note }) }
}

/** Schedules the request that was made before the payment was submitted. */
export async function recallSubmitted(
  tx: Tx,
  { entityId, paymentId }: { entityId: string; paymentId: string },
  at: Date,
): Promise<void> {
  const open = await openRecall(tx, { entityId, resourceId: paymentId })
  if (open) await scheduleWork(tx, { entityId, kind: RECALL_WORK, resourceId: paymentId, dueAt: at })
}

/**
 * Applies a rail's message to an open recall: a return accepts it.
 *
 * @returns the payment in its new version; undefined if the message answered no recall
 */
export async function applyToRecall(
  tx: Tx,
  payment: PaymentRow,
  message: MessageRow,
  step: Step,
): Promise<PaymentRow | undefined> {
  if (!ANSWERS.includes(message.status)) return undefined
  const status = message.status === 'RecallRefused' ? ('Refused' as const) : ('Accepted' as const)
  const { entityId, paymentId } = payment
  const answered = await answerRecall(tx, entityId, paymentId, { status, reason: message.reason, at: step.at })
  if (!answered) return undefined
  const row = await raiseVersion(tx, payment, step.at)
  await recordTracking(tx, row, step, { recall: status, ...(message.reason ? { reason: message.reason } : {}) })
  return row
}

/** Messages that answer an open recall. */
const ANSWERS: readonly MessageRow['status'][] = ['RecallRefused', 'Returned', 'Failed']
